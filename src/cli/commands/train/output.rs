//! A run as a table and as JSON.

use std::time::Duration;

use serde_json::Map;
use serde_json::Value;
use serde_json::json;

use crate::cli::table::Table;
use crate::trajectory;
use crate::trajectory::Share;
use crate::trajectory::Step;
use crate::trajectory::Trajectory;

/// A step in a line, as it comes.
pub(super) fn sentence(step: &Step, took: Duration) -> String {
    let mut parts = Vec::new();
    if step.number > 0 {
        parts.push(format!("train {}", percent(step.train)));
    }
    parts.extend(step.test.map(|test| format!("test {}", percent(test))));
    parts.push(format!("{} bytes of catalogs", step.catalog_bytes));
    if step.number > 0 {
        parts.push(format!("{} entries added, {} edits kept, {} given up", step.added, step.kept, step.given_up));
    }
    parts.push(format!("{:.1} s", took.as_secs_f64()));
    format!("step {}: {}", step.number, parts.join(", "))
}

/// Such as `61.3% (92/150)`.
fn percent(share: Share) -> String {
    format!("{:.1}% ({}/{})", share.value() * 100.0, share.passed, share.asked)
}

/// One row a step; the best one is marked.
pub(super) fn table(trajectory: &Trajectory) -> String {
    let best = trajectory::best(&trajectory.steps).map(|step| step.number);
    let head =
        ["step", "train", "train func", "test", "test func", "bytes", "added", "kept", "given up", "seconds", "commit"];
    let mut table = Table::new(head);
    for step in &trajectory.steps {
        let share = |share: Option<Share>| share.map(percent).unwrap_or_default();
        let trained = |share: Share| if step.number == 0 { String::new() } else { percent(share) };
        table.row([
            format!("{}{}", step.number, if best == Some(step.number) { " best" } else { "" }),
            trained(step.train),
            trained(step.train_functions),
            share(step.test),
            share(step.test_functions),
            step.catalog_bytes.to_string(),
            step.added.to_string(),
            step.kept.to_string(),
            step.given_up.to_string(),
            trajectory.seconds.get(&step.number).map(|seconds| format!("{seconds:.1}")).unwrap_or_default(),
            step.commit.short(),
        ]);
    }
    table.text()
}

/// Everything.
pub(super) fn json(trajectory: &Trajectory) -> Value {
    let share = |share: Share| json!({ "accuracy": share.value(), "passed": share.passed, "asked": share.asked });
    let steps = trajectory.steps.iter().map(|step| {
        let taken = trajectory::ROLES.iter().zip(&step.taken).map(|(role, taken)| {
            let taken = json!({ "calls": taken.calls, "tokens": taken.spent.tokens, "cost": taken.spent.cost });
            (role.to_lowercase(), taken)
        });
        json!({
            "step": step.number,
            "commit": step.commit,
            "train": (step.number > 0).then(|| share(step.train)),
            "train_functions": (step.number > 0).then(|| share(step.train_functions)),
            "test": step.test.map(share),
            "test_functions": step.test_functions.map(share),
            "turns": step.turns,
            "catalog_bytes": step.catalog_bytes,
            "entries_added": step.added,
            "edits_kept": step.kept,
            "edits_given_up": step.given_up,
            "taken": taken.collect::<Map<_, _>>(),
            "seconds": trajectory.seconds.get(&step.number),
        })
    });
    json!({
        "schema": "libra.train/1",
        "run": trajectory.run,
        "base": trajectory.base,
        "options": trajectory.options,
        "best": trajectory::best(&trajectory.steps).map(|step| step.number),
        "steps": steps.collect::<Vec<_>>(),
    })
}

//! Replays as tables, CSV and JSON.

use serde_json::Value;
use serde_json::json;

use crate::base::Seed;
use crate::cli::table::Table;
use crate::repo::CommitId;
use crate::trajectory;
use crate::trajectory::Accuracy;
use crate::trajectory::Comparison;
use crate::trajectory::Problem;
use crate::trajectory::Replayed;

/// What every replay reaches, and the differences from the first one.
pub(super) fn text(problems: &[Problem], replays: &[Replayed], seed: Seed) -> String {
    let head = ["catalogs", "solver", "File@1", "File@5", "Func@1", "Func@5", "turns", "tokens", "cost", "bytes"];
    let mut table = Table::new(head);
    for replayed in replays {
        let measured = &replayed.measured;
        let shares = measured.files.iter().chain(&measured.functions).map(|accuracy| percent(*accuracy, ""));
        let names = [replayed.catalogs.clone(), replayed.setup.clone()];
        let cost = replayed.spent.cost.map_or_else(|| "?".to_owned(), |cost| format!("${cost:.2}"));
        let rest = [format!("{:.1}", measured.turns), replayed.spent.tokens.to_string(), cost];
        let rest = rest.into_iter().chain([replayed.catalog_bytes.to_string()]);
        table.row(names.into_iter().chain(shares).chain(rest));
    }
    let measured = replays.first().map(|replayed| replayed.measured).unwrap_or_default();
    let mut text = table.text();
    text += &format!("{} problems, {} with a gold function\n", measured.problems, measured.with_functions);
    let Some((first, others)) = replays.split_first().filter(|(_, others)| !others.is_empty()) else {
        return text;
    };
    text += &format!("\nless {}, {}\n", first.catalogs, first.setup);
    let mut table =
        Table::new(["catalogs", "solver", "File@1", "File@5", "Func@1", "Func@5", "turns", "won", "same", "lost"]);
    for replayed in others {
        let difference = trajectory::compare(problems, &replayed.runs, &first.runs, seed);
        let shares = difference.files.iter().chain(&difference.functions).map(|accuracy| percent(*accuracy, "+"));
        let names = [replayed.catalogs.clone(), replayed.setup.clone()];
        let counts = difference.outcomes.map(|count| count.to_string());
        let turns = [format!("{:+.1}", difference.turns)];
        table.row(names.into_iter().chain(shares).chain(turns).chain(counts));
    }
    text + &table.text()
}

/// Such as `61.3 [54.0, 68.1]`, with a sign where asked for, and the error of repeated runs before the interval.
fn percent(accuracy: Accuracy, sign: &str) -> String {
    let number = |share: f64| {
        let share = share * 100.0;
        if sign.is_empty() { format!("{share:.1}") } else { format!("{share:+.1}") }
    };
    let error = accuracy.error.map(|error| format!(" \u{b1}{:.1}", error * 100.0)).unwrap_or_default();
    format!("{}{error} [{}, {}]", number(accuracy.value), number(accuracy.low), number(accuracy.high))
}

/// One line a replay.
pub(super) fn csv(replays: &[Replayed]) -> String {
    let shares = ["file_acc@1", "file_acc@5", "func_acc@1", "func_acc@5"];
    let columns = shares.into_iter().flat_map(|name| ["", "_low", "_high", "_sem"].map(|end| format!("{name}{end}")));
    let head = ["catalogs", "step", "solver", "times", "problems", "with_functions"].map(str::to_owned);
    let rest = ["turns", "tokens", "cost", "catalog_bytes"].map(str::to_owned);
    let mut table = Table::new(head.into_iter().chain(columns).chain(rest));
    for replayed in replays {
        let measured = &replayed.measured;
        let names = [
            replayed.catalogs.clone(),
            replayed.step.map(|step| step.to_string()).unwrap_or_default(),
            replayed.setup.clone(),
            measured.runs.to_string(),
            measured.problems.to_string(),
            measured.with_functions.to_string(),
        ];
        let shares = measured.files.iter().chain(&measured.functions);
        let shares = shares.flat_map(|accuracy| {
            let error = accuracy.error.map(|error| error.to_string()).unwrap_or_default();
            [accuracy.value, accuracy.low, accuracy.high].map(|share| share.to_string()).into_iter().chain([error])
        });
        let rest = [
            measured.turns.to_string(),
            replayed.spent.tokens.to_string(),
            replayed.spent.cost.map(|cost| cost.to_string()).unwrap_or_default(),
            replayed.catalog_bytes.to_string(),
        ];
        table.row(names.into_iter().chain(shares).chain(rest));
    }
    table.csv()
}

/// Everything, with each answer.
pub(super) fn json(problems: &[Problem], replays: &[Replayed], base: CommitId, seed: Seed) -> Value {
    let rows = replays.iter().map(|replayed| {
        let measured = &replayed.measured;
        json!({
            "catalogs": replayed.catalogs,
            "step": replayed.step,
            "solver": replayed.setup,
            "problems": measured.problems,
            "with_functions": measured.with_functions,
            "file_acc@1": share(measured.files[0]),
            "file_acc@5": share(measured.files[1]),
            "func_acc@1": share(measured.functions[0]),
            "func_acc@5": share(measured.functions[1]),
            "turns": measured.turns,
            "times": measured.runs,
            "tokens": replayed.spent.tokens,
            "cost": replayed.spent.cost,
            "catalog_bytes": replayed.catalog_bytes,
            "instances": instances(problems, replayed),
        })
    });
    let paired = replays.split_first().into_iter().flat_map(|(first, others)| {
        others.iter().map(|replayed| {
            let names = [&replayed.catalogs, &replayed.setup, &first.catalogs, &first.setup];
            difference(names, &trajectory::compare(problems, &replayed.runs, &first.runs, seed))
        })
    });
    json!({
        "schema": "libra.replay/1",
        "base": base,
        "replays": rows.collect::<Vec<_>>(),
        "paired": paired.collect::<Vec<_>>(),
    })
}

fn share(accuracy: Accuracy) -> Value {
    json!({ "value": accuracy.value, "interval": [accuracy.low, accuracy.high], "sem": accuracy.error })
}

fn instances(problems: &[Problem], replayed: &Replayed) -> Vec<Value> {
    let runs = replayed.runs.iter().enumerate();
    let pairs = runs.flat_map(|(run, solved)| problems.iter().zip(solved).map(move |pair| (run + 1, pair)));
    pairs
        .map(|(run, (problem, solved))| {
            json!({ "id": problem.id, "time": run, "file_rank": solved.file_rank,
                    "function_rank": solved.function_rank, "turns": solved.turns, "files": solved.files,
                    "functions": solved.functions })
        })
        .collect()
}

fn difference(names: [&String; 4], difference: &Comparison) -> Value {
    let [wins, ties, losses] = difference.outcomes;
    json!({
        "catalogs": names[0],
        "solver": names[1],
        "less": { "catalogs": names[2], "solver": names[3] },
        "file_acc@1": share(difference.files[0]),
        "file_acc@5": share(difference.files[1]),
        "func_acc@1": share(difference.functions[0]),
        "func_acc@5": share(difference.functions[1]),
        "turns": difference.turns,
        "wins": wins,
        "ties": ties,
        "losses": losses,
    })
}

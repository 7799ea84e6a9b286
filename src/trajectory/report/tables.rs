//! Tables of the page: every replay with its intervals, and every step.

use std::fmt::Write as _;

use crate::trajectory::measure::Accuracy;
use crate::trajectory::replay::Replayed;
use crate::trajectory::report::markup::escaped;
use crate::trajectory::report::markup::kilobytes;
use crate::trajectory::report::markup::percent;
use crate::trajectory::run::Share;
use crate::trajectory::run::Step;

/// Every replay.
pub(super) fn replays<'r>(replays: impl Iterator<Item = &'r Replayed>) -> String {
    let mut html = String::from(
        "<table><thead><tr><th>catalogs</th><th>Solver</th><th>File ACC@1</th><th>File ACC@5</th><th>Func ACC@1</th><th>Func ACC@5</th><th>turns</th><th>catalogs</th></tr></thead><tbody>\n",
    );
    for replayed in replays {
        let measured = &replayed.measured;
        let cells: String = measured.files.iter().chain(&measured.functions).map(|accuracy| cell(*accuracy)).collect();
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{}</td>{cells}<td>{:.1}</td><td>{}</td></tr>",
            escaped(&replayed.catalogs),
            escaped(&replayed.setup),
            measured.turns,
            kilobytes(replayed.catalog_bytes)
        );
    }
    html + "</tbody></table>\n"
}

fn cell(accuracy: Accuracy) -> String {
    format!(
        "<td>{} <span class=\"soft\">[{}, {}]</span></td>",
        percent(accuracy.value),
        percent(accuracy.low),
        percent(accuracy.high)
    )
}

/// Every step of the training.
pub(super) fn steps(steps: &[Step], best: Option<u64>) -> String {
    let mut html = String::from(
        "<table><thead><tr><th>step</th><th>train</th><th>test</th><th>test, functions</th><th>entries added</th><th>edits kept</th><th>given up</th><th>calls of Prompter, Solver, Healer</th><th>catalogs</th></tr></thead><tbody>\n",
    );
    for step in steps {
        let mark = if best == Some(step.number) { " class=\"best\"" } else { "" };
        let train = if step.number == 0 { String::new() } else { share(step.train) };
        let [prompter, solver, healer] = step.calls;
        let _ = writeln!(
            html,
            "<tr{mark}><td>{}</td><td>{train}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{prompter}, {solver}, {healer}</td><td>{}</td></tr>",
            step.number,
            step.test.map(share).unwrap_or_default(),
            step.test_functions.map(share).unwrap_or_default(),
            step.added,
            step.kept,
            step.given_up,
            kilobytes(step.catalog_bytes)
        );
    }
    html + "</tbody></table>\n"
}

fn share(share: Share) -> String {
    format!("{} <span class=\"soft\">{}/{}</span>", percent(share.value()), share.passed, share.asked)
}

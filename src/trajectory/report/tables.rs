//! Tables of the page: every replay with its intervals, and every step.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::heal::Spent;
use crate::trajectory::measure::Accuracy;
use crate::trajectory::replay::Replayed;
use crate::trajectory::report::markup::dollars;
use crate::trajectory::report::markup::escaped;
use crate::trajectory::report::markup::kilobytes;
use crate::trajectory::report::markup::percent;
use crate::trajectory::run::Share;
use crate::trajectory::run::Step;

/// Every replay.
pub(super) fn replays<'r>(replays: impl Iterator<Item = &'r Replayed>) -> String {
    let mut html = String::from(
        "<table><thead><tr><th>catalogs</th><th>Solver</th><th>File ACC@1</th><th>File ACC@5</th><th>Func ACC@1</th><th>Func ACC@5</th><th>turns</th><th>tokens</th><th>cost</th><th>catalogs</th></tr></thead><tbody>\n",
    );
    for replayed in replays {
        let measured = &replayed.measured;
        let cells: String = measured.files.iter().chain(&measured.functions).map(|accuracy| cell(*accuracy)).collect();
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{}</td>{cells}<td>{:.1}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(&replayed.catalogs),
            escaped(&replayed.setup),
            measured.turns,
            replayed.spent.tokens,
            dollars(replayed.spent.cost),
            kilobytes(replayed.catalog_bytes)
        );
    }
    html + "</tbody></table>\n"
}

fn cell(accuracy: Accuracy) -> String {
    let error = accuracy.error.map(|error| format!(" ±{}", percent(error))).unwrap_or_default();
    format!(
        "<td>{}{error}<br><span class=\"soft\">[{}, {}]</span></td>",
        percent(accuracy.value),
        percent(accuracy.low),
        percent(accuracy.high)
    )
}

/// Every step of the training.
pub(super) fn steps(steps: &[Step], best: Option<u64>, seconds: &BTreeMap<u64, f64>) -> String {
    let mut html = String::from(
        "<table><thead><tr><th>step</th><th>train</th><th>test</th><th>test, functions</th><th>entries added</th><th>edits kept</th><th>given up</th><th>calls of Prompter, Solver, Healer</th><th>tokens</th><th>cost</th><th>seconds</th><th>catalogs</th></tr></thead><tbody>\n",
    );
    for step in steps {
        let mark = if best == Some(step.number) { " class=\"best\"" } else { "" };
        let train = if step.number == 0 { String::new() } else { share(step.train) };
        let calls: Vec<String> = step.taken.iter().map(|taken| taken.calls.to_string()).collect();
        let spent = step.taken.iter().fold(Spent::default(), |sum, taken| sum + taken.spent);
        let (tokens, cost) = (spent.tokens, dollars(spent.cost));
        let seconds = seconds.get(&step.number).map(|seconds| format!("{seconds:.1}")).unwrap_or_default();
        let _ = writeln!(
            html,
            "<tr{mark}><td>{}</td><td>{train}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{tokens}</td><td>{cost}</td><td>{seconds}</td><td>{}</td></tr>",
            step.number,
            step.test.map(share).unwrap_or_default(),
            step.test_functions.map(share).unwrap_or_default(),
            step.added,
            step.kept,
            step.given_up,
            calls.join(", "),
            kilobytes(step.catalog_bytes)
        );
    }
    html + "</tbody></table>\n"
}

fn share(share: Share) -> String {
    format!("{} <span class=\"soft\">{}/{}</span>", percent(share.value()), share.passed, share.asked)
}

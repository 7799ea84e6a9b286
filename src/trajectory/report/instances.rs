//! Each instance: what was asked, what was answered and how, and what the catalogs said before and after it flipped.

use std::fmt::Write as _;

use similar::ChangeTag;
use similar::TextDiff;

use crate::trajectory::problem::Problem;
use crate::trajectory::replay::Replayed;
use crate::trajectory::report::map::Life;
use crate::trajectory::report::markup::escaped;

/// Characters of a question that stand in its headline, and of an issue's text at all.
const HEADLINE: usize = 110;
const STATEMENT: usize = 2_000;
/// Lines of a difference that are shown.
const DIFFERENCE: usize = 60;

/// All instances, in the order of the map.
pub(super) fn instances(lives: &[Life], problems: &[Problem], snapshots: &[&Replayed]) -> String {
    lives.iter().map(|life| instance(life, &problems[life.number], snapshots)).collect()
}

fn instance(life: &Life, problem: &Problem, snapshots: &[&Replayed]) -> String {
    let number = life.number;
    let passes: String = life.passes.iter().map(|passes| if *passes { '●' } else { '○' }).collect();
    let headline: String = problem.statement.lines().next().unwrap_or_default().chars().take(HEADLINE).collect();
    let mut html = format!(
        "<details id=\"i{number}\"><summary><span class=\"passes\">{passes}</span> {}</summary>\n",
        escaped(&headline)
    );
    let statement: String = problem.statement.chars().take(STATEMENT).collect();
    let _ = writeln!(
        html,
        "<p class=\"soft\">{} · {}</p>\n<p class=\"question\">{}</p>",
        escaped(&problem.id),
        life.fate.name(),
        escaped(&statement)
    );
    let gold = problem.functions.iter().map(|(path, name)| format!("{path}::{name}"));
    let gold: Vec<String> = if problem.functions.is_empty() {
        problem.files.iter().map(ToString::to_string).collect()
    } else {
        gold.collect()
    };
    let _ = writeln!(html, "<p>Gold: <code>{}</code></p>", escaped(&gold.join(", ")));
    if let Some(last) = snapshots.last() {
        let solved = &last.solved()[number];
        let place =
            solved.file_rank.map_or_else(|| "not among the answers".to_owned(), |rank| format!("at place {rank}"));
        let _ = writeln!(html, "<p>Answer at step {}, with the gold {place}:</p><ol>", last.step.unwrap_or_default());
        for (file, function) in
            solved.files.iter().take(3).zip(solved.functions.iter().map(Some).chain(std::iter::repeat(None)))
        {
            let function =
                function.map(|function| format!(" · <code>{}</code>", escaped(function))).unwrap_or_default();
            let _ = writeln!(html, "<li><code>{}</code>{function}</li>", escaped(file));
        }
        html += "</ol>\n<p>Path:</p><ol>\n";
        for turn in &solved.path {
            let _ = writeln!(html, "<li>{}</li>", escaped(turn));
        }
        html += "</ol>\n";
    }
    html += &flip(life, snapshots);
    html += "</details>\n";
    html
}

/// What the catalogs said on the way to the gold, before and after the last step that turned a failure into a pass that
/// lasted, or, where there is none, the last one that lost it.
fn flip(life: &Life, snapshots: &[&Replayed]) -> String {
    let pairs = || life.passes.windows(2).enumerate();
    let gained = pairs().rev().find(|(_, pair)| !pair[0] && pair[1]);
    let lost = pairs().rev().find(|(_, pair)| pair[0] && !pair[1]);
    let passes_now = life.passes.last().copied().unwrap_or_default();
    let Some((at, _)) = (if passes_now { gained } else { lost.or(gained) }) else {
        return String::new();
    };
    let (before, after) = (snapshots[at], snapshots[at + 1]);
    let verb = if life.passes[at + 1] { "Answered" } else { "Lost" };
    let head = format!(
        "<p>{verb} from step {} to {}; on the way to the gold the catalogs changed like this:</p>\n",
        before.step.unwrap_or_default(),
        after.step.unwrap_or_default()
    );
    let difference = difference(&before.said[life.number], &after.said[life.number]);
    if difference.is_empty() {
        return format!(
            "{head}<p class=\"soft\">Not at all: other entries changed, and the gold moved against them.</p>\n"
        );
    }
    format!("{head}<pre class=\"diff\">{difference}</pre>\n")
}

fn difference(before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    let mut html = String::new();
    let mut lines = 0;
    for group in diff.grouped_ops(1) {
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            lines += 1;
            if lines > DIFFERENCE {
                return html + "…\n";
            }
            let text = escaped(change.value().trim_end_matches('\n'));
            html += &match change.tag() {
                ChangeTag::Delete => format!("<del>- {text}</del>\n"),
                ChangeTag::Insert => format!("<ins>+ {text}</ins>\n"),
                ChangeTag::Equal => format!("  {text}\n"),
            };
        }
    }
    html
}

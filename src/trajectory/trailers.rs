//! Messages of snapshots: a line for people and trailers that a resumed run, a replay and a report are made from.

use std::fmt::Write;

use crate::heal::Spent;
use crate::repo::CommitId;
use crate::trajectory::options::Options;
use crate::trajectory::run;
use crate::trajectory::run::Share;
use crate::trajectory::run::Step;
use crate::trajectory::run::Taken;

const OPTIONS: &str = "Libra-Options: ";

/// The message of a step; the first one holds the options, too.
pub(super) fn message(step: &Step, options: &Options) -> Result<String, serde_json::Error> {
    let mut text = match step.number {
        0 => "catalogs: where training begins\n\n".to_owned(),
        number => format!("catalogs: step {number} of training\n\n"),
    };
    if step.number == 0 {
        let _ = writeln!(text, "{OPTIONS}{}", serde_json::to_string(options)?);
    }
    let mut line = |key: &str, value: String| {
        let _ = writeln!(text, "Libra-{key}: {value}");
    };
    line("Step", step.number.to_string());
    if step.number > 0 {
        line("Train-Accuracy", share(step.train));
        line("Train-Function-Accuracy", share(step.train_functions));
        line("Turns", step.turns.to_string());
        line("Edits", format!("added {}, kept {}, given up {}", step.added, step.kept, step.given_up));
        line("Calls", by_role(step, |taken| taken.calls.to_string()));
        line("Tokens", by_role(step, |taken| taken.spent.tokens.to_string()));
        let cost = |taken: &Taken| taken.spent.cost.map_or_else(|| "unknown".to_owned(), |cost| format!("${cost:.6}"));
        line("Cost", by_role(step, cost));
    }
    if let (Some(files), Some(functions)) = (step.test, step.test_functions) {
        line("Test-Accuracy", share(files));
        line("Test-Function-Accuracy", share(functions));
    }
    line("Catalog-Bytes", step.catalog_bytes.to_string());
    Ok(text)
}

/// Such as `Prompter 150, Solver 412, Healer 9`.
fn by_role(step: &Step, value: fn(&Taken) -> String) -> String {
    let pairs = run::ROLES.iter().zip(&step.taken);
    pairs.map(|(role, taken)| format!("{role} {}", value(taken))).collect::<Vec<_>>().join(", ")
}

/// Such as `0.6133 (92/150)`.
fn share(share: Share) -> String {
    format!("{:.4} ({}/{})", share.value(), share.passed, share.asked)
}

/// The step that a message tells of; `None` for a message that is not ours.
pub(super) fn step(commit: CommitId, message: &str) -> Option<Step> {
    let value = |key: &str| {
        let prefix = format!("Libra-{key}: ");
        message.lines().find_map(|line| line.strip_prefix(&prefix))
    };
    let numbers = |key: &str| -> Vec<usize> {
        let text = value(key).unwrap_or_default();
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
    };
    let read_share = |key: &str| {
        let (passed, asked) = value(key)?.split_once('(')?.1.trim_end_matches(')').split_once('/')?;
        Some(Share { passed: passed.parse().ok()?, asked: asked.parse().ok()? })
    };
    let at = |numbers: &[usize], at: usize| numbers.get(at).copied().unwrap_or_default();
    let of_role = |key: &str, at: usize| {
        let (role, number) = value(key)?.split(", ").nth(at)?.split_once(' ')?;
        (role == run::ROLES[at]).then_some(number.trim_start_matches('$'))
    };
    let taken = |at: usize| Taken {
        calls: of_role("Calls", at).and_then(|calls| calls.parse().ok()).unwrap_or_default(),
        spent: match of_role("Cost", at) {
            None => Spent::default(),
            Some(cost) => Spent {
                tokens: of_role("Tokens", at).and_then(|tokens| tokens.parse().ok()).unwrap_or_default(),
                cost: cost.parse().ok(),
            },
        },
    };
    let edits = numbers("Edits");
    Some(Step {
        number: value("Step")?.parse().ok()?,
        commit,
        train: read_share("Train-Accuracy").unwrap_or_default(),
        train_functions: read_share("Train-Function-Accuracy").unwrap_or_default(),
        test: read_share("Test-Accuracy"),
        test_functions: read_share("Test-Function-Accuracy"),
        turns: value("Turns").and_then(|turns| turns.parse().ok()).unwrap_or_default(),
        catalog_bytes: value("Catalog-Bytes")?.parse().ok()?,
        added: at(&edits, 0),
        kept: at(&edits, 1),
        given_up: at(&edits, 2),
        taken: [taken(0), taken(1), taken(2)],
    })
}

/// The options in the message of a first step.
pub(super) fn options(message: &str) -> Option<Result<Options, serde_json::Error>> {
    message.lines().find_map(|line| line.strip_prefix(OPTIONS)).map(serde_json::from_str)
}

#[cfg(test)]
mod tests {
    use super::message;
    use super::options;
    use crate::trajectory::Gate;
    use crate::trajectory::Options;
    use crate::trajectory::Start;
    use crate::trajectory::run::tests::step;

    fn sample() -> Options {
        Options {
            version: Options::VERSION,
            seed: 3,
            rounds: 12,
            batch: 10,
            test: 10,
            turns: 5,
            start: Start::Empty,
            gate: Gate::Off,
            eval_every: 1,
            patience: 0,
            given_questions: false,
        }
    }

    #[test]
    fn a_step_survives_its_message() {
        for (number, test) in [(3, Some(7)), (4, None)] {
            let step = step(number, test);
            let text = message(&step, &sample()).expect("JSON");
            assert_eq!(super::step(step.commit, &text), Some(step), "{text}");
            assert!(options(&text).is_none());
        }
        let text = message(&step(3, Some(7)), &sample()).expect("JSON");
        assert!(text.contains("Libra-Train-Accuracy: 0.5000 (5/10)\n"), "{text}");
    }

    #[test]
    fn the_first_message_holds_the_options() {
        let text = message(&step(0, Some(3)), &sample()).expect("JSON");
        assert_eq!(options(&text).expect("there").expect("readable"), sample());
        assert_eq!(super::step(step(0, None).commit, "Anything else\n\nSigned-off-by: x\n"), None);
    }
}

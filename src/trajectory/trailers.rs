//! Messages of snapshots: a line for people and trailers that a resumed run, a replay and a report are made from.

use std::fmt::Write;

use crate::repo::CommitId;
use crate::trajectory::options::Options;
use crate::trajectory::run::Share;
use crate::trajectory::run::Step;

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
        line("Calls", format!("Prompter {}, Solver {}, Healer {}", step.calls[0], step.calls[1], step.calls[2]));
    }
    if let (Some(files), Some(functions)) = (step.test, step.test_functions) {
        line("Test-Accuracy", share(files));
        line("Test-Function-Accuracy", share(functions));
    }
    line("Catalog-Bytes", step.catalog_bytes.to_string());
    Ok(text)
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
    let (edits, calls) = (numbers("Edits"), numbers("Calls"));
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
        calls: [at(&calls, 0), at(&calls, 1), at(&calls, 2)],
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

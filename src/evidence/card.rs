//! The state as JSON (`libra.state/1`): what `git libra state` prints and `--state` takes back.
//!
//! A format of its own, so that the types of this room can change without breaking what agents have stored.

use serde::Deserialize;
use serde::Serialize;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::evidence::DiffHunk;
use crate::evidence::DiffStatus;
use crate::evidence::FileDiff;
use crate::evidence::Fingerprint;
use crate::evidence::Observation;
use crate::evidence::State;

/// The version that is written; a card may leave it out.
const SCHEMA: &str = "libra.state/1";

/// A state card. Fields that are missing are empty; unknown ones are errors, so that a misspelt one is noticed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Card {
    #[serde(default = "schema")]
    schema: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    issue: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    need: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hypothesis: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    subgoal: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    searches: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    opened: Vec<RepoPath>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    observations: Vec<CardObservation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    test_output: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    diff: Vec<CardDiff>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardObservation {
    path: RepoPath,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start_line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    /// Sixteen hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seen: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardDiff {
    path: RepoPath,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    previous: Option<RepoPath>,
    #[serde(default)]
    status: CardStatus,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    symbols: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    former_symbols: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hunks: Vec<CardHunk>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum CardStatus {
    Added,
    #[default]
    Modified,
    Deleted,
    Renamed,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardHunk {
    old_start: u32,
    new_start: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    removed: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    added: Vec<String>,
}

/// Why a text is no state card.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    /// It is not the JSON of a card.
    #[error("not a state card")]
    Json(#[from] serde_json::Error),
    /// It is a card of another version.
    #[error("a state card of version `{found}`, where `{SCHEMA}` is understood")]
    Version {
        /// What it says it is.
        found: String,
    },
    /// A range of lines is out of order, or a check sum is not sixteen hexadecimal digits.
    #[error("the observation of `{path}` has no valid lines or check sum")]
    Observation {
        /// The file that it speaks of.
        path: RepoPath,
    },
}

/// The card of a state, indented.
pub fn render(state: &State) -> String {
    let mut text =
        serde_json::to_string_pretty(&card_of(state)).expect("a card has string keys and finite numbers only");
    text.push('\n');
    text
}

/// The card of a state as a value, for embedding in a larger answer.
pub fn to_value(state: &State) -> serde_json::Value {
    serde_json::to_value(card_of(state)).expect("a card has string keys and finite numbers only")
}

/// Reads a card.
pub fn parse(text: &str) -> Result<State, CardError> {
    let card: Card = serde_json::from_str(text)?;
    if card.schema != SCHEMA {
        return Err(CardError::Version { found: card.schema });
    }
    Ok(State {
        issue: card.issue,
        need: card.need,
        hypothesis: card.hypothesis,
        subgoal: card.subgoal,
        searches: card.searches,
        opened: card.opened,
        observations: card.observations.into_iter().map(observation_of).collect::<Result<_, _>>()?,
        test_output: card.test_output,
        diff: card.diff.into_iter().map(diff_of).collect(),
    })
}

fn schema() -> String {
    SCHEMA.to_owned()
}

fn card_of(state: &State) -> Card {
    Card {
        schema: schema(),
        issue: state.issue.clone(),
        need: state.need.clone(),
        hypothesis: state.hypothesis.clone(),
        subgoal: state.subgoal.clone(),
        searches: state.searches.clone(),
        opened: state.opened.clone(),
        observations: state
            .observations
            .iter()
            .map(|observation| CardObservation {
                path: observation.path.clone(),
                start_line: observation.lines.map(LineRange::start),
                end_line: observation.lines.map(LineRange::end),
                seen: observation.seen.map(|seen| format!("{:016x}", seen.0)),
            })
            .collect(),
        test_output: state.test_output.clone(),
        diff: state.diff.iter().map(card_of_diff).collect(),
    }
}

fn card_of_diff(diff: &FileDiff) -> CardDiff {
    CardDiff {
        path: diff.path.clone(),
        previous: diff.previous.clone(),
        status: match diff.status {
            DiffStatus::Added => CardStatus::Added,
            DiffStatus::Modified => CardStatus::Modified,
            DiffStatus::Deleted => CardStatus::Deleted,
            DiffStatus::Renamed => CardStatus::Renamed,
        },
        symbols: diff.symbols.clone(),
        former_symbols: diff.former_symbols.clone(),
        hunks: diff
            .hunks
            .iter()
            .map(|hunk| CardHunk {
                old_start: hunk.old_start,
                new_start: hunk.new_start,
                removed: hunk.removed.clone(),
                added: hunk.added.clone(),
            })
            .collect(),
    }
}

fn observation_of(card: CardObservation) -> Result<Observation, CardError> {
    let lines = match (card.start_line, card.end_line) {
        (None, None) => None,
        (Some(start), end) => Some(LineRange::new(start, end.unwrap_or(start))),
        (None, Some(end)) => Some(LineRange::new(1, end)),
    };
    let seen = card.seen.as_deref().map(|digits| u64::from_str_radix(digits, 16));
    match (lines, seen.transpose()) {
        (Some(None), _) | (_, Err(_)) => Err(CardError::Observation { path: card.path }),
        (lines, Ok(seen)) => Ok(Observation { path: card.path, lines: lines.flatten(), seen: seen.map(Fingerprint) }),
    }
}

fn diff_of(card: CardDiff) -> FileDiff {
    FileDiff {
        path: card.path,
        previous: card.previous,
        status: match card.status {
            CardStatus::Added => DiffStatus::Added,
            CardStatus::Modified => DiffStatus::Modified,
            CardStatus::Deleted => DiffStatus::Deleted,
            CardStatus::Renamed => DiffStatus::Renamed,
        },
        hunks: card
            .hunks
            .into_iter()
            .map(|hunk| DiffHunk {
                old_start: hunk.old_start,
                new_start: hunk.new_start,
                removed: hunk.removed,
                added: hunk.added,
            })
            .collect(),
        symbols: card.symbols,
        former_symbols: card.former_symbols,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_accepted_back() {
        let path = RepoPath::new("src/a.rs").expect("a plain path");
        let state = State {
            issue: Some("Crash on empty input".to_owned()),
            need: None,
            hypothesis: Some("the loop never runs".to_owned()),
            subgoal: Some("guard it".to_owned()),
            searches: vec!["empty input".to_owned()],
            opened: vec![path.clone()],
            observations: vec![
                Observation::of(path.clone(), LineRange::new(1, 2), "a\nb\n"),
                Observation { path: path.clone(), lines: None, seen: None },
            ],
            test_output: Some("FAILED test_a".to_owned()),
            diff: vec![FileDiff {
                path,
                previous: RepoPath::new("src/old.rs").ok(),
                status: DiffStatus::Renamed,
                hunks: vec![DiffHunk { old_start: 1, new_start: 1, removed: vec!["x".to_owned()], added: Vec::new() }],
                symbols: vec!["A.b".to_owned()],
                former_symbols: vec!["A.a".to_owned()],
            }],
        };
        assert_eq!(parse(&render(&state)).expect("its own card"), state);
    }

    #[test]
    fn a_sparse_card_is_enough_and_a_wrong_one_is_named() {
        assert_eq!(parse("{}").expect("empty"), State::default());
        assert!(matches!(parse(r#"{"isue": "typo"}"#), Err(CardError::Json(_))));
        assert!(matches!(parse(r#"{"schema": "libra.state/9"}"#), Err(CardError::Version { .. })));
        let backwards = r#"{"observations": [{"path": "a", "start_line": 9, "end_line": 2}]}"#;
        assert!(matches!(parse(backwards), Err(CardError::Observation { .. })));
        let outside = r#"{"opened": ["../etc/passwd"]}"#;
        assert!(matches!(parse(outside), Err(CardError::Json(_))));
    }
}

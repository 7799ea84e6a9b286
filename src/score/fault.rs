//! What is wrong with a file of items, labels or predictions, and where.

use std::fmt;

/// Why a file is refused.
#[derive(Debug)]
pub struct Fault {
    /// The file as it was named.
    pub file: String,
    /// The line, 1-based; `None` for the file as a whole.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

/// One way in which a row, or a file, breaks the contract.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The line is no JSON.
    #[error("not JSON: {0}")]
    Json(serde_json::Error),
    /// The line is JSON, but no object.
    #[error("not a JSON object")]
    NotAnObject,
    /// The file has no rows.
    #[error("there are no rows")]
    NoRows,
    /// A field that must be a text with something in it.
    #[error("`{field}` must be a string that is not empty")]
    NotAText {
        /// The field.
        field: &'static str,
    },
    /// A field that must be a list.
    #[error("`{field}` must be a list")]
    NotAList {
        /// The field.
        field: &'static str,
    },
    /// A field that must be a list with something in it.
    #[error("`{field}` must be a list that is not empty")]
    EmptyList {
        /// The field.
        field: &'static str,
    },
    /// A list that holds something else than ids.
    #[error("`{field}` must hold strings that are not empty")]
    NotIds {
        /// The field.
        field: &'static str,
    },
    /// A field or list element that must be an object.
    #[error("`{field}` must be an object")]
    NotAnObjectIn {
        /// The field.
        field: &'static str,
    },
    /// An id that may stand only once stands twice.
    #[error("`{field}` has `{id}` twice")]
    Twice {
        /// The field.
        field: &'static str,
        /// The id.
        id: String,
    },
    /// A state that no item has.
    #[error("no item has the state `{state}`")]
    UnknownState {
        /// The state's id.
        state: String,
    },
    /// A state without a label.
    #[error("the state `{state}` has no label")]
    NoLabel {
        /// The state's id.
        state: String,
    },
    /// An id that the state's pool does not have.
    #[error("`{field}` has `{id}`, which is no candidate of this state")]
    NotACandidate {
        /// The field.
        field: &'static str,
        /// The id.
        id: String,
    },
    /// The number of ids that a group needs.
    #[error("`minimum_required` must be an integer from 1 to {most}")]
    Minimum {
        /// The number of ids that the group accepts.
        most: usize,
    },
    /// The weight of a group.
    #[error("`necessity_weight` must be a finite number above 0")]
    Weight,
    /// The label's observed ids are not the item's.
    #[error("`observed_evidence_ids` differs from the item's")]
    ObservedDiffers,
    /// Gold that was observed already.
    #[error("`{id}` is gold and observed")]
    GoldObserved {
        /// The id.
        id: String,
    },
    /// A method answered a state twice.
    #[error("the method `{method}` has the state `{state}` twice")]
    AnsweredTwice {
        /// The method.
        method: String,
        /// The state's id.
        state: String,
    },
    /// A method did not answer every state.
    #[error("the method `{method}` lacks {count} of the states, such as `{state}`")]
    Unanswered {
        /// The method.
        method: String,
        /// How many states it lacks.
        count: usize,
        /// The first of them.
        state: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.problem),
            None => write!(f, "{}: {}", self.file, self.problem),
        }
    }
}

impl std::error::Error for Fault {}

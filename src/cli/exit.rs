//! What the process says when it ends.

use std::process::ExitCode;

/// The exit status of every command. The README prints this table; a test compares the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// Done; nothing was found wrong.
    Success,
    /// Done; there is something to look at: findings, stale catalogs with `--check`, nothing to add.
    Findings,
    /// Could not run: bad arguments, no repository, unreadable configuration.
    Failure,
    /// The budget ran out or a model failed; what was done stands, what is left is listed.
    Partial,
    /// Interrupted from the keyboard.
    Interrupted,
}

impl ExitStatus {
    /// All of them with their meaning, in order of their codes.
    pub const TABLE: [(Self, &'static str); 5] = [
        (Self::Success, "done, and nothing was found wrong"),
        (
            Self::Findings,
            "done, and there is something to look at: findings, stale catalogs with `--check`, no evidence to add",
        ),
        (Self::Failure, "could not run: bad arguments, not a repository, unreadable configuration"),
        (Self::Partial, "the budget ran out or a model failed; what was done stands, what is left is listed"),
        (Self::Interrupted, "interrupted"),
    ];

    /// The number that the shell sees.
    pub const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Findings => 1,
            Self::Failure => 2,
            Self::Partial => 3,
            Self::Interrupted => 130,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status.code())
    }
}

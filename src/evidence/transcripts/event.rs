//! What happens in a log, whoever wrote it.

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The user said something.
    Asked(String),
    /// The agent said something to the user.
    Said(String),
    /// The agent thought something.
    Thought(String),
    /// The step of its plan that the agent is at.
    Planned(String),
    /// Lines of a file were shown.
    Shown {
        /// As it was logged.
        path: String,
        /// The number of the first line, 1-based.
        start: u32,
        /// The lines without line ends.
        lines: Vec<String>,
    },
    /// A file was opened, or asked for; what was shown of it, if anything, is an event of its own.
    Opened(String),
    /// Something was searched for.
    Searched(String),
    /// The agent wrote lines into a file, somewhere.
    Wrote {
        /// As it was logged.
        path: String,
        /// The lines.
        lines: Vec<String>,
    },
    /// A command ran in a shell.
    Ran {
        /// The command line.
        command: String,
        /// What it printed, both streams.
        output: String,
    },
    /// What was shown before has left the agent's context.
    Forgot,
    /// Where relative paths begin, from here on.
    Moved(String),
}

/// What a reader of logs makes of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Log {
    /// In order.
    pub(super) events: Vec<Event>,
    /// Records that were not understood.
    pub(super) skipped: usize,
}

impl Event {
    /// Lines shown, from a text.
    pub(super) fn shown(path: &str, start: u32, text: &str) -> Self {
        Self::Shown { path: path.to_owned(), start, lines: text.lines().map(str::to_owned).collect() }
    }
}

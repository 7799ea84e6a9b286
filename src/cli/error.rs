//! Errors as a person meets them: one line that says what, where and why, and hints that say what to do. Rooms never
//! phrase advice about flags; that happens here.

/// Why a command could not run, with advice.
#[derive(Debug)]
pub(crate) struct CommandError {
    error: anyhow::Error,
    hints: Vec<String>,
}

impl CommandError {
    /// An error of the command's own, such as arguments that do not go together.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { error: anyhow::Error::msg(message.into()), hints: Vec::new() }
    }

    /// Says where it happened, such as `file.jsonl:3`.
    pub(crate) fn at(self, place: &str) -> Self {
        let message = format!("{place}: {}", self.message());
        Self { error: anyhow::Error::msg(message), hints: self.hints }
    }

    /// Adds advice, an imperative without a period.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// The message and its causes on one line.
    pub(crate) fn message(&self) -> String {
        let mut message = String::new();
        for cause in self.error.chain() {
            let text = cause.to_string();
            // Some libraries repeat their cause in their own message.
            if message.contains(&text) {
                continue;
            }
            if !message.is_empty() {
                message.push_str(": ");
            }
            message.push_str(text.trim_end_matches('.'));
        }
        message.replace('\n', " ")
    }

    /// The advice: what was attached, then what the error's kind suggests.
    pub(crate) fn hints(&self) -> Vec<String> {
        self.hints.clone()
    }
}

impl<E: Into<anyhow::Error>> From<E> for CommandError {
    fn from(error: E) -> Self {
        Self { error: error.into(), hints: Vec::new() }
    }
}

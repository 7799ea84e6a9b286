//! Where readers put what they find, so that the report has it in the order of the output whoever found it.

use std::collections::HashSet;

use super::Frame;

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Frame(Frame),
    Failing(String),
    Message(String),
}

/// Findings with the number of the line that each was found on.
#[derive(Debug, Default)]
pub(super) struct Findings {
    found: Vec<(usize, Found)>,
    with_frames: HashSet<usize>,
}

/// Characters of one message or name; longer ones are dumps.
const MOST_CHARACTERS: usize = 2_000;

impl Findings {
    /// Adds a place, if it is one.
    pub(super) fn frame(&mut self, at: usize, frame: Option<Frame>) {
        if let Some(frame) = frame {
            self.found.push((at, Found::Frame(frame)));
            self.with_frames.insert(at);
        }
    }

    /// Adds the name of a failing test.
    pub(super) fn failing(&mut self, at: usize, name: &str) {
        if let Some(name) = clipped(name) {
            self.found.push((at, Found::Failing(name)));
        }
    }

    /// Adds the text of an error or an assertion.
    pub(super) fn message(&mut self, at: usize, message: &str) {
        // One sign alone, as a diff or a caret prints it, says nothing.
        if let Some(message) = clipped(message).filter(|message| message.chars().any(char::is_alphanumeric)) {
            self.found.push((at, Found::Message(message)));
        }
    }

    /// Whether a place was found on a line.
    pub(super) fn has_frame(&self, at: usize) -> bool {
        self.with_frames.contains(&at)
    }

    /// The findings in the order of the lines; of one line, in the order in which they were found.
    pub(super) fn in_order(mut self) -> impl Iterator<Item = Found> {
        self.found.sort_by_key(|(at, _)| *at);
        self.found.into_iter().map(|(_, found)| found)
    }
}

fn clipped(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.chars().take(MOST_CHARACTERS).collect())
}

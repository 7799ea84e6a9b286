//! What the source itself says that an entry could say: sentences with where they come from.

use std::collections::BTreeSet;

use crate::agents::healer::embedded::prose;
use crate::agents::healer::embedded::vocabulary::content_stems;
use crate::base::LineRange;
use crate::source::FileFacts;
use crate::source::NoteKind;

/// A sentence that may stand in an entry.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sentence {
    /// The sentence, with capital and period.
    pub(crate) text: String,
    /// Who wrote it for whom.
    pub(crate) origin: Origin,
    /// Its meaningful stems.
    pub(crate) stems: BTreeSet<String>,
}

/// Where a sentence stood. What documentation and messages say is also what people ask with, so it carries to other
/// questions; a comment is about its own lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A doc comment.
    Documentation,
    /// An error or log message.
    Message,
    /// A comment in a body.
    Comment,
}

impl Origin {
    /// How far a sentence of this origin carries beyond the question that made us look for it, from 0 to 1.
    pub(crate) fn reach(self) -> f64 {
        match self {
            Self::Documentation => 1.0,
            Self::Message => 0.9,
            Self::Comment => 0.7,
        }
    }
}

/// What is said of a symbol: its documentation first, then messages and comments of its own lines in order.
pub(crate) fn of_symbol(facts: &FileFacts, at: usize) -> Vec<Sentence> {
    let symbol = &facts.symbols[at];
    let mut found = documentation(symbol.doc.as_deref());
    found.extend(of_lines(facts, symbol.range));
    found
}

/// What the file's own documentation says.
pub(crate) fn of_file(facts: &FileFacts) -> Vec<Sentence> {
    documentation(facts.module_doc.as_deref())
}

fn documentation(doc: Option<&str>) -> Vec<Sentence> {
    let sentences = doc.map(prose::sentences).unwrap_or_default();
    sentences.into_iter().take(6).map(|text| sentence(text, Origin::Documentation)).collect()
}

fn of_lines(facts: &FileFacts, lines: LineRange) -> Vec<Sentence> {
    let mut found: Vec<Sentence> = Vec::new();
    for note in facts.notes.iter().filter(|note| lines.contains_line(note.line)) {
        let made = match note.kind {
            NoteKind::Comment => prose::comment(&note.text).map(|text| sentence(text, Origin::Comment)),
            NoteKind::ErrorMessage => prose::message(&note.text)
                .map(|text| sentence(format!("{} \"{text}\".", facts.language.habits().failure), Origin::Message)),
            NoteKind::LogMessage => {
                prose::message(&note.text).map(|text| sentence(format!("Reports \"{text}\"."), Origin::Message))
            }
        };
        found.extend(made.filter(|made| !found.iter().any(|known| known.text == made.text)));
    }
    found
}

fn sentence(text: String, origin: Origin) -> Sentence {
    let stems = content_stems(&text);
    Sentence { text, origin, stems }
}

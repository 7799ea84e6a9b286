//! What a chunk says in natural language, and where it says it.

use crate::agents::prompter::ChunkRef;
use crate::base::LineRange;
use crate::base::words;
use crate::catalog::Project;
use crate::source::FileFacts;
use crate::source::NoteKind;
use crate::source::Symbol;
use crate::source::Visibility;

/// Where a signal comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The first sentence of a doc comment.
    Summary,
    /// A further sentence of a doc comment.
    Doc,
    /// A comment inside a body.
    Comment,
    /// The text of an error.
    Error,
    /// The text of a log, warning or print call.
    Log,
    /// The words of a symbol's own name.
    Name,
}

impl Origin {
    /// How the reasoning calls it.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Summary | Self::Doc => "the documentation",
            Self::Comment => "a comment",
            Self::Error => "an error message",
            Self::Log => "a log message",
            Self::Name => "the name",
        }
    }
}

/// A piece of natural language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signal {
    /// Where it comes from.
    pub(super) origin: Origin,
    /// The text as it stands.
    pub(super) text: String,
    /// The lines that it speaks of.
    pub(super) lines: LineRange,
    /// The symbol that it stands in or documents, by index.
    pub(super) symbol: Option<usize>,
}

/// Lines after a note that belong to what it says.
const NOTE_LINES: u32 = 4;
/// Sentences of one doc comment that are looked at; later ones are rarely about what the code does.
const MAX_DOC_SENTENCES: usize = 6;

/// The signals of the lines of a chunk, in order.
pub(super) fn gather(facts: &FileFacts, chunk: LineRange) -> Vec<Signal> {
    let mut signals = Vec::new();
    for (at, symbol) in facts.symbols.iter().enumerate() {
        if !chunk.contains_line(symbol.definition_line) || is_test(symbol) {
            continue;
        }
        let lines = LineRange::clamped(symbol.range.start().max(chunk.start()), symbol.range.end().min(chunk.end()));
        let mut push = |origin, text| {
            signals.push(Signal { origin, text, lines, symbol: Some(at) });
        };
        let doc = symbol.doc.as_deref().unwrap_or_default();
        for (number, sentence) in super::prose::doc_sentences(doc).into_iter().take(MAX_DOC_SENTENCES).enumerate() {
            push(if number == 0 { Origin::Summary } else { Origin::Doc }, sentence);
        }
        if symbol.kind.is_callable() && symbol.complexity.code_lines > 2 {
            push(Origin::Name, symbol.name.clone());
        }
    }
    for note in facts.notes.iter().filter(|note| chunk.contains_line(note.line)) {
        let origin = match note.kind {
            NoteKind::ErrorMessage => Origin::Error,
            NoteKind::LogMessage => Origin::Log,
            NoteKind::Comment => Origin::Comment,
        };
        let symbol = owner(facts, note.line);
        if symbol.is_some_and(|at| is_test(&facts.symbols[at])) {
            continue;
        }
        let end = symbol.map_or(chunk.end(), |at| facts.symbols[at].range.end()).min(chunk.end());
        let texts =
            if origin == Origin::Comment { super::prose::split_sentences(&note.text) } else { vec![note.text.clone()] };
        signals.extend(texts.into_iter().map(|text| Signal {
            origin,
            text,
            lines: LineRange::clamped(note.line, end.min(note.line + NOTE_LINES)),
            symbol,
        }));
    }
    signals
}

/// Whether a symbol is a test inside a source file, as Rust has them.
fn is_test(symbol: &Symbol) -> bool {
    symbol.name.starts_with("test_") || symbol.qualified_name.split('.').any(|part| matches!(part, "tests" | "test"))
}

/// The innermost callable that holds a line, or else the innermost type.
fn owner(facts: &FileFacts, line: u32) -> Option<usize> {
    let innermost = |wanted: fn(&Symbol) -> bool| {
        let holding = facts.symbols.iter().enumerate().filter(|(_, symbol)| symbol.range.contains_line(line));
        holding
            .filter(|(_, symbol)| wanted(symbol))
            .min_by_key(|(at, symbol)| (symbol.range.line_count(), std::cmp::Reverse(*at)))
            .map(|(at, _)| at)
    };
    innermost(|symbol| symbol.kind.is_callable()).or_else(|| innermost(|symbol| symbol.kind.is_type()))
}

/// The identifiers of a chunk that a question may not use: what it defines and stands in, what it calls, and every
/// word of its text that is spelled as only code is.
pub(super) fn identifiers(facts: &FileFacts, chunk: LineRange, text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for symbol in facts.symbols.iter().filter(|symbol| symbol.range.overlaps(chunk)) {
        names.extend(symbol.qualified_name.split('.').map(str::to_owned));
        names.extend(symbol.calls.iter().filter(|name| is_telling(name)).cloned());
        names.extend(symbol.bases.iter().filter(|name| is_telling(name)).cloned());
        let parameters = symbol.parameters.as_deref().unwrap_or_default();
        names.extend(words::identifiers(parameters).filter(|name| is_telling(name)).map(str::to_owned));
    }
    let first = chunk.start() as usize - 1;
    for line in text.lines().skip(first).take(chunk.line_count() as usize) {
        names.extend(words::identifiers(line).filter(|word| is_compound(word)).map(str::to_owned));
        names.extend(assigned(line).filter(|name| is_telling(name)).map(str::to_owned));
    }
    names
}

/// The name that a line gives a value to, if it does.
fn assigned(line: &str) -> Option<&str> {
    let (left, right) = line.split_once('=')?;
    let name = left.trim_end_matches([':', '+', '-', '|', ' ']).rsplit(' ').next()?;
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (plain && !right.starts_with('=')).then_some(name)
}

/// Whether a name is more than an ordinary word.
fn is_telling(name: &str) -> bool {
    is_compound(name) || name.len() > 2 && !super::synonyms::is_ordinary(&name.to_lowercase())
}

/// Whether a word is spelled as only code is: with `_` inside, a capital after a small letter, or letters and digits.
fn is_compound(word: &str) -> bool {
    let core = word.trim_matches('_');
    let pairs = core.chars().zip(core.chars().skip(1));
    core.contains('_')
        || pairs.clone().any(|(a, b)| a.is_lowercase() && b.is_uppercase())
        || core.starts_with(char::is_alphabetic) && core.contains(|c: char| c.is_ascii_digit())
}

/// The facts of a chunk's file, or why there is nothing to ask about it.
pub(super) fn facts_to_ask_about<'p>(project: &'p Project, chunk: &ChunkRef) -> Result<&'p FileFacts, &'static str> {
    let facts = project.facts(&chunk.path).ok_or("the file is not catalogued")?;
    if has_logic(facts, chunk.lines) { Ok(facts) } else { Err("nothing in the chunk runs or is documented") }
}

/// Whether anything in a chunk runs or is documented: imports and bare declarations have nothing to ask about.
fn has_logic(facts: &FileFacts, chunk: LineRange) -> bool {
    let inside = |symbol: &&Symbol| symbol.range.overlaps(chunk) && !is_test(symbol);
    let mut symbols = facts.symbols.iter().filter(inside);
    symbols.any(|symbol| {
        symbol.complexity.code_lines > 1 || symbol.doc.is_some() && symbol.visibility == Visibility::Public
    }) || facts.notes.iter().any(|note| chunk.contains_line(note.line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_names_from_words() {
        assert!(is_telling("max_retries") && is_telling("BlobId") && is_telling("utf8") && is_telling("kwargs"));
        assert!(!is_telling("file") && !is_telling("i"));
        assert_eq!(assigned("    let mut total += 3;"), Some("total"));
        assert_eq!(assigned("if a == b:"), None);
    }
}

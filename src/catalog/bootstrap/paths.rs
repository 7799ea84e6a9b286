//! The main paths of a complex symbol: what its branches are for, how it fails, what is defined inside.

use std::collections::BTreeSet;

use crate::base::words;
use crate::catalog::Limits;
use crate::catalog::bootstrap::prose;
use crate::catalog::bootstrap::prose::Role;
use crate::catalog::bootstrap::prose::Voice;
use crate::catalog::bootstrap::verbosity::containers;
use crate::catalog::resolve;
use crate::catalog::write;
use crate::source::FileFacts;
use crate::source::Note;
use crate::source::NoteKind;
use crate::source::Symbol;

/// The longest error message that is quoted, in characters.
const MESSAGE: usize = 80;
/// The longest comment that names a path.
const COMMENT: usize = 140;

/// At most `most` lines, the most telling first.
pub(super) fn lines(
    facts: &FileFacts,
    index: usize,
    names: &BTreeSet<&str>,
    limits: &Limits,
    most: usize,
) -> Vec<String> {
    let symbol = &facts.symbols[index];
    let mut lines = Vec::new();
    let mut comments = branches(facts, symbol, names, 2);
    let failures = failures(facts, symbol, limits);
    let nested = nested(facts, index, limits);
    let room = most.saturating_sub(usize::from(failures.is_some()) + usize::from(nested.is_some()));
    comments.truncate(room.min(2));
    lines.extend(comments);
    lines.extend(failures);
    lines.extend(nested);
    lines.truncate(most);
    lines
}

fn notes<'a>(facts: &'a FileFacts, symbol: &'a Symbol, kind: NoteKind) -> impl Iterator<Item = &'a Note> {
    let inside = move |note: &&Note| note.kind == kind && symbol.range.contains_line(note.line);
    facts.notes.iter().filter(inside)
}

/// At most `most` comments that say what a part is for, as sentences in the order of the source.
pub(super) fn branches(facts: &FileFacts, symbol: &Symbol, names: &BTreeSet<&str>, most: usize) -> Vec<String> {
    let voice = Voice { subject: "", names, role: Role::Symbol };
    let mut seen = BTreeSet::new();
    let mut found: Vec<(usize, String)> = notes(facts, symbol, NoteKind::Comment)
        .filter(|note| is_telling(&note.text))
        .filter_map(|note| prose::first(&note.text, voice, COMMENT))
        .filter(|sentence| sentence.ends_with('.') && is_telling(sentence))
        .filter(|sentence| seen.insert(sentence.clone()))
        .enumerate()
        .collect();
    // The comments with most to say, in the order of the source.
    found.sort_by_key(|(at, sentence)| (std::cmp::Reverse(sentence.split(' ').count().min(12)), *at));
    found.truncate(most);
    found.sort();
    found.into_iter().map(|(_, sentence)| sentence).collect()
}

/// Whether a comment describes a case rather than speaking to its author, quoting code or keeping a diary.
fn is_telling(comment: &str) -> bool {
    const DIARY: &[&str] = &[
        " we ",
        "we ",
        " i ",
        "i ",
        "let's",
        "todo",
        "fixme",
        "xxx",
        "hack",
        " bug",
        "workaround",
        "ugly",
        "hmm",
        "don't",
        "doesn't",
        "can't",
        "issue",
        "pr ",
        "should ",
        "maybe",
        "perhaps",
        "?",
        "...",
        "~~",
        "not sure",
        "this is",
        "it is",
        "it's",
        "now ",
        "then ",
        "but ",
        "so ",
        "otherwise,",
        "just ",
        " here",
        "above",
        "below",
        "as well",
        "actually",
        "simply",
        "note",
        "however",
        "because ",
        "since ",
        "our ",
        "you ",
        "fortunately",
        "unfortunately",
        "for now",
        "e.g",
        "i.e",
        "also ",
        "still ",
        "first,",
        "next,",
        "finally,",
        "and ",
        "or ",
    ];
    let lower = format!("{} ", comment.to_lowercase());
    let first = comment.chars().next();
    let words = comment.split_whitespace().count();
    let code = comment.contains([';', '{', '}', '=', '|', '\\', '$'])
        || comment.matches('(').count() > 1
        || comment.matches('`').count() > 4;
    let opens = |word: &&&str| !word.starts_with(' ') && lower.starts_with(**word);
    let holds = |word: &&&str| {
        (word.starts_with(' ') || word.len() > 4 || word.contains(['?', '.', '~', '\''])) && lower.contains(**word)
    };
    first.is_some_and(char::is_alphabetic)
        && (4..=22).contains(&words)
        && !code
        && !DIARY.iter().any(|word| opens(&word) || holds(&word))
}

/// The messages of the errors that a symbol raises, on one line.
pub(super) fn failures(facts: &FileFacts, symbol: &Symbol, limits: &Limits) -> Option<String> {
    quoted(facts, symbol, limits, NoteKind::ErrorMessage, "Fails with")
}

/// The messages that a symbol logs or prints, on one line.
pub(super) fn reports(facts: &FileFacts, symbol: &Symbol, limits: &Limits) -> Option<String> {
    quoted(facts, symbol, limits, NoteKind::LogMessage, "Reports")
}

fn quoted(facts: &FileFacts, symbol: &Symbol, limits: &Limits, kind: NoteKind, verb: &str) -> Option<String> {
    let mut messages: Vec<String> = Vec::new();
    for note in notes(facts, symbol, kind) {
        // Adjacent literals may come with the quotes between them.
        let text = note.text.replace("' '", "");
        let text = text.trim().trim_end_matches(['.', ':', '!', ' ']);
        let last = text.rsplit(' ').next().unwrap_or_default();
        let lower = text.to_lowercase();
        let impossible = ["should never", "unreachable", "can't happen", "cannot happen", "internal error"];
        if words::is_stop_word(&last.to_lowercase()) || impossible.iter().any(|word| lower.contains(word)) {
            continue;
        }
        if text.contains(['"', '\n', '`']) {
            continue;
        }
        // An identifier inside a quotation stays part of the quotation.
        let Some(message) = prose::message(text, &BTreeSet::new(), MESSAGE) else { continue };
        let message = message.replace('`', "");
        if crate::catalog::text::plain(&message).is_some() && !messages.contains(&message) {
            messages.push(message);
        }
    }
    messages.truncate(3);
    while !messages.is_empty() {
        let quoted: Vec<String> = messages.iter().map(|message| format!("\"{message}\"")).collect();
        let line = format!("{verb} {}.", enumeration(&quoted, "or"));
        if line.chars().count() + 4 <= limits.line_length {
            return Some(line);
        }
        messages.pop();
    }
    None
}

/// Functions inside a function that have a body of their own.
fn nested(facts: &FileFacts, index: usize, limits: &Limits) -> Option<String> {
    let owner = &facts.symbols[index];
    let inside = facts.symbols.iter().filter(|symbol| {
        let direct = containers(facts, symbol).next();
        direct.is_some_and(|direct| std::ptr::eq(direct, owner))
            && symbol.kind.is_callable()
            && symbol.complexity.code_lines >= 4
    });
    // A bare name must mean this very symbol, or its range would be checked against another's.
    let shown = |symbol: &Symbol| {
        let meant = resolve::resolve(facts, &symbol.name);
        let only = meant.len() == 1 && std::ptr::eq(&raw const facts.symbols[meant[0]], symbol);
        let name = if only { &symbol.name } else { &symbol.qualified_name };
        write::named(name, symbol.range)
    };
    let named: Vec<String> = inside.filter(|symbol| symbol.name != owner.name).map(shown).collect();
    if named.is_empty() || !owner.kind.is_callable() {
        return None;
    }
    let mut line = "Inside: ".to_owned();
    for (at, named) in named.iter().enumerate() {
        if line.chars().count() + named.chars().count() + 7 > limits.line_length {
            break;
        }
        if at > 0 {
            line.push_str(", ");
        }
        line.push_str(named);
    }
    Some(line)
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn enumeration(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., end] => format!("{} {last} {end}", rest.join(", ")),
    }
}

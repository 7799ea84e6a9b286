//! CAT504: words that every file could have.

use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::sink::Sink;

/// Words that begin a summary and say nothing; in the middle of a sentence they may mean something.
const OPENINGS: &[&str] = &[
    "this module",
    "this file",
    "this package",
    "this class",
    "this script",
    "this directory",
    "this function",
    "various",
    "miscellaneous",
    "contains various",
    "provides various",
    "a collection of various",
];

/// Words that close a list which is not worth beginning.
const ENDINGS: &[&str] = &["and more", "and so on", "and so forth"];

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for prose in context.prose().iter().filter(|prose| prose.is_summary) {
        let words = prose.lower.trim_end_matches(['.', ' ']);
        let is_word_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let opening = OPENINGS.iter().find(|opening| words.strip_prefix(**opening).is_some_and(is_word_end));
        if let Some(said) = opening.or_else(|| ENDINGS.iter().find(|ending| words.ends_with(**ending))) {
            sink.report(prose.span, subject(prose.entry), format!("`{said}` tells this entry from no other"));
        }
    }
}

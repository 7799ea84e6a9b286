//! CAT504: words that every file could have.

use crate::lint::context::LintContext;
use crate::lint::context::phrase;
use crate::lint::context::subject;
use crate::lint::sink::Sink;

const PHRASES: &[&str] = &[
    "this module",
    "this file",
    "this package",
    "this class",
    "this script",
    "this directory",
    "this function",
    "various",
    "miscellaneous",
    "is responsible for",
    "and more",
    "and so on",
    "etc.",
];

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for entry in context.entries() {
        let Some(summary) = &entry.summary else { continue };
        if let Some(said) = phrase(summary.span.slice(context.text()), PHRASES) {
            sink.report(summary.span, subject(entry), format!("`{said}` tells this entry from no other"));
        }
    }
}

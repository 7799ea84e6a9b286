//! CAT305: a line range that ends after its file.

use crate::lint::context::LintContext;
use crate::lint::listed::Verdict;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for listed in context.listed().iter().filter(|listed| listed.verdict == Verdict::PastEnd) {
        let Some(note) = &listed.mention.range else { continue };
        let (name, file) = (&listed.mention.name, listed.file.file_name());
        let count = listed.facts.line_count;
        let places = listed.places();
        let message = format!("{} ends after the {count} lines of `{file}`; `{name}` is at {places}", note.text);
        sink.report(note.span, listed.subject(), message).fix = listed.set_range(context.text());
    }
}

//! CAT306: a line range that is not where the symbol stands.

use crate::lint::context::LintContext;
use crate::lint::listed::Verdict;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for listed in context.listed().iter().filter(|listed| listed.verdict == Verdict::Stale) {
        let Some(note) = &listed.mention.range else { continue };
        let message = format!("`{}` is at {}, not {}", listed.mention.name, listed.places(), note.text);
        sink.report(note.span, listed.subject(), message).fix = listed.set_range(context.text());
    }
}

//! CAT304: a line range that ends before it starts.

use crate::lint::context::LintContext;
use crate::lint::listed::Verdict;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for listed in context.listed().iter().filter(|listed| listed.verdict == Verdict::Reversed) {
        let Some(note) = &listed.mention.range else { continue };
        let message =
            format!("{} ends before it starts; `{}` is at {}", note.text, listed.mention.name, listed.places());
        sink.report(note.span, listed.subject(), message).fix = listed.set_range(context.text());
    }
}

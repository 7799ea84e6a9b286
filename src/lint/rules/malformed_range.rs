//! CAT302: a line range that is written in another way than `(L12-L40)`.

use crate::lint::context::LintContext;
use crate::lint::listed::Verdict;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for listed in context.listed().iter().filter(|listed| listed.verdict == Verdict::Malformed) {
        let Some(note) = &listed.mention.range else { continue };
        let message = format!("`({})` is not a line range such as `(L12-L40)`", note.text);
        sink.report(note.span, listed.subject(), message).fix = listed.set_range(context.text());
    }
}

//! CAT301: a listed symbol without a line range.

use crate::lint::context::LintContext;
use crate::lint::listed::Verdict;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for listed in context.listed().iter().filter(|listed| listed.verdict == Verdict::Missing) {
        let message = format!("`{}` has no line range; it is at {}", listed.mention.name, listed.places());
        sink.report(listed.mention.span, listed.subject(), message).fix = listed.set_range(context.text());
    }
}

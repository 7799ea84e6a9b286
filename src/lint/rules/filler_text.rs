//! CAT504: words that every file could have.

use crate::catalog::wording;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::sink::Sink;
use crate::lint::skeleton;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for prose in context.prose().iter().filter(|prose| prose.is_summary) {
        if let Some(said) = wording::filler(prose.span.slice(context.text())) {
            let finding =
                sink.report(prose.span, subject(prose.entry), format!("`{said}` tells this entry from no other"));
            finding.fix = skeleton::summary(context, &prose.entry.target);
        }
    }
}

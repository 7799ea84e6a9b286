//! CAT502: an example inside an entry.

use crate::base::Span;
use crate::catalog::wording;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::cutting;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for prose in context.prose() {
        let words = prose.span.slice(context.text());
        if let Some(said) = wording::example(words) {
            let message = format!("`{}` begins an example; a catalog says what, not how", &words[said.clone()]);
            let span = Span::new(prose.span.start + said.start, prose.span.start + said.end);
            sink.report(prose.span, subject(prose.entry), message).fix = cutting::without_clause(context, span);
        }
    }
}

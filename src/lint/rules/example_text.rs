//! CAT502: an example inside an entry.

use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::sink::Sink;

const PHRASES: &[&str] = &["e.g.", "for example", "for instance", ">>>", "usage:", "example:"];

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for prose in context.prose() {
        if let Some(said) = prose.phrase(context.text(), PHRASES) {
            let message = format!("`{said}` begins an example; a catalog says what, not how");
            sink.report(prose.span, subject(prose.entry), message);
        }
    }
}

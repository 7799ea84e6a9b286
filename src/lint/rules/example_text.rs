//! CAT502: an example inside an entry.

use crate::lint::context::LintContext;
use crate::lint::context::phrase;
use crate::lint::context::prose;
use crate::lint::context::subject;
use crate::lint::sink::Sink;

const PHRASES: &[&str] = &["e.g.", "for example", "for instance", ">>>", "usage:", "example:"];

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for entry in context.entries() {
        for span in prose(entry) {
            if let Some(said) = phrase(span.slice(context.text()), PHRASES) {
                sink.report(span, subject(entry), format!("`{said}` begins an example; a catalog says what, not how"));
            }
        }
    }
}

//! CAT106: an entry that does not say what its file or module is.

use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::sink::Sink;
use crate::lint::skeleton;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for entry in context.entries().filter(|entry| entry.summary.is_none()) {
        let message = format!("the entry `{}` has no summary", entry.heading.text);
        let fix = skeleton::summary(context, &entry.target);
        sink.report(entry.heading.span, subject(entry), message).fix = fix;
    }
}

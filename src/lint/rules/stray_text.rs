//! CAT113: text that belongs to nothing: a second paragraph of an entry or of the introduction, bullets before any
//! section.

use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let catalog = context.catalog;
    // Without exactly one title nothing says where the introduction is; that is another rule's finding.
    for paragraph in catalog.prose.iter().filter(|_| catalog.titles.len() == 1) {
        sink.report(paragraph.span, "", "the introduction is one paragraph; this is a further one");
    }
    if let Some(bullet) = catalog.bullets.first() {
        sink.report(bullet.span, "", "bullets stand before the first section");
    }
    for entry in context.entries() {
        for paragraph in &entry.prose {
            let message = format!("a further paragraph stands in the entry `{}`", entry.heading.text);
            sink.report(paragraph.span, subject(entry), message);
        }
    }
}

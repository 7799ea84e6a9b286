//! CAT103: an entry before any section.

use crate::base::Span;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for (at, entry) in context.catalog.loose_entries.iter().enumerate() {
        let message = format!("the entry `{}` stands in no section", entry.heading.text);
        let finding = sink.report(entry.heading.span, subject(entry), message);
        // One heading takes in all loose entries, since they stand together before the first section;
        // under a second title they do so once that one is a section itself.
        if at == 0 && context.catalog.titles.len() < 2 {
            let start = entry.heading.span.start;
            let end = context.line_end();
            let heading = format!("## Files{end}{end}");
            finding.fix =
                edits::replace("put it in a section `Files`", Safety::Unsafe, Span::new(start, start), heading);
        }
    }
}

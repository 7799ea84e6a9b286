//! CAT101: a catalog without a `#` heading.

use crate::base::Span;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    if !context.catalog.titles.is_empty() {
        return;
    }
    let directory = context.directory();
    let title = if directory.is_root() { "Catalog" } else { directory.file_name() };
    let end = context.line_end();
    // Behind a byte-order mark, which is another rule's business.
    let at = context.text().len() - context.text().trim_start_matches('\u{feff}').len();
    let text = format!("# {title}{end}{end}");
    let fix = edits::replace(format!("add the title `{title}`"), Safety::Unsafe, Span::new(at, at), text);
    sink.report(context.first_line(), "", "the catalog has no title (a heading with one `#`)").fix = fix;
}

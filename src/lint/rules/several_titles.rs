//! CAT102: a second `#` heading.

use crate::base::Span;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let Some((first, others)) = context.catalog.titles.split_first() else { return };
    for title in others {
        let written = title.span.slice(context.text());
        let fix = written.starts_with("# ").then(|| {
            let at = Span::new(title.span.start, title.span.start);
            edits::replace("make it a section", Safety::Unsafe, at, "#")
        });
        let message = format!("`{}` is a second title; the catalog's title is `{}`", title.text, first.text);
        sink.report(title.span, title.text.as_str(), message).fix = fix.flatten();
    }
}

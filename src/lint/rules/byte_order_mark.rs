//! CAT002: a byte-order mark before the title.

use crate::base::Span;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

const MARK: &str = "\u{feff}";

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    if context.text().starts_with(MARK) {
        let span = Span::new(0, MARK.len());
        let fix = edits::replace("remove the byte-order mark", Safety::Safe, span, "");
        sink.report(span, "", "the catalog begins with a byte-order mark").fix = fix;
    }
}

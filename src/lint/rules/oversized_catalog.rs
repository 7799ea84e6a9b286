//! CAT005: a catalog over the size limit.

use crate::lint::context::LintContext;
use crate::lint::shedding;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let (size, limit) = (context.text().len(), context.config.max_catalog_bytes);
    if size > limit {
        let message = format!("the catalog has {size} bytes, at most {limit} are allowed");
        // Of a conflict's two sides none may go unread.
        let fix = (!context.is_conflicted()).then(|| shedding::shed(context, limit, &str::len)).flatten();
        sink.report(context.first_line(), "", message).fix = fix;
    }
}

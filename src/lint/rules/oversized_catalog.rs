//! CAT005: a catalog over the size limit.

use crate::lint::context::LintContext;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let (size, limit) = (context.text().len(), context.config.max_catalog_bytes);
    if size > limit {
        sink.report(context.first_line(), "", format!("the catalog has {size} bytes, at most {limit} are allowed"));
    }
}

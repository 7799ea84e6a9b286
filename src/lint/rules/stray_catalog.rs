//! CAT208: a catalog in a directory that is no module.

use crate::base::Span;
use crate::lint::context::LintContext;
use crate::lint::context::Standing;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    // A catalog that a fix has emptied is about to be deleted.
    let stands = context.standing == Standing::Catalog && !context.text().is_empty();
    if context.module().is_none() && stands {
        let message = format!("`{}` holds no source file, so it has no use for a catalog", context.directory());
        let whole = Span::new(0, context.text().len());
        let fix = edits::replace("delete the catalog", Safety::Unsafe, whole, "");
        sink.report(context.first_line(), context.directory().to_string(), message).fix = fix;
    }
}

//! CAT208: a catalog in a directory that is no module.

use crate::lint::context::LintContext;
use crate::lint::context::Standing;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    if context.module().is_none() && context.standing == Standing::Catalog {
        let message = format!("`{}` holds no source file, so it has no use for a catalog", context.directory());
        sink.report(context.first_line(), context.directory().to_string(), message);
    }
}

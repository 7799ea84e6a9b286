//! CAT204: a module without a catalog.

use crate::base::Span;
use crate::lint::context::LintContext;
use crate::lint::context::Standing;
use crate::lint::sink::Sink;
use crate::lint::skeleton;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let Some(module) = context.module().filter(|_| context.standing == Standing::Missing) else { return };
    let message = match (module.files.len(), module.children.len()) {
        // The root of a repository without source code needs none.
        (0, 0) => return,
        (0, _) => "the repository has no root catalog".to_owned(),
        (1, _) => format!("the module has no catalog, but a source file: `{}`", module.files[0].file_name()),
        (count, _) => format!("the module has no catalog, but {count} source files"),
    };
    sink.report(Span::default(), context.directory().to_string(), message).fix = skeleton::catalog(context);
}

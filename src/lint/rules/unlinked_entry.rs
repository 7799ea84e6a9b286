//! CAT104: an entry whose heading is no link.

use crate::catalog::CATALOG_FILE;
use crate::catalog::Entry;
use crate::catalog::Target;
use crate::catalog::text;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::context::target_named;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for entry in context.entries().filter(|entry| entry.link.is_none()) {
        let message = format!("the entry `{}` is no link to its source file or catalog", entry.heading.text);
        sink.report(entry.heading.span, subject(entry), message).fix = fix(context, entry);
    }
}

/// Links the heading where its words name a file or a submodule of this module.
fn fix(context: &LintContext<'_>, entry: &Entry) -> Option<Fix> {
    let destination = match target_named(context, entry)? {
        Target::File(file) => file.relative_to(context.directory()),
        Target::Module(module) => format!("{}/{CATALOG_FILE}", module.relative_to(context.directory())),
        Target::Other => return None,
    };
    let shown = destination.strip_suffix(&format!("/{CATALOG_FILE}")).unwrap_or(&destination);
    let heading = format!("### {}", text::link(shown, &destination));
    edits::replace(format!("link it to `{destination}`"), Safety::Safe, entry.heading.span, heading)
}

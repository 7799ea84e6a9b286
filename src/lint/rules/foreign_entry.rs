//! CAT206: an entry that leads to something else than a file or submodule of its own module.

use crate::catalog::CatalogEdit;
use crate::catalog::Entry;
use crate::catalog::Link;
use crate::catalog::Target;
use crate::lint::context::LintContext;
use crate::lint::context::directory_meant;
use crate::lint::context::subject;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    // What a stray catalog lists belongs to no module at all; that is said once, by another rule.
    if context.module().is_none() {
        return;
    }
    for entry in context.entries() {
        let Some(link) = &entry.link else { continue };
        if let Some(module) = directory_meant(context, entry) {
            let change =
                CatalogEdit::RetargetEntry { target: entry.target.clone(), to: Target::Module(module.clone()) };
            let message = format!("`{}` is a directory; an entry leads to its catalog", link.destination);
            let fix = edits::by_catalog_edits("lead to its catalog", Safety::Safe, context, &[change]);
            sink.report(link.span, subject(entry), message).fix = fix;
        } else if let Some(message) = complaint(context, entry, link) {
            sink.report(link.span, subject(entry), message).fix =
                edits::remove_entry("remove the entry", context, entry);
        }
    }
}

fn complaint(context: &LintContext<'_>, entry: &Entry, link: &Link) -> Option<String> {
    let (project, here) = (context.project, context.directory());
    match &entry.target {
        Target::Other => {
            let destination = &link.destination;
            Some(format!("`{destination}` is neither a source file nor a catalog of this repository"))
        }
        Target::File(path) => {
            let parent = path.parent().filter(|parent| parent != here)?;
            if project.modules.contains_key(&parent) {
                return Some(format!("`{path}` belongs to the catalog of `{parent}`"));
            }
            // What is gone from below this directory is orphaned, which another rule says.
            let gone = path.is_within(here) && !project.files.contains_key(path);
            (!gone).then(|| format!("`{path}` is no source file of this module"))
        }
        Target::Module(path) => (!path.is_within(here)).then(|| format!("`{path}` is no submodule of `{here}`")),
    }
}

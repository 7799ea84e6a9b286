//! CAT202: an entry whose file or module is gone.

use crate::base::RepoPath;
use crate::catalog::CatalogEdit;
use crate::catalog::Entry;
use crate::catalog::Target;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for entry in context.entries().filter(|entry| is_gone(context, entry)) {
        let shown = &entry.heading.text;
        let (message, fix) = match renamed(context, entry) {
            Some(to) if context.project.files.contains_key(&to) => {
                let here = to.relative_to(context.directory());
                (format!("`{shown}` is gone: it was renamed to `{here}`"), retarget(context, entry, &to))
            }
            _ => (format!("`{shown}` is gone"), None),
        };
        let fix = fix.or_else(|| remove(context, entry));
        sink.report(entry.heading.span, subject(entry), message).fix = fix;
    }
}

/// Whether the entry names something of this directory that is not there. What belongs to another module is foreign,
/// whether it is there or not.
fn is_gone(context: &LintContext<'_>, entry: &Entry) -> bool {
    let project = context.project;
    match &entry.target {
        Target::File(path) => {
            let elsewhere = path
                .parent()
                .is_none_or(|parent| parent != *context.directory() && project.modules.contains_key(&parent));
            let is_directory = project.modules.contains_key(path);
            path.is_within(context.directory()) && !elsewhere && !is_directory && !project.files.contains_key(path)
        }
        Target::Module(path) => path.is_within(context.directory()) && !project.modules.contains_key(path),
        Target::Other => false,
    }
}

fn renamed(context: &LintContext<'_>, entry: &Entry) -> Option<RepoPath> {
    match &entry.target {
        Target::File(path) => context.scope.renames.get(path).cloned(),
        _ => None,
    }
}

/// Gives the entry its file's new name, where the file stays in the module and has no entry yet.
fn retarget(context: &LintContext<'_>, entry: &Entry, to: &RepoPath) -> Option<Fix> {
    let target = Target::File(to.clone());
    if context.module()?.files.binary_search(to).is_err() || context.catalog.entry(&target).is_some() {
        return None;
    }
    let change = CatalogEdit::RetargetEntry { target: entry.target.clone(), to: target };
    edits::by_catalog_edits(format!("name `{}`", to.file_name()), Safety::Safe, context, &[change])
}

fn remove(context: &LintContext<'_>, entry: &Entry) -> Option<Fix> {
    let change = CatalogEdit::RemoveEntry { target: entry.target.clone() };
    edits::by_catalog_edits("remove the entry", Safety::Unsafe, context, &[change])
}

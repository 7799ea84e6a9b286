//! CAT201: a source file of the module that its catalog does not list.

use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::catalog::Target;
use crate::lint::context::LintContext;
use crate::lint::context::target_named;
use crate::lint::sink::Sink;
use crate::lint::skeleton;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let Some(module) = context.module() else { return };
    let listed: BTreeSet<RepoPath> = context
        .entries()
        .filter_map(|entry| match &entry.target {
            Target::File(path) => Some(path.clone()),
            Target::Module(_) => None,
            // A heading that names a file and does not link to it is another rule's finding.
            Target::Other => match target_named(context, entry)? {
                Target::File(path) => Some(path),
                Target::Module(_) | Target::Other => None,
            },
        })
        .collect();
    // A renamed file has its entry under the old name, which is another rule's finding.
    let renames = context.scope.renames.iter().filter(|(old, _)| listed.contains(*old));
    let renamed: BTreeSet<&RepoPath> = renames.map(|(_, new)| new).collect();
    let is_missing = |file: &&RepoPath| !listed.contains(file) && !renamed.contains(file);
    let missing: Vec<_> = module.files.iter().filter(is_missing).collect();
    let fixes = skeleton::entries(context, missing.iter().map(|file| Target::File((*file).clone())));
    for (file, fix) in missing.into_iter().zip(fixes) {
        let message = format!("`{}` has no entry", file.file_name());
        sink.report(context.first_line(), file.as_str(), message).fix = fix;
    }
}

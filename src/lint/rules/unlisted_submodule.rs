//! CAT205: a submodule that no entry leads to.

use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::catalog::Target;
use crate::lint::context::LintContext;
use crate::lint::context::directory_meant;
use crate::lint::context::target_named;
use crate::lint::sink::Sink;
use crate::lint::skeleton;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let Some(module) = context.module() else { return };
    let listed: BTreeSet<RepoPath> = context
        .entries()
        .filter_map(|entry| match &entry.target {
            Target::Module(path) => Some(path.clone()),
            // A link to the directory is wrong, but leads there; that is another rule's finding.
            Target::File(_) | Target::Other => {
                directory_meant(context, entry).or_else(|| match target_named(context, entry)? {
                    Target::Module(path) => Some(path),
                    Target::File(_) | Target::Other => None,
                })
            }
        })
        .collect();
    let missing: Vec<_> = module.children.iter().filter(|child| !is_covered(child, &listed)).collect();
    let fixes = skeleton::entries(context, missing.iter().map(|child| Target::Module((*child).clone())));
    for (child, fix) in missing.into_iter().zip(fixes) {
        let message = format!("the submodule `{}` has no entry", child.relative_to(context.directory()));
        sink.report(context.first_line(), child.as_str(), message).fix = fix;
    }
}

/// Whether an entry leads to a child. How deep the root lists modules depends on how many there are, so a level that
/// the catalog leaves out as a whole is left to the listed modules above it: one more module must not make every
/// other one wrong.
fn is_covered(child: &RepoPath, listed: &BTreeSet<RepoPath>) -> bool {
    let led_to = || child.ancestors().any(|above| !above.is_root() && listed.contains(&above));
    let level_is_listed = || listed.iter().any(|module| module.depth() >= child.depth());
    listed.contains(child) || (led_to() && !level_is_listed())
}

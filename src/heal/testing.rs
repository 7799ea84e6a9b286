//! Projects for this room's tests: from a tree in memory, without an index.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Facts;
use crate::catalog::Project;
use crate::catalog::SourceFile;
use crate::catalog::layout;
use crate::heal::before;
use crate::heal::plan::Plan;
use crate::heal::plan::Scope;
use crate::repo;
use crate::repo::MemoryTree;
use crate::repo::Tree;
use crate::source;
use crate::source::classify;
use crate::source::classify::FileClass;
use crate::source::classify::Rules;

/// A path that is known to be plain.
pub(crate) fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("plain")
}

/// The project of a tree, as the index would make it.
pub(crate) fn project(tree: &dyn Tree) -> Project {
    let rules = Rules::new(&[], &[], 1_000_000).expect("no patterns");
    let mut files = BTreeMap::new();
    let mut catalogs = Vec::new();
    for entry in tree.entries() {
        let bytes = tree.read(&entry.path).expect("in memory");
        if entry.path.file_name() == CATALOG_FILE {
            let text = std::str::from_utf8(&bytes).expect("UTF-8").to_owned();
            catalogs.push((entry.path.parent().expect("a file"), text));
            continue;
        }
        let mut class = classify::by_path(&rules, &entry.path, entry.generated, entry.vendored);
        let mut facts = None;
        if let FileClass::Source(language) = class {
            let examined = source::examine(language, &bytes);
            facts = examined.facts.map(Facts::from);
            if let Some(reason) = examined.skip {
                class = FileClass::Skipped { language: Some(language), reason };
            }
        }
        files.insert(entry.path.clone(), SourceFile { blob: entry.blob, class, facts });
    }
    let modules = Arc::new(layout::modules(&files));
    let project = Project { files: Arc::new(files), modules, ..Project::default() };
    catalogs.into_iter().fold(project, |project, (directory, text)| project.with_catalog(&directory, &text))
}

/// The plan for what differs between two trees.
pub(crate) fn plan(old: &MemoryTree, new: &MemoryTree) -> Plan {
    let changes = repo::changes(old, new).expect("in memory");
    let (before, _) = before(old, new, &changes).expect("in memory");
    Plan::new(&project(new), Scope::Staged, &changes, before)
}

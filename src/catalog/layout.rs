//! Where catalogs stand and what each lists (design §4.1).

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::catalog::Module;
use crate::catalog::SourceFile;
use crate::source::classify::FileClass;

/// The entries that the root catalog may have before deeper modules are left to the catalogs below it.
pub const ROOT_ENTRIES: usize = 60;

/// The modules of a tree by directory: every directory that directly holds a catalogued file, and always the root.
pub fn modules(files: &BTreeMap<RepoPath, SourceFile>) -> BTreeMap<RepoPath, Module> {
    let mut modules = BTreeMap::from([(RepoPath::root(), Module::default())]);
    for (path, file) in files {
        if let (FileClass::Source(_), Some(directory)) = (&file.class, path.parent()) {
            modules.entry(directory).or_default().files.push(path.clone());
        }
    }
    let nearest = nearest_children(&modules);
    let root_files = modules[&RepoPath::root()].files.len();
    for (directory, module) in &mut modules {
        module.children = nearest.get(directory).cloned().unwrap_or_default();
        if directory.is_root() {
            module.children = root_children(&nearest, ROOT_ENTRIES.saturating_sub(root_files));
        }
    }
    modules
}

/// Each module's nearest modules below it, even when directories in between hold no source.
fn nearest_children(modules: &BTreeMap<RepoPath, Module>) -> BTreeMap<RepoPath, Vec<RepoPath>> {
    let mut children: BTreeMap<RepoPath, Vec<RepoPath>> = BTreeMap::new();
    for directory in modules.keys() {
        if let Some(parent) = directory.ancestors().find(|above| modules.contains_key(above)) {
            children.entry(parent).or_default().push(directory.clone());
        }
    }
    children
}

/// The modules that the root lists: whole levels of the tree of modules as long as they fit. The first level is
/// listed whatever its size, since nothing else would lead to it.
fn root_children(nearest: &BTreeMap<RepoPath, Vec<RepoPath>>, room: usize) -> Vec<RepoPath> {
    let below = |directory: &RepoPath| nearest.get(directory).into_iter().flatten().cloned();
    let mut listed = BTreeSet::new();
    let mut level: Vec<RepoPath> = below(&RepoPath::root()).collect();
    while !level.is_empty() && (listed.is_empty() || listed.len() + level.len() <= room) {
        let next = level.iter().flat_map(below).collect();
        listed.extend(level);
        level = next;
    }
    listed.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::BlobId;
    use crate::source::Language;
    use crate::source::classify::SkipReason;

    fn tree(paths: &[String]) -> BTreeMap<RepoPath, SourceFile> {
        let class = |path: &str| {
            if path.contains(".py") {
                FileClass::Source(Language::Python)
            } else {
                FileClass::Skipped { language: None, reason: SkipReason::NotSource }
            }
        };
        let file = |path: &String| SourceFile { blob: BlobId::from_bytes([0; 20]), class: class(path), facts: None };
        paths.iter().map(|path| (RepoPath::new(path.as_str()).expect("plain"), file(path))).collect()
    }

    fn children(modules: &BTreeMap<RepoPath, Module>, directory: &str) -> Vec<String> {
        modules[&RepoPath::new(directory).expect("plain")].children.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_module_holds_source_directly_and_children_skip_empty_directories() {
        let paths = ["setup.py", "pkg/__init__.py", "pkg/a/b/c.py", "pkg/d/e.py", "docs/x.md"];
        let modules = modules(&tree(&paths.map(str::to_owned)));
        let names: Vec<_> = modules.keys().map(ToString::to_string).collect();
        assert_eq!(names, [".", "pkg", "pkg/a/b", "pkg/d"]);
        assert_eq!(children(&modules, "pkg"), ["pkg/a/b", "pkg/d"]);
        assert_eq!(children(&modules, ""), ["pkg", "pkg/a/b", "pkg/d"]);
    }

    #[test]
    fn the_root_lists_levels_as_long_as_sixty_entries_are_enough() {
        let mut paths = vec!["pkg/__init__.py".to_owned()];
        paths.extend((0..40).map(|n| format!("pkg/m{n:02}/a.py")));
        paths.extend((0..40).map(|n| format!("pkg/m00/n{n:02}/a.py")));
        let modules = modules(&tree(&paths));
        assert_eq!(children(&modules, "").len(), 41);
        assert_eq!(children(&modules, "pkg/m00").len(), 40);
        let many: Vec<_> = (0..70).map(|n| format!("m{n}/a.py")).collect();
        assert_eq!(super::modules(&tree(&many))[&RepoPath::root()].children.len(), 70);
        assert_eq!(super::modules(&BTreeMap::new()).len(), 1);
    }
}

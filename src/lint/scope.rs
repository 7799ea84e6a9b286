//! Which catalogs a run looks at, and what git told the caller about renames.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::catalog::Project;
use crate::catalog::Target;

/// What a run looks at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The directories whose catalogs are checked; `None` is all of them.
    pub catalogs: Option<BTreeSet<RepoPath>>,
    /// Files that git takes for renamed, old path to new path. They only make messages and fixes better.
    pub renames: BTreeMap<RepoPath, RepoPath>,
    /// The directories whose catalogs are known to be without fault; they are not looked at.
    pub settled: BTreeSet<RepoPath>,
}

impl Scope {
    /// Every catalog.
    pub fn everything() -> Self {
        Self::default()
    }

    /// The catalogs of these directories.
    pub fn catalogs(directories: impl IntoIterator<Item = RepoPath>) -> Self {
        Self { catalogs: Some(directories.into_iter().collect()), ..Self::default() }
    }

    /// The catalogs that named paths concern, as a hook or a person names them: a catalog means itself, a directory all
    /// catalogs in it, any other file the catalog of its directory. Where that module is new or gone, the catalogs that
    /// should list it or still do are meant as well. Each path counts by itself, so any split of a list over several
    /// runs finds the same.
    pub fn of_paths<'p>(project: &Project, paths: impl IntoIterator<Item = &'p RepoPath>) -> Self {
        let mut directories = BTreeSet::new();
        for path in paths {
            let is_file = project.files.contains_key(path);
            if !is_file {
                let sites = project.modules.keys().chain(project.catalogs.keys());
                directories.extend(sites.filter(|site| site.is_within(path)).cloned());
            }
            let Some(directory) = path.parent() else { continue };
            directories.extend(listers(project, &directory));
            if is_site(project, &directory) {
                directories.insert(directory);
            }
        }
        Self::catalogs(directories)
    }

    /// The same scope with what git knows of renames.
    #[must_use]
    pub fn with_renames(mut self, renames: BTreeMap<RepoPath, RepoPath>) -> Self {
        self.renames = renames;
        self
    }

    /// The same scope without catalogs that are known to be without fault.
    #[must_use]
    pub fn without(mut self, settled: BTreeSet<RepoPath>) -> Self {
        self.settled = settled;
        self
    }

    /// Whether a directory's catalog is looked at.
    pub fn holds(&self, directory: &RepoPath) -> bool {
        self.catalogs.as_ref().is_none_or(|catalogs| catalogs.contains(directory)) && !self.settled.contains(directory)
    }
}

/// Whether a catalog stands or should stand in a directory.
fn is_site(project: &Project, directory: &RepoPath) -> bool {
    project.modules.contains_key(directory)
        || project.catalogs.contains_key(directory)
        || project.unreadable_catalogs.contains_key(directory)
}

/// The directories above whose catalogs disagree with the project about whether `module` is one.
fn listers(project: &Project, module: &RepoPath) -> Vec<RepoPath> {
    let disagrees = |above: &RepoPath| {
        let Some(catalog) = project.catalogs.get(above) else { return false };
        let sections = catalog.sections.iter().flat_map(|section| &section.entries);
        let mut entries = sections.chain(&catalog.loose_entries);
        let lists = entries.any(|entry| matches!(&entry.target, Target::Module(target) if target == module));
        let children = project.modules.get(above).map(|module| module.children.as_slice());
        let expects = children.unwrap_or_default().binary_search(module).is_ok();
        lists != expects
    };
    module.ancestors().filter(disagrees).collect()
}

#[cfg(test)]
mod tests {
    use super::Scope;
    use crate::lint::testing::path;
    use crate::lint::testing::project;

    fn directories(scope: &Scope) -> Vec<String> {
        scope.catalogs.iter().flatten().map(ToString::to_string).collect()
    }

    #[test]
    fn names_stand_for_catalogs() {
        let project = project(
            "//- catalog.md\n# x\n\n## Submodules\n\n### [a](a/catalog.md)\nA.\n\n### [gone](gone/catalog.md)\nG.\n\
             //- a/catalog.md\n# a\n//- a/one.py\nx = 1\n//- new/two.py\nx = 1\n//- README\n",
        );
        let of = |names: &[&str]| {
            let paths: Vec<_> = names.iter().map(|name| path(name)).collect();
            directories(&Scope::of_paths(&project, &paths))
        };
        assert_eq!(of(&["a/one.py"]), ["a"]);
        assert_eq!(of(&["a/catalog.md"]), ["a"]);
        assert_eq!(of(&["a"]), [".", "a"]);
        assert_eq!(of(&["a/deleted.py"]), ["a"]);
        assert_eq!(of(&["new/two.py"]), [".", "new"], "the root does not list the new module yet");
        assert_eq!(of(&["gone/three.py"]), ["."], "the root still lists what is gone");
        assert_eq!(of(&["README"]), ["."]);
        assert_eq!(of(&[]), Vec::<String>::new());
    }
}

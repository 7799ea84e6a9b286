//! A repository as catalogs see it: which source files there are, what is in them, and which catalogs stand.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::BlobId;
use crate::base::RepoPath;
use crate::catalog::Catalog;
use crate::catalog::Entry;
use crate::catalog::Facts;
use crate::catalog::Lazy;
use crate::catalog::Target;
use crate::catalog::parse;
use crate::source::classify::FileClass;

/// A snapshot of sources and catalogs. Plain values; the `index` room makes one from a tree.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// Every file of the tree but the catalogs, by path.
    pub files: Arc<BTreeMap<RepoPath, SourceFile>>,
    /// The modules (design §4.1), by directory; the root is always one of them, with or without source files.
    pub modules: Arc<BTreeMap<RepoPath, Module>>,
    /// The catalogs that stand in the tree, by the directory they describe.
    pub catalogs: BTreeMap<RepoPath, Lazy<Catalog>>,
    /// Catalogs that are not UTF-8, by their directory, with the byte at which reading stopped.
    pub unreadable_catalogs: BTreeMap<RepoPath, usize>,
    /// The build files that say where imports lead, such as `Cargo.toml` and `package.json`, as they stand.
    pub manifests: Arc<BTreeMap<RepoPath, Arc<[u8]>>>,
}

/// One file of a project.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The id of its content.
    pub blob: BlobId,
    /// Whether it is catalogued, and if not, why.
    pub class: FileClass,
    /// What is known of it: always for a catalogued file, and for a skipped one that is code (a test).
    pub facts: Option<Facts>,
}

/// A directory that has a catalog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// The catalogued files directly in it, sorted.
    pub files: Vec<RepoPath>,
    /// The modules that its catalog lists as submodules, sorted: the nearest modules below it; for the root, all
    /// modules as deep as fits sixty entries.
    pub children: Vec<RepoPath>,
}

impl Project {
    /// The module whose catalog describes a file: its directory.
    pub fn module_of(&self, file: &RepoPath) -> Option<(&RepoPath, &Module)> {
        let directory = file.parent()?;
        self.modules.get_key_value(&directory)
    }

    /// This project with one catalog's text replaced or added; everything else is shared.
    #[must_use]
    pub fn with_catalog(&self, directory: &RepoPath, text: &str) -> Self {
        let mut project = self.clone();
        project.unreadable_catalogs.remove(directory);
        project.catalogs.insert(directory.clone(), parse(directory, text).into());
        project
    }

    /// This project without a catalog; everything else is shared.
    #[must_use]
    pub fn without_catalog(&self, directory: &RepoPath) -> Self {
        let mut project = self.clone();
        project.unreadable_catalogs.remove(directory);
        project.catalogs.remove(directory);
        project
    }

    /// The entry that describes a catalogued file, with the catalog it stands in: its module's, if that one has it.
    pub fn entry_of(&self, file: &RepoPath) -> Option<(&Catalog, &Entry)> {
        let catalog = self.catalogs.get(&file.parent()?)?;
        let entry = catalog.entry(&Target::File(file.clone()))?;
        Some((catalog, entry))
    }

    /// The catalogs from the root down to the one that describes `directory`, as a reader would open them.
    pub fn catalogs_above(&self, directory: &RepoPath) -> Vec<&Lazy<Catalog>> {
        let mut found: Vec<_> = std::iter::once(directory.clone())
            .chain(directory.ancestors())
            .filter_map(|directory| self.catalogs.get(&directory))
            .collect();
        found.reverse();
        found
    }

    /// The facts of a catalogued file.
    pub fn facts(&self, file: &RepoPath) -> Option<&Facts> {
        self.files.get(file).filter(|file| matches!(file.class, FileClass::Source(_)))?.facts.as_ref()
    }
}

//! The index of one repository: where its caches stand and what this process has looked up already.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::PoisonError;

use crate::catalog::Facts;
use crate::index::IndexError;
use crate::index::facts::FactsStore;
use crate::index::facts::Key;
use crate::index::facts::Summary;
use crate::index::folder::Folder;
use crate::index::objects::Objects;
use crate::repo::Repository;

/// Everything that is derived from a repository. Opening reads nothing yet; each part is read when it is first used.
#[derive(Debug)]
pub struct Index {
    pub(in crate::index) shared: Folder,
    pub(in crate::index) private: Folder,
    objects: Objects,
    store: OnceLock<FactsStore>,
    known: Mutex<HashMap<Key, Known>>,
}

/// What is known of a file's content, as this process shares it.
#[derive(Clone, Debug)]
pub(in crate::index) struct Known {
    /// What is known without looking into it.
    pub(in crate::index) summary: Summary,
    /// What is in it.
    pub(in crate::index) facts: Option<Facts>,
}

impl Index {
    /// An index that keeps what it derives: under `shared` (`<common git dir>/libra`) what linked work trees have in
    /// common, under `private` (`<git dir of the work tree>/libra`) what is this work tree's own. Neither has to exist;
    /// where they cannot be written, everything is derived anew and kept in memory.
    pub fn open(shared: &Path, private: &Path) -> Result<Self, IndexError> {
        Ok(Self::new(Folder::at(shared), Folder::at(private)))
    }

    /// An index that keeps nothing beyond the process.
    pub fn in_memory() -> Self {
        Self::new(Folder::nowhere(), Folder::nowhere())
    }

    /// The same index, which parses a file of this repository again where what a cache holds of it is damaged.
    #[must_use]
    pub fn with_objects(self, repository: &Repository) -> Self {
        Self { objects: Objects::of(repository), ..self }
    }

    fn new(shared: Folder, private: Folder) -> Self {
        let (store, known) = (OnceLock::new(), Mutex::default());
        Self { shared, private, objects: Objects::default(), store, known }
    }

    /// The facts store, which is opened the first time.
    pub(in crate::index) fn store(&self) -> &FactsStore {
        self.store.get_or_init(|| FactsStore::open(self.shared.inside("facts"), self.objects.clone()))
    }

    /// Runs `work` with what this process knows already.
    pub(in crate::index) fn with_known<T>(&self, work: impl FnOnce(&mut HashMap<Key, Known>) -> T) -> T {
        work(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

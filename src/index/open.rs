//! The index of one repository: where its caches stand and what this process has decoded already.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::PoisonError;

use crate::index::IndexError;
use crate::index::facts::FactsStore;
use crate::index::facts::Key;
use crate::index::folder::Folder;
use crate::source::FileFacts;
use crate::source::classify::SkipReason;

/// Everything that is derived from a repository. Opening reads nothing yet; each part is read when it is first used.
#[derive(Debug)]
pub struct Index {
    pub(in crate::index) shared: Folder,
    pub(in crate::index) private: Folder,
    store: OnceLock<FactsStore>,
    decoded: Mutex<HashMap<Key, Decoded>>,
}

/// Facts of a file's content as this process shares them.
#[derive(Clone, Debug)]
pub(in crate::index) struct Decoded {
    /// Bytes of the file.
    pub(in crate::index) size: u64,
    /// Whether it has been examined; not if it was over the size limit.
    pub(in crate::index) examined: bool,
    /// Why its content is no source, if it is none.
    pub(in crate::index) skip: Option<SkipReason>,
    /// What is in it.
    pub(in crate::index) facts: Option<Arc<FileFacts>>,
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

    fn new(shared: Folder, private: Folder) -> Self {
        Self { shared, private, store: OnceLock::new(), decoded: Mutex::default() }
    }

    /// The facts store, which is opened the first time.
    pub(in crate::index) fn store(&self) -> &FactsStore {
        self.store.get_or_init(|| FactsStore::open(self.shared.inside("facts")))
    }

    /// Runs `work` with what this process has decoded already.
    pub(in crate::index) fn with_decoded<T>(&self, work: impl FnOnce(&mut HashMap<Key, Decoded>) -> T) -> T {
        work(&mut self.decoded.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

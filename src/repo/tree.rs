//! A tree of files, wherever it comes from: the work tree, the index, a revision, memory, or edits laid over another.

use std::sync::Arc;

use crate::base::BlobId;
use crate::base::RepoPath;

/// No file larger than this is read into memory.
pub(super) const MAX_FILE_BYTES: u64 = 64 << 20;

/// Files at one moment. Everything above this room sees files through this trait alone, so that it runs on a tree in
/// memory as well as on a work tree.
pub trait Tree: Send + Sync {
    /// Every file, sorted by path, each path once.
    fn entries(&self) -> &[FileEntry];

    /// The bytes of a file: always exactly those of the entry's blob. In a work tree that is what `git add` would store
    /// of the file as it was when the tree was made, line ends converted where the repository asks for that; a file
    /// that was changed since then is an error.
    fn read(&self, path: &RepoPath) -> Result<Arc<[u8]>, ReadError>;

    /// Files that are there and are no entries, since they may not be read or are larger than 64 MiB.
    fn unreadable(&self) -> Vec<RepoPath> {
        Vec::new()
    }

    /// The entry of a path.
    fn entry(&self, path: &RepoPath) -> Option<&FileEntry> {
        let entries = self.entries();
        entries.binary_search_by(|entry| entry.path.cmp(path)).ok().map(|at| &entries[at])
    }
}

/// One file of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Where it stands.
    pub path: RepoPath,
    /// The id of its content; for a changed file of a work tree, of the bytes as they are now.
    pub blob: BlobId,
    /// What git takes it for.
    pub kind: FileKind,
    /// `linguist-generated` is set in `.gitattributes` (`-linguist-generated` gives `Some(false)`).
    pub generated: Option<bool>,
    /// `linguist-vendored` is set in `.gitattributes`.
    pub vendored: Option<bool>,
    /// Whether git tracks it; false only for new files of a work tree that nothing ignores.
    pub tracked: bool,
}

/// What git takes an entry for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file, executable or not.
    File,
    /// A symbolic link; never followed.
    Symlink,
    /// A submodule or nested repository; never entered.
    Submodule,
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The tree has no such file.
    #[error("`{0}` is not in the tree")]
    Missing(RepoPath),
    /// It is a symlink or a submodule.
    #[error("`{0}` is not a regular file")]
    NotAFile(RepoPath),
    /// It was changed since the tree was made.
    #[error("`{0}` was changed meanwhile")]
    Changed(RepoPath),
    /// This clone does not have it: a partial clone that was not asked to fetch it.
    #[error("`{0}` was never fetched into this clone")]
    NotFetched(RepoPath),
    /// It has more than 64 MiB.
    #[error("`{0}` is larger than 64 MiB")]
    TooLarge(RepoPath),
    /// The file system or the object database refused.
    #[error("failed to read `{path}`")]
    Io {
        /// The file.
        path: RepoPath,
        /// What it said.
        #[source]
        source: std::io::Error,
    },
}

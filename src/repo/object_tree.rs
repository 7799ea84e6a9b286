//! Trees whose files are git objects: the index, and revisions.

use std::sync::Arc;

use gix::bstr::ByteSlice;
use gix::index::entry::Flags;
use gix::index::entry::Stage;
use gix::worktree::stack::state::attributes::Source;

use crate::base::BlobId;
use crate::base::RepoPath;

use super::CommitId;
use super::Doing;
use super::FileEntry;
use super::FileKind;
use super::ReadError;
use super::RepoError;
use super::Repository;
use super::Skipped;
use super::SkippedPath;
use super::Tree;
use super::attributes;
use super::digest;
use super::index_file;
use super::tree::MAX_FILE_BYTES;

/// Files as git stores them. Attributes are those of the tree itself.
pub struct ObjectTree {
    repository: Repository,
    entries: Vec<FileEntry>,
    skipped: Vec<Skipped>,
}

impl Repository {
    /// What would be committed: the index of the environment. A path in conflict stands once, with our side; a file
    /// that is only announced (`git add --intent-to-add`) is absent.
    pub fn index_tree(&self) -> Result<ObjectTree, RepoError> {
        let index = index_file::load(self)?;
        ObjectTree::from_index(self, &index)
    }

    /// The files of a commit, named in any way that git understands.
    pub fn revision_tree(&self, revision: &str) -> Result<ObjectTree, RepoError> {
        let commit = self.commit(revision)?;
        self.commit_tree(commit)
    }

    /// The files of a commit.
    pub fn commit_tree(&self, commit: CommitId) -> Result<ObjectTree, RepoError> {
        let index = self.handles.with(|gix| {
            let tree = gix
                .find_commit(commit.object_id())
                .and_then(|commit| Ok(commit.tree_id()?.detach()))
                .doing("read a commit")?;
            gix.index_from_tree(&tree).doing("read a tree")
        })?;
        ObjectTree::from_index(self, &index)
    }

    /// The files of HEAD's commit; none where nothing was committed yet.
    pub fn head_tree(&self) -> Result<ObjectTree, RepoError> {
        match self.head()?.commit {
            Some(commit) => self.commit_tree(commit),
            None => Ok(self.empty_tree()),
        }
    }

    /// A tree without files: what the first commit is compared with.
    pub fn empty_tree(&self) -> ObjectTree {
        ObjectTree { repository: self.clone(), entries: Vec::new(), skipped: Vec::new() }
    }

    /// The bytes of a blob, or `None` if this clone does not have it.
    pub fn blob(&self, id: BlobId) -> Result<Option<Arc<[u8]>>, RepoError> {
        self.handles.with(|gix| {
            let object = gix.try_find_object(gix::hash::ObjectId::Sha1(*id.as_bytes())).doing("read a blob")?;
            Ok(object
                .filter(|object| object.kind == gix::objs::Kind::Blob)
                .map(|object| Arc::from(object.data.as_slice())))
        })
    }
}

impl ObjectTree {
    fn from_index(repository: &Repository, index: &gix::index::State) -> Result<Self, RepoError> {
        let mut entries = Vec::with_capacity(index.entries().len());
        let mut skipped = Vec::new();
        for (path, entry) in index_file::paths(index) {
            if entry.stage() == Stage::Base || entry.flags.contains(Flags::INTENT_TO_ADD) {
                continue;
            }
            match path.to_str().ok().and_then(|path| RepoPath::new(path).ok()) {
                Some(path) => entries.push(FileEntry {
                    path,
                    blob: digest::from_object_id(&entry.id),
                    kind: index_file::kind(entry.mode),
                    generated: None,
                    vendored: None,
                    tracked: true,
                }),
                None => skipped.push(Skipped { path: path.to_str_lossy().into_owned(), reason: SkippedPath::Name }),
            }
        }
        let mut tree = Self { repository: repository.clone(), entries, skipped };
        tree.mark(index)?;
        Ok(tree)
    }

    fn mark(&mut self, index: &gix::index::State) -> Result<(), RepoError> {
        let in_tree: Vec<Vec<u8>> = self
            .entries
            .iter()
            .filter(|entry| entry.kind == FileKind::File && entry.path.file_name() == ".gitattributes")
            .filter_map(|entry| self.read(&entry.path).ok())
            .map(|bytes| bytes.to_vec())
            .collect();
        let repository = self.repository.clone();
        repository.handles.with(|gix| attributes::mark(gix, index, Source::IdMapping, &in_tree, &mut self.entries))
    }

    /// Paths that are no entries, sorted, and why.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }
}

impl Tree for ObjectTree {
    fn entries(&self) -> &[FileEntry] {
        &self.entries
    }

    fn read(&self, path: &RepoPath) -> Result<Arc<[u8]>, ReadError> {
        match self.entry(path) {
            None => Err(ReadError::Missing(path.clone())),
            Some(entry) if entry.kind != FileKind::File => Err(ReadError::NotAFile(path.clone())),
            Some(entry) => read_blob(&self.repository, entry.blob, path),
        }
    }
}

/// The bytes of a blob that stands at `path`.
pub(super) fn read_blob(repository: &Repository, blob: BlobId, path: &RepoPath) -> Result<Arc<[u8]>, ReadError> {
    match repository.blob(blob) {
        Ok(Some(bytes)) if bytes.len() as u64 > MAX_FILE_BYTES => Err(ReadError::TooLarge(path.clone())),
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) => Err(ReadError::NotFetched(path.clone())),
        Err(error) => Err(ReadError::Io { path: path.clone(), source: std::io::Error::other(error) }),
    }
}

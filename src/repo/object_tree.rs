//! Trees whose files are git objects: the index, and revisions.

use std::sync::Arc;

use gix::bstr::BStr;
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

    /// A tree without files: what the first commit is compared with.
    pub fn empty_tree(&self) -> ObjectTree {
        ObjectTree::new(self, Vec::new(), Vec::new())
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
    pub(super) fn new(repository: &Repository, entries: Vec<FileEntry>, skipped: Vec<Skipped>) -> Self {
        Self { repository: repository.clone(), entries, skipped }
    }

    fn from_index(repository: &Repository, index: &gix::index::State) -> Result<Self, RepoError> {
        let mut entries = Vec::with_capacity(index.entries().len());
        let mut skipped = Vec::new();
        for (path, entry) in index_file::paths(index) {
            if entry.stage() == Stage::Base || entry.flags.contains(Flags::INTENT_TO_ADD) {
                continue;
            }
            match file(path, &entry.id, index_file::kind(entry.mode)) {
                Ok(entry) => entries.push(entry),
                Err(skip) => skipped.push(skip),
            }
        }
        let mut tree = Self::new(repository, entries, skipped);
        let in_tree = tree.attribute_files();
        repository.handles.with(|gix| attributes::mark(gix, index, Source::IdMapping, &in_tree, &mut tree.entries))?;
        Ok(tree)
    }

    /// Whether an attribute that matters is set anywhere.
    pub(super) fn has_attributes(&self) -> bool {
        self.repository.handles.with(|gix| attributes::are_mentioned(gix, &self.attribute_files()))
    }

    fn attribute_files(&self) -> Vec<Vec<u8>> {
        self.entries
            .iter()
            .filter(|entry| entry.kind == FileKind::File && entry.path.file_name() == ".gitattributes")
            .filter_map(|entry| self.read(&entry.path).ok())
            .map(|bytes| bytes.to_vec())
            .collect()
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

/// A file of git's data as an entry, without attributes.
pub(super) fn file(path: &BStr, id: &gix::hash::oid, kind: FileKind) -> Result<FileEntry, Skipped> {
    let blob = digest::from_object_id(id);
    match path.to_str().ok().and_then(|path| RepoPath::new(path).ok()) {
        Some(path) => Ok(FileEntry { path, blob, kind, generated: None, vendored: None, tracked: true }),
        None => Err(Skipped { path: path.to_str_lossy().into_owned(), reason: SkippedPath::Name }),
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

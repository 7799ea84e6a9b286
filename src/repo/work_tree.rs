//! The work tree as it is now.

#![expect(clippy::disallowed_methods, reason = "this room owns the work tree")]

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use gix::bstr::BStr;
use gix::worktree::stack::state::attributes::Source;

use crate::base::RepoPath;

use super::FileEntry;
use super::ReadError;
use super::RepoError;
use super::Repository;
use super::Skipped;
use super::SkippedPath;
use super::Tree;
use super::attributes;
use super::conversion::Conversion;
use super::digest;
use super::index_file;
use super::object_tree;
use super::scan;
use super::scan::Content;
use super::tree::MAX_FILE_BYTES;

/// Tracked files and new ones that nothing ignores. Deleted files are absent; files that a sparse checkout leaves out
/// are there, with the content that git has.
pub struct WorkTree {
    repository: Repository,
    root: PathBuf,
    index: gix::index::File,
    entries: Vec<FileEntry>,
    contents: Vec<Content>,
    skipped: Vec<Skipped>,
}

impl Repository {
    /// Looks at the work tree once; what changes afterwards is not seen.
    pub fn work_tree(&self) -> Result<WorkTree, RepoError> {
        let root = self.work_dir_or_bare()?.to_owned();
        let index = index_file::load(self)?;
        let (found, skipped) = scan::scan(self, &index)?;
        let (mut entries, contents): (Vec<_>, Vec<_>) =
            found.into_iter().map(|found| (found.entry, found.content)).unzip();
        let in_tree: Vec<Vec<u8>> = entries
            .iter()
            .filter(|entry| entry.path.file_name() == ".gitattributes")
            .filter_map(|entry| fs::read(root.join(entry.path.as_str())).ok())
            .collect();
        self.handles
            .with(|gix| attributes::mark(gix, &index, Source::WorktreeThenIdMapping, &in_tree, &mut entries))?;
        Ok(WorkTree { repository: self.clone(), root, index, entries, contents, skipped })
    }
}

impl WorkTree {
    /// Paths that are no entries, sorted, and why.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    fn read_disk(&self, path: &RepoPath) -> io::Result<Vec<u8>> {
        let file = self.root.join(path.as_str());
        let metadata = fs::symlink_metadata(&file)?;
        if !metadata.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
        }
        if metadata.len() > MAX_FILE_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        fs::read(&file)
    }

    fn converted(&self, path: &RepoPath, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let path: &BStr = path.as_str().into();
        let conversion = self.repository.handles.with(|gix| Conversion::new(gix, &self.index));
        conversion.map_err(io::Error::other)?.for_git(path, bytes, &self.index)
    }
}

impl Tree for WorkTree {
    fn entries(&self) -> &[FileEntry] {
        &self.entries
    }

    fn unreadable(&self) -> Vec<RepoPath> {
        let skipped = self.skipped.iter().filter(|skip| skip.reason != SkippedPath::Name);
        skipped.filter_map(|skip| RepoPath::new(skip.path.as_str()).ok()).collect()
    }

    fn read(&self, path: &RepoPath) -> Result<Arc<[u8]>, ReadError> {
        let at = self
            .entries
            .binary_search_by(|entry| entry.path.cmp(path))
            .map_err(|_| ReadError::Missing(path.clone()))?;
        let blob = self.entries[at].blob;
        let failed = |source: io::Error| match source.kind() {
            io::ErrorKind::FileTooLarge => ReadError::TooLarge(path.clone()),
            io::ErrorKind::NotFound => ReadError::Changed(path.clone()),
            _ => ReadError::Io { path: path.clone(), source },
        };
        let is_it = |bytes: &[u8]| digest::blob_id(bytes).is_ok_and(|id| id == blob);
        match &self.contents[at] {
            Content::Leaf => Err(ReadError::NotAFile(path.clone())),
            Content::Held(bytes) => Ok(bytes.clone()),
            Content::Stored => object_tree::read_blob(&self.repository, blob, path),
            // What is derived from a blob is kept by its id, so bytes that are not that blob must never leave here.
            Content::Clean => match self.read_disk(path) {
                Ok(bytes) if is_it(&bytes) => Ok(bytes.into()),
                Err(source) if source.kind() == io::ErrorKind::FileTooLarge => Err(failed(source)),
                _ => object_tree::read_blob(&self.repository, blob, path),
            },
            Content::Disk => {
                let bytes = self.read_disk(path).map_err(failed)?;
                if is_it(&bytes) {
                    return Ok(bytes.into());
                }
                let bytes = self.converted(path, &bytes).map_err(failed)?;
                if is_it(&bytes) { Ok(bytes.into()) } else { Err(ReadError::Changed(path.clone())) }
            }
        }
    }
}

//! One look at a work tree: which files git tracks, which are new, and what each one's content is.
//!
//! The work of `git status` up to the comparison with HEAD: a file whose size, times and inode are those of the index
//! is not opened.

#![expect(clippy::disallowed_methods, reason = "this room owns the work tree")]

use std::collections::HashMap;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gix::bstr::BStr;
use gix::bstr::BString;
use gix::bstr::ByteSlice;
use gix::index::entry::Flags;
use gix::index::entry::Stage;
use gix::index::entry::Stat;
use rayon::prelude::*;

use crate::base::BlobId;
use crate::base::RepoPath;

use super::Doing;
use super::FileEntry;
use super::FileKind;
use super::RepoError;
use super::Repository;
use super::conversion::Conversion;
use super::digest;
use super::index_file;
use super::tree::MAX_FILE_BYTES;

/// A file that was seen.
pub(super) struct Found {
    pub(super) entry: FileEntry,
    pub(super) content: Content,
}

/// Where the bytes of a file are.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// On disk as in the index, by the word of its size, times and inode.
    Clean,
    /// Read already.
    Held(Arc<[u8]>),
    /// On disk; hashed, but too much to keep.
    Disk,
    /// Only in the object database: a sparse checkout left it out.
    Stored,
    /// It is no regular file.
    Leaf,
}

/// A path that could not become an entry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// The path; bytes that are no UTF-8 are replaced, so it is for people only.
    pub path: String,
    /// Why it is no entry.
    pub reason: SkippedPath,
}

/// Why a path could not become an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkippedPath {
    /// Its name is no UTF-8 text, or no plain path.
    Name,
    /// It is new or changed, and larger than 64 MiB.
    Size,
    /// It could not be read.
    Unreadable,
}

/// Bytes of changed files that are kept from hashing to reading, together, for each thread.
const HELD_BYTES: usize = 16 << 20;

enum Seen {
    Entry(Found),
    Skip(Skipped),
    /// To be hashed: it is new, or its size, times or inode changed.
    Hash(Candidate),
}

struct Candidate {
    path: RepoPath,
    /// What the index says of it; `None` for an untracked file.
    indexed: Option<BlobId>,
}

/// Looks at the whole work tree. The entries come sorted.
pub(super) fn scan(repository: &Repository, index: &gix::index::File) -> Result<(Vec<Found>, Vec<Skipped>), RepoError> {
    let root = repository.work_dir_or_bare()?;
    let (tracked, untracked) = rayon::join(|| tracked(repository, root, index), || untracked(repository, root, index));
    let mut found = Vec::with_capacity(index.entries().len());
    let mut skipped = Vec::new();
    let mut candidates = Vec::new();
    for seen in tracked?.into_iter().chain(untracked?) {
        match seen {
            Seen::Entry(entry) => found.push(entry),
            Seen::Skip(skip) => skipped.push(skip),
            Seen::Hash(candidate) => candidates.push(candidate),
        }
    }
    for result in hash(repository, root, index, &candidates)? {
        match result {
            Ok(entry) => found.extend(entry),
            Err(skip) => skipped.push(skip),
        }
    }
    found.sort_by(|a, b| a.entry.path.cmp(&b.entry.path));
    found.dedup_by(|a, b| a.entry.path == b.entry.path);
    skipped.sort();
    Ok((found, skipped))
}

fn skip(path: &BStr, reason: SkippedPath) -> Skipped {
    Skipped { path: path.to_str_lossy().into_owned(), reason }
}

fn repo_path(path: &BStr) -> Result<RepoPath, Skipped> {
    path.to_str()
        .ok()
        .and_then(|text| RepoPath::new(text).ok())
        .filter(|path| !path.is_root())
        .ok_or_else(|| skip(path, SkippedPath::Name))
}

fn found(path: RepoPath, blob: BlobId, kind: FileKind, tracked: bool, content: Content) -> Found {
    Found { entry: FileEntry { path, blob, kind, generated: None, vendored: None, tracked }, content }
}

fn tracked(repository: &Repository, root: &Path, index: &gix::index::File) -> Result<Vec<Seen>, RepoError> {
    let options = repository.handles.with(gix::Repository::stat_options).doing("read the configuration")?;
    let paths = index_file::paths(index);
    let directories = real_directories(root, &paths);
    let look = Look { root, index, options, directories };
    Ok(paths.into_par_iter().with_min_len(256).filter_map(|(path, entry)| look.at(path, entry)).collect())
}

/// For each directory of the index, whether it and all above it are directories and not, say, a symlink to one.
fn real_directories<'a>(root: &Path, paths: &[(&'a BStr, &gix::index::Entry)]) -> HashMap<&'a [u8], bool> {
    let mut directories: Vec<&'a [u8]> = Vec::new();
    let mut last: &[u8] = b"";
    for (path, _) in paths {
        let path: &'a [u8] = path;
        let directory = parent(path);
        if directory != last {
            directories.extend(ancestors(directory).take_while(|above| !within(last, above)));
            last = directory;
        }
    }
    directories.sort_unstable();
    directories.dedup();
    let own: Vec<bool> = directories
        .par_iter()
        .with_min_len(64)
        .map(|directory| {
            gix::path::from_bstr(directory.as_bstr())
                .ok()
                .and_then(|relative| fs::symlink_metadata(root.join(relative)).ok())
                .is_some_and(|metadata| metadata.is_dir())
        })
        .collect();
    // Sorted, so what is above comes first.
    let mut real: HashMap<&[u8], bool> = HashMap::with_capacity(directories.len() + 1);
    real.insert(b"", true);
    for (directory, own) in directories.into_iter().zip(own) {
        let above = real.get(parent(directory)).copied().unwrap_or(false);
        real.insert(directory, own && above);
    }
    real
}

fn parent(path: &[u8]) -> &[u8] {
    path.iter().rposition(|byte| *byte == b'/').map_or(b"", |at| &path[..at])
}

/// The directory itself and those above it, without the root.
fn ancestors(directory: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::successors(Some(directory), |below| Some(parent(below))).take_while(|directory| !directory.is_empty())
}

fn within(path: &[u8], directory: &[u8]) -> bool {
    path.strip_prefix(directory).is_some_and(|rest| rest.is_empty() || rest[0] == b'/')
}

struct Look<'a> {
    root: &'a Path,
    index: &'a gix::index::File,
    options: gix::index::entry::stat::Options,
    directories: HashMap<&'a [u8], bool>,
}

impl Look<'_> {
    /// What an indexed path is in the work tree; `None` if it is gone.
    fn at(&self, path: &BStr, entry: &gix::index::Entry) -> Option<Seen> {
        let repo_path = match repo_path(path) {
            Ok(path) => path,
            Err(skip) => return Some(Seen::Skip(skip)),
        };
        let blob = digest::from_object_id(&entry.id);
        if entry.mode.is_submodule() {
            return Some(Seen::Entry(found(repo_path, blob, FileKind::Submodule, true, Content::Leaf)));
        }
        let metadata = if self.directories.get(parent(path)).copied().unwrap_or(false) {
            match gix::index::fs::Metadata::from_path_no_follow(&self.root.join(repo_path.as_str())) {
                // What stands in a directory that may not be entered is not gone.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    return Some(Seen::Skip(skip(path, SkippedPath::Unreadable)));
                }
                metadata => metadata.ok(),
            }
        } else {
            None
        };
        let Some(metadata) = metadata else {
            let left_out = entry.flags.contains(Flags::SKIP_WORKTREE);
            let kind = index_file::kind(entry.mode);
            let content = if kind == FileKind::File { Content::Stored } else { Content::Leaf };
            return left_out.then(|| Seen::Entry(found(repo_path, blob, kind, true, content)));
        };
        if metadata.is_symlink() {
            return Some(Seen::Entry(found(repo_path, blob, FileKind::Symlink, true, Content::Leaf)));
        }
        if !metadata.is_file() {
            return None;
        }
        if entry.mode == gix::index::entry::Mode::SYMLINK {
            // A file system without symlinks holds the target as text; it stands for the link.
            return Some(Seen::Entry(found(repo_path, blob, FileKind::Symlink, true, Content::Leaf)));
        }
        let assumed = entry.flags.contains(Flags::ASSUME_VALID);
        let merged = entry.stage() == Stage::Unconflicted && !entry.flags.contains(Flags::INTENT_TO_ADD);
        if merged && (assumed || self.is_clean(entry, &metadata)) {
            return Some(Seen::Entry(found(repo_path, blob, FileKind::File, true, Content::Clean)));
        }
        if metadata.len() > MAX_FILE_BYTES {
            return Some(Seen::Skip(skip(path, SkippedPath::Size)));
        }
        Some(Seen::Hash(Candidate { path: repo_path, indexed: Some(blob) }))
    }

    /// Git's test. Where the index has nanoseconds they count, so that a file that was written in the same second as
    /// the index need not be read; without them such a file is never taken for clean.
    fn is_clean(&self, entry: &gix::index::Entry, metadata: &gix::index::fs::Metadata) -> bool {
        let Ok(now) = Stat::from_fs(metadata) else {
            return false;
        };
        let options = gix::index::entry::stat::Options {
            use_nsec: self.options.use_nsec || entry.stat.mtime.nsecs != 0,
            ..self.options
        };
        entry.stat.matches(&now, options) && !entry.stat.is_racy(self.index.timestamp(), options)
    }
}

/// Collects what the walk over the directories finds.
#[derive(Default)]
struct Untracked {
    seen: Vec<Seen>,
    /// Where set, each directory below it is opened before the walk enters it, so that one that cannot be read is left
    /// out instead of ending the walk.
    probed_below: Option<PathBuf>,
}

impl gix::dir::walk::Delegate for Untracked {
    fn emit(&mut self, entry: gix::dir::EntryRef<'_>, _collapsed: Option<gix::dir::entry::Status>) -> ControlFlow<()> {
        if entry.status != gix::dir::entry::Status::Untracked {
            return ControlFlow::Continue(());
        }
        let kind = match entry.disk_kind {
            Some(gix::dir::entry::Kind::File) => FileKind::File,
            Some(gix::dir::entry::Kind::Symlink) => FileKind::Symlink,
            Some(gix::dir::entry::Kind::Repository) => FileKind::Submodule,
            _ => return ControlFlow::Continue(()),
        };
        let path: BString = entry.rela_path.trim_end_with(|character| character == '/').into();
        self.seen.push(match repo_path(path.as_ref()) {
            Err(skip) => Seen::Skip(skip),
            Ok(path) if kind == FileKind::File => Seen::Hash(Candidate { path, indexed: None }),
            Ok(path) => Seen::Entry(found(path, NOTHING, kind, false, Content::Leaf)),
        });
        ControlFlow::Continue(())
    }

    fn can_recurse(
        &mut self,
        entry: gix::dir::EntryRef<'_>,
        for_deletion: Option<gix::dir::walk::ForDeletionMode>,
        worktree_root_is_repository: bool,
    ) -> bool {
        let enters =
            entry.status.can_recurse(entry.disk_kind, entry.pathspec_match, for_deletion, worktree_root_is_repository);
        let Some(root) = self.probed_below.as_ref().filter(|_| enters) else {
            return enters;
        };
        let readable = gix::path::from_bstr(entry.rela_path.as_ref())
            .is_ok_and(|directory| fs::read_dir(root.join(directory)).is_ok());
        if !readable {
            self.seen.push(Seen::Skip(skip(entry.rela_path.as_ref(), SkippedPath::Unreadable)));
        }
        readable
    }
}

/// The id of leaves that git has none for.
const NOTHING: BlobId = BlobId::from_bytes([0; 20]);

fn untracked(repository: &Repository, root: &Path, index: &gix::index::File) -> Result<Vec<Seen>, RepoError> {
    let walk = |delegate: &mut Untracked| {
        repository.handles.with(|gix| {
            let options = gix
                .dirwalk_options()
                .doing("read the configuration")?
                .emit_untracked(gix::dir::walk::EmissionMode::Matching);
            let everything: [&BStr; 0] = [];
            gix.dirwalk(index, everything, &AtomicBool::new(false), options, delegate)
                .doing("look for new files")
                .map(drop)
        })
    };
    let mut delegate = Untracked::default();
    if walk(&mut delegate).is_ok() {
        return Ok(delegate.seen);
    }
    let mut careful = Untracked { probed_below: Some(root.to_owned()), ..Untracked::default() };
    walk(&mut careful)?;
    Ok(careful.seen)
}

type Hashed = Result<Option<Found>, Skipped>;

fn hash(
    repository: &Repository,
    root: &Path,
    index: &gix::index::File,
    candidates: &[Candidate],
) -> Result<Vec<Hashed>, RepoError> {
    // A conversion reads attributes directory by directory, so neighbours share one.
    const TOGETHER: usize = 64;
    let chunks: Vec<Vec<Hashed>> = candidates
        .par_chunks(TOGETHER)
        .map(|chunk| {
            let mut conversion = repository.handles.with(|gix| Conversion::new(gix, index))?;
            let mut held = 0;
            Ok(chunk.iter().map(|candidate| hash_one(root, index, candidate, &mut conversion, &mut held)).collect())
        })
        .collect::<Result<_, RepoError>>()?;
    Ok(chunks.into_iter().flatten().collect())
}

fn hash_one(
    root: &Path,
    index: &gix::index::File,
    candidate: &Candidate,
    conversion: &mut Conversion,
    held: &mut usize,
) -> Hashed {
    let path: &BStr = candidate.path.as_str().into();
    let file = root.join(candidate.path.as_str());
    match fs::symlink_metadata(&file) {
        Ok(metadata) if metadata.len() > MAX_FILE_BYTES => return Err(skip(path, SkippedPath::Size)),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(_) => return Err(skip(path, SkippedPath::Unreadable)),
    }
    let stored = fs::read(&file).and_then(|bytes| conversion.for_git(path, &bytes, index));
    let Ok((stored, blob)) = stored.and_then(|stored| digest::blob_id(&stored).map(|blob| (stored, blob))) else {
        return Err(skip(path, SkippedPath::Unreadable));
    };
    let content = if candidate.indexed == Some(blob) {
        Content::Clean
    } else if *held + stored.len() <= HELD_BYTES {
        *held += stored.len();
        Content::Held(stored.into())
    } else {
        Content::Disk
    };
    Ok(Some(found(candidate.path.clone(), blob, FileKind::File, candidate.indexed.is_some(), content)))
}

//! The commits that were read before, in one file for each commit that history was asked for from.

use std::collections::HashMap;

use serde::Deserialize;
use serde::Serialize;

use crate::base::RepoPath;
use crate::index::digest::digest;
use crate::index::folder::Folder;
use crate::repo::CommitId;

/// Which code made an archive; see `build.rs`.
const STAMP: &str = env!("LIBRA_HISTORY_STAMP");
/// Starting points that are kept: a few branches and work trees.
const MAX_ARCHIVES: usize = 6;

/// What is kept of a commit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Record {
    pub(super) id: CommitId,
    pub(super) parents: Vec<CommitId>,
    /// Seconds since 1970.
    pub(super) time: i64,
    pub(super) subject: String,
    /// Stems of the cleaned message and how often each stands there, sorted.
    pub(super) terms: Vec<(String, u32)>,
    /// Files of known languages that it changed, with the former path where it renamed one.
    pub(super) changes: Vec<(RepoPath, Option<RepoPath>)>,
    /// How many files it changed, of any kind.
    pub(super) changed_files: u32,
}

/// Commits, newest first, with what they repeat stored once. Invariant: every number is one of the lists'.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Packed {
    pub(super) ids: Vec<CommitId>,
    pub(super) terms: Vec<String>,
    pub(super) paths: Vec<RepoPath>,
    pub(super) commits: Vec<PackedCommit>,
}

/// A record in numbers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PackedCommit {
    pub(super) id: u32,
    pub(super) parents: Vec<u32>,
    pub(super) time: i64,
    pub(super) subject: String,
    pub(super) terms: Vec<(u32, u32)>,
    pub(super) changes: Vec<(u32, Option<u32>)>,
    pub(super) changed_files: u32,
}

/// The commits that were kept for a starting point, newest first.
pub(super) fn read(folder: &Folder, start: CommitId) -> Option<Packed> {
    decode(&folder.read(&name(start))?)
}

/// All commits that were kept, whatever for.
pub(super) fn read_all(folder: &Folder) -> HashMap<CommitId, Record> {
    let mut records = HashMap::new();
    for name in folder.names().iter().filter(|name| is_ours(name)) {
        let packed = folder.read(name).and_then(|bytes| decode(&bytes)).unwrap_or_default();
        for commit in &packed.commits {
            let record = packed.unpack(commit);
            records.entry(record.id).or_insert(record);
        }
    }
    records
}

/// Keeps the commits of a starting point.
pub(super) fn write(folder: &Folder, start: CommitId, packed: &Packed) {
    let Ok(body) = postcard::to_allocvec(packed) else { return };
    let name = name(start);
    if folder.write(&name, &[digest(&body).to_le_bytes().as_slice(), &body].concat()) {
        let ours: Vec<String> = folder.oldest_first().into_iter().filter(|name| is_ours(name)).collect();
        for old in ours.iter().take(ours.len().saturating_sub(MAX_ARCHIVES)) {
            folder.remove(old);
        }
        folder.sweep(&name, is_ours);
    }
}

fn name(start: CommitId) -> String {
    format!("{STAMP}-{start}")
}

fn is_ours(name: &str) -> bool {
    name.starts_with(STAMP)
}

/// Numbers values in order of first appearance.
struct Numbers<T> {
    values: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T: Clone + Eq + std::hash::Hash> Numbers<T> {
    fn new() -> Self {
        Self { values: Vec::new(), numbers: HashMap::new() }
    }

    fn of(&mut self, value: &T) -> u32 {
        if let Some(number) = self.numbers.get(value) {
            return *number;
        }
        let number = self.values.len() as u32;
        self.values.push(value.clone());
        self.numbers.insert(value.clone(), number);
        number
    }
}

impl Packed {
    /// Packs records, newest first.
    pub(super) fn new(records: &[Record]) -> Self {
        let (mut ids, mut terms, mut paths) = (Numbers::new(), Numbers::new(), Numbers::new());
        let commits = records.iter().map(|record| PackedCommit {
            id: ids.of(&record.id),
            parents: record.parents.iter().map(|parent| ids.of(parent)).collect(),
            time: record.time,
            subject: record.subject.clone(),
            terms: record.terms.iter().map(|(term, count)| (terms.of(term), *count)).collect(),
            changes: record
                .changes
                .iter()
                .map(|(path, from)| (paths.of(path), from.as_ref().map(|from| paths.of(from))))
                .collect(),
            changed_files: record.changed_files,
        });
        let commits = commits.collect();
        Self { ids: ids.values, terms: terms.values, paths: paths.values, commits }
    }

    fn unpack(&self, commit: &PackedCommit) -> Record {
        let path = |at: u32| self.paths[at as usize].clone();
        Record {
            id: self.ids[commit.id as usize],
            parents: commit.parents.iter().map(|parent| self.ids[*parent as usize]).collect(),
            time: commit.time,
            subject: commit.subject.clone(),
            terms: commit.terms.iter().map(|(term, count)| (self.terms[*term as usize].clone(), *count)).collect(),
            changes: commit.changes.iter().map(|(to, from)| (path(*to), from.map(path))).collect(),
            changed_files: commit.changed_files,
        }
    }

    fn is_sound(&self) -> bool {
        let (ids, terms, paths) = (self.ids.len() as u32, self.terms.len() as u32, self.paths.len() as u32);
        self.commits.iter().all(|commit| {
            commit.id < ids
                && commit.parents.iter().all(|parent| *parent < ids)
                && commit.terms.iter().all(|(term, _)| *term < terms)
                && commit.changes.iter().all(|(to, from)| *to < paths && from.is_none_or(|from| from < paths))
        })
    }
}

fn decode(bytes: &[u8]) -> Option<Packed> {
    let (expected, body) = bytes.split_first_chunk::<8>()?;
    if digest(body) != u64::from_le_bytes(*expected) {
        return None;
    }
    postcard::from_bytes(body).ok().filter(Packed::is_sound)
}

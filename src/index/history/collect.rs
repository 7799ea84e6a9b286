//! From a commit back through its ancestors: known ones from the archives, the rest from the repository.

use std::collections::BTreeMap;
use std::collections::BinaryHeap;
use std::collections::HashMap;
use std::collections::HashSet;

use super::archive;
use super::archive::Packed;
use super::archive::Record;
use super::message;
use super::past::History;
use crate::base::Progress;
use crate::index::Index;
use crate::index::IndexError;
use crate::repo::Commit;
use crate::repo::CommitId;
use crate::repo::Repository;
use crate::source::Language;

/// How far back history is looked at.
const MAX_COMMITS: usize = 12_000;
/// How many commits are read the first time that an unknown one is met; each further time four times as many, since then
/// more than a few are new.
const FIRST_READ: usize = 64;
/// Files of one commit that are kept: what changes more of them says nothing of any.
const MAX_CHANGES: usize = 200;

impl Index {
    /// The history of a commit: itself and its ancestors, at most 12,000, newest first. A shallow clone gives what it has.
    pub fn history(
        &self,
        repository: &Repository,
        start: CommitId,
        progress: &dyn Progress,
    ) -> Result<History, IndexError> {
        let folder = self.shared.inside("history");
        if let Some(packed) = archive::read(&folder, start) {
            return Ok(History::new(packed));
        }
        let known = archive::read_all(&folder);
        progress.stage("reading history", MAX_COMMITS as u64);
        let mut walk =
            Walk { read: if known.is_empty() { MAX_COMMITS } else { FIRST_READ }, known, absent: HashSet::new() };
        let records = walk.ancestors(start, |start, count| {
            let commits = repository.history(start, count).map_err(IndexError::History)?;
            progress.advance(commits.len() as u64);
            Ok(commits.into_iter().map(record).collect())
        })?;
        let packed = Packed::new(&records);
        archive::write(&folder, start, &packed);
        Ok(History::new(packed))
    }
}

struct Walk {
    known: HashMap<CommitId, Record>,
    /// Beyond the end of a shallow clone.
    absent: HashSet<CommitId>,
    read: usize,
}

impl Walk {
    /// The ancestors of `start` by time, newest first; `read` gives a commit and ancestors of it, at most as many as asked.
    fn ancestors(
        &mut self,
        start: CommitId,
        mut read: impl FnMut(CommitId, usize) -> Result<Vec<Record>, IndexError>,
    ) -> Result<Vec<Record>, IndexError> {
        self.find(start, &mut read)?;
        let mut waiting = BinaryHeap::new();
        let mut seen = HashSet::from([start]);
        let mut order = Vec::new();
        if let Some(record) = self.known.get(&start) {
            waiting.push((record.time, *start.as_bytes(), start));
        }
        while let Some((_, _, id)) = waiting.pop() {
            order.push(id);
            if order.len() == MAX_COMMITS {
                break;
            }
            let parents = self.known.get(&id).map(|record| record.parents.clone()).unwrap_or_default();
            for parent in parents {
                if seen.insert(parent) {
                    // A parent that cannot be read is where this clone ends.
                    if self.find(parent, &mut read).is_err() {
                        self.absent.insert(parent);
                    }
                    if let Some(record) = self.known.get(&parent) {
                        waiting.push((record.time, *parent.as_bytes(), parent));
                    }
                }
            }
        }
        Ok(order.iter().filter_map(|id| self.known.remove(id)).collect())
    }

    fn find(
        &mut self,
        id: CommitId,
        read: &mut impl FnMut(CommitId, usize) -> Result<Vec<Record>, IndexError>,
    ) -> Result<(), IndexError> {
        if self.known.contains_key(&id) || self.absent.contains(&id) {
            return Ok(());
        }
        let records = read(id, self.read)?;
        self.read = (self.read * 4).min(MAX_COMMITS);
        for record in records {
            self.known.entry(record.id).or_insert(record);
        }
        Ok(())
    }
}

fn record(commit: Commit) -> Record {
    let mut terms: BTreeMap<String, u32> = BTreeMap::new();
    for term in message::terms(&message::clean(&commit.message)) {
        *terms.entry(term).or_default() += 1;
    }
    let changed_files = commit.changes.len() as u32;
    let mut changes: Vec<_> = commit
        .changes
        .into_iter()
        .filter(|change| Language::of_path(&change.path).is_some())
        .map(|change| (change.path, change.from))
        .collect();
    changes.sort();
    changes.truncate(MAX_CHANGES);
    Record {
        id: commit.id,
        parents: commit.parents,
        time: commit.time,
        subject: message::subject(&commit.message).chars().take(200).collect(),
        terms: terms.into_iter().collect(),
        changes,
        changed_files,
    }
}

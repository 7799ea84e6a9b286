//! Follows the words of catalogs back through history, to the commit that wrote them.
//!
//! Words are ours where they stand as first catalogs are written from the source beside them, where this clone remembers
//! to have written them, and where a commit that healed changed words that were ours before. Whatever else changed words
//! (a commit of somebody's, a merge with words of its own, a squash that lost the trailer) counts as a person's hand, and
//! so does what history does not show: a shallow clone, a blob that was not fetched, too many commits.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::BlobId;
use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::Catalog;
use crate::catalog::Facts;
use crate::catalog::Target;
use crate::heal::hands::Hands;
use crate::heal::hands::Origin;
use crate::heal::hands::Unit;
use crate::heal::hands::Words;
use crate::heal::hands::drawn::is_drawn;
use crate::heal::hands::words;
use crate::heal::hands::words::path_of;
use crate::heal::hands::words::said;
use crate::repo::CommitId;

/// The trailer of a commit that healed. A squash keeps it as long as it keeps the messages, so any line counts.
pub const TRAILER: &str = "Libra-Healed:";
/// The trailer of a commit that was told to rewrite what people wrote, which is ours from then on.
const REWRITTEN: &str = "Libra-Rewritten:";

/// Commits that are looked at for one catalog.
const MOST: usize = 3_000;

/// What a commit is to this search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ancestor {
    /// The commits that it builds on.
    pub parents: Vec<CommitId>,
    /// Its message.
    pub message: String,
}

/// What is known of the past. A clone that lacks something answers `None`; nothing is fetched.
pub trait Past {
    /// The commit that the catalogs stand on; `None` where nothing was committed yet.
    fn head(&self) -> Option<CommitId>;
    /// A commit, if this clone has it.
    fn commit(&self, id: CommitId) -> Option<Ancestor>;
    /// The blob that stood at a path in a commit.
    fn blob(&self, commit: CommitId, path: &RepoPath) -> Option<BlobId>;
    /// The text of a blob, if this clone has it and it is text.
    fn text(&self, blob: BlobId) -> Option<String>;
    /// The directories that had a catalog in a commit.
    fn catalogs(&self, commit: CommitId) -> Vec<RepoPath>;
    /// The first catalog of a directory as it is written from the source of a commit, or of the tree at hand.
    fn bootstrapped(&self, commit: Option<CommitId>, directory: &RepoPath) -> Option<String>;
    /// The facts of a source file of a commit, or of the tree at hand.
    fn facts(&self, commit: Option<CommitId>, file: &RepoPath) -> Option<Facts>;
    /// Whether this clone remembers to have written words with this digest.
    fn wrote(&self, digest: u64) -> bool;
}

/// The parts of these catalogs that are not ours.
pub fn find(past: &dyn Past, catalogs: &[&Catalog]) -> Hands {
    let mut hands = Hands::default();
    let mut commits = BTreeMap::new();
    for catalog in catalogs {
        let mut search =
            Search { past, commits: &mut commits, seen: BTreeSet::new(), steps: 0, found: BTreeMap::new() };
        search.begin(catalog);
        for (unit, found) in search.found {
            match found.beyond {
                Some(beyond) => hands.insert_lines(catalog.directory.clone(), unit, found.origin, beyond),
                None => hands.insert(catalog.directory.clone(), unit, found.origin),
            }
        }
    }
    hands
}

/// A unit on its way back: which one it is now, and which one, where, with what words it was in a commit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Trail {
    now: Unit,
    then: Unit,
    words: Words,
}

/// A commit, a directory, and the units that are followed through them.
type Stop = (CommitId, RepoPath, Vec<Trail>);

struct Search<'a> {
    past: &'a dyn Past,
    commits: &'a mut BTreeMap<CommitId, Option<Ancestor>>,
    /// What was followed already, since merges bring trails together again.
    seen: BTreeSet<(CommitId, RepoPath, Trail)>,
    steps: usize,
    found: BTreeMap<Unit, Found>,
}

/// Whose a unit is.
struct Found {
    origin: Origin,
    /// What its lines say beyond the source that they were committed with; `None` where nobody knows.
    beyond: Option<BTreeSet<String>>,
}

impl Search<'_> {
    /// Settles what is not committed, and follows the rest from HEAD.
    fn begin(&mut self, catalog: &Catalog) {
        let directory = &catalog.directory;
        let all = words(catalog).into_iter().filter(|(_, words)| !self.past.wrote(words.digest()));
        let committed = self.past.head().and_then(|head| self.words_at(head, directory)).unwrap_or_default();
        let (standing, new): (Vec<_>, Vec<_>) = all.partition(|(unit, words)| committed.get(unit) == Some(words));
        if !new.is_empty() {
            let fresh = self.first_words(None, directory);
            for (unit, words) in new {
                if fresh.get(&unit) != Some(&words) {
                    // The symbol of a line may be gone from the work tree; the last commit still has it.
                    let head = self.past.head();
                    let beyond = self.beyond(&[None, head], &unit, &words, fresh.get(&unit));
                    self.found.insert(unit, Found { origin: Origin::Uncommitted, beyond });
                }
            }
        }
        let trails = standing.into_iter().map(|(unit, words)| Trail { now: unit.clone(), then: unit, words });
        let mut stops: Vec<Stop> = Vec::new();
        if let Some(head) = self.past.head() {
            stops.push((head, directory.clone(), trails.collect()));
        }
        while let Some(stop) = stops.pop() {
            self.step(stop, &mut stops);
        }
    }

    /// Asks one commit for what it did to the units; those that it did not write go on to its parents.
    fn step(&mut self, (id, directory, trails): Stop, stops: &mut Vec<Stop>) {
        let trails: Vec<Trail> = trails
            .into_iter()
            .filter(|trail| !self.found.contains_key(&trail.now))
            .filter(|trail| self.seen.insert((id, directory.clone(), trail.clone())))
            .collect();
        if trails.is_empty() {
            return;
        }
        self.steps += 1;
        if self.steps > MOST {
            return self.give_up(trails, "the history is too long");
        }
        let Some(commit) = self.commit(id) else {
            return self.give_up(trails, "its history is not in this clone");
        };
        let cut = commit.parents.iter().any(|parent| self.commit(*parent).is_none());
        if cut {
            return self.settle_first(id, &directory, trails);
        }
        // Most commits do not touch this catalog.
        let path = path_of(&directory);
        let blob = |commit: CommitId| path.as_ref().and_then(|path| self.past.blob(commit, path));
        let own = blob(id);
        if let Some(parent) = commit.parents.iter().find(|parent| own.is_some() && blob(**parent) == own) {
            stops.push((*parent, directory, trails));
            return;
        }
        let before: Vec<(CommitId, Option<BTreeMap<Unit, Words>>)> =
            commit.parents.iter().map(|parent| (*parent, self.words_at(*parent, &directory))).collect();
        let unread = |(parent, known): &(CommitId, Option<_>)| known.is_none() && blob(*parent).is_some();
        if before.iter().any(unread) {
            return self.give_up(trails, "a former catalog is not in this clone");
        }
        let before: Vec<(CommitId, BTreeMap<Unit, Words>)> =
            before.into_iter().map(|(parent, known)| (parent, known.unwrap_or_default())).collect();
        let mut onward: BTreeMap<CommitId, Vec<Trail>> = BTreeMap::new();
        let mut changed = Vec::new();
        for trail in trails {
            match before.iter().find(|(_, known)| known.get(&trail.then) == Some(&trail.words)) {
                Some((parent, _)) => onward.entry(*parent).or_default().push(trail),
                None => changed.push(trail),
            }
        }
        if !changed.is_empty() {
            self.changed(id, &commit, &directory, changed, &before, &mut onward, stops);
        }
        stops.extend(onward.into_iter().map(|(parent, trails)| (parent, directory.clone(), trails)));
    }

    /// Decides about units whose words no parent has.
    #[expect(clippy::too_many_arguments, reason = "one commit as both its sides see it")]
    fn changed(
        &mut self,
        id: CommitId,
        commit: &Ancestor,
        directory: &RepoPath,
        trails: Vec<Trail>,
        before: &[(CommitId, BTreeMap<Unit, Words>)],
        onward: &mut BTreeMap<CommitId, Vec<Trail>>,
        stops: &mut Vec<Stop>,
    ) {
        let has = |trailer: &str| commit.message.lines().any(|line| line.trim_start().starts_with(trailer));
        if has(REWRITTEN) {
            return;
        }
        let healed = has(TRAILER);
        let mut fresh = None;
        for trail in trails {
            let then = |known: &BTreeMap<Unit, Words>| known.get(&trail.then).cloned();
            let olds: Vec<(CommitId, Words)> =
                before.iter().filter_map(|(parent, known)| Some((*parent, then(known)?))).collect();
            if self.past.wrote(trail.words.digest()) {
                continue;
            }
            if healed {
                if olds.is_empty() {
                    // New here, or it came with its file from another catalog.
                    stops.extend(commit.parents.iter().filter_map(|parent| self.elsewhere(*parent, directory, &trail)));
                }
                for (parent, words) in olds {
                    stops.extend(self.carried(id, parent, directory, &trail, &words));
                    onward.entry(parent).or_default().push(Trail { words, ..trail.clone() });
                }
                continue;
            }
            let fresh = fresh.get_or_insert_with(|| self.first_words(Some(id), directory));
            if fresh.get(&trail.then) == Some(&trail.words) {
                continue;
            }
            let others: Vec<&Words> = olds.iter().map(|(_, words)| words).collect();
            if commit.parents.len() > 1 && trail.words.are_made_of(&others) {
                // A merge of both sides' words is whoever's the sides were.
                for (parent, words) in olds {
                    onward.entry(parent).or_default().push(Trail { words, ..trail.clone() });
                }
                continue;
            }
            let beyond = self.beyond(&[Some(id)], &trail.then, &trail.words, fresh.get(&trail.then));
            self.found.insert(trail.now, Found { origin: Origin::Commit(id), beyond });
        }
    }

    /// The same words in another catalog, or under another name, of a commit.
    fn elsewhere(&mut self, commit: CommitId, directory: &RepoPath, trail: &Trail) -> Option<Stop> {
        let Unit::Entry(_) = trail.then else {
            return None;
        };
        let mut directories = self.past.catalogs(commit);
        directories.sort_by_key(|other| (other != directory, other.clone()));
        directories.into_iter().find_map(|other| {
            let known = self.words_at(commit, &other)?;
            let (then, words) = known.into_iter().find(|(_, words)| *words == trail.words)?;
            Some((commit, other, vec![Trail { now: trail.now.clone(), then, words }]))
        })
    }

    /// The entries from which a healing commit carried lines into this one, because their symbols went here.
    fn carried(
        &mut self,
        id: CommitId,
        parent: CommitId,
        directory: &RepoPath,
        trail: &Trail,
        old: &Words,
    ) -> Vec<Stop> {
        let new = trail.words.without(old);
        if new.is_empty() {
            return Vec::new();
        }
        let changed = |other: &RepoPath| {
            let path = path_of(other);
            let blob = |commit: CommitId| path.as_ref().and_then(|path| self.past.blob(commit, path));
            blob(parent) != blob(id)
        };
        let mut found = Vec::new();
        for other in self.past.catalogs(parent).into_iter().filter(changed) {
            for (then, words) in self.words_at(parent, &other).unwrap_or_default() {
                let itself = other == *directory && then == trail.then;
                if !itself && new.iter().any(|line| words.has_description(line)) {
                    found.push((parent, other.clone(), vec![Trail { now: trail.now.clone(), then, words }]));
                }
            }
        }
        found
    }

    /// Decides where a commit's parents are not in this clone: what is as first written is ours, of the rest nobody knows.
    fn settle_first(&mut self, id: CommitId, directory: &RepoPath, trails: Vec<Trail>) {
        let fresh = self.first_words(Some(id), directory);
        let open = trails.into_iter().filter(|trail| fresh.get(&trail.then) != Some(&trail.words)).collect();
        self.give_up(open, "the clone is shallow");
    }

    /// What the lines of an entry say beyond the source of these commits, and beyond its first draft there. Whatever else
    /// stands in the entry came with commits that healed.
    fn beyond(
        &self,
        commits: &[Option<CommitId>],
        unit: &Unit,
        words: &Words,
        drafted: Option<&Words>,
    ) -> Option<BTreeSet<String>> {
        let Unit::Entry(Target::File(file)) = unit else {
            return None;
        };
        let sources: Vec<Facts> = commits.iter().filter_map(|commit| self.past.facts(*commit, file)).collect();
        let drafted = drafted.map(Words::lines).unwrap_or_default();
        let own = |line: &&String| !drafted.contains(line) && !sources.iter().any(|facts| is_drawn(line, facts));
        (!sources.is_empty()).then(|| words.lines().iter().filter(own).map(|line| said(line).to_owned()).collect())
    }

    fn give_up(&mut self, trails: Vec<Trail>, why: &'static str) {
        let unknown = |trail: Trail| (trail.now, Found { origin: Origin::Unknown(why), beyond: None });
        self.found.extend(trails.into_iter().map(unknown));
    }

    fn commit(&mut self, id: CommitId) -> Option<Ancestor> {
        self.commits.entry(id).or_insert_with(|| self.past.commit(id)).clone()
    }

    /// The words of a directory's catalog in a commit; `None` where there is none that can be read.
    fn words_at(&self, commit: CommitId, directory: &RepoPath) -> Option<BTreeMap<Unit, Words>> {
        let text = self.past.text(self.past.blob(commit, &path_of(directory)?)?)?;
        Some(words(&catalog::parse(directory, &text)))
    }

    fn first_words(&self, commit: Option<CommitId>, directory: &RepoPath) -> BTreeMap<Unit, Words> {
        let text = self.past.bootstrapped(commit, directory);
        text.map(|text| words(&catalog::parse(directory, &text))).unwrap_or_default()
    }
}

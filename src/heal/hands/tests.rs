//! Histories in memory, and whose words stand at their ends.

use std::collections::BTreeMap;

use crate::base::BlobId;
use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::Facts;
use crate::heal::hands::Ancestor;
use crate::heal::hands::Past;
use crate::heal::hands::Unit;
use crate::heal::hands::find;
use crate::heal::hands::words;
use crate::repo;
use crate::repo::CommitId;
use crate::source;
use crate::source::Language;

/// What `init` writes in every commit here.
const FIRST: &str = "First words.\n- `f` (L1-L2) - Does.\n";

/// A commit, and the catalogs that it wrote by directory.
type Told = (Ancestor, Vec<(&'static str, String)>);

/// A history of the entry of `a.py` in the root catalog.
#[derive(Default)]
struct Story {
    commits: BTreeMap<u8, Told>,
    head: u8,
    wrote: Vec<u64>,
    lost: Vec<u8>,
}

fn id(number: u8) -> CommitId {
    format!("{number:02x}").repeat(20).parse().expect("forty digits")
}

fn page(body: &str) -> String {
    format!("# t\n\n## Files\n\n### [a.py](a.py)\n{body}")
}

impl Story {
    /// A commit on top of others, with catalogs by directory.
    fn commit(mut self, number: u8, parents: &[u8], message: &str, catalogs: &[(&'static str, &str)]) -> Self {
        let parents = parents.iter().map(|parent| id(*parent)).collect();
        let catalogs = catalogs.iter().map(|(directory, body)| (*directory, page(body))).collect();
        self.commits.insert(number, (Ancestor { parents, message: message.to_owned() }, catalogs));
        self.head = number;
        self
    }

    /// The next commit of a line, with the entry's body in the root catalog.
    fn then(self, message: &str, body: &str) -> Self {
        let parents: Vec<u8> = self.commits.keys().last().copied().into_iter().collect();
        let number = parents.first().map_or(1, |parent| parent + 1);
        self.commit(number, &parents, message, &[("", body)])
    }

    /// Whose words the work tree holds: `ours`, or why not.
    fn asked(&self, directory: &str, body: &str) -> String {
        let directory = if directory.is_empty() { RepoPath::root() } else { RepoPath::new(directory).expect("plain") };
        let catalog = catalog::parse(&directory, &page(body));
        let hands = find(self, &[&catalog]);
        let unit = words(&catalog).into_keys().find(|unit| matches!(unit, Unit::Entry(_))).expect("an entry");
        match hands.origin(&directory, &unit) {
            None => "ours".to_owned(),
            Some(origin) => format!("{origin:?}").chars().take(17).collect(),
        }
    }

    fn found(&self, commit: CommitId) -> Option<&(Ancestor, Vec<(&'static str, String)>)> {
        self.commits.get(&commit.as_bytes()[0])
    }
}

impl Past for Story {
    fn head(&self) -> Option<CommitId> {
        (self.head > 0).then(|| id(self.head))
    }

    fn commit(&self, id: CommitId) -> Option<Ancestor> {
        if self.lost.contains(&id.as_bytes()[0]) {
            return None;
        }
        self.found(id).map(|(ancestor, _)| ancestor.clone())
    }

    fn blob(&self, commit: CommitId, path: &RepoPath) -> Option<BlobId> {
        let directory = path.parent()?;
        let (_, text) = self.found(commit)?.1.iter().find(|(own, _)| *own == directory.as_str())?;
        repo::blob_id(text.as_bytes()).ok()
    }

    fn text(&self, blob: BlobId) -> Option<String> {
        let mut all = self.commits.values().flat_map(|(_, catalogs)| catalogs);
        all.find(|(_, text)| repo::blob_id(text.as_bytes()).ok() == Some(blob)).map(|(_, text)| text.clone())
    }

    fn catalogs(&self, commit: CommitId) -> Vec<RepoPath> {
        let plain = |directory: &str| RepoPath::new(directory).unwrap_or_else(|_| RepoPath::root());
        self.found(commit).map(|(_, catalogs)| catalogs.iter().map(|(own, _)| plain(own)).collect()).unwrap_or_default()
    }

    fn bootstrapped(&self, _: Option<CommitId>, _: &RepoPath) -> Option<String> {
        Some(page(FIRST))
    }

    fn facts(&self, _: Option<CommitId>, _: &RepoPath) -> Option<Facts> {
        let text = "def f():\n    \"\"\"Does the work. Goes on for long.\"\"\"\n";
        Some(source::parse(Language::Python, text).into())
    }

    fn wrote(&self, digest: u64) -> bool {
        self.wrote.contains(&digest)
    }
}

const HEALED: &str = "Bring catalogs up to date\n\nLibra-Healed: everything\n";
const BY_HAND: &str = "Somebody's words.\n- `f` (L1-L2) - Does.\n";
const LATER: &str = "First words, healed.\n- `f` (L1-L2) - Does.\n";

#[test]
fn what_was_first_written_is_ours_and_an_edit_of_it_is_not() {
    let first = Story::default().then("Begin", FIRST);
    assert_eq!(first.asked("", FIRST), "ours");
    assert_eq!(first.asked("", &FIRST.replace("L1-L2", "L5-L6")), "ours");
    assert_eq!(first.asked("", BY_HAND), "Uncommitted");
    assert_eq!(Story::default().asked("", FIRST), "ours");
    assert_eq!(Story::default().asked("", BY_HAND), "Uncommitted");
    // Edited before the first commit.
    assert_eq!(Story::default().then("Begin", BY_HAND).asked("", BY_HAND), "Commit(CommitId(0");
}

#[test]
fn healing_leaves_words_to_whom_they_belonged() {
    let ours = Story::default().then("Begin", FIRST).then("Other", FIRST).then(HEALED, LATER);
    assert_eq!(ours.asked("", LATER), "ours");
    let theirs = Story::default().then("Begin", FIRST).then("Reword", BY_HAND);
    assert_eq!(theirs.asked("", BY_HAND), "Commit(CommitId(0");
    let more = format!("{BY_HAND}- `g` (L5-L6) - New.\n");
    let healed = theirs.then(HEALED, &more);
    assert_eq!(healed.asked("", &more), "Commit(CommitId(0", "a heal that added does not make a person's words ours");
    let again = healed.then("Back", FIRST);
    assert_eq!(again.asked("", FIRST), "ours");
    let rewritten =
        Story::default().then("Begin", BY_HAND).then("Heal\n\nLibra-Healed: everything\nLibra-Rewritten: yes\n", LATER);
    assert_eq!(rewritten.asked("", LATER), "ours");
}

#[test]
fn a_squash_that_lost_the_trailer_is_nobodys() {
    let lost = Story::default().then("Begin", FIRST).then("Feature (#7)", LATER);
    assert_eq!(lost.asked("", LATER), "Commit(CommitId(0");
    let kept = Story::default().then("Begin", FIRST).then("Feature (#7)\n\n* Heal\n\n  Libra-Healed: all\n", LATER);
    assert_eq!(kept.asked("", LATER), "ours");
    // What this clone wrote it knows without a trailer.
    let catalog = catalog::parse(&RepoPath::root(), &page(LATER));
    let digests = words(&catalog).values().map(crate::heal::hands::Words::digest).collect();
    let remembered = Story { wrote: digests, ..lost };
    assert_eq!(remembered.asked("", LATER), "ours");
    assert_eq!(Story { commits: BTreeMap::new(), head: 0, ..remembered }.asked("", LATER), "ours");
}

#[test]
fn merges_are_whoevers_their_sides_were() {
    let left = format!("{FIRST}- `g` (L5-L6) - Left.\n");
    let right = format!("{FIRST}- `h` (L7-L8) - Right.\n");
    let both = format!("{FIRST}- `g` (L5-L6) - Left.\n- `h` (L7-L8) - Right.\n");
    let story = |one: &str, two: &str, merged: &str| {
        Story::default()
            .commit(1, &[], "Begin", &[("", FIRST)])
            .commit(2, &[1], one, &[("", &left)])
            .commit(3, &[1], two, &[("", &right)])
            .commit(4, &[2, 3], "Merge", &[("", merged)])
    };
    assert_eq!(story(HEALED, HEALED, &both).asked("", &both), "ours");
    assert_eq!(story(HEALED, "By hand", &both).asked("", &both), "Commit(CommitId(0");
    assert_eq!(story(HEALED, "By hand", &left).asked("", &left), "ours");
    let own = format!("{both}- `i` (L9-L10) - Of the merge.\n");
    assert_eq!(story(HEALED, HEALED, &own).asked("", &own), "Commit(CommitId(0");
}

#[test]
fn words_are_followed_to_where_they_stood() {
    let story =
        |body: &str| Story::default().commit(1, &[], "Begin", &[("a", body)]).commit(2, &[1], HEALED, &[("b", body)]);
    assert_eq!(story(FIRST).asked("b", FIRST), "ours");
    assert_eq!(story(BY_HAND).asked("b", BY_HAND), "Commit(CommitId(0");
}

#[test]
fn what_history_does_not_show_is_a_persons() {
    let shallow = |first: &str| Story { lost: vec![1], ..Story::default().then("Lost", first).then(HEALED, first) };
    assert_eq!(shallow(FIRST).asked("", FIRST), "ours");
    assert_eq!(shallow(LATER).asked("", LATER), "Unknown(\"the clon");
}

#[test]
fn a_line_that_a_heal_carried_stays_a_persons() {
    let story = |from: &str| {
        let first = Story::default().commit(1, &[], "Begin", &[("a", from), ("b", FIRST)]);
        let more = format!("{FIRST}- `moved` (L5-L6) - Said so.\n");
        first.commit(2, &[1], HEALED, &[("a", FIRST), ("b", &more)])
    };
    let by_hand = "First words.\n- `moved` (L5-L6) - Said so.\n";
    let now = format!("{FIRST}- `moved` (L5-L6) - Said so.\n");
    assert_eq!(story(by_hand).asked("b", &now), "Commit(CommitId(0");
    assert_eq!(story(FIRST).asked("b", &now), "ours");
}

#[test]
fn of_a_heal_that_somebody_committed_only_what_goes_beyond_the_source_is_a_persons() {
    let healed = "First words.\n- `f` (L1-L2) - Does the work. Goes on for long.\n- `g` (L3-L4) - As somebody says.\n";
    let story = Story::default().then("Begin", FIRST).then("Work", healed);
    let catalog = catalog::parse(&RepoPath::root(), &page(healed));
    let hands = find(&story, &[&catalog]);
    let entry = catalog.entries().next().expect("an entry");
    let unit = Unit::Entry(entry.target.clone());
    assert!(hands.origin(&RepoPath::root(), &unit).is_some());
    let lost: Vec<bool> = entry
        .bullets
        .iter()
        .map(|bullet| hands.would_lose(&RepoPath::root(), &unit, &super::of_bullet(&catalog, bullet)))
        .collect();
    assert_eq!(lost, [false, true]);
}

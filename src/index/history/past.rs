//! What is asked of the history: partners of files, commits that resemble a question, files that such commits changed.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::collections::HashSet;

use super::archive::Packed;
use super::message;
use crate::base::RepoPath;
use crate::repo::CommitId;

/// A commit that changed more source files than this says little of any two of them.
const MAX_FILES_TOGETHER: usize = 40;
/// Commit memory learns from commits that changed at most this many source files.
const MAX_FILES_REMEMBERED: usize = 10;
/// How many commits commit memory looks at.
const REMEMBERED: usize = 80;
/// BM25 over messages.
const K1: f64 = 1.2;
const B: f64 = 0.5;

/// The commits of a branch, newest first.
#[derive(Debug, Default)]
pub struct History {
    commits: Vec<PastCommit>,
    /// Today's paths of everything that was ever changed.
    paths: Vec<RepoPath>,
    numbers: HashMap<RepoPath, u32>,
    terms: HashMap<String, u32>,
    frequencies: Vec<u32>,
    total_length: u64,
    messages: u32,
}

/// A commit of the past.
#[derive(Clone, Debug, PartialEq)]
pub struct PastCommit {
    /// Its name.
    pub id: CommitId,
    /// When it was made, in seconds since 1970.
    pub time: i64,
    /// The first line of its message.
    pub subject: String,
    /// How many files it changed, of any kind.
    pub changed_files: u32,
    /// Whether it is about a place in the code: no merge, bump, release or revert, and it changed a source file.
    pub is_telling: bool,
    /// Sorted, each once.
    files: Vec<u32>,
    /// Paths at the time of the commit, and what they are today where that differs.
    moved: Vec<(u32, u32)>,
    terms: Vec<(u32, u32)>,
    length: u32,
}

impl History {
    pub(super) fn new(packed: Packed) -> Self {
        let mut history = Self {
            frequencies: vec![0; packed.terms.len()],
            terms: packed.terms.into_iter().enumerate().map(|(at, term)| (term, at as u32)).collect(),
            ..Self::default()
        };
        // From the newest commit back: what it renamed has its new name ever since, and the old one before.
        let mut today: Vec<u32> = (0..packed.paths.len() as u32).collect();
        for commit in packed.commits {
            let mut files: Vec<u32> = commit.changes.iter().map(|(path, _)| today[*path as usize]).collect();
            files.sort_unstable();
            files.dedup();
            let then = commit.changes.iter().map(|(path, _)| (*path, today[*path as usize]));
            let moved = then.filter(|(then, today)| then != today).collect();
            for (path, from) in &commit.changes {
                if let Some(from) = from {
                    today[*from as usize] = today[*path as usize];
                }
            }
            let is_merge = commit.parents.len() > 1;
            let is_telling = !is_merge && !files.is_empty() && !message::is_noise(&commit.subject);
            let length = commit.terms.iter().map(|(_, count)| count).sum();
            if is_telling {
                history.messages += 1;
                history.total_length += u64::from(length);
                commit.terms.iter().for_each(|(term, _)| history.frequencies[*term as usize] += 1);
            }
            history.commits.push(PastCommit {
                id: packed.ids[commit.id as usize],
                time: commit.time,
                subject: commit.subject,
                changed_files: commit.changed_files,
                is_telling,
                files,
                moved,
                terms: commit.terms,
                length,
            });
        }
        history.numbers = packed.paths.iter().enumerate().map(|(at, path)| (path.clone(), at as u32)).collect();
        history.paths = packed.paths;
        history
    }

    /// The commits, newest first.
    pub fn commits(&self) -> &[PastCommit] {
        &self.commits
    }

    /// The source files that a commit changed, by the paths they have today (or had last).
    pub fn files_of(&self, commit: &PastCommit) -> impl Iterator<Item = &RepoPath> {
        commit.files.iter().map(|file| &self.paths[*file as usize])
    }

    /// Where a file stands today that a commit changed at `path`, if it has moved since.
    pub fn path_today(&self, commit: &PastCommit, path: &RepoPath) -> Option<&RepoPath> {
        let then = self.numbers.get(path)?;
        let (_, today) = commit.moved.iter().find(|(moved, _)| moved == then)?;
        Some(&self.paths[*today as usize])
    }

    /// How many telling commits changed each file.
    pub fn changes(&self) -> BTreeMap<&RepoPath, u32> {
        let mut counts = BTreeMap::new();
        for path in self.commits.iter().filter(|commit| commit.is_telling).flat_map(|commit| self.files_of(commit)) {
            *counts.entry(path).or_default() += 1;
        }
        counts
    }

    /// Files that changed together with `paths`, heaviest first, ties by path; `paths` themselves and files for which
    /// `eligible` is false left out. A commit counts more the fewer files it changed and the more of `paths` are among
    /// them; a file that changes all the time counts less. The heaviest weighs 1.
    pub fn partners(&self, paths: &[RepoPath], eligible: &dyn Fn(&RepoPath) -> bool) -> Vec<(RepoPath, f64)> {
        let given: HashSet<u32> = paths.iter().filter_map(|path| self.numbers.get(path).copied()).collect();
        let mut weights: HashMap<u32, f64> = HashMap::new();
        let mut counts = vec![0_u32; self.paths.len()];
        for commit in self.commits.iter().filter(|commit| commit.is_telling && commit.files.len() <= MAX_FILES_TOGETHER)
        {
            commit.files.iter().for_each(|file| counts[*file as usize] += 1);
            let shared = commit.files.iter().filter(|file| given.contains(file)).count();
            if shared > 0 && commit.files.len() > shared {
                let weight = shared as f64 / (commit.files.len() as f64 - 1.0);
                for file in commit.files.iter().filter(|file| !given.contains(file)) {
                    *weights.entry(*file).or_default() += weight;
                }
            }
        }
        let damped = weights.into_iter().map(|(file, weight)| (file, weight / f64::from(counts[file as usize]).sqrt()));
        self.ranked(damped.collect(), eligible)
    }

    /// The telling commits whose messages resemble a question, with how much, best first, ties to the newer one.
    /// Numbers are places in `commits`.
    pub fn similar(&self, question: &str, limit: usize) -> Vec<(usize, f64)> {
        self.similar_where(question, limit, |_| true)
    }

    fn similar_where(&self, question: &str, limit: usize, counts: impl Fn(&PastCommit) -> bool) -> Vec<(usize, f64)> {
        let total = f64::from(self.messages);
        let mut weights = vec![0.0; self.frequencies.len()];
        for term in message::terms(&message::clean(question)) {
            if let Some(term) = self.terms.get(&term) {
                let frequency = f64::from(self.frequencies[*term as usize]);
                weights[*term as usize] += (1.0 + (total - frequency + 0.5) / (frequency + 0.5)).ln();
            }
        }
        let average = (self.total_length as f64 / total.max(1.0)).max(1.0);
        let similarity = |commit: &PastCommit| -> f64 {
            let norm = K1 * (1.0 - B + B * f64::from(commit.length) / average);
            let score = |(term, count): &(u32, u32)| {
                let count = f64::from(*count);
                weights[*term as usize] * count * (K1 + 1.0) / (count + norm)
            };
            commit.terms.iter().map(score).sum()
        };
        let commits = self.commits.iter().enumerate().filter(|(_, commit)| commit.is_telling && counts(commit));
        let mut found: Vec<(usize, f64)> =
            commits.map(|(at, commit)| (at, similarity(commit))).filter(|(_, similarity)| *similarity > 0.0).collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found.truncate(limit);
        found
    }

    /// Commit memory: the files that were changed by commits whose messages resemble a question, heaviest first, ties by
    /// path; the heaviest weighs 1. Files for which `eligible` is false are left out, before commits are counted.
    pub fn remembered(&self, question: &str, eligible: &dyn Fn(&RepoPath) -> bool) -> Vec<(RepoPath, f64)> {
        let eligible: Vec<bool> = self.paths.iter().map(eligible).collect();
        let files = |commit: &PastCommit| commit.files.iter().filter(|file| eligible[**file as usize]).count();
        let found =
            self.similar_where(question, REMEMBERED, |commit| (1..=MAX_FILES_REMEMBERED).contains(&files(commit)));
        let best = found.first().map_or(1.0, |(_, similarity)| *similarity);
        let mut weights: HashMap<u32, f64> = HashMap::new();
        for (at, similarity) in found {
            let commit = &self.commits[at];
            let weight = (similarity / best).powi(2) / (files(commit) as f64).sqrt();
            for file in commit.files.iter().filter(|file| eligible[**file as usize]) {
                *weights.entry(*file).or_default() += weight;
            }
        }
        self.ranked(weights, &|_| true)
    }

    fn ranked(&self, weights: HashMap<u32, f64>, eligible: &dyn Fn(&RepoPath) -> bool) -> Vec<(RepoPath, f64)> {
        let weights = weights.into_iter().map(|(file, weight)| (self.paths[file as usize].clone(), weight));
        let mut ranked: Vec<(RepoPath, f64)> = weights.filter(|(path, _)| eligible(path)).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let best = ranked.first().map_or(1.0, |(_, weight)| *weight);
        for (_, weight) in &mut ranked {
            *weight /= best;
        }
        ranked
    }
}

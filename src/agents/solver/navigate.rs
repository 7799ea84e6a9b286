//! Finding files by opening few catalogs: the root, what a search over all catalogs for the question's rare words
//! shows, and the catalogs that these make promising.
//!
//! What was not opened is known by name and by the lines that the search showed, and by nothing else.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::agents::solver::Turn;
use crate::agents::solver::index::SolverIndex;
use crate::agents::solver::question::Question;
use crate::agents::solver::signals::Signal;
use crate::agents::solver::signals::Values;
use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;

/// Words that the search over all catalogs is given: the question's rarest.
const SEARCHED: usize = 12;
/// A word that more than one entry in this many has does not tell them apart.
const COMMON_ONE_IN: usize = 4;
/// What a line of the search counts in place of a whole entry.
const SEEN_IN_SEARCH: f64 = 0.5;
/// What a module's second-best file adds to what its best one promises.
const SECOND: f64 = 0.3;
/// What the parent catalog's words about a module add to its promise.
const ABOUT: f64 = 0.5;

/// What was seen of every file, and on which way.
#[derive(Debug)]
pub(super) struct Seen {
    /// Every file's signals, by number.
    pub(super) values: Vec<Values>,
    /// The files whose entries were read.
    pub(super) opened: BTreeSet<u32>,
    /// The turns taken.
    pub(super) turns: Vec<Turn>,
}

/// Reads catalogs in at most `turns` turns.
pub(super) fn navigate(index: &SolverIndex, question: &Question, turns: usize) -> Seen {
    let mut seen = Seen { values: index.names().signals(question), opened: BTreeSet::new(), turns: Vec::new() };
    let says_something = index.readings().any(|reading| !reading.files.is_empty() || !reading.modules.is_empty());
    if turns == 0 || !says_something {
        seen.turns.push(Turn {
            action: "find".to_owned(),
            observation: "no catalog says anything; only names of files are known".to_owned(),
        });
        return seen;
    }
    let full = index.signals(question);
    open(index, &RepoPath::root(), &full, &mut seen);
    if turns == 1 {
        return seen;
    }
    let (promise, lines) = search(index, question, &mut seen);
    let best_line = lines.values().copied().fold(0.0, f64::max);
    for (file, score) in lines {
        if best_line > 0.0 && !seen.opened.contains(&file) {
            seen.values[file as usize].set(Signal::Body, SEEN_IN_SEARCH * score / best_line);
        }
    }
    let mut promising: Vec<(f64, &RepoPath)> = promise.iter().map(|(directory, score)| (*score, *directory)).collect();
    promising.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    let unopened = promising.into_iter().filter(|(score, directory)| *score > 0.0 && !directory.is_root());
    for (_, directory) in unopened.take(turns.saturating_sub(2)) {
        open(index, directory, &full, &mut seen);
    }
    seen
}

/// Opens a module's catalog: its files are known by all that their entries say.
fn open(index: &SolverIndex, directory: &RepoPath, full: &[Values], seen: &mut Seen) {
    let Some(reading) = index.reading(directory) else { return };
    let mut best: Option<(f64, &RepoPath)> = None;
    for entry in &reading.files {
        let Some(file) = index.names().number(&entry.path) else { continue };
        seen.values[file as usize] = full[file as usize];
        seen.opened.insert(file);
        let sum = full[file as usize].sum();
        if best.is_none_or(|(known, _)| sum > known) {
            best = Some((sum, &entry.path));
        }
    }
    let observation = match best {
        Some((_, path)) => format!("`{}` looks closest among {} entries", path.file_name(), reading.files.len()),
        None => format!("lists {} modules", reading.modules.len()),
    };
    seen.turns.push(Turn { action: format!("open {}", catalog_of(directory)), observation });
}

/// Searches all catalogs for the question's rare words and for its pairs of words: what each module promises, and what the lines of each file
/// that were shown are worth.
fn search<'a>(
    index: &'a SolverIndex,
    question: &Question,
    seen: &mut Seen,
) -> (BTreeMap<&'a RepoPath, f64>, BTreeMap<u32, f64>) {
    let words = searched_words(index, question);
    let mut lines: BTreeMap<u32, f64> = BTreeMap::new();
    for (term, weight) in &words {
        for file in index.holders(term).1 {
            *lines.entry(file).or_default() += weight;
        }
    }
    // Words that stand together in the question and in an entry are one finding more.
    for (pair, weight) in question.lead_pairs.iter() {
        let (telling, files) = index.phrase(pair);
        for file in files {
            *lines.entry(file).or_default() += telling * f64::from(weight);
        }
    }
    let about = about_modules(index, &words);
    let mut promise: BTreeMap<&RepoPath, f64> = BTreeMap::new();
    for (directory, module) in index.modules() {
        let mut scores: Vec<f64> = module
            .files
            .iter()
            .filter_map(|file| index.names().number(file))
            .map(|file| lines.get(&file).copied().unwrap_or_default() + by_name(&seen.values[file as usize]))
            .collect();
        scores.sort_by(|a, b| b.total_cmp(a));
        let files = scores.first().copied().unwrap_or_default() + SECOND * scores.get(1).copied().unwrap_or_default();
        promise.insert(directory, files + ABOUT * about.get(directory).copied().unwrap_or_default());
    }
    let best = promise.iter().max_by(|a, b| a.1.total_cmp(b.1).then_with(|| b.0.cmp(a.0)));
    let shown: Vec<&str> = words.iter().map(|(term, _)| term.as_str()).collect();
    let observation = match best.filter(|(_, score)| **score > 0.0) {
        Some((directory, _)) => {
            format!("{} files' entries have some of them, most in `{}`", lines.len(), catalog_of(directory))
        }
        None => "no entry has any of them".to_owned(),
    };
    seen.turns.push(Turn { action: format!("grep -ri for {}", shown.join(", ")), observation });
    (promise, lines)
}

/// What a file's name promises, on the scale of the search.
fn by_name(values: &Values) -> f64 {
    values.sum().max(0.0)
}

/// The question's rarest terms, with how telling each is.
fn searched_words(index: &SolverIndex, question: &Question) -> Vec<(String, f64)> {
    let common = index.names().len() / COMMON_ONE_IN;
    let mut words: Vec<(String, f64)> = question
        .whole
        .iter()
        .filter(|(term, _)| {
            let frequency = index.holders(term).0;
            frequency > 0 && frequency <= common.max(3)
        })
        .map(|(term, weight)| (term.to_owned(), index.idf(term) * f64::from(weight)))
        .collect();
    words.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    words.truncate(SEARCHED);
    words
}

/// What the catalogs above say of each module, in searched words.
fn about_modules(index: &SolverIndex, words: &[(String, f64)]) -> BTreeMap<RepoPath, f64> {
    let mut about: BTreeMap<RepoPath, f64> = BTreeMap::new();
    for reading in index.readings() {
        let own = std::iter::once((&reading.directory, &reading.about));
        for (directory, terms) in own.chain(reading.modules.iter().map(|(directory, terms)| (directory, terms))) {
            let sum: f64 = words.iter().filter(|(term, _)| terms.contains(term)).map(|(_, weight)| weight).sum();
            let known = about.entry(directory.clone()).or_default();
            *known = known.max(sum);
        }
    }
    about
}

/// Where a module's catalog stands.
fn catalog_of(directory: &RepoPath) -> String {
    if directory.is_root() { CATALOG_FILE.to_owned() } else { format!("{directory}/{CATALOG_FILE}") }
}

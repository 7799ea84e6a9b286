//! Ranking files.

use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::agents::solver::bm25::Terms;
use crate::agents::solver::bm25::scaled;
use crate::agents::solver::definitions;
use crate::agents::solver::definitions::Definition;
use crate::agents::solver::hints::Hints;
use crate::agents::solver::index::aggregated;
use crate::agents::solver::locate::Sources;
use crate::agents::solver::names::Names;
use crate::agents::solver::question::Question;
use crate::agents::solver::signals::Signal;
use crate::agents::solver::signals::Values;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;
use crate::index::Graph;
use crate::index::QueryTerm;
use crate::index::SearchOptions;
use crate::source::NoteKind;
use crate::source::SymbolKind;
use crate::source::classify::FileClass;

/// Documentation of symbols varies more in length than source does in what it holds.
const SYMBOL_BM25: Bm25 = Bm25 { k1: 1.2, b: 0.4 };

/// A word that more files than this have is not rare, nor is a shorter one than this.
const RARE_FILES: usize = 3;
const RARE_LETTERS: usize = 4;

/// The files of a project, ranked.
pub(super) struct Ranking {
    pub(super) names: Names,
    /// Every file's signals, by number.
    pub(super) values: Vec<Values>,
    /// Every file with its weighted sum, best first; ties by path.
    pub(super) order: Vec<(f64, u32)>,
    /// The same numbers for full text's files, where it has the file.
    pub(super) in_text: Vec<Option<u32>>,
}

/// Ranks the catalogued files of a directory.
pub(super) fn rank(sources: &Sources<'_>, question: &Question, within: &RepoPath) -> Ranking {
    let names = Names::new(catalogued(sources.project, within));
    let in_text: Vec<Option<u32>> =
        (0..names.len() as u32).map(|file| sources.full_text.file(names.path(file))).collect();
    let mut values = names.signals(question);
    let text = Text { sources, in_text: &in_text };
    let exact = exact_terms(question);
    let signals = [
        (Signal::Symbols, text.symbols(&question.whole)),
        (Signal::SymbolsLead, text.symbols(&question.lead)),
        (Signal::Body, text.whole(&terms(&question.whole, Field::Body))),
        (Signal::BodyLead, text.whole(&terms(&question.lead, Field::Body))),
        (Signal::Identifiers, text.whole(&exact)),
        (Signal::Pairs, text.whole(&pairs(&question.text))),
        (Signal::PairsLead, text.whole(&pairs(&question.lead_text))),
        (Signal::Rare, text.rare(question)),
        (Signal::Says, quoted(sources.project, question, &names)),
        (Signal::Imported, imported(sources.project, &names)),
        (Signal::Catalogs, catalog_scores(sources, question, &names)),
        (Signal::Memory, remembered(sources, &names)),
    ];
    for (signal, scores) in signals {
        values.iter_mut().zip(scores).for_each(|(values, score)| values.set(signal, score));
    }
    let definitions = definitions(sources.project, &names);
    definitions::signals(&definitions.iter().collect::<Vec<_>>(), question, &mut values);
    let mut order: Vec<(f64, u32)> = values.iter().zip(0..).map(|(values, file)| (values.sum(), file)).collect();
    // Files are numbered by path, so that the number breaks ties as the path would.
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    Ranking { names, values, order, in_text }
}

fn catalogued(project: &Project, within: &RepoPath) -> Vec<RepoPath> {
    let files = project
        .files
        .iter()
        .filter(|(path, file)| matches!(file.class, FileClass::Source(_)) && path.is_within(within));
    files.map(|(path, _)| path.clone()).collect()
}

/// Terms as full text takes them.
pub(super) fn terms(terms: &Terms, field: Field) -> Vec<QueryTerm> {
    let terms = terms.iter().map(|(term, weight)| QueryTerm { field, term: term.to_owned(), boost: f64::from(weight) });
    terms.collect()
}

/// The question's code-like words as whole identifiers.
fn exact_terms(question: &Question) -> Vec<QueryTerm> {
    let mut all = Terms::default();
    for word in question.words.iter().filter(|word| word.is_code) {
        let weight = 1.0 + (word.count as f32).ln();
        all.add(crate::index::exact_words(&word.text), weight);
    }
    terms(&all, Field::Exact)
}

/// Full text's scores by the ranking's numbers of files.
struct Text<'a> {
    sources: &'a Sources<'a>,
    in_text: &'a [Option<u32>],
}

impl Text<'_> {
    fn scores(&self, grain: Grain, terms: &[QueryTerm], bm25: Bm25) -> Vec<f64> {
        let options = SearchOptions { bm25, ..SearchOptions::default() };
        self.sources.full_text.scores(grain, terms, &options)
    }

    /// What `of_units` makes of the scores of each file's units; 1 for the best file.
    fn by_file(&self, grain: Grain, scores: &[f64], of_units: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        let of_file = |file: &Option<u32>| {
            let units = file.map_or(0..0, |file| self.sources.full_text.units_of(grain, file));
            scores.get(units.start as usize..units.end as usize).map_or(0.0, &of_units)
        };
        scaled(self.in_text.iter().map(of_file).collect())
    }

    fn symbols(&self, query: &Terms) -> Vec<f64> {
        let scores = self.scores(Grain::Symbol, &terms(query, Field::Body), SYMBOL_BM25);
        self.by_file(Grain::Symbol, &scores, |scores| {
            aggregated(scores.iter().copied().filter(|score| *score > 0.0).collect())
        })
    }

    fn whole(&self, terms: &[QueryTerm]) -> Vec<f64> {
        let scores = self.scores(Grain::File, terms, Bm25::default());
        self.by_file(Grain::File, &scores, |scores| scores.first().copied().unwrap_or_default())
    }

    /// How many words of the question each file has that hardly any other has.
    fn rare(&self, question: &Question) -> Vec<f64> {
        let mut scores = vec![0.0; self.in_text.len()];
        let mut known: HashMap<u32, usize> = HashMap::new();
        known.extend(self.in_text.iter().enumerate().filter_map(|(at, file)| Some(((*file)?, at))));
        let mut seen = BTreeSet::new();
        for word in question.words.iter().filter(|word| word.text.len() >= RARE_LETTERS) {
            for term in crate::index::exact_words(&word.text).into_iter().filter(|term| seen.insert(term.clone())) {
                let holders = self.sources.full_text.frequencies(Grain::File, Field::Exact, &term, false);
                if (1..=RARE_FILES).contains(&holders.len()) {
                    for at in holders.iter().filter_map(|(file, _)| known.get(file)) {
                        scores[*at] += 1.0 / holders.len() as f64;
                    }
                }
            }
        }
        scaled(scores)
    }
}

/// Neighbouring words of a text, each pair once.
fn pairs(text: &str) -> Vec<QueryTerm> {
    let mut pairs = crate::index::bigrams(text);
    pairs.sort();
    pairs.dedup();
    pairs.into_iter().map(|term| QueryTerm { field: Field::Bigrams, term, boost: 1.0 }).collect()
}

/// How much of one of each file's messages the question quotes.
fn quoted(project: &Project, question: &Question, names: &Names) -> Vec<f64> {
    let hints = Hints::of(question);
    let best = |file: u32| {
        let notes = project.facts(names.path(file)).into_iter().flat_map(|facts| &facts.notes);
        let messages = notes.filter(|note| note.kind != NoteKind::Comment);
        messages.map(|note| hints.quotes(&note.text)).fold(0.0, f64::max)
    };
    (0..names.len() as u32).map(best).collect()
}

/// How many files import each, on a logarithmic scale; 1 for the most.
fn imported(project: &Project, names: &Names) -> Vec<f64> {
    let graph = Graph::new(project);
    let importers = (0..names.len() as u32).map(|file| graph.importers_of(names.path(file)).len() as f64);
    scaled(importers.map(f64::ln_1p).collect())
}

/// The share of the question that a file's entry says and the file itself does not: words that somebody found for it.
/// What the entry repeats from the source is no second witness.
fn catalog_scores(sources: &Sources<'_>, question: &Question, names: &Names) -> Vec<f64> {
    let mut scores = vec![0.0; names.len()];
    let Some(catalogs) = sources.catalogs else { return scores };
    let mut all = 0.0;
    for (term, weight) in question.whole.iter() {
        let (holding, entries) = catalogs.holders(term);
        let worth = f64::from(weight) * catalogs.idf(term);
        all += worth;
        if holding == 0 {
            continue;
        }
        let holders = sources.full_text.frequencies(Grain::File, Field::Body, term, false);
        let own: BTreeSet<u32> = holders.into_iter().map(|(file, _)| file).collect();
        for entry in entries {
            let path = catalogs.names().path(entry);
            let in_source = sources.full_text.file(path).is_none_or(|file| own.contains(&file));
            let in_name = || catalogs.names().stem_terms(entry).any(|own| own == term);
            if let Some(here) = names.number(path).filter(|_| !in_source && !in_name()) {
                scores[here as usize] += worth;
            }
        }
    }
    for score in &mut scores {
        *score /= f64::max(all, 1e-9);
    }
    scores
}

fn remembered(sources: &Sources<'_>, names: &Names) -> Vec<f64> {
    let mut scores = vec![0.0; names.len()];
    for (path, weight) in sources.memory {
        if let Some(file) = names.number(path) {
            scores[file as usize] = *weight;
        }
    }
    scaled(scores)
}

fn definitions(project: &Project, names: &Names) -> Vec<Definition> {
    let files = (0..names.len() as u32).filter_map(|file| Some((file, project.facts(names.path(file))?)));
    files
        .flat_map(|(file, facts)| {
            let named = facts.symbols.iter().filter(|symbol| symbol.kind != SymbolKind::Module);
            named
                .map(move |symbol| Definition::new(&symbol.qualified_name, symbol.kind.is_type(), file))
                .collect::<Vec<_>>()
        })
        .collect()
}

//! The catalogs of a project, read and ready to be asked.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::agents::solver::bm25::Collection;
use crate::agents::solver::bm25::Constants;
use crate::agents::solver::bm25::Terms;
use crate::agents::solver::bm25::scaled;
use crate::agents::solver::definitions;
use crate::agents::solver::definitions::Definition;
use crate::agents::solver::names::Names;
use crate::agents::solver::question::Question;
use crate::agents::solver::reading;
use crate::agents::solver::reading::Reading;
use crate::agents::solver::signals::Signal;
use crate::agents::solver::signals::Values;
use crate::base::RepoPath;
use crate::catalog::Catalog;
use crate::catalog::Lazy;
use crate::catalog::Module;
use crate::catalog::Project;

/// Symbols whose lines count for a file, best first, each less than the one before.
const BEST_SYMBOLS: usize = 4;
/// How much less.
const SYMBOL_DECAY: f64 = 0.3;
const SYMBOL_CONSTANTS: Constants = Constants { k1: 1.2, b: 0.4 };
const BODY_CONSTANTS: Constants = Constants { k1: 1.2, b: 0.75 };

/// The catalogs of a project as something that answers quickly. Making one reads every catalog; `refreshed` reads only
/// those that changed.
#[derive(Clone, Debug, Default)]
pub struct SolverIndex {
    /// The catalogs it was made from, by directory, with what was read.
    readings: BTreeMap<RepoPath, (Lazy<Catalog>, Arc<Reading>)>,
    modules: Arc<BTreeMap<RepoPath, Module>>,
    names: Arc<Names>,
    /// Entries: one for each file, by number.
    bodies: Collection,
    /// Pairs of neighbouring words of the same.
    pairs: Collection,
    /// Lines: one for each listed symbol and one for each file itself.
    lines: Collection,
    line_keys: Vec<LineKey>,
    definitions: Vec<Definition>,
}

/// What a line is about.
#[derive(Clone, Debug)]
struct LineKey {
    file: u32,
    /// The symbol's name as the catalog has it and whether it is a type; `None` for the file's own line.
    symbol: Option<(String, bool)>,
}

/// A listed symbol with its scores, 1 for the best of all.
#[derive(Clone, Debug)]
pub(super) struct ScoredSymbol {
    pub(super) file: u32,
    pub(super) name: String,
    pub(super) is_callable: bool,
    /// For its first line.
    pub(super) lead: f64,
}

impl SolverIndex {
    /// Reads all catalogs of a project.
    pub fn new(project: &Project) -> Self {
        Self::default().refreshed(project)
    }

    /// Whether the index was made from exactly this project's catalogs and files.
    pub fn is_current(&self, project: &Project) -> bool {
        let same = |(directory, catalog): (&RepoPath, &Lazy<Catalog>)| {
            self.readings.get(directory).is_some_and(|(known, _)| known.is_same(catalog))
        };
        self.readings.len() == project.catalogs.len()
            && project.catalogs.iter().all(same)
            && same_modules(&self.modules, &project.modules)
    }

    /// An index of this project, keeping what was read of catalogs that are the same.
    #[must_use]
    pub fn refreshed(&self, project: &Project) -> Self {
        let readings: BTreeMap<_, _> = project
            .catalogs
            .iter()
            .map(|(directory, catalog)| {
                let known = self.readings.get(directory).filter(|(known, _)| known.is_same(catalog));
                let reading =
                    known.map_or_else(|| Arc::new(reading::read(catalog)), |(_, reading)| Arc::clone(reading));
                (directory.clone(), (catalog.clone(), reading))
            })
            .collect();
        let same_files = same_modules(&self.modules, &project.modules) && !self.modules.is_empty();
        let names = if same_files { Arc::clone(&self.names) } else { Arc::new(names(&project.modules)) };
        let mut index = Self { readings, modules: Arc::clone(&project.modules), names, ..Self::default() };
        index.collect();
        index
    }

    fn collect(&mut self) {
        let mut bodies = vec![Terms::default(); self.names.len()];
        let mut pairs = vec![Terms::default(); self.names.len()];
        let mut lines = Vec::new();
        let readings: Vec<Arc<Reading>> = self.readings.values().map(|(_, reading)| Arc::clone(reading)).collect();
        for (file, name) in (0..self.names.len() as u32).map(|file| (file, self.names.stem_terms(file))) {
            bodies[file as usize].add(name, 1.0);
        }
        for entry in readings.iter().flat_map(|reading| &reading.files) {
            let Some(file) = self.names.number(&entry.path) else { continue };
            bodies[file as usize].join(&entry.body, 1.0);
            pairs[file as usize].join(&entry.pairs, 1.0);
            let mut head = entry.head.clone();
            head.add(self.names.stem_terms(file), 3.0);
            self.push_line(&mut lines, file, None, head);
            for symbol in &entry.symbols {
                self.definitions.push(Definition::new(&symbol.name, symbol.is_type, file));
                self.push_line(&mut lines, file, Some((symbol.name.clone(), symbol.is_type)), symbol.terms.clone());
            }
        }
        self.bodies = Collection::new(&bodies);
        self.pairs = Collection::new(&pairs);
        self.lines = Collection::new(&lines);
    }

    fn push_line(&mut self, lines: &mut Vec<Terms>, file: u32, symbol: Option<(String, bool)>, terms: Terms) {
        self.line_keys.push(LineKey { file, symbol });
        lines.push(terms);
    }

    /// The names of the files.
    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    /// The modules.
    pub(super) fn modules(&self) -> &BTreeMap<RepoPath, Module> {
        &self.modules
    }

    /// The catalogs that stand, with what was read.
    pub(super) fn readings(&self) -> impl Iterator<Item = &Reading> {
        self.readings.values().map(|(_, reading)| reading.as_ref())
    }

    /// What was read in a directory's catalog.
    pub(super) fn reading(&self, directory: &RepoPath) -> Option<&Reading> {
        self.readings.get(directory).map(|(_, reading)| reading.as_ref())
    }

    /// How telling a term is among the entries.
    pub(super) fn idf(&self, term: &str) -> f64 {
        self.bodies.idf(term)
    }

    /// The files whose entries hold a term, and in how many they are.
    pub(super) fn holders(&self, term: &str) -> (usize, Vec<u32>) {
        (self.bodies.frequency(term), self.bodies.holders(term).collect())
    }

    /// The files whose entries hold a pair of neighbouring words, and how telling that is.
    pub(super) fn phrase(&self, pair: &str) -> (f64, Vec<u32>) {
        (self.pairs.idf(pair), self.pairs.holders(pair).collect())
    }

    /// Every file's signals, from names and catalogs.
    pub(super) fn signals(&self, question: &Question) -> Vec<Values> {
        let mut values = self.names.signals(question);
        let signals = [
            (Signal::Symbols, self.best_lines(&question.whole)),
            (Signal::SymbolsLead, self.best_lines(&question.lead)),
            (Signal::Body, scaled(self.bodies.scores(&question.whole, BODY_CONSTANTS))),
            (Signal::BodyLead, scaled(self.bodies.scores(&question.lead, BODY_CONSTANTS))),
            (Signal::Phrases, scaled(self.pairs.scores(&question.lead_pairs, BODY_CONSTANTS))),
        ];
        for (signal, scores) in signals {
            values.iter_mut().zip(scores).for_each(|(values, score)| values.set(signal, score));
        }
        definitions::signals(&self.definitions.iter().collect::<Vec<_>>(), question, &mut values);
        values
    }

    /// Each file's best lines, summed with decay; 1 for the best file.
    fn best_lines(&self, query: &Terms) -> Vec<f64> {
        let mut of_file: Vec<Vec<f64>> = vec![Vec::new(); self.names.len()];
        let scores = self.lines.scores(query, SYMBOL_CONSTANTS);
        for (key, score) in self.line_keys.iter().zip(scores) {
            if score > 0.0 {
                of_file[key.file as usize].push(score);
            }
        }
        scaled(of_file.into_iter().map(aggregated).collect())
    }

    /// The listed symbols that match at all.
    pub(super) fn symbols(&self, question: &Question) -> Vec<ScoredSymbol> {
        let whole = scaled(self.lines.scores(&question.whole, SYMBOL_CONSTANTS));
        let lead = scaled(self.lines.scores(&question.lead, SYMBOL_CONSTANTS));
        let scored = self.line_keys.iter().zip(whole.into_iter().zip(lead));
        scored
            .filter_map(|(key, (whole, lead))| {
                let (name, is_type) = key.symbol.clone()?;
                (whole > 0.0).then_some(ScoredSymbol { file: key.file, name, is_callable: !is_type, lead })
            })
            .collect()
    }
}

/// The best of a file's scores, each counting less than the one before.
pub(super) fn aggregated(mut scores: Vec<f64>) -> f64 {
    scores.sort_by(|a, b| b.total_cmp(a));
    let decayed = scores.iter().take(BEST_SYMBOLS).zip(0..).map(|(score, rank)| score * SYMBOL_DECAY.powi(rank));
    decayed.sum()
}

fn same_modules(known: &Arc<BTreeMap<RepoPath, Module>>, modules: &Arc<BTreeMap<RepoPath, Module>>) -> bool {
    Arc::ptr_eq(known, modules) || known == modules
}

fn names(modules: &BTreeMap<RepoPath, Module>) -> Names {
    let mut files: Vec<RepoPath> = modules.values().flat_map(|module| module.files.iter().cloned()).collect();
    files.sort();
    files.dedup();
    Names::new(files)
}

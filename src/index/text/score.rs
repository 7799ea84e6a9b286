//! BM25 over the postings of all layers, term by term, with statistics of the eligible units alone.

use std::cmp::Ordering;

use tantivy::DocSet;
use tantivy::TERMINATED;
use tantivy::Term;
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;

use super::layer::Column;
use super::sync::FullText;
use super::units::DEAD;
use super::units::FieldColumn;
use super::units::Grain;
use super::units::Units;
use crate::base::LineRange;
use crate::base::RepoPath;

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Stems of everything in it. A cell's body begins with the stems of its path; a symbol's is its name three times,
    /// the names around it, its signature, 500 characters of its documentation and its file's stem.
    Body,
    /// Whole identifiers (`exact_words`); a symbol's own names.
    Exact,
    /// Stems of the names that are defined there. Not for symbols.
    Defines,
    /// Pairs of neighbouring stems (`bigrams`). Not for symbols.
    Bigrams,
    /// Stems of all words of the path. Files only.
    Path,
    /// Stems of the last three folders. Files only.
    Folders,
    /// Stems of a symbol's name, of a file's stem.
    Name,
    /// Stems of the first 500 characters of a symbol's documentation. Symbols only.
    Doc,
}

/// One term of a question, as `stems`, `exact_words` or `bigrams` cut it.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTerm {
    /// Where it is looked for.
    pub field: Field,
    /// The term.
    pub term: String,
    /// What its score is multiplied with; how often it stands in the question, say.
    pub boost: f64,
}

/// The two constants of BM25.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bm25 {
    /// How soon repetition stops counting.
    pub k1: f64,
    /// How much longer units have to hold more; 0 to 1.
    pub b: f64,
}

impl Default for Bm25 {
    fn default() -> Self {
        Self { k1: 1.2, b: 0.75 }
    }
}

/// How a search goes.
#[derive(Clone, Copy, Default)]
pub struct SearchOptions<'o> {
    /// The constants.
    pub bm25: Bm25,
    /// Whether tests take part; where they do not, they do not count in the statistics either.
    pub tests: bool,
    /// Files for which it returns true are not among the hits; they do count in the statistics.
    pub excluded: Option<&'o (dyn Fn(&RepoPath) -> bool + Sync)>,
}

impl std::fmt::Debug for SearchOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchOptions").field("bm25", &self.bm25).field("tests", &self.tests).finish_non_exhaustive()
    }
}

/// Something found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Its number among the units of the grain (`FullText::unit`).
    pub unit: u32,
    /// Its file.
    pub path: RepoPath,
    /// Where it stands.
    pub lines: LineRange,
    /// For a symbol, its index in `FileFacts::symbols`; `None` for the file as a symbol and for other grains.
    pub symbol: Option<u32>,
    /// More is better; always more than 0.
    pub score: f64,
}

impl FullText {
    /// The best `limit` units for a question, tests left out, best first; ties go to the smaller path, then line.
    pub fn search(&self, grain: Grain, terms: &[QueryTerm], limit: usize) -> Vec<Hit> {
        self.search_with(grain, terms, limit, &SearchOptions::default())
    }

    /// The same, with options.
    pub fn search_with(&self, grain: Grain, terms: &[QueryTerm], limit: usize, options: &SearchOptions) -> Vec<Hit> {
        self.leading(grain, &self.scores(grain, terms, options), limit, options)
    }

    /// The best `limit` cells by the cosine of their words with a question's: TF-IDF with logarithmic counts, the rarity
    /// of a term on the question's side (the scheme that the field calls lnc.ltc), the words of paths left out. Only
    /// terms of `Field::Body` and `Field::Exact` are looked for; `options.bm25` is not looked at.
    pub fn likest(&self, terms: &[QueryTerm], limit: usize, options: &SearchOptions) -> Vec<Hit> {
        self.leading(Grain::Cell, &self.cosines(terms, options), limit, options)
    }

    /// The cells' cosines, but for the length of the question's vector, by number.
    fn cosines(&self, terms: &[QueryTerm], options: &SearchOptions) -> Vec<f64> {
        let mut scores = vec![0.0; self.units.cells.len()];
        let total = f64::from(self.units.totals(options.tests).count(Grain::Cell));
        let mut counter = Counter::new(&self.units, Grain::Cell, options.tests);
        for term in terms {
            let column = match term.field {
                Field::Exact => Column::CellExact,
                _ => Column::CellBody,
            };
            self.each_posting(column, &term.term, |cell, count| counter.add_cell(cell, count));
            let idf = (1.0 + total / (counter.touched.len() as f64).max(1.0)).ln();
            counter.take(|cell, count| {
                let norm = f64::from(self.units.cells[cell as usize].norm).max(1.0);
                scores[cell as usize] += term.boost * idf * (1.0 + f64::from(count).ln()) / norm;
            });
        }
        scores
    }

    /// The best `limit` units of a grain by their scores, which stand in order of their numbers.
    fn leading(&self, grain: Grain, scores: &[f64], limit: usize, options: &SearchOptions) -> Vec<Hit> {
        let mut found: Vec<u32> = (0..scores.len() as u32).filter(|unit| scores[*unit as usize] > 0.0).collect();
        if let Some(excluded) = options.excluded {
            let out: Vec<bool> = self.units.files.iter().map(|file| excluded(&file.path)).collect();
            found.retain(|unit| !out[self.units.file_of(grain, *unit) as usize]);
        }
        let order =
            |a: &u32, b: &u32| -> Ordering { scores[*b as usize].total_cmp(&scores[*a as usize]).then(a.cmp(b)) };
        if limit < found.len() {
            if limit == 0 {
                return Vec::new();
            }
            found.select_nth_unstable_by(limit - 1, order);
            found.truncate(limit);
        }
        found.sort_unstable_by(order);
        found
            .into_iter()
            .map(|number| {
                let unit = self.units.unit(grain, number);
                Hit {
                    unit: number,
                    path: unit.path.clone(),
                    lines: unit.lines,
                    symbol: unit.symbol,
                    score: scores[number as usize],
                }
            })
            .collect()
    }

    /// The score of every unit of a grain, by its number; 0 for those that hold no term or may not take part.
    /// `options.excluded` is not looked at.
    pub fn scores(&self, grain: Grain, terms: &[QueryTerm], options: &SearchOptions) -> Vec<f64> {
        let mut scores = vec![0.0; self.units.count(grain)];
        let mut counter = Counter::new(&self.units, grain, options.tests);
        for term in terms {
            let Some(column) = FieldColumn::of(grain, term.field) else {
                continue;
            };
            self.count_term(column, &term.term, &mut counter);
            let frequency = counter.touched.len() as f64;
            let total = f64::from(self.units.totals(options.tests).count(grain));
            let idf = (1.0 + (total - frequency + 0.5) / (frequency + 0.5)).ln();
            let average = self.units.totals(options.tests).length(grain, column) as f64 / total.max(1.0);
            let Bm25 { k1, b } = options.bm25;
            counter.take(|unit, count| {
                let length = f64::from(self.units.length(grain, column, unit));
                let norm = k1 * (1.0 - b + b * length / average.max(1.0));
                let count = f64::from(count);
                scores[unit as usize] += term.boost * idf * count * (k1 + 1.0) / (count + norm);
            });
        }
        scores
    }

    /// In how many units of a grain a term stands, tests not counted.
    pub fn document_frequency(&self, grain: Grain, field: Field, term: &str) -> u32 {
        let Some(column) = FieldColumn::of(grain, field) else {
            return 0;
        };
        let mut counter = Counter::new(&self.units, grain, false);
        self.count_term(column, term, &mut counter);
        counter.touched.len() as u32
    }

    /// How often a term stands in each unit of a grain that holds it, by number, tests only where `tests` is set.
    pub fn frequencies(&self, grain: Grain, field: Field, term: &str, tests: bool) -> Vec<(u32, u32)> {
        let Some(column) = FieldColumn::of(grain, field) else {
            return Vec::new();
        };
        let mut counter = Counter::new(&self.units, grain, tests);
        self.count_term(column, term, &mut counter);
        let mut found = Vec::with_capacity(counter.touched.len());
        counter.take(|unit, count| found.push((unit, count)));
        found.sort_unstable();
        found
    }

    /// How many units of a grain there are, tests not counted.
    pub fn total(&self, grain: Grain) -> u32 {
        self.units.totals(false).count(grain)
    }

    fn count_term(&self, column: FieldColumn, term: &str, counter: &mut Counter) {
        match column {
            FieldColumn::Cells(at) => {
                let columns = [Column::CellBody, Column::CellExact, Column::CellDefines, Column::CellBigrams];
                self.each_posting(columns[at], term, |cell, count| counter.add_cell(cell, count));
                if column == FieldColumn::BODY {
                    self.each_posting(Column::FilePath, term, |file, count| counter.add_file(file, count));
                }
            }
            FieldColumn::Symbols(at) => {
                let columns = [Column::SymbolBody, Column::SymbolExact, Column::SymbolName, Column::SymbolDoc];
                self.each_posting(columns[at], term, |symbol, count| counter.add(symbol, count));
            }
            FieldColumn::Files(at) => {
                let columns = [Column::FilePath, Column::FileFolders, Column::FileName];
                self.each_posting(columns[at], term, |file, count| counter.add(file, count));
            }
        }
    }

    /// Calls `found` with each living document of a term and how often it stands there.
    fn each_posting(&self, column: Column, term: &str, mut found: impl FnMut(u32, u32)) {
        let term = Term::from_field_text(column.field(), term);
        for (layer, slots) in self.layers.iter().zip(&self.slots) {
            let postings = layer
                .postings(column)
                .and_then(|postings| postings.read_postings(&term, IndexRecordOption::WithFreqs).ok()?);
            let Some(mut postings) = postings else { continue };
            let mut document = postings.doc();
            while document != TERMINATED {
                if let Some(slot) = slots.get(document as usize).filter(|slot| **slot != DEAD) {
                    found(*slot, postings.term_freq());
                }
                document = postings.advance();
            }
        }
    }
}

/// Counts one term in the units that may take part.
struct Counter<'u> {
    units: &'u Units,
    grain: Grain,
    tests: bool,
    counts: Vec<u32>,
    touched: Vec<u32>,
}

impl<'u> Counter<'u> {
    fn new(units: &'u Units, grain: Grain, tests: bool) -> Self {
        Self { units, grain, tests, counts: vec![0; units.count(grain)], touched: Vec::new() }
    }

    fn add(&mut self, unit: u32, count: u32) {
        let file = self.units.file_of(self.grain, unit);
        if self.tests || !self.units.files[file as usize].is_test {
            self.count(unit, count);
        }
    }

    fn add_cell(&mut self, cell: u32, count: u32) {
        let place = &self.units.cells[cell as usize];
        self.add(
            match self.grain {
                Grain::Window => place.window,
                Grain::File => place.file,
                Grain::Cell | Grain::Symbol => cell,
            },
            count,
        );
    }

    /// A term of a file's path belongs to each of its cells and windows.
    fn add_file(&mut self, file: u32, count: u32) {
        let unit = &self.units.files[file as usize];
        if self.tests || !unit.is_test {
            match self.grain {
                Grain::Cell => unit.cells.clone().for_each(|cell| self.count(cell, count)),
                Grain::Window => unit.windows.clone().for_each(|window| self.count(window, count)),
                Grain::File => self.count(file, count),
                Grain::Symbol => {}
            }
        }
    }

    fn count(&mut self, unit: u32, count: u32) {
        let held = &mut self.counts[unit as usize];
        if *held == 0 {
            self.touched.push(unit);
        }
        *held += count;
    }

    /// Hands out what was counted and begins anew.
    fn take(&mut self, mut found: impl FnMut(u32, u32)) {
        for unit in self.touched.drain(..) {
            found(unit, std::mem::take(&mut self.counts[unit as usize]));
        }
    }
}

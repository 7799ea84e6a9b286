//! What the views look at: the state with its clues, the units, and the sources that the `index` room derived.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::OnceLock;

use crate::base::Embedder;
use crate::base::LineIndex;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::evidence::Mention;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::State;
use crate::evidence::UnitId;
use crate::evidence::Units;
use crate::evidence::clues::Clues;
use crate::evidence::clues::Names;
use crate::evidence::clues::Weighted;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::FullText;
use crate::index::Grain;
use crate::index::Graph;
use crate::index::History;
use crate::index::Hit;
use crate::index::QueryTerm;
use crate::index::SearchOptions;
use crate::source::Symbol;

/// What evidence is made from.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// The files as they are now.
    pub project: &'a Project,
    /// Their text.
    pub full_text: &'a FullText,
    /// What git remembers of them; `None` where there is no history.
    pub history: Option<&'a History>,
    /// The bytes of files as they are now.
    pub texts: &'a dyn Texts,
    /// Who turns texts into vectors for the dense view; `None` for what needs no model.
    pub embedder: Option<&'a dyn Embedder>,
}

/// Reads files as they are now.
pub trait Texts: Sync {
    /// The text of a file; `None` if it cannot be read or is no text.
    fn text(&self, path: &RepoPath) -> Option<Arc<str>>;
}

/// Units that a ranking may reach; beyond this, a unit is as good as unranked.
const REACH: usize = 6_000;
/// Files that a ranking of files may reach.
const FILES_REACHED: usize = 400;

/// One decision as the views see it.
pub(crate) struct Scene<'a> {
    pub(crate) state: &'a State,
    pub(crate) clues: &'a Clues,
    pub(crate) sources: Sources<'a>,
    pub(crate) units: &'a Units,
    /// Whether tests may be ranked.
    pub(crate) tests: bool,
    graph: Graph<'a>,
    /// The question's ranking, which several views need.
    question: OnceLock<Vec<(UnitId, f64)>>,
}

/// A definition somewhere in the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    pub(crate) path: RepoPath,
    pub(crate) lines: LineRange,
    /// The line that names it.
    pub(crate) line: u32,
    pub(crate) name: String,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(state: &'a State, clues: &'a Clues, sources: Sources<'a>, units: &'a Units, tests: bool) -> Self {
        Self { state, clues, sources, units, tests, graph: Graph::new(sources.project), question: OnceLock::new() }
    }

    /// Makes what several views need, before they ask for it side by side: what is made by all threads must not be waited
    /// for by one of them.
    pub(crate) fn prepare(&self) {
        if !self.state.diff.is_empty() {
            self.graph.link();
        }
        self.by_question();
    }

    /// Links between files and symbols.
    pub(crate) fn graph(&self) -> &Graph<'a> {
        &self.graph
    }

    /// Units by BM25 for the question, with the changed lines behind it.
    pub(crate) fn by_question(&self) -> &[(UnitId, f64)] {
        self.question.get_or_init(|| self.search(Grain::Cell, &self.question_terms(), Bm25::default()))
    }

    /// The question's stems, and those of the changed lines at a lower weight. A larger one loses.
    pub(crate) fn question_terms(&self) -> Vec<QueryTerm> {
        const DIFF_WEIGHT: f64 = 0.4;
        let mut terms: BTreeMap<&str, f64> = BTreeMap::new();
        for (term, weight) in &self.clues.question {
            *terms.entry(term).or_default() += weight;
        }
        for (term, weight) in &self.clues.diff {
            *terms.entry(term).or_default() += DIFF_WEIGHT * weight;
        }
        terms.into_iter().map(|(term, boost)| QueryTerm { field: Field::Body, term: term.to_owned(), boost }).collect()
    }

    /// Units with their BM25 scores, best first. A hit of a larger grain counts for all units in it.
    pub(crate) fn search(&self, grain: Grain, terms: &[QueryTerm], bm25: Bm25) -> Vec<(UnitId, f64)> {
        self.units_of(&self.hits(grain, terms, bm25))
    }

    /// Units by the cosine of their words with terms, best first (`FullText::likest`).
    pub(crate) fn likest(&self, terms: &[QueryTerm]) -> Vec<(UnitId, f64)> {
        let hits = self.with_options(|options| self.sources.full_text.likest(terms, REACH, options));
        self.units_of(&hits)
    }

    /// What a search finds in files that have units, best first.
    pub(crate) fn hits(&self, grain: Grain, terms: &[QueryTerm], bm25: Bm25) -> Vec<Hit> {
        if terms.is_empty() {
            return Vec::new();
        }
        let limit = match grain {
            Grain::Cell => REACH,
            Grain::Window | Grain::Symbol => REACH / 4,
            Grain::File => REACH / 10,
        };
        self.with_options(|options| {
            let options = SearchOptions { bm25, ..*options };
            self.sources.full_text.search_with(grain, terms, limit, &options)
        })
    }

    /// Searches only what has units.
    fn with_options(&self, search: impl FnOnce(&SearchOptions<'_>) -> Vec<Hit>) -> Vec<Hit> {
        let excluded = |path: &RepoPath| self.units.files().binary_search(path).is_err();
        search(&SearchOptions { tests: self.tests, excluded: Some(&excluded), ..SearchOptions::default() })
    }

    fn units_of(&self, hits: &[Hit]) -> Vec<(UnitId, f64)> {
        hits.iter().flat_map(|hit| self.units.overlapping(&hit.path, hit.lines).map(|unit| (unit, hit.score))).collect()
    }

    /// Gives a file's score to its units, those that answer the question better a little more, so that the leading
    /// units of a ranking of files are the likely ones.
    pub(crate) fn spread(&self, files: &BTreeMap<RepoPath, (f64, Reason)>) -> Vec<Ranked> {
        const WITHIN_FILE: f64 = 1e-6;
        let mut files: Vec<(&RepoPath, &(f64, Reason))> = files.iter().collect();
        if files.len() > FILES_REACHED {
            // The order of paths decides between equals: the sort is stable.
            files.sort_by(|(_, (a, _)), (_, (b, _))| b.total_cmp(a));
            files.truncate(FILES_REACHED);
        }
        let answers: BTreeMap<UnitId, f64> = self.by_question().iter().copied().collect();
        let best = self.by_question().first().map_or(1.0, |(_, score)| *score);
        files
            .into_iter()
            .flat_map(|(path, (score, reason))| {
                let answers = &answers;
                self.units.of_file(path).map(move |unit| Ranked {
                    unit,
                    score: score * (1.0 + WITHIN_FILE * answers.get(&unit).copied().unwrap_or(0.0) / best),
                    reason: reason.clone(),
                })
            })
            .collect()
    }

    /// Where the names are defined, by their exact form. Tests count only where they may be ranked.
    pub(crate) fn definitions(&self, wanted: &Names) -> BTreeMap<String, Vec<Definition>> {
        let mut found: BTreeMap<String, Vec<Definition>> = BTreeMap::new();
        if wanted.is_empty() {
            return found;
        }
        let mut exact = String::new();
        for path in self.units.files() {
            let Some(facts) = self.sources.project.files.get(path).and_then(|file| file.facts.as_ref()) else {
                continue;
            };
            for symbol in &facts.symbols {
                exact.clear();
                exact.extend(symbol.name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase));
                if wanted.contains_key(&exact) {
                    found.entry(exact.clone()).or_default().push(Definition {
                        path: path.clone(),
                        lines: symbol.range,
                        line: symbol.definition_line,
                        name: symbol.name.clone(),
                    });
                }
            }
        }
        found
    }

    /// The units that define names: 1/√(number of definitions) times `weight` for each, names with many definitions left out.
    pub(crate) fn defining(&self, names: &Names, source: Mention, weight: f64) -> Vec<Ranked> {
        const MOST_DEFINITIONS: usize = 20;
        let mut by_unit: BTreeMap<UnitId, (f64, f64, String)> = BTreeMap::new();
        for (exact, definitions) in self.definitions(names) {
            if definitions.len() > MOST_DEFINITIONS {
                continue;
            }
            let worth = weight / (definitions.len() as f64).sqrt();
            for definition in definitions {
                let line = LineRange::clamped(definition.line, definition.line);
                for unit in self.units.overlapping(&definition.path, line) {
                    let entry = by_unit.entry(unit).or_insert((0.0, 0.0, String::new()));
                    entry.0 += worth;
                    if worth > entry.1 {
                        entry.1 = worth;
                        entry.2.clone_from(&names[&exact]);
                    }
                }
            }
        }
        by_unit
            .into_iter()
            .map(|(unit, (score, _, name))| Ranked { unit, score, reason: Reason::Defines { name, source } })
            .collect()
    }

    /// The qualified name of the definition that a unit lies in or begins with; functions come before the types and
    /// modules around them.
    pub(crate) fn symbol_at(&self, unit: UnitId) -> Option<String> {
        let facts = self.sources.project.files.get(self.units.path(unit))?.facts.as_ref()?;
        let lines = self.units.unit(unit).lines;
        let holds = |symbol: &&Symbol| symbol.range.contains(lines);
        let begins = |symbol: &&Symbol| lines.contains_line(symbol.definition_line);
        let runs = |symbol: &&Symbol| symbol.kind.is_callable();
        let innermost = facts.symbols.iter().filter(holds).min_by_key(|symbol| symbol.range.line_count());
        let symbol = innermost
            .filter(runs)
            .or_else(|| facts.symbols.iter().filter(runs).find(begins))
            .or(innermost)
            .or_else(|| facts.symbols.iter().find(begins));
        symbol.map(|symbol| symbol.qualified_name.clone())
    }

    /// Lines of a file with their line ends; `None` if the file cannot be read.
    pub(crate) fn text_of(&self, path: &RepoPath, lines: LineRange) -> Option<String> {
        let text = self.sources.texts.text(path)?;
        let span = LineIndex::new(&text).range_span(lines);
        Some(span.slice(&text).to_owned())
    }
}

/// Terms of the body field.
pub(crate) fn body_terms(terms: &Weighted) -> Vec<QueryTerm> {
    terms_of(Field::Body, terms)
}

/// Terms of any field.
pub(crate) fn terms_of(field: Field, terms: &Weighted) -> Vec<QueryTerm> {
    terms.iter().map(|(term, boost)| QueryTerm { field, term: term.clone(), boost: *boost }).collect()
}

/// Ranked units that all have one reason.
pub(crate) fn because(scored: &[(UnitId, f64)], reason: &Reason) -> Vec<Ranked> {
    scored.iter().map(|(unit, score)| Ranked { unit: *unit, score: *score, reason: reason.clone() }).collect()
}

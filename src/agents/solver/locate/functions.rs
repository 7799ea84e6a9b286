//! Ranking functions and types inside the best files.

use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::agents::solver::Ground;
use crate::agents::solver::RankedFunction;
use crate::agents::solver::bm25::scaled;
use crate::agents::solver::functions;
use crate::agents::solver::functions::Signal;
use crate::agents::solver::functions::Values;
use crate::agents::solver::locate::Sources;
use crate::agents::solver::locate::bodies;
use crate::agents::solver::locate::files;
use crate::agents::solver::locate::files::Ranking;
use crate::agents::solver::locate::hinted;
use crate::agents::solver::question::Question;
use crate::agents::solver::trace::Trace;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;
use crate::index::SearchOptions;
use crate::source::FileFacts;
use crate::source::Symbol;
use crate::source::SymbolKind;

/// Files in which functions are looked for.
const SEARCHED_FILES: usize = 15;
/// How plainly a question must name a symbol for what it calls to count.
const PLAINLY: f64 = 0.7;

/// The best `limit` functions and types, each with what its sum is made of.
pub(super) fn rank(
    sources: &Sources<'_>,
    question: &Question,
    ranking: &Ranking,
    limit: usize,
) -> Vec<(RankedFunction, Vec<Ground>)> {
    let mut candidates = candidates(sources, question, ranking);
    hinted::set(sources.project, question, &mut candidates);
    bodies::set(sources, question, &mut candidates);
    let mut ranked: Vec<(f64, Candidate)> = candidates.into_iter().map(|found| (found.values.sum(), found)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.key().cmp(&b.1.key())));
    // Overloads and re-opened types share a name; the best of them speaks for all.
    let mut seen = BTreeSet::new();
    ranked.retain(|(_, found)| seen.insert((found.path, found.symbol.qualified_name.as_str())));
    ranked.truncate(limit);
    let answer = |(sum, found): (f64, Candidate)| {
        let function = RankedFunction {
            path: found.path.clone(),
            name: found.symbol.qualified_name.clone(),
            score: functions::squashed(sum),
        };
        (function, found.values.grounds())
    };
    ranked.into_iter().map(answer).collect()
}

/// A symbol that may be an answer.
pub(super) struct Candidate<'a> {
    pub(super) path: &'a RepoPath,
    pub(super) symbol: &'a Symbol,
    pub(super) values: Values,
}

impl Candidate<'_> {
    fn key(&self) -> (&RepoPath, u32) {
        (self.path, self.symbol.range.start())
    }
}

fn candidates<'a>(sources: &Sources<'a>, question: &Question, ranking: &'a Ranking) -> Vec<Candidate<'a>> {
    let scores = Scores::new(sources, question);
    let trace = Trace::of(&question.text);
    let namesakes = namesakes(sources, ranking);
    let called = called_by_mentioned(sources, question, ranking);
    let best = ranking.order.first().map_or(1.0, |(sum, _)| sum.max(1e-9));
    let mut candidates = Vec::new();
    for (sum, file) in ranking.order.iter().take(SEARCHED_FILES) {
        let path = ranking.names.path(*file);
        let Some(facts) = sources.project.facts(path) else { continue };
        let frames = trace.functions(path);
        let in_text = ranking.in_text[*file as usize];
        let texts = scores.of_symbols(sources, in_text, facts.symbols.len());
        let cells = scores.of_cells(sources, in_text, facts);
        for (at, symbol) in facts.symbols.iter().enumerate().filter(|(at, _)| is_answer(facts, *at)) {
            let name = symbol.name.as_str();
            let same = namesakes.get(name).copied().unwrap_or(1);
            let mut values = Values::default();
            functions::set_name(&mut values, &symbol.qualified_name, same, question);
            values.set(Signal::File, (sum / best).max(0.0));
            values.set(Signal::Behind, (sum - best).min(0.0) / 10.0);
            values.set(Signal::TextLead, texts[at]);
            values.set(Signal::Cell, cells[at]);
            let frame = frames.get(name).copied().unwrap_or_default().max(trace.in_lines(path, symbol.range));
            values.set(Signal::Trace, if symbol.kind.is_callable() { frame } else { 0.0 });
            let calls = symbol.calls.iter().map(|name| functions::mention(name, question));
            values.set(Signal::Calls, calls.fold(0.0, f64::max));
            values.set(Signal::Called, called.get(name).copied().unwrap_or_default() / (same as f64).sqrt());
            values.set(Signal::Size, f64::from(symbol.complexity.code_lines).ln_1p() / 5.0);
            values.set(Signal::Type, f64::from(u8::from(!symbol.kind.is_callable())));
            candidates.push(Candidate { path, symbol, values });
        }
    }
    candidates
}

/// The bare names that symbols call which the question names, with how plainly it does.
fn called_by_mentioned<'a>(sources: &Sources<'a>, question: &Question, ranking: &Ranking) -> HashMap<&'a str, f64> {
    let mut called: HashMap<&str, f64> = HashMap::new();
    for (_, file) in ranking.order.iter().take(SEARCHED_FILES) {
        let facts = sources.project.facts(ranking.names.path(*file));
        for symbol in facts.into_iter().flat_map(|facts| &facts.symbols) {
            let mentioned = functions::mention(&symbol.name, question);
            if mentioned >= PLAINLY {
                for name in &symbol.calls {
                    let known = called.entry(name).or_default();
                    *known = known.max(mentioned);
                }
            }
        }
    }
    called
}

/// Whether a symbol may be an answer: something that runs or a type, and not inside a function.
fn is_answer(facts: &FileFacts, at: usize) -> bool {
    let symbol = &facts.symbols[at];
    let parent = symbol.container.map(|container| &facts.symbols[container as usize]);
    let nested = parent.is_some_and(|parent| parent.kind.is_callable());
    !nested && !matches!(symbol.kind, SymbolKind::Constant | SymbolKind::Module)
}

/// How many symbols of all files share each bare name.
fn namesakes(sources: &Sources<'_>, ranking: &Ranking) -> HashMap<String, usize> {
    let wanted = ranking.order.iter().take(SEARCHED_FILES);
    let facts = wanted.filter_map(|(_, file)| sources.project.facts(ranking.names.path(*file)));
    let mut counts: HashMap<String, usize> =
        facts.flat_map(|facts| facts.symbols.iter().map(|symbol| (symbol.name.clone(), 0))).collect();
    for (_, file) in &ranking.order {
        let facts = sources.project.facts(ranking.names.path(*file));
        for symbol in facts.into_iter().flat_map(|facts| &facts.symbols) {
            if let Some(count) = counts.get_mut(&symbol.name) {
                *count += 1;
            }
        }
    }
    counts
}

/// Full text's scores of symbols and cells; 1 for the best.
struct Scores {
    lead: Vec<f64>,
    cells: Vec<f64>,
}

impl Scores {
    fn new(sources: &Sources<'_>, question: &Question) -> Self {
        let scores = |grain, query, b| {
            let options = SearchOptions { bm25: Bm25 { k1: 1.2, b }, ..SearchOptions::default() };
            scaled(sources.full_text.scores(grain, &files::terms(query, Field::Body), &options))
        };
        Self { lead: scores(Grain::Symbol, &question.lead, 0.4), cells: scores(Grain::Cell, &question.whole, 0.75) }
    }

    /// The scores of a file's symbols, for the first line of the question.
    fn of_symbols(&self, sources: &Sources<'_>, file: Option<u32>, count: usize) -> Vec<f64> {
        let mut found = vec![0.0; count];
        for unit in file.map_or(0..0, |file| sources.full_text.units_of(Grain::Symbol, file)) {
            let symbol = sources.full_text.unit(Grain::Symbol, unit).and_then(|unit| unit.symbol);
            if let Some(found) = symbol.and_then(|at| found.get_mut(at as usize)) {
                *found = self.lead[unit as usize];
            }
        }
        found
    }

    /// The score of the best cell that lies for the greater part in a symbol, or holds it.
    fn of_cells(&self, sources: &Sources<'_>, file: Option<u32>, facts: &FileFacts) -> Vec<f64> {
        let units = file.map_or(0..0, |file| sources.full_text.units_of(Grain::Cell, file));
        let cells: Vec<(LineRange, f64)> = units
            .filter_map(|unit| Some((sources.full_text.unit(Grain::Cell, unit)?.lines, self.cells[unit as usize])))
            .collect();
        let best = |symbol: &Symbol| {
            let inside = cells.iter().filter(|(lines, _)| shares(*lines, symbol.range));
            inside.map(|(_, score)| *score).fold(0.0, f64::max)
        };
        facts.symbols.iter().map(best).collect()
    }
}

/// Whether most of a cell lies in a symbol, or the symbol in the cell.
fn shares(cell: LineRange, symbol: LineRange) -> bool {
    let start = cell.start().max(symbol.start());
    let end = cell.end().min(symbol.end());
    let shared = (end + 1).saturating_sub(start);
    shared * 2 > cell.line_count().min(symbol.line_count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_belongs_to_what_it_mostly_shows() {
        let lines = LineRange::clamped;
        assert!(shares(lines(10, 30), lines(12, 90)) && shares(lines(10, 30), lines(15, 18)));
        assert!(!shares(lines(10, 30), lines(28, 90)) && !shares(lines(1, 5), lines(6, 9)));
    }
}

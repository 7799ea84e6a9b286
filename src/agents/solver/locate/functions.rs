//! Ranking functions and types inside the best files.

use std::collections::HashMap;

use crate::agents::solver::RankedFunction;
use crate::agents::solver::bm25::scaled;
use crate::agents::solver::functions;
use crate::agents::solver::functions::Evidence;
use crate::agents::solver::locate::Sources;
use crate::agents::solver::locate::files;
use crate::agents::solver::locate::files::Ranking;
use crate::agents::solver::names::Trace;
use crate::agents::solver::question::Question;
use crate::base::LineRange;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;
use crate::index::SearchOptions;
use crate::source::FileFacts;
use crate::source::Symbol;
use crate::source::SymbolKind;

/// Files in which functions are looked for.
const SEARCHED_FILES: usize = 15;

/// The best `limit` functions and types.
pub(super) fn rank(sources: &Sources<'_>, question: &Question, ranking: &Ranking, limit: usize) -> Vec<RankedFunction> {
    let scores = Scores::new(sources, question);
    let trace = Trace::of(&question.text);
    let namesakes = namesakes(sources, ranking);
    let best = ranking.order.first().map_or(1.0, |(sum, _)| sum.max(1e-9));
    let mut ranked = Vec::new();
    for (sum, file) in ranking.order.iter().take(SEARCHED_FILES) {
        let path = ranking.names.path(*file);
        let Some(facts) = sources.project.facts(path) else { continue };
        let frames = trace.functions(path);
        let texts = scores.of_symbols(sources, ranking.in_text[*file as usize], facts.symbols.len());
        let bodies = scores.of_bodies(sources, ranking.in_text[*file as usize], facts);
        for (at, symbol) in facts.symbols.iter().enumerate().filter(|(at, _)| is_answer(facts, *at)) {
            let evidence = Evidence {
                name: &symbol.qualified_name,
                file: (sum / best).max(0.0),
                text: texts[at].0,
                lead: texts[at].1,
                body: bodies[at],
                trace: frames.get(symbol.name.as_str()).copied().unwrap_or_default(),
                namesakes: namesakes.get(&symbol.name).copied().unwrap_or(1),
                is_callable: symbol.kind.is_callable(),
            };
            ranked.push(RankedFunction {
                path: path.clone(),
                name: symbol.qualified_name.clone(),
                score: functions::squashed(functions::score(&evidence, question)),
            });
        }
    }
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| (&a.path, &a.name).cmp(&(&b.path, &b.name))));
    // Overloads and re-opened types share a name; the best of them speaks for all.
    let mut seen = std::collections::BTreeSet::new();
    ranked.retain(|function| seen.insert((function.path.clone(), function.name.clone())));
    ranked.truncate(limit);
    ranked
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
    whole: Vec<f64>,
    lead: Vec<f64>,
    cells: Vec<f64>,
}

impl Scores {
    fn new(sources: &Sources<'_>, question: &Question) -> Self {
        let scores = |grain, query, b| {
            let options = SearchOptions { bm25: Bm25 { k1: 1.2, b }, ..SearchOptions::default() };
            scaled(sources.full_text.scores(grain, &files::terms(query, Field::Body), &options))
        };
        Self {
            whole: scores(Grain::Symbol, &question.whole, 0.4),
            lead: scores(Grain::Symbol, &question.lead, 0.4),
            cells: scores(Grain::Cell, &question.whole, 0.75),
        }
    }

    /// The scores of a file's symbols, for the whole question and for its first line.
    fn of_symbols(&self, sources: &Sources<'_>, file: Option<u32>, count: usize) -> Vec<(f64, f64)> {
        let mut found = vec![(0.0, 0.0); count];
        for unit in file.map_or(0..0, |file| sources.full_text.units_of(Grain::Symbol, file)) {
            let symbol = sources.full_text.unit(Grain::Symbol, unit).and_then(|unit| unit.symbol);
            if let Some(found) = symbol.and_then(|at| found.get_mut(at as usize)) {
                *found = (self.whole[unit as usize], self.lead[unit as usize]);
            }
        }
        found
    }

    /// The score of the best cell that lies for the greater part in a symbol, or holds it.
    fn of_bodies(&self, sources: &Sources<'_>, file: Option<u32>, facts: &FileFacts) -> Vec<f64> {
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

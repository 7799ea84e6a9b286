//! How well the code of functions matches, by their text as it is now.

use std::collections::HashMap;

use crate::agents::solver::bm25::Collection;
use crate::agents::solver::bm25::Constants;
use crate::agents::solver::bm25::Terms;
use crate::agents::solver::bm25::scaled;
use crate::agents::solver::functions::Signal;
use crate::agents::solver::locate::Sources;
use crate::agents::solver::locate::functions::Candidate;
use crate::agents::solver::question;
use crate::agents::solver::question::Question;
use crate::base::LineIndex;
use crate::base::RepoPath;

const CODE: Constants = Constants { k1: 1.2, b: 0.75 };

/// Sets what the candidates' code says, for those that run, and how each stands among those of its file.
pub(super) fn set(sources: &Sources<'_>, question: &Question, candidates: &mut [Candidate<'_>]) {
    let mut texts: HashMap<&RepoPath, (String, LineIndex)> = HashMap::new();
    let mut documents = Vec::new();
    for candidate in candidates.iter() {
        let (text, lines) = texts.entry(candidate.path).or_insert_with(|| {
            let text = (sources.read)(candidate.path).unwrap_or_default();
            let lines = LineIndex::new(&text);
            (text, lines)
        });
        let mut terms = Terms::default();
        if candidate.symbol.kind.is_callable() {
            let code = lines.range_span(candidate.symbol.range).slice(text);
            terms.add(question::terms(code), 1.0);
            terms.add(question::terms(&candidate.symbol.qualified_name), 2.0);
        }
        documents.push(terms);
    }
    let code = Collection::new(&documents);
    let signals = [
        (Signal::Code, scaled(code.scores(&question.whole, CODE))),
        (Signal::CodeLead, scaled(code.scores(&question.lead, CODE))),
    ];
    for (signal, scores) in signals {
        candidates.iter_mut().zip(scores).for_each(|(candidate, score)| candidate.values.set(signal, score));
    }
    set_here(candidates, Signal::Code, Signal::CodeHere);
    set_here(candidates, Signal::Cell, Signal::CellHere);
}

/// Sets `here` to a signal's value over the best one of the candidate's file.
fn set_here(candidates: &mut [Candidate<'_>], signal: Signal, here: Signal) {
    let mut best: HashMap<&RepoPath, f64> = HashMap::new();
    for candidate in candidates.iter().filter(|candidate| candidate.symbol.kind.is_callable()) {
        let known = best.entry(candidate.path).or_default();
        *known = known.max(candidate.values.get(signal));
    }
    for candidate in candidates.iter_mut().filter(|candidate| candidate.symbol.kind.is_callable()) {
        let best = best[candidate.path];
        let share = if best > 0.0 { candidate.values.get(signal) / best } else { 0.0 };
        candidate.values.set(here, share);
    }
}

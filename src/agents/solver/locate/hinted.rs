//! What a question's hints say of functions: messages that it quotes, errors, parameters, operators.

use std::collections::HashMap;

use crate::agents::solver::functions::Signal;
use crate::agents::solver::hints;
use crate::agents::solver::hints::Hints;
use crate::agents::solver::locate::functions::Candidate;
use crate::agents::solver::question::Question;
use crate::base::words;
use crate::catalog::Project;
use crate::source::NoteKind;
use crate::source::Symbol;

/// A longer list of parameters is another declaration's.
const PARAMETERS: usize = 40;

/// Sets the signals that hints give.
pub(super) fn set(project: &Project, question: &Question, candidates: &mut [Candidate<'_>]) {
    let hints = Hints::of(question);
    let mut raising: HashMap<&str, usize> = HashMap::new();
    let mut having: HashMap<&str, usize> = HashMap::new();
    for candidate in candidates.iter() {
        for error in errors(&hints, candidate.symbol) {
            *raising.entry(error).or_default() += 1;
        }
        for parameter in parameters(&hints, candidate.symbol) {
            *having.entry(parameter).or_default() += 1;
        }
    }
    for candidate in candidates {
        let symbol = candidate.symbol;
        let raised = errors(&hints, symbol).map(|error| 1.0 / (raising[error] as f64).sqrt()).fold(0.0, f64::max);
        let named = hints::parameters(parameters(&hints, symbol).map(|parameter| having[parameter]));
        let said = if symbol.kind.is_callable() { says(project, &hints, candidate) } else { 0.0 };
        candidate.values.set(Signal::Raises, raised);
        candidate.values.set(Signal::Parameters, named);
        candidate.values.set(Signal::Operator, hints.applies(&symbol.name));
        candidate.values.set(Signal::Says, said);
    }
}

/// How much of a message in a symbol's lines the question quotes.
fn says(project: &Project, hints: &Hints, candidate: &Candidate<'_>) -> f64 {
    let notes = project.facts(candidate.path).into_iter().flat_map(|facts| &facts.notes);
    let own = notes.filter(|note| note.kind != NoteKind::Comment && candidate.symbol.range.contains_line(note.line));
    own.map(|note| hints.quotes(&note.text)).fold(0.0, f64::max)
}

/// The types of errors that a symbol makes and the question names.
fn errors<'a>(hints: &'a Hints, symbol: &'a Symbol) -> impl Iterator<Item = &'a str> {
    let calls = symbol.calls.iter().filter(|_| hints.has_errors() && symbol.kind.is_callable());
    calls.map(String::as_str).filter(|name| hints.names_error(name))
}

/// A symbol's parameters that the question gives values.
fn parameters<'a>(hints: &'a Hints, symbol: &'a Symbol) -> impl Iterator<Item = &'a str> {
    let all = words::identifiers(symbol.parameters.as_deref().unwrap_or_default());
    all.take(PARAMETERS).filter(|name| hints.sets(name))
}

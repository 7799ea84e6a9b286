//! What a question tells beside its words: messages that it quotes, errors that it names, parameters that it sets and
//! operators that it applies.

use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::agents::solver::question::Question;

/// Words of a message that must stand in the question in one run.
const RUN: usize = 3;
/// The most that parameters of one symbol add up to.
const CAP: f64 = 1.5;

/// A question's hints.
#[derive(Debug, Default)]
pub(super) struct Hints {
    /// The question's words in order, in lower case.
    words: Vec<String>,
    /// Where each run of `RUN` words begins.
    runs: HashMap<Vec<String>, Vec<usize>>,
    /// Types of errors that it names.
    errors: BTreeSet<String>,
    /// Names that it gives a value, or sets as code.
    set: BTreeSet<String>,
    /// Words and signs of the first line, and of the rest.
    lead: BTreeSet<String>,
    rest: BTreeSet<String>,
}

impl Hints {
    /// Reads a question.
    pub(super) fn of(question: &Question) -> Self {
        let words = plain_words(&question.text);
        let mut runs: HashMap<Vec<String>, Vec<usize>> = HashMap::new();
        for (at, run) in words.windows(RUN).enumerate() {
            runs.entry(run.to_vec()).or_default().push(at);
        }
        let is_error = |text: &str| ["Error", "Exception", "Warning"].iter().any(|end| text.ends_with(end));
        let errors = question.words.iter().filter(|word| is_error(&word.text)).map(|word| word.text.clone());
        let code = question.words.iter().filter(|word| word.is_code).map(|word| word.text.clone());
        let tokens = |text: &str| text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
        let signs = |text: &str| plain_words(text).into_iter().chain(tokens(text)).collect();
        Self {
            runs,
            errors: errors.collect(),
            set: code.chain(given_values(&question.text)).collect(),
            lead: signs(&question.lead_text),
            rest: signs(&question.text),
            words,
        }
    }

    /// The share of a message's words that the question quotes in one run; 0 for fewer than three.
    pub(super) fn quotes(&self, message: &str) -> f64 {
        let message = plain_words(message);
        let mut longest = 0;
        for (start, run) in message.windows(RUN).enumerate() {
            for at in self.runs.get(run).into_iter().flatten() {
                let same = self.words[*at..].iter().zip(&message[start..]).take_while(|(a, b)| a == b).count();
                longest = longest.max(same);
            }
        }
        longest as f64 / message.len().max(1) as f64
    }

    /// Whether the question names a type of error.
    pub(super) fn names_error(&self, name: &str) -> bool {
        self.errors.contains(name)
    }

    /// Whether the question names any.
    pub(super) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Whether the question gives a parameter of this name a value, or sets the name as code.
    pub(super) fn sets(&self, parameter: &str) -> bool {
        parameter.len() > 2 && self.set.contains(parameter)
    }

    /// How plainly the question asks for what a special method does: 1 in its first line, half in the rest.
    pub(super) fn applies(&self, method: &str) -> f64 {
        let Ok(at) = OPERATORS.binary_search_by_key(&method, |row| row.0) else { return 0.0 };
        let said = |words: &BTreeSet<String>| OPERATORS[at].1.iter().any(|cue| words.contains(*cue));
        match (said(&self.lead), said(&self.rest)) {
            (true, _) => 1.0,
            (false, true) => 0.5,
            _ => 0.0,
        }
    }
}

/// What parameters count together, each the less the more symbols have it.
pub(super) fn parameters(counts: impl Iterator<Item = usize>) -> f64 {
    counts.map(|count| 1.0 / (1.0 + (count.max(1) as f64).ln())).sum::<f64>().min(CAP)
}

/// The words of a text in lower case; a message's placeholders are none.
fn plain_words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''));
    words.map(|word| word.trim_matches('\'').to_lowercase()).filter(|word| !word.is_empty()).collect()
}

/// The names before a single `=`.
fn given_values(text: &str) -> impl Iterator<Item = String> + '_ {
    text.match_indices('=').filter_map(|(at, _)| {
        let single = !text[at + 1..].starts_with('=') && !text[..at].ends_with(['=', '!', '<', '>', '+', '-', '*']);
        let before = text[..at].trim_end();
        let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
        let start = (start..before.len()).find(|at| before.is_char_boundary(*at))?;
        single.then(|| before[start..].to_owned())
    })
}

/// Sorted. Special methods, and the words and signs of questions about what they do.
const OPERATORS: &[(&str, &[&str])] = &[
    ("__add__", &["+", "addition", "adding"]),
    ("__bool__", &["truth", "bool", "truthiness"]),
    ("__call__", &["callable"]),
    ("__contains__", &["contains", "membership"]),
    ("__copy__", &["copy", "copying"]),
    ("__deepcopy__", &["deepcopy", "copy", "copying"]),
    ("__eq__", &["==", "!=", "equal", "equality", "compare", "compared", "comparison"]),
    ("__getattr__", &["attribute", "attributes", "attributeerror", "getattr"]),
    ("__getitem__", &["index", "indexing", "slice", "slicing", "subscript"]),
    ("__getstate__", &["pickle", "pickling", "unpickle"]),
    ("__hash__", &["hash", "hashing", "hashable", "unhashable", "set", "sets"]),
    ("__init__", &["constructor", "constructing", "instantiate", "argument", "parameter"]),
    ("__iter__", &["iterate", "iterating", "iteration", "iterable"]),
    ("__len__", &["len", "length"]),
    ("__mul__", &["*", "multiplication", "multiply", "multiplying"]),
    ("__new__", &["constructor", "constructing", "instantiate", "argument", "parameter"]),
    ("__pow__", &["**", "power", "exponent"]),
    ("__radd__", &["+", "addition", "adding"]),
    ("__repr__", &["repr", "representation", "display", "displayed", "shown", "html"]),
    ("__rmul__", &["*", "multiplication", "multiply", "multiplying"]),
    ("__setitem__", &["assign", "assignment", "assigning"]),
    ("__setstate__", &["pickle", "pickling", "unpickle"]),
    ("__str__", &["str", "string", "print", "printed", "printing"]),
    ("__sub__", &["-", "subtraction", "subtract"]),
    ("__truediv__", &["/", "division", "divide"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn hints(text: &str) -> Hints {
        Hints::of(&Question::new(text))
    }

    #[test]
    fn messages_are_quoted_in_runs() {
        let hints = hints("It says: ValueError: cannot open 'a.txt' for reading twice");
        assert!((hints.quotes("cannot open {name}") - 0.0).abs() < 1e-9);
        assert!(hints.quotes("for reading twice") > 0.9);
        assert!(hints.quotes("is not for reading twice or more") > 0.3);
        assert!(hints.names_error("ValueError") && !hints.names_error("KeyError"));
    }

    #[test]
    fn parameters_and_operators() {
        let hints = hints("repr of a table is wrong\n\nread(path, lazy_rows=True); a == b");
        assert!(hints.sets("lazy_rows") && !hints.sets("path"));
        assert!(hints.applies("__repr__") > hints.applies("__eq__") && hints.applies("__eq__") > 0.0);
        assert!(hints.applies("__len__") == 0.0 && hints.applies("len") == 0.0);
        assert!(parameters([1, 1].into_iter()) > parameters([9, 9].into_iter()));
        assert!(OPERATORS.is_sorted_by_key(|row| row.0));
    }
}

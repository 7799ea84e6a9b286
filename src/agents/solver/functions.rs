//! Ranking functions and types inside the files that rank high.
//!
//! The weights are learnt from real issues by `tests/oracles/function_weights.py`, rounded, and the weak ones kept small:
//! sixty issues tell a strong signal from none, and not much more.

use crate::agents::solver::question;
use crate::agents::solver::question::Question;
use crate::agents::solver::weighted::weighted_signals;
use crate::base::words;

weighted_signals! {
    /// Its file's sum over the best file's.
    File, "its file", 2.3;
    /// How far its file's sum lies behind the best one's, in tens; at most 0.
    Behind, "behind the best file", 0.3;
    /// Its name, signature and documentation match the first line of the question; 1 for the best.
    TextLead, "name and documentation for the first line", 0.3;
    /// A cell of its body matches the whole question; 1 for the best.
    Cell, "part of its body", 2.1;
    /// All of its code matches the whole question; 1 for the best.
    Code, "its code", 1.5;
    /// The same for the first line alone.
    CodeLead, "its code for the first line", 0.1;
    /// It has a frame of a stack trace.
    Trace, "in the stack trace", 1.4;
    /// The question says its name, the less telling the more symbols have it.
    Mention, "its name is mentioned", 0.3;
    /// The question says the name of its type.
    Container, "its type is mentioned", 0.1;
    /// The share of its name's words that the first line has.
    NameWords, "words of its name", 2.1;
    /// The share of its name's words that only the rest has.
    NameInText, "words of its name in the text", 1.9;
    /// A cell of its body is the best of its file; 1 for that one.
    CellHere, "best part of its file", 0.8;
    /// Its code is the best of its file; 1 for that one.
    CodeHere, "best code of its file", 0.5;
    /// The question quotes a message of its body.
    Says, "its message is quoted", 2.4;
    /// It creates or raises an error whose type the question names.
    Raises, "its error is named", 0.1;
    /// The question gives its parameters values.
    Parameters, "its parameters are named", 0.1;
    /// The question applies the operator that it implements.
    Operator, "its operator is applied", 1.0;
    /// The question names it with its type.
    Qualified, "named with its type", 1.7;
    /// It calls something that the question names.
    Calls, "calls what is mentioned", 0.5;
    /// Something that the question names calls it.
    Called, "called by what is mentioned", 1.0;
    /// Lines of its code, on a logarithmic scale.
    Size, "size", 2.0;
    /// It does not run.
    Type, "a type", -2.2;
    /// Its name has two underscores on both sides.
    Special, "a special method", 0.9;
}

/// Sets what a symbol's qualified name says; `namesakes` is how many symbols share its bare name.
pub(super) fn set_name(values: &mut Values, name: &str, namesakes: usize, question: &Question) {
    let mut parts = name.rsplit('.');
    let bare = parts.next().unwrap_or_default();
    let mentioned = mention(bare, question) / (namesakes.max(1) as f64).sqrt();
    let (lead, rest) = covered(bare, question);
    values.set(Signal::Mention, mentioned);
    values.set(Signal::Container, parts.next().map_or(0.0, |container| mention(container, question)));
    let qualified = name.contains('.')
        && question.text.contains(&name[name.rmatch_indices('.').nth(1).map_or(0, |(at, _)| at + 1)..]);
    values.set(Signal::Qualified, f64::from(u8::from(qualified)));
    values.set(Signal::NameWords, lead);
    values.set(Signal::NameInText, rest);
    values.set(Signal::Special, f64::from(u8::from(bare.starts_with("__") && bare.ends_with("__"))));
}

/// How plainly a question says a name, from 0 to 1.
pub(super) fn mention(name: &str, question: &Question) -> f64 {
    let Some(word) = question.word(name) else { return 0.0 };
    if word.is_code {
        1.0
    } else if name.starts_with(char::is_uppercase) {
        0.7
    } else {
        0.2
    }
}

/// The share of a name's words that the question's first line has, and the share that only the rest has.
fn covered(name: &str, question: &Question) -> (f64, f64) {
    let parts: Vec<String> = words::identifier_parts(name)
        .into_iter()
        .filter(|part| part.len() > 1 && !words::is_stop_word(part))
        .map(|part| words::stem(&part))
        .collect();
    let count = |test: &dyn Fn(&String) -> bool| parts.iter().filter(|part| test(part)).count() as f64;
    // One word that the question happens to have is weaker than two.
    let all = (parts.len() as f64).max(1.5);
    let lead = count(&|part| question.lead.contains(part));
    let rest = count(&|part| !question.lead.contains(part) && question.whole.contains(part));
    (lead / all, rest / all)
}

/// A score on the scale from 0 to 1.
pub(super) fn squashed(score: f64) -> f64 {
    const HALF: f64 = 3.0;
    let score = score.max(0.0);
    score / (score + HALF)
}

/// Folded bare name, for counting namesakes.
pub(super) fn bare(name: &str) -> String {
    question::folded(name.rsplit('.').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_lift() {
        let question = Question::new("Solver.solve_system loops\n\nI call `check` on it");
        let sum = |name, namesakes| {
            let mut values = Values::default();
            set_name(&mut values, name, namesakes, &question);
            values.sum()
        };
        assert!(sum("Solver.solve_system", 1) > sum("Other.solve_system", 1));
        assert!(sum("check", 1) > sum("system", 1) && sum("check", 1) > sum("check", 9));
    }
}

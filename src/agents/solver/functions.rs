//! Ranking functions and types inside the files that rank high.

use crate::agents::solver::question;
use crate::agents::solver::question::Question;
use crate::base::words;

/// What is known of one symbol with regard to a question.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence<'a> {
    /// Its qualified name.
    pub(super) name: &'a str,
    /// Its file's score, 1 for the best file.
    pub(super) file: f64,
    /// How its own text matches the whole question, 1 for the best symbol.
    pub(super) text: f64,
    /// How its own text matches the first line, 1 for the best symbol.
    pub(super) lead: f64,
    /// How its body matches the whole question, 1 for the best; 0 where bodies are not known.
    pub(super) body: f64,
    /// Its frame's weight in a stack trace.
    pub(super) trace: f64,
    /// How many symbols share its bare name.
    pub(super) namesakes: usize,
    /// Whether it runs.
    pub(super) is_callable: bool,
}

const FILE: f64 = 2.0;
const TEXT: f64 = 1.2;
const LEAD: f64 = 0.8;
const BODY: f64 = 1.0;
const TRACE: f64 = 1.0;
const MENTION: f64 = 1.6;
const CONTAINER: f64 = 0.6;
const NAME_WORDS: f64 = 0.8;
const NOT_CALLABLE: f64 = -0.4;

/// A symbol's score; comparable within one question.
pub(super) fn score(evidence: &Evidence<'_>, question: &Question) -> f64 {
    let mut parts = evidence.name.rsplit('.');
    let bare = parts.next().unwrap_or_default();
    let container = parts.next().map_or(0.0, |container| mention(container, question));
    FILE * evidence.file
        + TEXT * evidence.text
        + LEAD * evidence.lead
        + BODY * evidence.body
        + TRACE * evidence.trace
        + MENTION * mention(bare, question) / (evidence.namesakes.max(1) as f64).sqrt()
        + CONTAINER * container
        + NAME_WORDS * covered(bare, question)
        + if evidence.is_callable { 0.0 } else { NOT_CALLABLE }
}

/// How plainly a question says a name, from 0 to 1.
fn mention(name: &str, question: &Question) -> f64 {
    let Some(word) = question.word(name) else { return 0.0 };
    let spelled: f64 = if word.is_code {
        1.0
    } else if name.starts_with(char::is_uppercase) {
        0.7
    } else {
        0.2
    };
    if word.in_lead { (spelled + 0.2).min(1.0) } else { spelled }
}

/// The share of a name's words that the question has, those of its first line in full.
fn covered(name: &str, question: &Question) -> f64 {
    let parts: Vec<String> = words::identifier_parts(name)
        .into_iter()
        .filter(|part| part.len() > 1 && !words::is_stop_word(part))
        .map(|part| words::stem(&part))
        .collect();
    let value = |part: &String| match (question.lead.contains(part), question.whole.contains(part)) {
        (true, _) => 1.0,
        (_, true) => 0.4,
        _ => 0.0,
    };
    let sum: f64 = parts.iter().map(value).sum();
    // One word that the question happens to have is weaker than two.
    sum / (parts.len() as f64).max(1.5)
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
    fn mentions_and_frames_lift() {
        let question = Question::new("Solver.solve_system loops\n\nI call `check` on it");
        let score = |name, trace| {
            let evidence = Evidence { name, trace, is_callable: true, ..Evidence::default() };
            super::score(&evidence, &question)
        };
        assert!(score("Solver.solve_system", 0.0) > score("Other.solve_system", 0.0));
        assert!(score("check", 0.0) > score("system", 0.0));
        assert!(score("check", 1.0) > score("check", 0.0));
    }
}

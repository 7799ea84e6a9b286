//! From a clause to a question in one of four styles. Every pattern is English on its own; choosing among those that
//! a clause allows is the caller's.

use crate::agents::prompter::clause::Action;
use crate::agents::prompter::clause::Clause;
use crate::agents::prompter::grammar;
use crate::agents::prompter::verbs;
use crate::agents::prompter::verbs::Form;

/// The styles of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `How does the system ...?`
    How,
    /// `I got ... when ...`
    Symptom,
    /// `How to support ...?`
    Support,
    /// `Where is ...?`
    Where,
}

impl Style {
    /// All styles.
    pub(super) const ALL: [Self; 4] = [Self::How, Self::Symptom, Self::Support, Self::Where];
}

/// What somebody sees of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// An error.
    Error,
    /// A line in a log or on a terminal.
    Log,
}

/// The questions that a clause allows in a style, all equally good; empty where the style does not suit it.
pub(super) fn questions(clause: &Clause, style: Style) -> Vec<String> {
    match (clause, style) {
        (Clause::Action(action), _) => of_action(action, style),
        (Clause::Thing { phrase, plural }, _) => of_thing(phrase, *plural, style),
        (Clause::Case(case), _) => of_case(case, style),
        (Clause::Decision(decision), Style::How) => vec![
            format!("How does the system decide whether {decision}?"),
            format!("How does the system find out whether {decision}?"),
        ],
        (Clause::Decision(decision), Style::Symptom) => vec![
            format!("I got the wrong answer when checking whether {decision}. Where is that decided?"),
            format!("I got false instead of true when asking whether {decision}. What does it look at?"),
        ],
        (Clause::Decision(decision), Style::Support) => vec![
            format!("How to support another way of telling whether {decision}?"),
            format!("How to support one more criterion for whether {decision}?"),
        ],
        (Clause::Decision(decision), Style::Where) => {
            vec![format!("Where is it decided whether {decision}?"), format!("Where is the check whether {decision}?")]
        }
        (Clause::Fact(fact), Style::How) if demands(fact) => vec![
            format!("How does the system make sure that {fact}?"),
            format!("How does the system react when it is violated that {fact}?"),
        ],
        (Clause::Fact(fact), Style::How) => vec![
            format!("How does the system cope with the fact that {fact}?"),
            format!("How does the system allow for the fact that {fact}?"),
        ],
        (Clause::Fact(fact), Style::Where) if demands(fact) => vec![format!("Where is it enforced that {fact}?")],
        (Clause::Fact(fact), Style::Where) => vec![
            format!("Where is it taken into account that {fact}?"),
            format!("Where is the code that relies on the fact that {fact}?"),
        ],
        (Clause::Fact(_), Style::Symptom | Style::Support) => Vec::new(),
    }
}

/// The questions about a message that somebody saw, while doing `context` (a gerund phrase) if that is known.
pub(super) fn questions_about_message(
    message: &str,
    report: Report,
    context: Option<&str>,
    style: Style,
) -> Vec<String> {
    let (what, verb) = match report {
        Report::Error => ("error", "raised"),
        Report::Log => ("message", "printed"),
    };
    match (style, context) {
        (Style::Symptom, Some(context)) => vec![
            format!("I got \"{message}\" when {context}. Where does it come from?"),
            format!("I got the {what} \"{message}\" when {context}. What triggers it?"),
            format!("I got \"{message}\" when {context}, why?"),
        ],
        (Style::Where, Some(context)) => vec![
            format!("Where is \"{message}\" {verb} when {context}?"),
            format!("Where is the {what} \"{message}\" {verb}?"),
        ],
        (Style::Where, None) => vec![format!("Where is the {what} \"{message}\" {verb}?")],
        _ => Vec::new(),
    }
}

fn of_action(action: &Action, style: Style) -> Vec<String> {
    let base = action.phrase(Form::Base);
    let gerund = action.phrase(Form::Gerund);
    match style {
        Style::How => vec![format!("How does the system {base}?"), format!("How does the code go about {gerund}?")],
        Style::Symptom => vec![
            format!("I got a wrong result when {gerund}. Which code does that?"),
            format!("I got an error when {gerund}. Where should I look?"),
            format!("I got something unexpected when {gerund}, where is that done?"),
        ],
        Style::Support => vec![format!("How to support {gerund}?"), format!("How to support another way of {gerund}?")],
        Style::Where => {
            let passive = passive(action).map(|passive| format!("Where {passive}?"));
            let active = format!("Where is the code that {}?", action.phrase(Form::Third));
            passive.into_iter().chain([active]).collect()
        }
    }
}

fn of_thing(phrase: &str, plural: bool, style: Style) -> Vec<String> {
    let is = if plural { "are" } else { "is" };
    let bare = phrase.split_once(' ').map_or(phrase, |(_, bare)| bare);
    match style {
        Style::How => {
            vec![format!("How does the system deal with {phrase}?"), format!("How does the system manage {phrase}?")]
        }
        Style::Support if plural => {
            vec![format!("How to support other {bare}?"), format!("How to support more {bare}?")]
        }
        Style::Support => {
            vec![format!("How to support another {bare}?"), format!("How to support a different {bare}?")]
        }
        Style::Where => vec![format!("Where {is} {phrase} defined?"), format!("Where {is} {phrase} implemented?")],
        Style::Symptom => Vec::new(),
    }
}

fn of_case(case: &str, style: Style) -> Vec<String> {
    match style {
        Style::How => vec![
            format!("How does the system handle the case where {case}?"),
            format!("How does the system behave when {case}?"),
            format!("How does the system react if {case}?"),
        ],
        Style::Symptom => vec![
            format!("I got an unexpected result when {case}. Where is that handled?"),
            format!("I got something odd when {case}; which code covers that?"),
            format!("I got a different outcome when {case}, where does that come from?"),
        ],
        Style::Support => {
            vec![
                format!("How to support the case where {case}?"),
                format!("How to support the situation where {case}?"),
            ]
        }
        Style::Where => vec![
            format!("Where is the case handled where {case}?"),
            format!("Where is it decided what happens when {case}?"),
        ],
    }
}

/// Whether a statement says what must be, rather than what is.
fn demands(fact: &str) -> bool {
    fact.split(' ').any(|word| matches!(word, "must" | "should" | "shouldn't"))
}

/// `is the header split into fields`, from `split the header into fields`; `None` where the object's end cannot be told.
fn passive(action: &Action) -> Option<String> {
    let words: Vec<&str> = action.rest.split(' ').collect();
    if !grammar::is_determiner(words[0]) || action.verb.contains(' ') && words.len() < 2 {
        return None;
    }
    let breaks = |word: &&str| grammar::is_preposition(word) && **word != *"of";
    let end = words.iter().position(breaks).unwrap_or(words.len());
    let object = &words[..end];
    let plain =
        object.iter().all(|word| !matches!(*word, "and" | "or" | "that" | "which" | "of") && !word.ends_with(','));
    let head = object.last().filter(|_| plain && object.len() >= 2)?;
    let tail = words[end..].join(" ");
    // A second verb would keep its active form.
    if tail.split(' ').any(|word| matches!(word, "and" | "then")) {
        return None;
    }
    let is = if grammar::is_plural(head) { "are" } else { "is" };
    let adverb = action.adverb.as_deref().map_or(String::new(), |adverb| format!("{adverb} "));
    let participle = verbs::inflect(&action.verb, Form::Participle);
    let passive = format!("{is} {} {adverb}{participle} {tail}", object.join(" "));
    Some(passive.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::prompter::clause;

    fn all(sentence: &str, style: Style) -> Vec<String> {
        clause::parse(sentence, clause::Mood::Any).first().map(|clause| questions(clause, style)).unwrap_or_default()
    }

    #[test]
    fn asks_in_every_style() {
        assert_eq!(all("split the header into fields", Style::Where)[0], "Where is the header split into fields?");
        assert_eq!(all("skips blank lines", Style::Where)[0], "Where is the code that skips blank lines?");
        assert_eq!(all("parses dates with a zone", Style::Support)[0], "How to support parsing dates with a zone?");
        assert_eq!(
            all("if the lock is held by another process, wait", Style::Where)[0],
            "Where is the case handled where the lock is held by another process?"
        );
        assert_eq!(
            all("the root must be a directory", Style::How)[0],
            "How does the system make sure that the root must be a directory?"
        );
        assert!(all("the root must be a directory", Style::Symptom).is_empty());
    }
}

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

/// What a clause is said of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Setting<'a> {
    /// Whether it is about something that runs, rather than a type or a value.
    pub(super) runs: bool,
    /// What the code around it does, a gerund phrase, if that is known.
    pub(super) doing: Option<&'a str>,
}

/// The questions that a clause allows in a style, all equally good; empty where the style does not suit it.
pub(super) fn questions(clause: &Clause, style: Style, setting: Setting<'_>) -> Vec<String> {
    match clause {
        Clause::Action(action) => match result(action) {
            Some(result) => of_result(&result, style),
            None if is_vague(&action.verb) || action.rest.starts_with("not ") => Vec::new(),
            None => of_action(action, style),
        },
        Clause::Thing { phrase, plural } if setting.runs && !is_maker(phrase) => of_value(phrase, *plural, style),
        Clause::Thing { phrase, plural } => of_thing(phrase, *plural, style),
        Clause::Case(case) => of_case(case, style, setting.doing),
        Clause::Decision(decision) => of_decision(decision, style),
        Clause::Demand { subject, be, rest } => of_demand(subject, be, rest, style),
    }
}

/// The questions about a message that somebody saw, while doing `doing` (a gerund phrase) if that is known.
pub(super) fn questions_about_message(message: &str, report: Report, doing: Option<&str>, style: Style) -> Vec<String> {
    match (style, report, doing) {
        (Style::Symptom, _, Some(doing)) => vec![
            format!("I got \"{message}\" when {doing}. Where does that come from?"),
            format!("I got \"{message}\" when {doing}. What triggers it?"),
            format!("I got \"{message}\" when {doing}, why?"),
        ],
        (Style::Symptom, Report::Error, None) => {
            vec![format!("I got \"{message}\". What triggers it?"), format!("I got \"{message}\", where is it raised?")]
        }
        (Style::Where, Report::Error, _) => vec![
            format!("Where is the error \"{message}\" raised?"),
            format!("Where is the check that fails with \"{message}\"?"),
        ],
        (Style::Where, Report::Log, _) => vec![format!("Where is \"{message}\" printed?")],
        _ => Vec::new(),
    }
}

/// What an action gives back, with `the` before it, if giving back is all that it does.
fn result(action: &Action) -> Option<String> {
    let gives = matches!(
        action.verb.as_str(),
        "return" | "get" | "obtain" | "compute" | "calculate" | "determine" | "work out" | "retrieve"
    );
    let bare = ["the ", "a ", "an "].iter().find_map(|article| action.rest.strip_prefix(article))?;
    (gives && action.adverb.is_none() && bare.starts_with(char::is_lowercase)).then(|| format!("the {bare}"))
}

/// Whether saying that a system does it says nothing.
fn is_vague(verb: &str) -> bool {
    matches!(
        verb,
        "return"
            | "get"
            | "do"
            | "have"
            | "be"
            | "provide"
            | "represent"
            | "implement"
            | "define"
            | "describe"
            | "contain"
            | "hold"
            | "deal"
            | "use"
            | "work"
            | "try"
            | "make"
            | "want"
            | "need"
            | "mean"
            | "request"
            | "inherit"
            | "act"
    )
}

fn of_action(action: &Action, style: Style) -> Vec<String> {
    let base = action.phrase(Form::Base);
    let gerund = action.phrase(Form::Gerund);
    match style {
        Style::How => vec![format!("How does the system {base}?")],
        Style::Symptom => vec![
            format!("I got an error when {gerund}. Where should I look?"),
            format!("I got a wrong result when {gerund}. Which code does that?"),
            format!("I got something unexpected when {gerund}, where is that done?"),
        ],
        Style::Support if verbs::is_extensible(&action.verb) => vec![format!("How to support {gerund}?")],
        Style::Support => Vec::new(),
        Style::Where => match passive(action) {
            Some(passive) => vec![format!("Where {passive}?")],
            None => vec![format!("Where is the code that {}?", action.phrase(Form::Third))],
        },
    }
}

/// About something that is given back: `the name of the file`.
fn of_result(result: &str, style: Style) -> Vec<String> {
    let bare = result.strip_prefix("the ").unwrap_or(result);
    let is = if heads_plural(result) { "are" } else { "is" };
    match style {
        Style::How => vec![format!("How does the system work out {result}?")],
        Style::Symptom if is == "is" => vec![format!("I got the wrong {bare}. Where does it come from?")],
        Style::Symptom | Style::Support => Vec::new(),
        Style::Where => vec![format!("Where {is} {result} worked out?")],
    }
}

/// About what a property or a function is documented to be.
fn of_value(phrase: &str, plural: bool, style: Style) -> Vec<String> {
    let does = if plural { "do" } else { "does" };
    match style {
        Style::How => vec![format!("How does the system work out {phrase}?")],
        Style::Where => vec![format!("Where {does} {phrase} come from?")],
        Style::Symptom | Style::Support => Vec::new(),
    }
}

fn of_thing(phrase: &str, plural: bool, style: Style) -> Vec<String> {
    let is = if plural { "are" } else { "is" };
    match style {
        Style::How if !plural => vec![format!("How does {phrase} work?")],
        Style::Where => vec![format!("Where {is} {phrase}?"), format!("Where {is} {phrase} implemented?")],
        _ => Vec::new(),
    }
}

fn of_case(case: &str, style: Style, doing: Option<&str>) -> Vec<String> {
    match (style, doing) {
        (Style::How, Some(doing)) => vec![
            format!("How does the system cope if {case} while {doing}?"),
            format!("How does {doing} work if {case}?"),
        ],
        (Style::How, None) => vec![
            format!("How does the system handle the case where {case}?"),
            format!("How does the system behave when {case}?"),
        ],
        (Style::Symptom, Some(doing)) => vec![
            format!("I got an unexpected result if {case} while {doing}. Where is that handled?"),
            format!("I got something odd when {doing}: it seems to matter whether {case}. Which code looks at that?"),
        ],
        (Style::Symptom, None) => vec![
            format!("I got an unexpected result when {case}. Where is that handled?"),
            format!("I got something odd when {case}. Which code covers that?"),
        ],
        (Style::Support, _) => vec![format!("How to support the case where {case}?")],
        (Style::Where, Some(doing)) => {
            vec![format!("Where is the code for when {case} while {doing}?")]
        }
        (Style::Where, None) => {
            vec![format!("Where is it handled when {case}?"), format!("Where is the special case for when {case}?")]
        }
    }
}

fn of_decision(decision: &str, style: Style) -> Vec<String> {
    match style {
        Style::How => vec![format!("How does the system decide whether {decision}?")],
        Style::Symptom => {
            vec![format!("I got the wrong answer when checking whether {decision}. Where is that decided?")]
        }
        Style::Support => Vec::new(),
        Style::Where => {
            vec![format!("Where is it decided whether {decision}?"), format!("Where is it checked whether {decision}?")]
        }
    }
}

/// About what must hold: `the root` `is` `a directory`.
fn of_demand(subject: &str, be: &str, rest: &str, style: Style) -> Vec<String> {
    match style {
        Style::How => vec![format!("How does the system make sure that {subject} {be} {rest}?")],
        Style::Symptom => {
            vec![format!("I got no error although {subject} {be} not {rest}. Where is that checked?")]
        }
        Style::Support => Vec::new(),
        Style::Where => vec![format!("Where is it enforced that {subject} {be} {rest}?")],
    }
}

/// Whether a word may describe the noun before it, so that the object's end cannot be told.
fn is_participle(word: &str) -> bool {
    word.ends_with("ing") || word.ends_with("ed")
}

/// Whether the head of a noun phrase is plural.
fn heads_plural(phrase: &str) -> bool {
    grammar::is_plural(head(phrase))
}

/// Whether a noun phrase names something that does, rather than something that is worked out.
fn is_maker(phrase: &str) -> bool {
    let head = head(phrase);
    head.ends_with("er") && !head.ends_with("number")
        || head.ends_with("or") && !head.ends_with("error")
        || matches!(
            head,
            "class"
                | "type"
                | "function"
                | "method"
                | "version"
                | "implementation"
                | "configuration"
                | "test"
                | "hook"
                | "callback"
                | "utility"
                | "command"
                | "routine"
                | "mixin"
                | "interface"
                | "protocol"
                | "api"
        )
}

/// The head of a noun phrase: the word before what describes it further.
fn head(phrase: &str) -> &str {
    let words: Vec<&str> = phrase.split(' ').collect();
    let ends = |(at, word): (usize, &str)| {
        grammar::is_preposition(word)
            || matches!(word, "that" | "which" | "whose" | "where")
            || at > 1 && word.ends_with("ing")
    };
    let end = words.iter().copied().enumerate().position(ends).unwrap_or(words.len());
    end.checked_sub(1).map_or("", |at| words[at])
}

/// `is the header split into fields`, from `split the header into fields`; `None` where the object's end cannot be told.
fn passive(action: &Action) -> Option<String> {
    let words: Vec<&str> = action.rest.split(' ').collect();
    if !grammar::is_determiner(words[0]) || action.verb.contains(' ') && words.len() < 2 {
        return None;
    }
    if matches!(
        action.verb.as_str(),
        "allow" | "let" | "keep" | "make" | "cause" | "enable" | "ask" | "tell" | "help" | "fall" | "stand"
    ) {
        return None;
    }
    let breaks = |word: &&str| grammar::is_preposition(word) && **word != *"of";
    let end = words.iter().position(breaks).unwrap_or(words.len());
    let object = &words[..end];
    let plain = object.iter().all(|word| {
        !matches!(*word, "and" | "or" | "that" | "which" | "of") && !word.ends_with([',']) && !is_participle(word)
    });
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
        let setting = Setting { runs: true, doing: Some("taking the lock") };
        let clauses = clause::parse(sentence, clause::Mood::Any);
        clauses.first().map(|clause| questions(clause, style, setting)).unwrap_or_default()
    }

    #[test]
    fn asks_in_every_style() {
        assert_eq!(all("split the header into fields", Style::Where), ["Where is the header split into fields?"]);
        assert_eq!(all("skips blank lines", Style::Where), ["Where is the code that skips blank lines?"]);
        assert_eq!(all("parses dates with a zone", Style::Support), ["How to support parsing dates with a zone?"]);
        assert!(all("ensures that dates have a zone", Style::Support).is_empty());
        assert_eq!(
            all("if the owner is another process, wait", Style::How)[0],
            "How does the system cope if the owner is another process while taking the lock?"
        );
    }

    #[test]
    fn what_must_hold_is_missed_where_it_does_not() {
        assert_eq!(
            all("the root must be a directory", Style::Symptom),
            ["I got no error although the root is not a directory. Where is that checked?"]
        );
        assert_eq!(
            all("all roots must be directories", Style::Where),
            ["Where is it enforced that all roots are directories?"]
        );
    }

    #[test]
    fn results_are_asked_for_as_what_they_are() {
        assert_eq!(
            all("return the length of the longest line", Style::Symptom)[0],
            "I got the wrong length of the longest line. Where does it come from?"
        );
        assert_eq!(
            all("return the names of the files", Style::Where),
            ["Where are the names of the files worked out?"]
        );
    }
}

//! What a plain sentence says, so far as a question can be made of it.

use crate::agents::prompter::verbs;
use crate::agents::prompter::verbs::Form;

/// A sentence by its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Clause {
    /// Somebody does something: `skip blank lines`.
    Action(Action),
    /// A noun phrase with its article: `the fallback for old clients`.
    Thing {
        /// The phrase.
        phrase: String,
        /// Whether a verb after it is plural.
        plural: bool,
    },
    /// A condition, a finite clause: `the lock is held by another process`.
    Case(String),
    /// Something that is found out, a finite clause after `whether`.
    Decision(String),
    /// A statement, a finite clause.
    Fact(String),
}

/// A verb and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Action {
    /// An adverb before the verb, such as `recursively`.
    pub(super) adverb: Option<String>,
    /// The base form; a particle may follow it (`work out`).
    pub(super) verb: String,
    /// The rest of the sentence.
    pub(super) rest: String,
    /// Whether the sentence had the third person, so that coordinated verbs in `rest` have it, too.
    pub(super) third: bool,
}

impl Action {
    /// The action as a verb phrase in `form`; verbs that `and` or `or` joins to the first take the same form.
    pub(super) fn phrase(&self, form: Form) -> String {
        let wanted = if self.third { Form::Third } else { Form::Base };
        let mut out = Vec::new();
        out.extend(self.adverb.clone());
        out.push(verbs::inflect(&self.verb, form));
        let words: Vec<&str> = self.rest.split(' ').filter(|word| !word.is_empty()).collect();
        for (at, word) in words.iter().enumerate() {
            let joined = at > 0 && matches!(words[at - 1], "and" | "or" | "then") || at == 0 && *word == "then";
            let followed = words.get(at + 1).is_some_and(|next| is_determiner(next) || *next == "it");
            match verbs::base_of(word) {
                Some((base, found)) if joined && found == wanted && (followed || found == Form::Third) => {
                    out.push(verbs::inflect(base, form));
                }
                _ => out.push((*word).to_owned()),
            }
        }
        out.join(" ")
    }
}

/// The clauses of a plain sentence, most telling first.
pub(super) fn parse(sentence: &str) -> Vec<Clause> {
    let mut found = Vec::new();
    if let Some(clause) = parse_one(sentence) {
        found.push(clause);
    }
    // `Do this if that`: the condition is a case of its own.
    for mark in [" if ", " when ", " whenever "] {
        let case = sentence.split_once(mark).and_then(|(_, condition)| case(condition));
        if let Some(case) = case.filter(|case| !found.contains(case)) {
            found.push(case);
        }
    }
    found
}

fn parse_one(sentence: &str) -> Option<Clause> {
    let first = sentence.split([' ', ',']).next()?;
    if matches!(first, "if" | "when" | "whenever") || sentence.starts_with("in case ") {
        let condition = sentence.strip_prefix("in case ").unwrap_or_else(|| sentence[first.len()..].trim_start());
        return case(condition.strip_prefix("of ").map_or(condition, |_| ""));
    }
    if let Some(condition) = decision(sentence) {
        return is_clause(&condition).then_some(Clause::Decision(condition));
    }
    if let Some(condition) = raised_when(sentence) {
        return case(&condition);
    }
    if matches!(first, "only" | "even" | "unless" | "until" | "while" | "for" | "with" | "without" | "not" | "no") {
        return None;
    }
    let sentence = without_lead(sentence);
    action(sentence).map(Clause::Action).or_else(|| statement_or_thing(sentence))
}

/// A condition up to the comma that ends it.
fn case(condition: &str) -> Option<Clause> {
    let condition = condition.split(", ").next()?.split(" then ").next()?.trim_end_matches(',').trim();
    is_clause(condition).then(|| Clause::Case(condition.to_owned()))
}

/// What `return whether X`, `check if X`, `true if X` and the like ask.
fn decision(sentence: &str) -> Option<String> {
    let mut words = sentence.splitn(2, ' ');
    let (first, rest) = (words.next()?, words.next()?);
    let verb = verbs::base_of(first).map(|(base, _)| base);
    let opens = |rest: &str| {
        ["whether or not ", "whether ", "true if and only if ", "true if ", "true when ", "true iff "]
            .iter()
            .find_map(|mark| rest.strip_prefix(mark).map(str::to_owned))
    };
    let asks = |rest: &str| rest.strip_prefix("if ").map(str::to_owned);
    match (first, verb) {
        ("whether", _) => Some(rest.to_owned()),
        ("true", _) => rest.strip_prefix("if ").or_else(|| rest.strip_prefix("when ")).map(str::to_owned),
        (_, Some("check" | "determine" | "decide" | "verify")) => opens(rest).or_else(|| asks(rest)),
        (_, Some("return" | "tell" | "indicate" | "say" | "report")) => opens(rest),
        _ => None,
    }
    .map(|condition| condition.split(", ").next().unwrap_or_default().to_owned())
}

/// When an error is raised, if that is what the sentence says.
fn raised_when(sentence: &str) -> Option<String> {
    let first = sentence.split(' ').next()?;
    let raises = matches!(verbs::base_of(first), Some(("raise" | "throw", _))) || first == "raised";
    let at = [" if ", " when "].iter().filter_map(|mark| sentence.find(mark).map(|at| at + mark.len())).min()?;
    raises.then(|| sentence[at..].to_owned())
}

/// The sentence after `helper to`, `function that`, `used to` and the like, which say nothing.
fn without_lead(sentence: &str) -> &str {
    const LEADS: &[&str] = &[
        "helper to ",
        "helper function to ",
        "helper that ",
        "helper function that ",
        "a helper to ",
        "a function to ",
        "function to ",
        "function that ",
        "a function that ",
        "method to ",
        "method that ",
        "utility to ",
        "utility function to ",
        "used to ",
        "code to ",
        "convenience function to ",
        "a class that ",
        "class that ",
        "class to ",
        "tries to ",
        "try to ",
        "attempts to ",
        "attempt to ",
        "responsible for ",
        "this function ",
        "convenience method to ",
        "an object that ",
        "object that ",
        "an error that ",
    ];
    LEADS.iter().find_map(|lead| sentence.strip_prefix(lead)).unwrap_or(sentence)
}

fn action(sentence: &str) -> Option<Action> {
    let (first, rest) = sentence.split_once(' ')?;
    let (adverb, first, rest) = if first.ends_with("ly") && first.len() > 4 && !first.contains(',') {
        let (second, rest) = rest.split_once(' ')?;
        (Some(first.to_owned()), second, rest)
    } else {
        (None, first, rest)
    };
    let (base, form) = verbs::base_of(first)?;
    let second = rest.split([' ', ',']).next()?;
    let is_noun = form == Form::Base && (matches!(second, "of" | "that" | "which") || is_finite_verb(second))
        || second == "of" && is_ambiguous(base);
    // `log level of the server`: a bare noun after an ambiguous word is a compound, not an object.
    let compound = form == Form::Base && is_ambiguous(base) && !opens_object(second);
    (!is_noun && !compound && base != "have").then(|| Action {
        adverb,
        verb: base.to_owned(),
        rest: rest.to_owned(),
        third: form == Form::Third,
    })
}

/// Whether a word may open what a verb acts on.
fn opens_object(word: &str) -> bool {
    is_determiner(word)
        || word.ends_with('s') && !word.ends_with("ss")
        || matches!(
            word,
            "if" | "whether"
                | "for"
                | "from"
                | "into"
                | "to"
                | "up"
                | "out"
                | "in"
                | "on"
                | "over"
                | "through"
                | "only"
                | "new"
                | "with"
        )
}

fn statement_or_thing(sentence: &str) -> Option<Clause> {
    let words: Vec<&str> = sentence.split(' ').collect();
    let first = words[0].trim_end_matches(',');
    if words.len() < 2
        || is_preposition(first)
        || is_finite_verb(first)
        || first.ends_with("ing")
        || first.ends_with("ed")
    {
        return None;
    }
    let relative = words.iter().position(|word| matches!(*word, "that" | "which" | "who" | "where" | "to"));
    let finite = words.iter().skip(1).position(|word| is_finite_verb(word)).map(|at| at + 1);
    match (finite, relative) {
        (Some(finite), relative) if relative.is_none_or(|relative| finite < relative) => {
            (is_determiner(first) && finite > 1).then(|| Clause::Fact(sentence.to_owned()))
        }
        _ => thing(&words),
    }
}

fn thing(words: &[&str]) -> Option<Clause> {
    let first = words[0];
    let bare: Vec<&str> = if is_determiner(first) { words[1..].to_vec() } else { words.to_vec() };
    let head_end = bare
        .iter()
        .position(|word| is_preposition(word) || matches!(*word, "that" | "which" | "who" | "used" | "and" | "or"))
        .unwrap_or(bare.len());
    let head = bare.get(head_end.checked_sub(1)?)?.trim_end_matches(',');
    let clean =
        !bare.iter().any(|word| word.ends_with(',')) && head.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    if !clean || verbs::base_of(first).is_some_and(|(_, form)| form == Form::Third) || words.len() < 3 {
        return None;
    }
    let plural = is_plural(head) && !matches!(first, "a" | "an" | "each" | "every");
    let article = if is_determiner(first) { first } else { "the" };
    Some(Clause::Thing { phrase: format!("{article} {}", bare.join(" ")), plural })
}

/// Whether a noun is a plural, by its ending.
pub(super) fn is_plural(noun: &str) -> bool {
    noun.ends_with('s') && !["ss", "us", "is"].iter().any(|end| noun.ends_with(end))
        || matches!(noun, "children" | "data" | "indices")
}

/// Whether a text is a clause with a subject of its own and a finite verb.
fn is_clause(text: &str) -> bool {
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let Some(first) = words.first() else { return false };
    let pronoun = matches!(
        *first,
        "it" | "its"
            | "they"
            | "he"
            | "so"
            | "not"
            | "any"
            | "is"
            | "are"
            | "true"
            | "false"
            | "possible"
            | "necessary"
            | "needed"
            | "no"
            | "given"
            | "set"
            | "called"
            | "used"
            | "there's"
            | "self"
            | "to"
    );
    let finite = words.iter().enumerate().skip(1).take(9).any(|(at, word)| {
        is_finite_verb(word)
            || matches!(verbs::base_of(word), Some((base, Form::Third)) if !is_ambiguous(base))
                && !is_determiner(words[at - 1])
                && !is_preposition(words[at - 1])
    });
    (3..=16).contains(&words.len())
        && !pronoun
        && finite
        && (!is_preposition(first))
        && !is_finite_verb(words[words.len() - 1])
}

/// Whether a word can only be the finite verb of its clause.
fn is_finite_verb(word: &str) -> bool {
    matches!(
        word,
        "is" | "are"
            | "was"
            | "were"
            | "has"
            | "have"
            | "had"
            | "can"
            | "cannot"
            | "can't"
            | "could"
            | "couldn't"
            | "may"
            | "might"
            | "must"
            | "should"
            | "shouldn't"
            | "will"
            | "won't"
            | "would"
            | "wouldn't"
            | "does"
            | "do"
            | "did"
            | "doesn't"
            | "don't"
            | "didn't"
            | "isn't"
            | "aren't"
            | "wasn't"
            | "weren't"
            | "hasn't"
            | "haven't"
            | "exists"
            | "contains"
            | "needs"
            | "became"
            | "becomes"
            | "occurs"
            | "happens"
            | "depends"
            | "differs"
    )
}

/// Whether a verb's third person is more often the plural of a noun.
fn is_ambiguous(base: &str) -> bool {
    #[rustfmt::skip]
    const NOUNS: &[&str] = &[
        "access", "answer", "archive", "attempt", "batch", "block", "branch", "buffer", "cache", "call", "cast",
        "cause", "change", "check", "class", "clone", "comment", "commit", "control", "copy", "count", "cut", "delay",
        "display", "dump", "end", "error", "escape", "export", "factor", "fail", "feed", "field", "file", "filter",
        "fix", "flag", "fold", "force", "format", "function", "group", "guard", "guess", "handle", "hash", "hook",
        "import", "index", "issue", "join", "key", "label", "limit", "link", "list", "load", "lock", "log", "loop",
        "map", "mark", "match", "measure", "mirror", "mount", "move", "name", "object", "offer", "option", "order",
        "pack", "pad", "pair", "pass", "patch", "pause", "plan", "plot", "point", "prefix", "print", "process",
        "project", "prompt", "query", "queue", "quote", "range", "rank", "read", "record", "report", "request",
        "result", "return", "reverse", "route", "rule", "run", "sample", "scale", "scan", "schedule", "search", "set",
        "shift", "sign", "signal", "slice", "snapshot", "sort", "source", "split", "stage", "start", "state", "step",
        "stop", "store", "stream", "switch", "tag", "test", "touch", "trace", "track", "transfer", "tree", "type",
        "update", "upgrade", "use", "value", "view", "visit", "wait", "walk", "warning", "watch", "wrap", "write",
        "yield",
    ];
    NOUNS.binary_search(&base).is_ok()
}

/// Whether a word opens a noun phrase.
pub(super) fn is_determiner(word: &str) -> bool {
    matches!(
        word,
        "a" | "an"
            | "the"
            | "all"
            | "any"
            | "each"
            | "every"
            | "some"
            | "its"
            | "their"
            | "our"
            | "both"
            | "no"
            | "one"
            | "two"
            | "another"
            | "multiple"
            | "several"
            | "many"
            | "most"
    )
}

/// Whether a word opens a phrase that says where, when or how.
pub(super) fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "of" | "for"
            | "from"
            | "to"
            | "in"
            | "into"
            | "on"
            | "onto"
            | "with"
            | "without"
            | "by"
            | "at"
            | "as"
            | "under"
            | "over"
            | "between"
            | "through"
            | "via"
            | "using"
            | "during"
            | "before"
            | "after"
            | "until"
            | "against"
            | "about"
            | "within"
            | "inside"
            | "outside"
            | "per"
            | "like"
            | "based"
            | "given"
            | "when"
            | "if"
            | "unless"
            | "while"
            | "because"
            | "so"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(sentence: &str) -> Option<Clause> {
        parse(sentence).into_iter().next()
    }

    fn phrase(sentence: &str, form: Form) -> String {
        match first(sentence) {
            Some(Clause::Action(action)) => action.phrase(form),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn knows_actions() {
        assert_eq!(phrase("skips blank lines", Form::Base), "skip blank lines");
        assert_eq!(phrase("parses and validates the input", Form::Gerund), "parsing and validating the input");
        assert_eq!(phrase("recursively walk the tree", Form::Gerund), "recursively walking the tree");
        assert_eq!(phrase("helper to split a line", Form::Third), "splits a line");
        assert_eq!(phrase("parse a list of names and types", Form::Gerund), "parsing a list of names and types");
    }

    #[test]
    fn knows_decisions_and_cases() {
        let decision = Clause::Decision("the name is valid".to_owned());
        assert_eq!(first("return true if the name is valid"), Some(decision.clone()));
        assert_eq!(first("checks whether the name is valid"), Some(decision));
        let case = Clause::Case("the lock is held by another process".to_owned());
        assert_eq!(first("if the lock is held by another process, wait"), Some(case.clone()));
        assert_eq!(parse("wait if the lock is held by another process").last(), Some(&case));
        assert_eq!(first("if given, use it"), None);
    }

    #[test]
    fn knows_things_and_facts() {
        let thing = |phrase: &str, plural| Some(Clause::Thing { phrase: phrase.to_owned(), plural });
        assert_eq!(first("base class for all fields"), thing("the base class for all fields", false));
        assert_eq!(first("utilities for walking over trees"), thing("the utilities for walking over trees", true));
        assert_eq!(first("the header may be missing"), Some(Clause::Fact("the header may be missing".to_owned())));
        assert_eq!(first("list of open files"), thing("the list of open files", false));
        assert_eq!(first("of the file"), None);
    }
}

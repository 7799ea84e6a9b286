//! What a plain sentence says, so far as a question can be made of it.

use crate::agents::prompter::grammar::is_ambiguous;
use crate::agents::prompter::grammar::is_bare_adjective;
use crate::agents::prompter::grammar::is_determiner;
use crate::agents::prompter::grammar::is_finite_at;
use crate::agents::prompter::grammar::is_finite_verb;
use crate::agents::prompter::grammar::is_plural;
use crate::agents::prompter::grammar::is_preposition;
use crate::agents::prompter::verbs;
use crate::agents::prompter::verbs::Form;
use crate::base::words;

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
    /// What must be the case: subject, the verb that says it is, and what it is.
    Demand {
        /// A noun phrase.
        subject: String,
        /// `is` or `are`.
        be: &'static str,
        /// What it must be.
        rest: String,
    },
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
            let next = words.get(at + 1).copied().unwrap_or_default();
            let followed =
                is_determiner(next) || next == "it" || matches!(next, "to" | "into" | "from") && *word != "report";
            match verbs::base_of(word) {
                Some((base, found))
                    if joined && found == wanted && (followed || found == Form::Third && !is_ambiguous(base)) =>
                {
                    out.push(verbs::inflect(base, form));
                }
                _ => out.push((*word).to_owned()),
            }
        }
        out.join(" ")
    }
}

/// How a word is read that is a verb as well as a noun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// The first sentence about something that runs: its first word is the verb.
    Imperative,
    /// Anything.
    Any,
}

/// The clauses of a plain sentence, most telling first.
pub(super) fn parse(sentence: &str, mood: Mood) -> Vec<Clause> {
    let mut found = Vec::new();
    if let Some(clause) = parse_one(sentence, mood) {
        found.push(clause);
    }
    if matches!(found.first(), Some(Clause::Decision(_))) {
        return found;
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

fn parse_one(sentence: &str, mood: Mood) -> Option<Clause> {
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
    if runs_on(sentence) {
        return None;
    }
    match action(sentence, mood) {
        Reading::Action(action) => Some(Clause::Action(action)),
        Reading::Unclear => None,
        Reading::NoVerb => statement_or_thing(sentence),
    }
}

/// Whether a sentence has two finite verbs that nothing joins: two sentences, or a list that lost its marks.
fn runs_on(sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split(' ').collect();
    let mut free = 0;
    let mut counted = None;
    for at in 0..words.len() {
        if matches!(
            words[at].trim_end_matches(','),
            "make"
                | "makes"
                | "ensure"
                | "ensures"
                | "check"
                | "checks"
                | "verify"
                | "verifies"
                | "assume"
                | "assumes"
                | "sure"
        ) {
            // What follows these is a clause without `that`.
            free = 0;
        } else if joins_clauses(words[at]) || words[at].ends_with(',') {
            free = 0;
        } else if is_finite_at(&words, at) && (counted.is_none() || at.checked_sub(1) != counted)
            || at == 0 && verbs::base_of(words[0]).is_some()
        {
            // What follows a verb at once is what it acts on: `follows redirects`.
            free += 1;
            counted = Some(at);
        }
        if free > 1 && !is_finite_verb(words[at - 1]) {
            return true;
        }
    }
    false
}

/// Whether a word lets another clause begin.
fn joins_clauses(word: &str) -> bool {
    matches!(
        word,
        "that"
            | "which"
            | "who"
            | "whose"
            | "where"
            | "when"
            | "whether"
            | "if"
            | "because"
            | "so"
            | "until"
            | "while"
            | "and"
            | "or"
            | "but"
            | "since"
            | "unless"
            | "as"
            | "than"
            | "how"
            | "what"
            | "after"
            | "before"
            | "once"
    )
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
        (_, Some("return" | "tell" | "indicate" | "say" | "report" | "get" | "find")) => opens(rest),
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

/// What the beginning of a sentence is.
enum Reading {
    Action(Action),
    /// A verb or a noun; asking would be guessing.
    Unclear,
    NoVerb,
}

fn action(sentence: &str, mood: Mood) -> Reading {
    let Some((first, rest)) = sentence.split_once(' ') else { return Reading::NoVerb };
    let (adverb, first, rest) = match rest.split_once(' ') {
        Some((second, rest)) if first.ends_with("ly") && first.len() > 4 => (Some(first.to_owned()), second, rest),
        _ => (None, first, rest),
    };
    let Some((base, form)) = verbs::base_of(first) else { return Reading::NoVerb };
    let second = rest.split([' ', ',']).next().unwrap_or_default();
    let is_noun = matches!(second, "of" | "for") && (form == Form::Base || is_ambiguous(base))
        || form == Form::Base && (matches!(second, "that" | "which") || is_finite_verb(second));
    if is_noun {
        return Reading::NoVerb;
    }
    // `log level of the server`: a bare noun after an ambiguous word is a compound, not an object.
    let compound = form == Form::Base && mood == Mood::Any && is_ambiguous(base) && !opens_object(second);
    // `request contexts disappear`: even where a verb is expected, the word may be the first of the subject.
    let unclear = form == Form::Base && is_ambiguous(base) && !opens_clearly(second);
    // `debug passed to the method wins`: the first word is the subject.
    let subject = form == Form::Base && mood == Mood::Any && second.ends_with("ed");
    // `set with a variable`: what is set is not said.
    let objectless = matches!(base, "set" | "get" | "use" | "make" | "treat" | "mark") && is_preposition(second);
    if compound || unclear || subject || objectless || base == "have" {
        return Reading::Unclear;
    }
    Reading::Action(Action { adverb, verb: base.to_owned(), rest: with_article(rest), third: form == Form::Third })
}

/// What a verb acts on, with `the` before a bare singular noun: comments save the article, speech does not.
fn with_article(rest: &str) -> String {
    let words: Vec<&str> = rest.split(' ').collect();
    let end =
        words.iter().position(|word| is_preposition(word) || matches!(*word, "that" | "which" | "and" | "or" | "then"));
    let end = end.unwrap_or(words.len());
    let commas = words[..end].iter().any(|word| word.ends_with(','));
    let Some(head) = words[..end].last().filter(|_| !commas) else { return rest.to_owned() };
    let opens = words[0];
    let bare = !is_determiner(opens)
        && !words::is_stop_word(opens)
        && !opens.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase())
        && !matches!(
            opens,
            "everything" | "something" | "nothing" | "anything" | "whether" | "multiple" | "sure" | "true" | "false"
        );
    let countable = !is_plural(head) && !head.ends_with("ing") && !head.ends_with("ly") && !head.ends_with("ed");
    if bare && countable { format!("the {rest}") } else { rest.to_owned() }
}

/// Whether a word can only open what a verb acts on, or say where and how it acts.
fn opens_clearly(word: &str) -> bool {
    is_determiner(word)
        || is_preposition(word)
        || matches!(word, "whether" | "up" | "out" | "over" | "only" | "not" | "back")
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
    let finite = (1..words.len()).find(|at| is_finite_at(&words, *at));
    match (finite, relative) {
        (Some(finite), relative) if relative.is_none_or(|relative| finite < relative) => {
            if is_determiner(first) && finite > 1 { statement(&words, finite) } else { None }
        }
        _ => thing(&words),
    }
}

/// What a statement with a modal verb says: what must be is a demand, what may be is a case.
fn statement(words: &[&str], modal: usize) -> Option<Clause> {
    let (subject, rest) = (&words[..modal], words.get(modal + 2..).filter(|rest| !rest.is_empty())?);
    if words[modal + 1] != "be" || subject.iter().any(|word| word.ends_with(',')) {
        return None;
    }
    let head_end = subject.iter().position(|word| is_preposition(word)).unwrap_or(subject.len());
    let plural = is_plural(subject[head_end.checked_sub(1)?]) && !matches!(subject[0], "a" | "an" | "each" | "every");
    let be = if plural { "are" } else { "is" };
    let (subject, rest) = (subject.join(" "), rest.join(" "));
    match words[modal] {
        "must" | "should" => Some(Clause::Demand { subject, be, rest }),
        "may" | "might" | "can" | "could" => case(&format!("{subject} {be} {rest}")),
        _ => None,
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
    let vague = words.iter().any(|word| !may_stand_in_thing(word)) || verbs::is_base(bare[0]) && !is_ambiguous(bare[0]);
    let clean = !vague
        && !bare.iter().any(|word| word.ends_with(','))
        && head.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    if !clean
        || is_bare_adjective(head)
        || verbs::base_of(first).is_some_and(|(_, form)| form == Form::Third)
        || words.len() < 3
    {
        return None;
    }
    let plural = is_plural(head) && !matches!(first, "a" | "an" | "each" | "every");
    let article = if is_determiner(first) { first } else { "the" };
    Some(Clause::Thing { phrase: format!("{article} {}", bare.join(" ")), plural })
}

/// Whether a word may stand in a noun phrase that is asked about: no pronoun, no modal verb, no adverb of a sentence.
fn may_stand_in_thing(word: &str) -> bool {
    !matches!(
        word,
        "we" | "us"
            | "it"
            | "they"
            | "them"
            | "what"
            | "how"
            | "there"
            | "may"
            | "might"
            | "must"
            | "should"
            | "shouldn't"
            | "can"
            | "cannot"
            | "can't"
            | "will"
            | "won't"
            | "would"
            | "could"
            | "instead"
            | "only"
            | "currently"
            | "always"
            | "just"
            | "usually"
            | "typically"
            | "normally"
            | "also"
            | "next"
            | "finally"
            | "maybe"
            | "perhaps"
            | "not"
            | "don't"
    )
}

/// Whether a text is a clause with a subject of its own and a finite verb.
pub(super) fn is_clause(text: &str) -> bool {
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
    let finite = (1..words.len().min(10)).any(|at| is_finite_at(&words, at));
    (3..=16).contains(&words.len())
        && !pronoun
        && finite
        && (!is_preposition(first))
        && !is_finite_at(&words, words.len() - 1)
        && !runs_on(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(sentence: &str) -> Option<Clause> {
        parse(sentence, Mood::Any).into_iter().next()
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
        assert_eq!(phrase("extract change id from a commit", Form::Base), "extract the change id from a commit");
        assert_eq!(first("debug passed to the method wins"), None);
        assert_eq!(phrase("fetches a page and follows redirects", Form::Base), "fetch a page and follow redirects");
        assert_eq!(phrase("parse a list of names and types", Form::Gerund), "parsing a list of names and types");
    }

    #[test]
    fn knows_decisions_and_cases() {
        let decision = Clause::Decision("the name is valid".to_owned());
        assert_eq!(first("return true if the name is valid"), Some(decision.clone()));
        assert_eq!(first("checks whether the name is valid"), Some(decision));
        let case = Clause::Case("the lock is held by another process".to_owned());
        assert_eq!(first("if the lock is held by another process, wait"), Some(case.clone()));
        assert_eq!(parse("wait if the lock is held by another process", Mood::Any).last(), Some(&case));
        assert_eq!(first("if given, use it"), None);
    }

    #[test]
    fn knows_things_and_facts() {
        let thing = |phrase: &str, plural| Some(Clause::Thing { phrase: phrase.to_owned(), plural });
        assert_eq!(first("base class for all fields"), thing("the base class for all fields", false));
        assert_eq!(first("utilities for walking over trees"), thing("the utilities for walking over trees", true));
        assert_eq!(first("the header may be missing"), Some(Clause::Case("the header is missing".to_owned())));
        let subject = "the names of the fields".to_owned();
        let demand = Clause::Demand { subject, be: "are", rest: "unique".to_owned() };
        assert_eq!(first("the names of the fields must be unique"), Some(demand));
        assert_eq!(first("the lock is held"), None);
        assert_eq!(first("list of open files"), thing("the list of open files", false));
        assert_eq!(first("of the file"), None);
    }
}

//! What could be asked about a chunk: its signals as clauses in allowed words.

use rand_chacha::ChaCha8Rng;

use crate::agents::prompter::clause;
use crate::agents::prompter::clause::Action;
use crate::agents::prompter::clause::Clause;
use crate::agents::prompter::clause::Mood;
use crate::agents::prompter::compose::Report;
use crate::agents::prompter::grammar;
use crate::agents::prompter::prose;
use crate::agents::prompter::reads;
use crate::agents::prompter::reads::MAX_WORDS;
use crate::agents::prompter::signals;
use crate::agents::prompter::signals::Origin;
use crate::agents::prompter::signals::Signal;
use crate::agents::prompter::synonyms;
use crate::agents::prompter::verbs;
use crate::agents::prompter::verbs::Form;
use crate::agents::prompter::vocabulary::Vocabulary;
use crate::base::LineRange;
use crate::base::words;
use crate::source::FileFacts;
use crate::source::Symbol;

/// Words that tell a phrase from others, below which it could be anything; one more must mean something.
const MIN_MEANING: usize = 2;

/// Something to ask about.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// What it says.
    pub(super) subject: Subject,
    /// Where it comes from.
    pub(super) origin: Origin,
    /// The lines that answer it.
    pub(super) lines: LineRange,
    /// The symbol that answers it, by index.
    pub(super) symbol: Option<usize>,
}

/// What a question is about.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    /// A sentence.
    Clause {
        /// What it says.
        clause: Clause,
        /// Whether it documents something that runs.
        runs: bool,
        /// What the code around it does, a gerund phrase; for clauses that say only when.
        doing: Option<String>,
    },
    /// A message that the program shows.
    Message {
        /// Its text.
        text: String,
        /// What it is.
        report: Report,
        /// What the program is doing, a gerund phrase.
        doing: Option<String>,
    },
}

impl Candidate {
    /// How gladly it is asked about, at least 1.
    pub(super) fn weight(&self) -> u32 {
        match (&self.subject, self.origin) {
            (_, Origin::Name) | (Subject::Message { doing: None, .. }, _) => 1,
            (_, Origin::Summary) => 8,
            (Subject::Message { .. }, _) => 3,
            _ => 4,
        }
    }

    /// The same when edge cases are preferred.
    pub(super) fn edge_weight(&self) -> u32 {
        match (&self.subject, self.origin) {
            (_, Origin::Name) => 1,
            (Subject::Clause { clause: Clause::Case(_) | Clause::Demand { .. }, .. }, _) => 24,
            (Subject::Clause { clause: Clause::Decision(_), .. }, _) => 12,
            (Subject::Message { doing: Some(_), .. }, Origin::Error) => 10,
            (_, Origin::Comment | Origin::Doc) => 6,
            _ => 2,
        }
    }
}

/// What could be asked about the lines of a chunk, in the order of the signals.
pub(super) fn of_chunk(
    facts: &FileFacts,
    chunk: LineRange,
    vocabulary: &Vocabulary,
    rng: &mut ChaCha8Rng,
) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for signal in signals::gather(facts, chunk) {
        for subject in subjects(facts, &signal, vocabulary, rng) {
            candidates.push(Candidate { subject, origin: signal.origin, lines: signal.lines, symbol: signal.symbol });
        }
    }
    candidates
}

fn subjects(facts: &FileFacts, signal: &Signal, vocabulary: &Vocabulary, rng: &mut ChaCha8Rng) -> Vec<Subject> {
    let clauses = match signal.origin {
        Origin::Error | Origin::Log => return message(facts, signal, vocabulary, rng).into_iter().collect(),
        Origin::Name => {
            let symbol = signal.symbol.map(|at| &facts.symbols[at]);
            symbol.and_then(named_action).map(Clause::Action).into_iter().collect()
        }
        _ => prose::plain(&signal.text).map(|sentence| parsed(facts, signal, &sentence)).unwrap_or_default(),
    };
    let must_change = signal.origin == Origin::Name;
    let symbol = signal.symbol.map(|at| &facts.symbols[at]);
    let runs = symbol.is_some_and(|symbol| symbol.kind.is_callable());
    let worded: Vec<Clause> =
        clauses.into_iter().filter_map(|clause| reworded(clause, must_change, vocabulary, rng)).collect();
    let subject = |clause| {
        let when = matches!(clause, Clause::Case(_));
        let doing = symbol.filter(|symbol| when && symbol.kind.is_callable());
        let doing = doing.and_then(|symbol| context(symbol, vocabulary, rng));
        let enough = !when || doing.is_some() || signal.origin != Origin::Comment;
        enough.then_some(Subject::Clause { clause, runs, doing })
    };
    worded.into_iter().filter_map(subject).collect()
}

/// The clauses of a sentence that are worth asking about.
fn parsed(facts: &FileFacts, signal: &Signal, sentence: &str) -> Vec<Clause> {
    let callable = signal.symbol.is_some_and(|at| facts.symbols[at].kind.is_callable());
    let mood = if signal.origin == Origin::Summary && callable { Mood::Imperative } else { Mood::Any };
    let mut clauses = clause::parse(sentence, mood);
    // A bare noun after the first sentence of a doc comment, or beside a line of code, could be anything.
    clauses.retain(|clause| signal.origin == Origin::Summary || !matches!(clause, Clause::Thing { .. }));
    clauses
}

fn message(facts: &FileFacts, signal: &Signal, vocabulary: &Vocabulary, rng: &mut ChaCha8Rng) -> Option<Subject> {
    let text = prose::message(&signal.text).filter(|text| vocabulary.allows(text))?;
    let report = if signal.origin == Origin::Error { Report::Error } else { Report::Log };
    let doing = signal.symbol.and_then(|at| context(&facts.symbols[at], vocabulary, rng));
    Some(Subject::Message { text, report, doing })
}

/// What a symbol does, as a gerund phrase, from the first sentence of its documentation or from its name.
fn context(symbol: &Symbol, vocabulary: &Vocabulary, rng: &mut ChaCha8Rng) -> Option<String> {
    let summary = symbol.doc.as_deref().and_then(|doc| prose::doc_sentences(doc).into_iter().next());
    let documented =
        summary.and_then(|summary| prose::plain(&summary)).map(|sentence| clause::parse(&sentence, Mood::Imperative));
    let documented = documented.unwrap_or_default().into_iter().next();
    let clause = documented.or_else(|| named_action(symbol).map(Clause::Action))?;
    match reworded(clause, false, vocabulary, rng)? {
        Clause::Action(action) => Some(action.phrase(Form::Gerund)),
        Clause::Decision(decision) => Some(format!("checking whether {decision}")),
        _ => None,
    }
}

/// What a callable's name says that it does: `parse_header` parses the header.
fn named_action(symbol: &Symbol) -> Option<Action> {
    let parts = words::identifier_parts(&symbol.name);
    let (verb, rest) = parts.split_first()?;
    let readable = |part: &String| part.len() > 2 && synonyms::is_ordinary(part);
    let last = rest.last()?;
    let plain = !grammar::is_preposition(&rest[0]) && !grammar::is_preposition(last);
    let vague = matches!(verb.as_str(), "do" | "try" | "visit" | "have" | "let" | "go" | "get" | "set");
    let wanted = verbs::is_base(verb) && !vague && rest.iter().all(readable) && rest.len() <= 3 && plain;
    let article = if grammar::is_determiner(&rest[0]) { "" } else { "the " };
    wanted.then(|| Action {
        adverb: None,
        verb: verb.clone(),
        rest: format!("{article}{}", rest.join(" ")),
        third: false,
    })
}

/// A clause in allowed words and of bearable length; `None` where that cannot be.
fn reworded(clause: Clause, must_change: bool, vocabulary: &Vocabulary, rng: &mut ChaCha8Rng) -> Option<Clause> {
    let mut say = |text: &str| {
        let (text, changed) = vocabulary.rewrite(&shortened(text)?, rng)?;
        (vocabulary.allows(&text) && reads::well(&text)).then_some((text, changed))
    };
    let (clause, changed, text) = match clause {
        Clause::Action(action) => {
            let (rest, changed) = say(reads::first_deed(&action.rest))?;
            let verb = vocabulary.verb(&action.verb, &action.rest, rng)?;
            let different = usize::from(verb != action.verb);
            let adverb = action.adverb.filter(|adverb| vocabulary.allows(adverb));
            let text = format!("{verb} {rest}");
            (Clause::Action(Action { adverb, verb, rest, ..action }), changed + different, text)
        }
        Clause::Thing { phrase, plural } => {
            let (phrase, changed) = say(&phrase)?;
            (Clause::Thing { phrase: phrase.clone(), plural }, changed, phrase)
        }
        Clause::Case(text) => whole(say(&text)).map(|(text, changed)| (Clause::Case(text.clone()), changed, text))?,
        Clause::Decision(text) => {
            whole(say(&text)).map(|(text, changed)| (Clause::Decision(text.clone()), changed, text))?
        }
        Clause::Demand { subject, be, rest } => {
            let ((subject, changed), (rest, also)) = (say(&subject)?, say(&rest)?);
            let text = format!("{subject} {rest}");
            (Clause::Demand { subject, be, rest }, changed + also, text)
        }
    };
    let conditional = matches!(clause, Clause::Case(_) | Clause::Decision(_));
    let least = if conditional { MIN_MEANING } else { MIN_MEANING + 1 };
    let meaning = words::identifiers(&text).filter(|word| !words::is_stop_word(&word.to_lowercase())).count();
    // A verb tells little of what it acts on.
    let told = match &clause {
        Clause::Action(action) => &action.rest,
        _ => &text,
    };
    let telling = reads::telling_words(&text) >= MIN_MEANING && reads::telling_words(told) >= 1;
    (telling && meaning >= least && (!must_change || changed > 0)).then_some(clause)
}

/// A reworded clause, if it still is one: cutting may have taken its verb away.
fn whole(said: Option<(String, usize)>) -> Option<(String, usize)> {
    said.filter(|(text, _)| clause::is_clause(text))
}

/// A text of at most `MAX_WORDS` words: cut where a subordinate part begins, if it must be; `None` where that leaves
/// too much.
fn shortened(text: &str) -> Option<String> {
    const CUTS: &[&str] = &[
        ", ",
        " so that ",
        " because ",
        " since ",
        " which ",
        " in order to ",
        " where ",
        " unless ",
        " such as ",
        " as well as ",
        " while ",
        " by ",
        " using ",
        " and then ",
    ];
    let count = |text: &str| text.split(' ').count();
    if count(text) <= MAX_WORDS && !text.contains(", ") {
        return Some(text.to_owned());
    }
    let cut = |mark: &&str| {
        text.find(*mark).map(|at| &text[..at]).filter(|text| count(text) <= MAX_WORDS && count(text) >= 3)
    };
    let longest = CUTS.iter().filter_map(cut).max_by_key(|text| text.len())?;
    Some(longest.trim_end_matches(',').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortens_where_a_clause_ends() {
        let long = "the parser reads one line after another until the end of the input, because nothing else \
                    is known about the length of the whole file";
        assert_eq!(
            shortened(long).as_deref(),
            Some("the parser reads one line after another until the end of the input")
        );
        assert_eq!(shortened(&"word ".repeat(30)), None);
    }
}

//! Sentences: found, made definitive, cut to length.

use std::collections::BTreeSet;

use crate::catalog::bootstrap::prose::cut::cut;
use crate::catalog::bootstrap::prose::cut::trailing;
use crate::catalog::bootstrap::prose::inline;
use crate::catalog::bootstrap::prose::inline::Piece;
use crate::catalog::bootstrap::prose::paragraphs;
use crate::catalog::bootstrap::prose::words;
use crate::catalog::text;
use crate::catalog::wording;

/// Whose documentation it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Voice<'a> {
    /// The name of the symbol, package or file: a sentence that begins with it says so without it.
    pub(crate) subject: &'a str,
    /// Identifiers that are code wherever they stand.
    pub(crate) names: &'a BTreeSet<&'a str>,
    /// What the sentence is to be.
    pub(crate) role: Role,
}

/// What a sentence is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The summary of a file or module, which may not begin with "This file".
    Summary,
    /// What is said of a symbol or a path.
    Symbol,
}

/// The first sentence of a documentation that says something, at most `max` characters, with a period at its end.
pub(crate) fn first(doc: &str, voice: Voice<'_>, max: usize) -> Option<String> {
    let paragraphs = paragraphs::read(doc);
    let prose = paragraphs.iter().filter(|paragraph| !paragraph.title);
    let titles = paragraphs.iter().filter(|paragraph| paragraph.title);
    prose
        .chain(titles)
        .flat_map(|paragraph| split(&rendered(&paragraph.text, voice)))
        .filter_map(|sentence| finished(&sentence, voice, max))
        .find(|sentence| voice.role == Role::Symbol || wording::filler(sentence).is_none())
}

/// The sentences of a documentation's prose that say something, in order, each at most `max` characters.
pub(crate) fn all(doc: &str, voice: Voice<'_>, max: usize) -> Vec<String> {
    let paragraphs = paragraphs::read(doc);
    let prose = paragraphs.iter().filter(|paragraph| !paragraph.title);
    prose
        .flat_map(|paragraph| split(&rendered(&paragraph.text, voice)))
        .filter_map(|sentence| finished(&sentence, voice, max))
        .collect()
}

/// The text of an error message or comment as it may be quoted, or `None` where it says little.
pub(crate) fn message(written: &str, names: &BTreeSet<&str>, max: usize) -> Option<String> {
    let voice = Voice { subject: "", names, role: Role::Symbol };
    let line = text::fold(written);
    if line.chars().any(text::is_invisible) || addresses_a_model(&line) || line.contains("://") {
        return None;
    }
    let line = rendered(&line, voice);
    let words = line.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1).count();
    (words >= 3 && line.chars().count() <= max).then_some(line)
}

fn rendered(line: &str, voice: Voice<'_>) -> String {
    let visible: String = line.chars().filter(|c| !text::is_invisible(*c)).collect();
    let pieces = inline::pieces(&visible);
    let pieces: Vec<Piece> =
        pieces.into_iter().filter(|piece| !matches!(piece, Piece::Text(text) if text.is_empty())).collect();
    words::markdown(&pieces, voice.names)
}

/// The sentences of a line; code spans are not looked into.
fn split(line: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut in_code = false;
    for (at, c) in line.char_indices() {
        match c {
            '`' => in_code = !in_code,
            '.' | '!' | '?' | ';' if !in_code => {
                let next = line[at + 1..].trim_start_matches([')', '"', '\'']);
                let ends = next.is_empty()
                    || (next.starts_with(' ')
                        && starts_sentence(next.trim_start())
                        && !is_abbreviation(&line[start..at]));
                if ends && (c != ';' || next.is_empty()) {
                    let end = line.len() - next.len();
                    out.push(line[start..end].trim().to_owned());
                    start = end;
                }
            }
            _ => {}
        }
    }
    out.push(line[start..].trim().to_owned());
    out.retain(|sentence| !sentence.is_empty());
    out
}

fn starts_sentence(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_uppercase() || c.is_numeric() || matches!(c, '`' | '"' | '(' | '*' | '\''))
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit([' ', '(']).next().unwrap_or_default().to_ascii_lowercase();
    let known = [
        "e.g", "i.e", "eg", "ie", "etc", "vs", "cf", "dr", "mr", "mrs", "no", "fig", "eq", "al", "approx", "resp",
        "st", "a.k.a", "w.r.t",
    ];
    let initial = word.len() == 1 && word.chars().all(char::is_alphabetic);
    known.contains(&word.as_str()) || initial
}

/// Openings that only say that something is described.
const FILLERS: &[&str] = &[
    "this module",
    "this file",
    "this package",
    "this class",
    "this function",
    "this method",
    "this crate",
    "this struct",
    "this script",
    "this interface",
    "this trait",
    "this type",
    "this object",
    "this header",
    "this library",
    "this enum",
    "the module",
    "the file",
    "module",
    "package",
    "file",
];
const FILLER_VERBS: &[&str] = &[
    "contains",
    "contain",
    "provides",
    "provide",
    "implements",
    "implement",
    "defines",
    "define",
    "is",
    "are",
    "holds",
    "includes",
    "represents",
    "describes",
    "has",
    "containing",
    "providing",
    "implementing",
    "defining",
    "with",
    "for",
    "consists of",
    "is responsible for",
    "is used to",
    "is used for",
    "is intended to",
    "deals with",
    "that contains",
    "that provides",
    "that implements",
    "that defines",
    "offers",
    "exposes",
    "exports",
    "houses",
    "collects",
    "gathers",
];
/// Sentences that begin so point elsewhere or are notes to oneself.
const POINTERS: &[&str] = &[
    "see ",
    "todo",
    "fixme",
    "xxx",
    "hack",
    "note:",
    "note that",
    "warning:",
    "warning",
    "caution",
    "author",
    "created by",
    "created on",
    "subclass this",
    "portions of",
    "this readme",
    "this document",
    "welcome to",
    "we ",
    "copyright",
    "license",
    "based on",
    "adapted from",
    "taken from",
    "generated by",
    "deprecated",
    "for more",
    "for example",
    "e.g.",
    "refer to",
    "http",
    "please",
    "usage:",
    "example:",
    "contributed",
    "inspired by",
    "ported from",
    "borrowed from",
    "type:",
    "version ",
    "from:",
    "source:",
    "auto-generated",
    "auto generated",
    "do not edit",
    "@",
    "internal use",
    "tl;dr",
    "hello",
];

/// A sentence as it may stand in a catalog, or `None` where it says nothing.
fn finished(sentence: &str, voice: Voice<'_>, max: usize) -> Option<String> {
    let sentence = unlabelled(sentence, voice.subject);
    let sentence = ["NOTE", "TODO", "FIXME", "XXX"]
        .iter()
        .filter_map(|word| sentence.find(word))
        .min()
        .map_or(sentence, |at| &sentence[..at]);
    let leads_on = sentence.trim_end().ends_with(':');
    let lower = sentence.to_ascii_lowercase();
    if POINTERS.iter().any(|pointer| lower.starts_with(pointer)) || lower.contains("://") || lower.contains("www.") {
        return None;
    }
    if addresses_a_model(&lower) {
        return None;
    }
    let sentence = without_filler(&without_examples(sentence));
    if wording::elsewhere(&sentence).is_some() || wording::example(&sentence).is_some() {
        return None;
    }
    let sentence = sentence.trim_end_matches(['.', ':', ';', ',', '-', '\u{2013}', '\u{2014}', '=', ' ', '!']).trim();
    let mut sentence = balanced(&sentence.replace(".\"", "\""));
    if leads_on {
        for tail in [
            " of the form",
            " as follows",
            " the following",
            " in the form",
            " such as",
            " are",
            " is",
            " like",
            " with",
        ] {
            sentence = sentence.strip_suffix(tail).map_or(sentence.clone(), str::to_owned);
        }
        sentence = trailing(&sentence).to_owned();
    }
    let meaningful = sentence.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count() >= 2;
    if !meaningful || is_name_of(&sentence, voice.subject) {
        return None;
    }
    Some(cut(&capitalised(&sentence), max))
}

/// The sentence without a label in front: `t_zset.c -- sets`, `Public: does`, `Package x does`, `Name does`.
fn unlabelled<'a>(sentence: &'a str, subject: &str) -> &'a str {
    let mut rest = sentence.trim_start_matches(['*', '-', '#', ' ', '\u{2022}']);
    for label in ["Public:", "Internal:", "Private:", "Summary:", "Description:", "Synopsis:", "Brief:", "Purpose:"] {
        rest = rest.strip_prefix(label).map_or(rest, str::trim_start);
    }
    if let Some((head, tail)) =
        rest.split_once(" -- ").or_else(|| rest.split_once(" - ")).or_else(|| rest.split_once(": "))
    {
        let head = head.trim_matches('`');
        let file = !head.contains(' ') && head.contains('.') && head.len() < 60;
        let named = !subject.is_empty() && squashed(head) == squashed(subject);
        // `Name - an aside - is a thing`.
        let aside = tail.find(" - is a").map(|at| copula(&tail[at + 3..]));
        if let Some(thing) = aside.filter(|_| named) {
            return thing;
        }
        if (file || named) && !tail.trim().is_empty() {
            return tail.trim_start();
        }
    }
    let mut words = rest.splitn(3, ' ');
    let (Some(first), Some(second)) = (words.next(), words.next()) else {
        return rest;
    };
    let third = words.next().unwrap_or_default();
    if matches!(first, "Package" | "Module" | "Command" | "Class")
        && squashed(second) == squashed(subject)
        && !third.is_empty()
    {
        return copula(third);
    }
    let is_subject = !subject.is_empty() && squashed(first.trim_end_matches("()")) == squashed(subject);
    // "Sorts the list" may document `sorts`; only a verb after the name shows that the name is a subject.
    let verb = second.ends_with('s') && second.len() > 2 && second.chars().all(|c| c.is_ascii_lowercase())
        || matches!(second, "is" | "are" | "will" | "can");
    if is_subject && verb && !third.is_empty() {
        return copula(&rest[first.len() + 1..]);
    }
    rest
}

/// `is a thing` as `a thing`.
fn copula(rest: &str) -> &str {
    ["is the ", "is a ", "is an ", "are "]
        .iter()
        .find(|verb| rest.starts_with(**verb))
        .map_or(rest, |verb| if *verb == "are " { &rest[4..] } else { &rest[3..] })
}

/// Letters and digits in lower case, for comparing names written in different ways.
pub(crate) fn squashed(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_name_of(sentence: &str, subject: &str) -> bool {
    !subject.is_empty() && squashed(sentence) == squashed(subject)
}

/// The sentence without "This module contains" and its like.
fn without_filler(sentence: &str) -> String {
    let lower = sentence.to_ascii_lowercase();
    // What is listed is always various.
    if let Some(rest) = ["various ", "miscellaneous "].iter().find_map(|word| lower.strip_prefix(word)) {
        return sentence[lower.len() - rest.len()..].to_owned();
    }
    // ASCII lower case keeps the length, so offsets fit both.
    let Some(rest) = FILLERS.iter().find_map(|filler| lower.strip_prefix(filler)?.strip_prefix(' ')) else {
        return sentence.to_owned();
    };
    let mut at = lower.len() - rest.len();
    let verb = FILLER_VERBS
        .iter()
        .filter(|verb| rest.strip_prefix(**verb).is_some_and(|rest| rest.starts_with(' ')))
        .max_by_key(|verb| verb.len());
    let adverb = ["mainly ", "mostly ", "primarily ", "simply "].iter().find(|adverb| rest.starts_with(**adverb));
    let action = rest[adverb.map_or(0, |adverb| adverb.len())..].split(' ').next().is_some_and(is_action);
    match verb {
        Some(verb) => at += verb.len() + 1,
        None if action => at += adverb.map_or(0, |adverb| adverb.len()),
        None => return sentence.to_owned(),
    }
    let rest = &sentence[at..];
    let dangling = ["to ", "that ", "where ", "when ", "not ", "used ", "only ", "also "]
        .iter()
        .any(|word| rest.to_ascii_lowercase().starts_with(word));
    if rest.split_whitespace().count() < 2 || dangling {
        return sentence.to_owned();
    }
    rest.to_owned()
}

/// Whether a word is a verb in the third person that can open a sentence.
fn is_action(word: &str) -> bool {
    let is_auxiliary = matches!(word, "is" | "was" | "has" | "does" | "its" | "this");
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !is_auxiliary
}

/// The sentence without examples, which have no place in a catalog: `(e.g. ...)`, `, e.g. ...`, `etc.`
fn without_examples(sentence: &str) -> String {
    let mut out = sentence.to_owned();
    while let Some(open) = ["(e.g", "(for example", "(eg.", "(such as"].iter().find_map(|sign| out.find(sign)) {
        let Some(close) = out[open..].find(')').map(|at| open + at) else { break };
        out.replace_range(open..=close, "");
    }
    for sign in [", e.g", " e.g.", ", for example", "; for example", ". For example"] {
        if let Some(at) = out.find(sign).filter(|at| *at > 15) {
            out.truncate(at);
        }
    }
    text::fold(&without_ranges(&out).replace(", etc.", "").replace(", etc", "").replace(" etc.", ""))
        .replace(" ,", ",")
        .replace(" .", ".")
}

/// The sentence without `(L3-L9)`, which in a catalog would be a symbol's range.
fn without_ranges(sentence: &str) -> String {
    let mut out = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(open) = rest.find("(L") {
        let inside = &rest[open + 2..];
        let close = inside.find(')').filter(|close| {
            inside[..*close].chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | 'L')) && *close > 0
        });
        let Some(close) = close else {
            out.push_str(&rest[..open + 2]);
            rest = inside;
            continue;
        };
        out.push_str(rest[..open].trim_end());
        rest = &inside[close + 1..];
    }
    out + rest
}

fn capitalised(sentence: &str) -> String {
    let word = sentence.split(' ').next().unwrap_or_default();
    let is_name = word.chars().skip(1).any(char::is_uppercase) || word.starts_with('`');
    match sentence.chars().next() {
        Some(c) if c.is_lowercase() && !is_name => c.to_uppercase().chain(sentence.chars().skip(1)).collect(),
        _ => sentence.to_owned(),
    }
}

/// The sentence without a parenthesis or quotation that is never closed.
fn balanced(sentence: &str) -> String {
    let mut sentence = sentence.to_owned();
    for (open, close) in [('(', ')'), ('[', ']')] {
        let (opened, closed) = (sentence.matches(open).count(), sentence.matches(close).count());
        if opened > closed
            && let Some(at) = sentence.rfind(open)
            && at > 10
        {
            sentence = sentence[..at].trim_end().to_owned();
        }
    }
    sentence = sentence.replace(" ()", "").replace("()", if sentence.contains('`') { "()" } else { "" });
    if sentence.matches('"').count() % 2 == 1 {
        sentence = sentence.replace('"', "");
    }
    sentence
}

/// Whether a text gives orders to whoever reads catalogs instead of describing code.
fn addresses_a_model(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    [
        "ignore previous",
        "ignore all previous",
        "ignore the above",
        "disregard previous",
        "you are an ai",
        "you are a language model",
        "system prompt",
        "as an ai",
        "<|im_start|>",
    ]
    .iter()
    .any(|phrase| lower.contains(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reads_like_a_range_is_left_out() {
        assert_eq!(without_ranges("A symbol: `solve(f)` (L3-L9)."), "A symbol: `solve(f)`.");
        assert_eq!(without_ranges("Left (L) or right (Lower)."), "Left (L) or right (Lower).");
    }

    #[test]
    fn openings_that_say_nothing_are_left_out() {
        assert_eq!(without_filler("This module mainly implements polynomials."), "implements polynomials.");
        assert_eq!(without_filler("Various sums of squares."), "sums of squares.");
        assert_eq!(without_filler("This is a test."), "This is a test.");
    }
}

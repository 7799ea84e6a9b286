//! A question as a Solver reads it: what it opens with, its terms, and the words in it that look like code.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::agents::solver::bm25::Terms;
use crate::base::words;

/// Words of the first line that count as what the question is about; a longer first line counts up to here.
const LEAD_WORDS: usize = 40;
/// Neighbouring words that may be one name together, such as `blob id`.
const JOINED: usize = 3;

/// Bytes of a word; longer ones are data.
const LONGEST: usize = 64;

/// A question.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// The text as it came, `\` read as `/`.
    pub(super) text: String,
    /// The first line.
    pub(super) lead_text: String,
    /// Terms of the first line, each once.
    pub(super) lead: Terms,
    /// Terms of the whole text, repetition damped, the first line's once more.
    pub(super) whole: Terms,
    /// Pairs of neighbouring words of the first line, each once.
    pub(super) lead_pairs: Terms,
    /// The distinct words as they are spelled, in order of first appearance; stop words are left out.
    pub(super) words: Vec<Word>,
    /// Names that two or three neighbouring words of the first line may make together: lower case, without joints.
    pub(super) joined: Vec<String>,
    /// Where in `words` each spelling stands.
    by_text: BTreeMap<String, usize>,
}

/// A word of a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    /// As it is spelled.
    pub(super) text: String,
    /// In lower case.
    pub(super) lower: String,
    /// Whether it stands in the first line.
    pub(super) in_lead: bool,
    /// How often it occurs.
    pub(super) count: usize,
    /// Whether it is spelled or set as code is: `blob_id`, `BlobId`, `open(`, a word in backticks or after a dot.
    pub(super) is_code: bool,
}

impl Question {
    /// Reads a question.
    pub(super) fn new(text: &str) -> Self {
        let text = text.replace('\\', "/");
        let lead_text = lead(&text);
        let mut lead = Terms::default();
        let mut lead_stems: Vec<String> = terms(&lead_text).collect();
        lead_stems.sort();
        lead_stems.dedup();
        lead.add(lead_stems, 1.0);
        let mut counts: BTreeMap<String, f32> = BTreeMap::new();
        for term in terms(&text) {
            *counts.entry(term).or_default() += 1.0;
        }
        let mut whole = Terms::default();
        for (term, count) in counts {
            let weight = 1.0 + count.ln() + if lead.contains(&term) { 1.0 } else { 0.0 };
            whole.add([term], weight);
        }
        let joined = joined(&lead_text);
        let mut lead_pairs = Terms::default();
        lead_pairs.add(pairs(&lead_text).collect::<BTreeSet<_>>(), 1.0);
        let words = distinct_words(&text, &lead_text);
        Self {
            by_text: words.iter().enumerate().map(|(at, word)| (word.text.clone(), at)).collect(),
            text,
            lead_text,
            lead,
            lead_pairs,
            whole,
            words,
            joined,
        }
    }

    /// The word of that spelling, if the question has it.
    pub(super) fn word(&self, text: &str) -> Option<&Word> {
        self.by_text.get(text).map(|at| &self.words[*at])
    }
}

/// The terms of a text: stems of the parts of its identifiers, and compound identifiers whole; without stop words.
pub(super) fn terms(text: &str) -> impl Iterator<Item = String> {
    words::identifiers(text).flat_map(identifier_terms)
}

fn identifier_terms(identifier: &str) -> Vec<String> {
    if identifier.len() > LONGEST {
        return Vec::new();
    }
    let parts = words::identifier_parts(identifier);
    let whole = (parts.len() > 1).then(|| parts.concat());
    let telling = parts.into_iter().filter(|part| part.chars().nth(1).is_some() && !words::is_stop_word(part));
    telling.map(|part| words::stem(&part)).chain(whole).collect()
}

/// The pairs of neighbouring telling words of a text, as stems; words between which only stop words stand are neighbours.
pub(super) fn pairs(text: &str) -> impl Iterator<Item = String> {
    let telling = |part: &String| part.chars().nth(1).is_some() && !words::is_stop_word(part);
    let identifiers = words::identifiers(text).filter(|identifier| identifier.len() <= LONGEST);
    let stems: Vec<String> =
        identifiers.flat_map(words::identifier_parts).filter(telling).map(|part| words::stem(&part)).collect();
    let joined = |pair: &[String]| format!("{} {}", pair[0], pair[1]);
    stems.windows(2).map(joined).collect::<Vec<_>>().into_iter()
}

/// A name in lower case, without underscores: the spelling that all conventions share.
pub(super) fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn lead(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let line = line.trim_start_matches(['#', ' ', '*']);
    line.split(' ').take(LEAD_WORDS).collect::<Vec<_>>().join(" ")
}

fn distinct_words(text: &str, lead: &str) -> Vec<Word> {
    let of_lead: BTreeSet<&str> = words::identifiers(lead).collect();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found: Vec<Word> = Vec::new();
    for word in words::identifiers(text) {
        let lower = word.to_lowercase();
        if word.chars().nth(1).is_none() || word.len() > LONGEST || words::is_stop_word(&lower) {
            continue;
        }
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let is_code = is_compound(word) || is_set_as_code(text, start, start + word.len());
        if let Some(at) = places.get(word) {
            found[*at].count += 1;
            found[*at].is_code |= is_code;
        } else {
            places.insert(word, found.len());
            found.push(Word { text: word.to_owned(), lower, in_lead: of_lead.contains(word), count: 1, is_code });
        }
    }
    found
}

/// Whether a word is spelled as names are: with `_` inside, or a capital after a small letter.
fn is_compound(word: &str) -> bool {
    let core = word.trim_matches('_');
    core.contains('_') || core.chars().zip(core.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase())
}

/// Whether the bytes around a word set it as code.
fn is_set_as_code(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let mut after = text[end..].chars();
    let next = after.next();
    let dotted = before == Some('.') || next == Some('.') && after.next().is_some_and(char::is_alphanumeric);
    matches!(before, Some('`')) || matches!(next, Some('(' | '`')) || dotted
}

/// Neighbouring words of a text joined to names.
fn joined(text: &str) -> Vec<String> {
    let parts: Vec<&str> =
        text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|part| !part.is_empty()).collect();
    let mut names = Vec::new();
    for length in 2..=JOINED {
        names.extend(parts.windows(length).map(|window| folded(&window.concat())));
    }
    names.retain(|name| name.len() >= 6);
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_lead_and_the_whole() {
        let question = Question::new("# Where is the blob id parsed?\n\nI call `parse_blob(x)` on the blob.");
        assert!(question.lead.contains("pars") && question.lead.contains("blob"));
        assert!(question.whole.contains("parseblob") && !question.whole.contains("the"));
        assert!(question.joined.contains(&"blobid".to_owned()));
        assert!(question.lead_pairs.contains("id pars") && !question.lead_pairs.contains("pars call"));
        let word = |text: &str| question.words.iter().find(|word| word.text == text).cloned();
        assert!(word("parse_blob").is_some_and(|word| word.is_code && !word.in_lead));
        assert!(word("blob").is_some_and(|word| word.in_lead && word.count == 2 && !word.is_code));
    }
}

//! Text into words: identifiers split at case and underscores, stems, and what a question does not mean.

use std::cell::RefCell;
use std::collections::HashMap;

use rust_stemmers::Algorithm;
use rust_stemmers::Stemmer;

/// The identifiers and numbers of a text in order: runs of letters, digits and `_`.
pub fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// The parts of an identifier in lower case: `parseHTTPHeader_v2` gives `parse`, `http`, `header`, `v2`.
pub fn identifier_parts(identifier: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for piece in identifier.split(|c: char| !c.is_alphanumeric()) {
        let chars: Vec<char> = piece.chars().collect();
        let mut start = 0;
        for at in 1..chars.len() {
            let (before, here) = (chars[at - 1], chars[at]);
            let ends_acronym =
                before.is_uppercase() && here.is_uppercase() && chars.get(at + 1).is_some_and(|c| c.is_lowercase());
            if (!before.is_uppercase() && here.is_uppercase()) || ends_acronym {
                parts.push(chars[start..at].iter().collect::<String>().to_lowercase());
                start = at;
            }
        }
        if start < chars.len() {
            parts.push(chars[start..].iter().collect::<String>().to_lowercase());
        }
    }
    parts
}

/// The Porter2 stem of a lower-case English word; words of another script and short words come back as they are.
pub fn stem(word: &str) -> String {
    thread_local! {
        static STEMMER: Stemmer = Stemmer::create(Algorithm::English);
        // Source text repeats its words; stemming each once makes indexing several times faster.
        static KNOWN: RefCell<HashMap<String, String>> = RefCell::new(HashMap::new());
    }
    if word.len() < 4 || !word.is_ascii() {
        return word.to_owned();
    }
    KNOWN.with_borrow_mut(|known| {
        if let Some(stem) = known.get(word) {
            return stem.clone();
        }
        let stem = STEMMER.with(|stemmer| stemmer.stem(word).into_owned());
        if known.len() < 200_000 {
            known.insert(word.to_owned(), stem.clone());
        }
        stem
    })
}

/// The stemmed parts of every identifier of a text, in order, stop words kept.
pub fn stems(text: &str) -> Vec<String> {
    identifiers(text).flat_map(identifier_parts).map(|part| stem(&part)).collect()
}

/// Whether a lower-case word carries no meaning in a question or a summary.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// Sorted, so that looking up is a binary search; a test keeps it so.
const STOP_WORDS: &[&str] = &[
    "a", "about", "above", "after", "again", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be",
    "because", "been", "before", "being", "below", "between", "both", "but", "by", "can", "could", "did", "do", "does",
    "doing", "down", "during", "each", "etc", "few", "for", "from", "further", "get", "gets", "had", "has", "have",
    "having", "he", "her", "here", "hers", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just",
    "like", "me", "more", "most", "my", "no", "nor", "not", "now", "of", "off", "on", "once", "only", "or", "other",
    "our", "out", "over", "own", "same", "she", "should", "so", "some", "such", "than", "that", "the", "their", "them",
    "then", "there", "these", "they", "this", "those", "through", "to", "too", "under", "until", "up", "us", "very",
    "was", "we", "were", "what", "when", "where", "which", "while", "who", "whom", "why", "will", "with", "would",
    "you", "your",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_identifiers() {
        assert_eq!(identifier_parts("parseHTTPHeader_v2"), ["parse", "http", "header", "v2"]);
        assert_eq!(identifier_parts("__init__"), ["init"]);
        assert_eq!(identifier_parts("ÜberGroß"), ["über", "groß"]);
        assert_eq!(identifiers("a.b(c_d)").collect::<Vec<_>>(), ["a", "b", "c_d"]);
    }

    #[test]
    fn stems_and_stops() {
        assert_eq!(stem("solving"), stem("solves"));
        assert!(STOP_WORDS.is_sorted());
        assert!(is_stop_word("the") && !is_stop_word("solve"));
    }
}

//! Text into terms, the same way for what is indexed and for what is asked.
//!
//! Three kinds: *stems* of the parts of identifiers, *exact* identifiers (lower case, without underscores, so that
//! `parse_header`, `parseHeader` and `ParseHeader` are one), and *bigrams* of neighbouring stems. Stop words are left out
//! of all three; a test of `document` keeps it so.

use std::collections::HashMap;

use crate::base::words;

/// Longer words are data, not names.
const MAX_WORD_BYTES: usize = 64;
/// Between the two stems of a bigram; no stem holds it.
pub(super) const BIGRAM_JOINT: char = '+';

/// What one identifier says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    /// Stems of its parts, in order.
    pub(super) stems: Vec<String>,
    /// The whole of it, or `None` where that says nothing.
    pub(super) exact: Option<String>,
}

impl Word {
    pub(super) fn new(identifier: &str) -> Self {
        if identifier.len() > MAX_WORD_BYTES {
            return Self::default();
        }
        let parts = words::identifier_parts(identifier);
        let exact: String = parts.concat();
        Self {
            exact: says_something(&exact).then_some(exact),
            stems: parts.iter().filter(|part| says_something(part)).map(|part| words::stem(part)).collect(),
        }
    }
}

/// The words of a file, each looked at once: source text repeats itself.
#[derive(Default)]
pub(super) struct Words<'t> {
    known: HashMap<&'t str, Word>,
}

impl<'t> Words<'t> {
    /// What an identifier says.
    pub(super) fn get(&mut self, identifier: &'t str) -> &Word {
        self.known.entry(identifier).or_insert_with(|| Word::new(identifier))
    }
}

/// The stems of a text as `Field::Body`, `Defines`, `Path`, `Folders`, `Name` and `Doc` hold them, in order, repeated as
/// often as they occur.
pub fn stems(text: &str) -> Vec<String> {
    words::identifiers(text).flat_map(|identifier| Word::new(identifier).stems).collect()
}

/// The whole identifiers of a text as `Field::Exact` holds them, in order, repeated as often as they occur.
pub fn exact_words(text: &str) -> Vec<String> {
    words::identifiers(text).filter_map(|identifier| Word::new(identifier).exact).collect()
}

/// The pairs of neighbouring stems of a text as `Field::Bigrams` holds them.
pub fn bigrams(text: &str) -> Vec<String> {
    stems(text).windows(2).map(|pair| bigram(&pair[0], &pair[1])).collect()
}

fn bigram(first: &str, second: &str) -> String {
    format!("{first}{BIGRAM_JOINT}{second}")
}

/// Single letters and stop words are everywhere.
fn says_something(word: &str) -> bool {
    word.chars().nth(1).is_some() && !words::is_stop_word(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_name_are_one() {
        for spelling in ["parse_headers", "parseHeaders", "ParseHeaders", "_parse_headers"] {
            assert_eq!(stems(spelling), ["pars", "header"], "{spelling}");
            assert_eq!(exact_words(spelling), ["parseheaders"], "{spelling}");
        }
    }

    #[test]
    fn what_says_nothing_is_left_out() {
        assert_eq!(stems("the x of the equations"), ["equat"]);
        assert_eq!(bigrams("solve the equations quickly"), ["solv+equat", "equat+quick"]);
        assert!(stems(&"a".repeat(100)).is_empty());
    }
}

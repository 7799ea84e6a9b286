//! Words that a catalog has no use for (specification, part 7): the rules that report them and whatever writes first
//! catalogs know the same ones.

use std::ops::Range;

/// What sends a reader to another entry.
const ELSEWHERE: &[&str] = &["see also", "refer to the entry", "described above", "described below", "as above"];

/// What begins an example.
const EXAMPLES: &[&str] = &["e.g.", "for example", "for instance", ">>>", "usage:", "example:"];

/// Words that begin a summary and say nothing; in the middle of a sentence they may mean something.
const OPENINGS: &[&str] = &[
    "this module",
    "this file",
    "this package",
    "this class",
    "this script",
    "this directory",
    "this function",
    "various",
    "miscellaneous",
    "contains various",
    "provides various",
    "a collection of various",
];

/// Words that close a list which is not worth beginning.
const ENDINGS: &[&str] = &["and more", "and so on", "and so forth"];

/// Names that many directories have, so that one of them in a sentence speaks of no particular file.
const COMMON_FILES: &[&str] =
    &["__init__.py", "__main__.py", "mod.rs", "lib.rs", "main.rs", "index.js", "index.ts", "main.go"];

/// Where the words send their reader to another entry, in bytes.
pub fn elsewhere(words: &str) -> Option<Range<usize>> {
    phrase(words, ELSEWHERE)
}

/// Where an example begins, in bytes of the words.
pub fn example(words: &str) -> Option<Range<usize>> {
    phrase(words, EXAMPLES)
}

/// What a summary begins or ends with that every summary could.
pub fn filler(summary: &str) -> Option<&'static str> {
    let lower = summary.to_ascii_lowercase();
    let words = lower.trim_end_matches(['.', ' ']);
    let is_word_end = |rest: &str| !rest.starts_with(is_part);
    let opening = OPENINGS.iter().find(|opening| words.strip_prefix(**opening).is_some_and(is_word_end));
    opening.or_else(|| ENDINGS.iter().find(|ending| words.ends_with(**ending))).copied()
}

/// Whether a file's name tells it from the files of other directories.
pub fn is_telling_file_name(name: &str) -> bool {
    !COMMON_FILES.contains(&name)
}

/// The code spans of a line of prose: where what stands between the backticks begins, and what it is.
pub fn codes(words: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let parts = words.split('`').map(move |part| {
        let start = at;
        at += part.len() + 1;
        (start, part)
    });
    parts.skip(1).step_by(2)
}

/// The first of some lower-case phrases that stands in the words as whole words.
fn phrase(words: &str, phrases: &[&str]) -> Option<Range<usize>> {
    // ASCII lower case keeps the length, so offsets fit both.
    let lower = words.to_ascii_lowercase();
    let is_whole = |at: usize, phrase: &str| {
        let (before, after) = (&lower[..at], &lower[at + phrase.len()..]);
        // A phrase of signs, such as a prompt's, stands by itself; in a type's name it means something else.
        let starts = match phrase.starts_with(is_part) {
            true => !before.ends_with(is_part),
            false => before.is_empty() || before.ends_with(char::is_whitespace),
        };
        starts && !(phrase.ends_with(is_part) && after.starts_with(is_part))
    };
    phrases.iter().find_map(|phrase| {
        let at = lower.match_indices(phrase).map(|(at, _)| at).find(|at| is_whole(*at, phrase))?;
        Some(at..at + phrase.len())
    })
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_whole_words() {
        assert_eq!(elsewhere("Roots; See also the ring."), Some(7..15));
        assert_eq!(elsewhere("It may foresee alsoran."), None);
        assert_eq!(example("Solves, e.g. cubic ones."), Some(8..12));
        assert_eq!(example("`Vec<Vec<u8>>>` holds bytes."), None);
        assert_eq!(example(">>> solve(x)"), Some(0..3));
    }

    #[test]
    fn filler_opens_or_ends() {
        assert_eq!(filler("This module solves."), Some("this module"));
        assert_eq!(filler("Variously solved."), None);
        assert_eq!(filler("Roots, sums and more."), Some("and more"));
        assert_eq!(filler("What this module does not."), None);
    }

    #[test]
    fn code_spans_have_places() {
        assert_eq!(codes("a `b` c `de`").collect::<Vec<_>>(), [(3, "b"), (9, "de")]);
        assert_eq!(codes("none").count(), 0);
    }
}

//! Which words of a question tell catalog entries apart, and how much each is worth.

use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::base::words;
use crate::catalog::Entry;
use crate::catalog::Project;

/// In how many entries of a project's catalogs each stem stands.
pub(crate) struct Vocabulary {
    entries: usize,
    frequencies: HashMap<String, usize>,
    /// The stems of `QUESTION_WORDS`.
    idle: BTreeSet<String>,
}

impl Vocabulary {
    /// Counts the entries of every catalog.
    pub(crate) fn of(project: &Project) -> Self {
        let idle = QUESTION_WORDS.iter().map(|word| words::stem(word)).collect();
        let mut vocabulary = Self { entries: 0, frequencies: HashMap::new(), idle };
        for catalog in project.catalogs.values() {
            for entry in catalog.sections.iter().flat_map(|section| &section.entries) {
                vocabulary.entries += 1;
                for stem in content_stems(entry.span.slice(&catalog.text)) {
                    *vocabulary.frequencies.entry(stem).or_default() += 1;
                }
            }
        }
        vocabulary
    }

    /// What a stem is worth: more the fewer entries have it, and most where none has it yet.
    pub(crate) fn weight(&self, stem: &str) -> f64 {
        let (all, with) = (self.entries as f64, self.frequency(stem) as f64);
        (1.0 + (all - with + 0.5).max(0.0) / (with + 0.5)).ln()
    }

    /// What a stem is worth as a share of what the rarest is; 0 for the words that every question is made of.
    pub(crate) fn share(&self, stem: &str) -> f64 {
        let all = self.entries as f64;
        if self.idle.contains(stem) { 0.0 } else { self.weight(stem) / (1.0 + (all + 0.5) / 0.5).ln() }
    }

    /// The worth of several stems.
    pub(crate) fn sum<'a>(&self, stems: impl IntoIterator<Item = &'a String>) -> f64 {
        stems.into_iter().map(|stem| self.weight(stem)).sum()
    }

    /// Number of entries that have a stem.
    pub(crate) fn frequency(&self, stem: &str) -> usize {
        self.frequencies.get(stem).copied().unwrap_or(0)
    }
}

/// The distinct stems of a text that mean something: no stop words, no single letters, no numbers, and none of the
/// words that every question about code is made of.
pub(crate) fn content_stems(text: &str) -> BTreeSet<String> {
    words::identifiers(text)
        .flat_map(words::identifier_parts)
        .filter(|word| word.chars().count() > 1 && !word.starts_with(|c: char| c.is_ascii_digit()))
        .filter(|word| !words::is_stop_word(word) && !QUESTION_WORDS.contains(&word.as_str()))
        .map(|word| words::stem(&word))
        .collect()
}

/// The stems of an entry: heading, summary, bullets.
pub(crate) fn entry_stems(text: &str, entry: &Entry) -> BTreeSet<String> {
    content_stems(entry.span.slice(text))
}

/// Words that questions about code share whatever they are about. Sorted.
const QUESTION_WORDS: &[&str] = &[
    "code",
    "file",
    "files",
    "function",
    "functions",
    "got",
    "handle",
    "handled",
    "handles",
    "happen",
    "happens",
    "implemented",
    "logic",
    "method",
    "module",
    "support",
    "supported",
    "system",
    "use",
    "used",
    "uses",
    "using",
    "value",
    "values",
    "want",
    "work",
    "works",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::RepoPath;

    #[test]
    fn rare_words_are_worth_more() {
        let text = "# a\n\n## Files\n\n### [x.py](x.py)\nReads the grid.\n\n### [y.py](y.py)\nReads the cell.\n";
        let project = Project::default().with_catalog(&RepoPath::root(), text);
        let vocabulary = Vocabulary::of(&project);
        assert_eq!(vocabulary.frequency("read"), 2);
        assert!(vocabulary.weight("grid") > vocabulary.weight("read"));
        assert!(vocabulary.weight("never") > vocabulary.weight("grid"));
    }

    #[test]
    fn stems_are_those_that_mean_something() {
        let stems = content_stems("How does the system handle 404 errors in parseHTTPHeader?");
        let expected = ["error", "header", "http", "pars"].map(str::to_owned);
        assert_eq!(stems, BTreeSet::from(expected));
        assert!(QUESTION_WORDS.is_sorted());
    }
}

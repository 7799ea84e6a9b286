//! What a state gives to search with: terms with weights, names, paths and frames, taken from it once.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::base::words;
use crate::evidence::FileDiff;
use crate::evidence::State;
use crate::evidence::TestReport;
use crate::index;
use crate::source::Language;

/// Terms with weights, each once, in order of the term.
pub(crate) type Weighted = Vec<(String, f64)>;

/// The changed lines that are read of a diff; a larger one is data or a mass edit, and its first lines say what it is.
const MOST_CHANGED_LINES: usize = 6_000;
/// The characters that are read of a text; a longer one is a log.
const MOST_CHARACTERS: usize = 60_000;

/// What there is to search with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clues {
    /// Stems of the question.
    pub(crate) question: Weighted,
    /// Whole words of the question, in the form that names are looked for.
    pub(crate) question_words: Weighted,
    /// Stems of its first line.
    pub(crate) subject: Weighted,
    /// Pairs of neighbouring stems of the question.
    pub(crate) bigrams: Weighted,
    /// Stems of the changed lines.
    pub(crate) diff: Weighted,
    /// Stems of searches and opened paths.
    pub(crate) actions: Weighted,
    /// Stems of what the tests printed.
    pub(crate) test_output: Weighted,
    /// Names that the question mentions as code.
    pub(crate) question_names: Names,
    /// Names in the test output's messages.
    pub(crate) test_names: Names,
    /// Identifiers that the diff adds and does not remove.
    pub(crate) added_names: Names,
    /// Identifiers that the diff removes and does not add.
    pub(crate) removed_names: Names,
    /// Identifiers that the diff removes and adds again.
    pub(crate) kept_names: Names,
    /// What the tests say.
    pub(crate) report: TestReport,
}

/// Identifiers by their exact form (lower case, without underscores), each as it was first spelt.
pub(crate) type Names = BTreeMap<String, String>;

impl Clues {
    /// Takes a state apart.
    pub(crate) fn of(state: &State) -> Self {
        let question = clipped(&state.question());
        let report = state.test_output.as_deref().map(TestReport::parse).unwrap_or_default();
        let (added, removed) = changed_text(&state.diff);
        let (added_names, removed_names) = (names_in(&added), names_in(&removed));
        let only = |names: &Names, others: &Names| -> Names {
            let mut names = names.clone();
            names.retain(|exact, _| !others.contains_key(exact));
            names
        };
        let mut kept_names = added_names.clone();
        kept_names.retain(|exact, _| removed_names.contains_key(exact));
        let actions: Vec<&str> =
            state.searches.iter().map(String::as_str).chain(state.opened.iter().map(RepoPath::as_str)).collect();
        let messages = clipped(&[report.messages.join("\n"), report.failing.join("\n")].join("\n"));
        Self {
            subject: weighted(index::stems(&clipped(state.subject().unwrap_or_default()))),
            bigrams: weighted(index::bigrams(&question)),
            question_names: code_names(&question),
            question_words: weighted(index::exact_words(&question)),
            question: weighted(index::stems(&question)),
            diff: weighted(index::stems(&[added.as_str(), &removed].join("\n"))),
            actions: weighted(index::stems(&clipped(&actions.join("\n")))),
            test_names: code_names(&messages),
            test_output: weighted(index::stems(&messages)),
            added_names: only(&added_names, &removed_names),
            removed_names: only(&removed_names, &added_names),
            kept_names,
            report,
        }
    }

    /// Whether there is nothing to search with.
    pub(crate) fn is_empty(&self) -> bool {
        self.question.is_empty() && self.diff.is_empty() && self.actions.is_empty() && self.report.is_empty()
    }
}

/// Stems that were asked for, to weigh lines by.
pub(crate) struct Asked<'a>(BTreeMap<&'a str, f64>);

impl Clues {
    /// The stems of the question, the changed lines behind them.
    pub(crate) fn asked(&self) -> Asked<'_> {
        let behind = [&self.test_output, &self.actions, &self.diff].into_iter().flatten();
        let behind = behind.map(|(term, weight)| (term.as_str(), weight / 4.0));
        let question = self.question.iter().map(|(term, weight)| (term.as_str(), *weight));
        Asked(behind.chain(question).collect())
    }
}

impl Asked<'_> {
    /// What a line says of what was asked.
    pub(crate) fn weight_of(&self, line: &str) -> f64 {
        let stems: BTreeSet<String> = index::stems(line).into_iter().collect();
        stems.iter().filter_map(|stem| self.0.get(stem.as_str())).sum()
    }
}

/// Terms with 1 + ln of how often they stand there.
pub(crate) fn weighted(terms: Vec<String>) -> Weighted {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for term in terms {
        *counts.entry(term).or_default() += 1;
    }
    counts.into_iter().map(|(term, count)| (term, 1.0 + f64::from(count).ln())).collect()
}

/// The added and the removed lines. Files of no programming language are left out where there are others: a lock file
/// or a changelog would drown the words of the code.
fn changed_text(diff: &[FileDiff]) -> (String, String) {
    let is_code = |file: &&FileDiff| Language::of_path(&file.path).is_some();
    let code: Vec<&FileDiff> = diff.iter().filter(is_code).collect();
    let files: Vec<&FileDiff> = if code.is_empty() { diff.iter().collect() } else { code };
    let text = |lines: &mut dyn Iterator<Item = &str>| -> String {
        lines.take(MOST_CHANGED_LINES).flat_map(|line| [line, "\n"]).collect()
    };
    let added = text(&mut files.iter().flat_map(|file| file.added().map(|(_, line)| line)));
    let removed = text(&mut files.iter().flat_map(|file| file.removed().map(|(_, line)| line)));
    (added, removed)
}

/// All identifiers of a text that are long enough to be names.
fn names_in(text: &str) -> Names {
    let mut names = Names::new();
    for identifier in words::identifiers(text).filter(|word| is_name(word)) {
        for exact in index::exact_words(identifier) {
            names.entry(exact).or_insert_with(|| identifier.to_owned());
        }
    }
    names
}

fn is_name(word: &str) -> bool {
    word.chars().count() > 2 && !word.starts_with(|c: char| c.is_ascii_digit())
}

/// The identifiers of a prose text that look like code: of several parts, in backticks, called, or part of a path.
fn code_names(text: &str) -> Names {
    let quoted = quoted_words(text);
    let mut names = Names::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_alphanumeric() || c == '_') {
        let word_on = &rest[start..];
        let end = word_on.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(word_on.len());
        let (word, after) = word_on.split_at(end);
        let before = &rest[..start];
        let called = after.starts_with('(') || after.starts_with("::") || before.ends_with("::");
        let several_parts = words::identifier_parts(word).len() > 1;
        if is_name(word) && (several_parts || called || quoted.contains(word)) {
            for exact in index::exact_words(word) {
                names.entry(exact).or_insert_with(|| word.to_owned());
            }
        }
        rest = after;
    }
    names
}

/// The words that stand between backticks on one line.
fn quoted_words(text: &str) -> BTreeSet<&str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).flat_map(words::identifiers).collect()
}

fn clipped(text: &str) -> String {
    text.chars().take(MOST_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use crate::base::RepoPath;
    use crate::evidence::DiffHunk;
    use crate::evidence::DiffStatus;

    use super::*;

    fn spelt(names: &Names) -> Vec<&str> {
        names.values().map(String::as_str).collect()
    }

    #[test]
    fn code_stands_out_from_prose() {
        let names =
            code_names("Calling parse() in `core` breaks HeaderReader and max_size, see http::client. It is bad");
        assert_eq!(spelt(&names), ["client", "core", "HeaderReader", "http", "max_size", "parse"]);
    }

    #[test]
    fn a_diff_tells_new_names_from_old() {
        let state = State {
            diff: vec![FileDiff {
                path: RepoPath::new("a.py").expect("plain"),
                previous: None,
                status: DiffStatus::Modified,
                hunks: vec![DiffHunk {
                    old_start: 1,
                    new_start: 1,
                    removed: vec!["old_name(shared)".to_owned()],
                    added: vec!["newName(shared)".to_owned()],
                }],
                symbols: Vec::new(),
                former_symbols: Vec::new(),
            }],
            ..State::default()
        };
        let clues = Clues::of(&state);
        assert_eq!(spelt(&clues.added_names), ["newName"]);
        assert_eq!(spelt(&clues.removed_names), ["old_name"]);
        assert!(!clues.is_empty());
        assert!(Clues::of(&State::default()).is_empty());
    }

    #[test]
    fn repetition_counts_less_and_less() {
        let terms = weighted(vec!["a".to_owned(), "b".to_owned(), "a".to_owned()]);
        assert_eq!(terms, [("a".to_owned(), 1.0 + 2_f64.ln()), ("b".to_owned(), 1.0)]);
    }
}

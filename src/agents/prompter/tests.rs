//! The embedded Prompter as a whole.

use std::collections::BTreeSet;

use super::ChunkRef;
use super::EmbeddedPrompter;
use super::Probe;
use super::ProbeOutcome;
use super::Prompter;
use crate::agents::fixture;
use crate::base::LineRange;
use crate::base::Seed;
use crate::catalog::Project;

const TEXT: &str = "class Fetcher:\n\n    def fetch_page(self, max_tries):\n        left = max_tries\n";

fn project() -> Project {
    fixture::project(vec![("client/server/pages.py", fixture::retry_facts())], &[])
}

fn chunk(start: u32, end: u32) -> ChunkRef {
    ChunkRef { path: fixture::path("client/server/pages.py"), lines: LineRange::clamped(start, end) }
}

fn probes(count: u64) -> Vec<Probe> {
    let project = project();
    let ask = |number| match EmbeddedPrompter.probe(&project, &chunk(1, 80), TEXT, Seed(3), number) {
        Ok(ProbeOutcome::Probe(probe)) => Some(probe),
        _ => None,
    };
    (0..count).filter_map(ask).collect()
}

#[test]
fn asks_in_all_four_styles_about_all_signals() {
    let probes = probes(60);
    assert!(probes.len() == 60, "{}", probes.len());
    for start in ["How does the ", "I got ", "How to support ", "Where "] {
        let all: Vec<&str> = probes.iter().map(|probe| probe.question.as_str()).collect();
        assert!(all.iter().any(|question| question.starts_with(start)), "{start}: {all:#?}");
    }
    let golds: BTreeSet<_> = probes.iter().map(|probe| probe.gold_function.clone()).collect();
    assert!(golds.len() == 3, "{golds:?}");
}

#[test]
fn never_says_an_identifier() {
    for probe in probes(200) {
        let words: Vec<String> =
            probe.question.split(|c: char| !(c.is_alphanumeric() || c == '_')).map(str::to_lowercase).collect();
        for name in ["fetcher", "fetch_page", "back_off", "max_tries", "pages"] {
            assert!(!words.contains(&name.to_owned()), "{}", probe.question);
        }
        assert!(probe.question.ends_with('?') && !probe.question.contains("  "), "{}", probe.question);
    }
}

#[test]
fn is_repeatable_and_says_why_a_chunk_is_invalid() {
    assert_eq!(probes(20), probes(20));
    let mut bare = fixture::retry_facts();
    bare.symbols.clear();
    bare.notes.clear();
    let project = fixture::project(vec![("client/server/pages.py", bare)], &[]);
    let outcome = EmbeddedPrompter.probe(&project, &chunk(1, 80), TEXT, Seed(3), 0);
    assert!(matches!(outcome, Ok(ProbeOutcome::Invalid(why)) if why.contains("documented")));
}

#[test]
fn gold_is_the_innermost_callable_and_lines_lie_in_the_chunk() {
    for probe in probes(60) {
        assert!(probe.chunk.lines.contains(probe.lines), "{probe:?}");
        if probe.question.contains("too many redirects") {
            assert_eq!(probe.gold_function.as_deref(), Some("Fetcher.fetch_page"));
        }
    }
}

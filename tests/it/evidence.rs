//! Evidence over trees in memory: what is offered, what is held back, and that the ceiling holds.

use std::sync::Arc;

use git_libra::base::LineRange;
use git_libra::base::RepoPath;
use git_libra::base::Silent;
use git_libra::evidence;
use git_libra::evidence::Bundle;
use git_libra::evidence::DiffHunk;
use git_libra::evidence::DiffStatus;
use git_libra::evidence::FileDiff;
use git_libra::evidence::Observation;
use git_libra::evidence::Options;
use git_libra::evidence::Sources;
use git_libra::evidence::State;
use git_libra::evidence::Texts;
use git_libra::evidence::Verdict;
use git_libra::evidence::bundle;
use git_libra::evidence::complement::Capacities;
use git_libra::index::Index;
use git_libra::repo::MemoryTree;
use git_libra::repo::Tree;
use git_libra::source::classify::Rules;

/// A pool of connections: its use, its configuration, something else, and a test.
const PROJECT: &str = r#"
//- pool/pool.py
"""A pool of connections."""

from pool.settings import read_limit


class Pool:
    """Lends connections and takes them back."""

    def __init__(self, limit=None):
        self.limit = limit or read_limit()
        self.lent = []

    def take_connection(self):
        """Lends a connection, or fails when all are lent."""
        if len(self.lent) >= self.limit:
            raise RuntimeError("all connections are lent")
        self.lent.append(object())
        return self.lent[-1]
//- pool/server.py
"""Answers requests."""


def handle_request(pool, request):
    connection = pool.take_connection()
    return connection, request
//- pool/settings.py
"""Settings."""


def read_limit():
    """How many connections the pool may lend."""
    return 8
//- pool/colours.py
"""Colours of the terminal."""


def paint(text, colour):
    return f"{colour}{text}"
//- tests/test_pool.py
from pool.pool import Pool


def test_take_connection():
    assert Pool(1).take_connection()
"#;

struct TreeTexts<'a>(&'a dyn Tree);

impl Texts for TreeTexts<'_> {
    fn text(&self, path: &RepoPath) -> Option<Arc<str>> {
        let bytes = self.0.read(path).ok()?;
        Some(Arc::from(std::str::from_utf8(&bytes).ok()?))
    }
}

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a plain path")
}

fn assemble(state: &State, options: &Options) -> Bundle {
    assemble_in(PROJECT, state, options)
}

fn assemble_in(project: &str, state: &State, options: &Options) -> Bundle {
    let tree = MemoryTree::fixture(project);
    let index = Index::in_memory();
    let rules = Rules::new(&[], &[], 1_000_000).expect("no patterns");
    let project = index.project(&tree, &rules, &Silent).expect("readable");
    let full_text = index.full_text(&tree, &project, &Silent).expect("indexable");
    let texts = TreeTexts(&tree);
    let sources = Sources { project: &project, full_text: &full_text, history: None, texts: &texts, embedder: None };
    let bundle = evidence::assemble(state, sources, options);
    for item in &bundle.items {
        let text = texts.text(&item.path).expect("there");
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let shown = lines[item.lines.start() as usize - 1..item.lines.end() as usize].concat();
        assert_eq!(item.text, shown, "lines are intact");
        assert!(!item.reason.is_empty());
    }
    let sum: u32 = bundle.items.iter().map(|item| item.tokens).sum();
    assert!(sum <= options.capacities.most_tokens && sum == bundle.budget.used_tokens);
    bundle
}

fn offered(bundle: &Bundle) -> Vec<&str> {
    bundle.items.iter().map(|item| item.path.as_str()).collect()
}

fn issue(text: &str) -> State {
    State { issue: Some(text.to_owned()), ..State::default() }
}

/// `take_connection` is half renamed to `lend_connection`.
fn half_renamed() -> FileDiff {
    FileDiff {
        path: path("pool/pool.py"),
        previous: None,
        status: DiffStatus::Modified,
        hunks: vec![DiffHunk {
            old_start: 13,
            new_start: 13,
            removed: vec!["    def take_connection(self):".to_owned()],
            added: vec!["    def lend_connection(self):".to_owned()],
        }],
        symbols: Vec::new(),
        former_symbols: Vec::new(),
    }
}

#[test]
fn an_issue_alone_finds_its_place() {
    let bundle = assemble(&issue("Taking a connection fails although not all are lent"), &Options::default());
    assert_eq!(bundle.verdict, Verdict::Found);
    assert_eq!(offered(&bundle)[0], "pool/pool.py");
    assert!(!offered(&bundle).contains(&"tests/test_pool.py"), "tests are ranked only when asked for");
    let with_tests = Options { tests: true, ..Options::default() };
    let bundle = assemble(&issue("test_take_connection"), &with_tests);
    assert!(offered(&bundle).contains(&"tests/test_pool.py"));
}

#[test]
fn a_half_done_rename_finds_who_still_uses_the_old_name() {
    let state = State { diff: vec![half_renamed()], ..State::default() };
    let bundle = assemble(&state, &Options::default());
    assert_eq!(bundle.items[0].path.as_str(), "pool/server.py");
    assert_eq!(bundle.items[0].role, "breaks");
    assert!(
        bundle.items[0].reason.contains("uses `take_connection`, which the diff removes"),
        "{}",
        bundle.items[0].reason
    );
    assert!(!offered(&bundle).contains(&"pool/pool.py"), "what is being edited is known");
    assert_eq!(bundle.withheld[0].path.as_str(), "pool/pool.py");
}

/// Shapes, two places that tell them apart, and one that has nothing to do with it.
const SHAPES: &str = r"
//- src/shape.rs
//! What can be drawn.

/// A shape.
pub enum Shape {
    Circle,
    Square,
    Hexagon,
}
//- src/area.rs
//! Sizes.

pub fn area(shape: &Shape, size: f64) -> f64 {
    match shape {
        Shape::Circle => 3.14 * size * size,
        Shape::Square => size * size,
    }
}
//- src/ink.rs
//! Colours.

pub fn ink(name: &str) -> u32 {
    name.len() as u32
}
";

fn edited(file: &str, line: u32, removed: &[&str], added: &[&str]) -> FileDiff {
    let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    FileDiff {
        path: path(file),
        previous: None,
        status: DiffStatus::Modified,
        hunks: vec![DiffHunk { old_start: line, new_start: line, removed: owned(removed), added: owned(added) }],
        symbols: Vec::new(),
        former_symbols: Vec::new(),
    }
}

#[test]
fn a_grown_enum_leads_to_the_arms_over_it() {
    let state = State { diff: vec![edited("src/shape.rs", 7, &[], &["    Hexagon,"])], ..State::default() };
    let bundle = assemble_in(SHAPES, &state, &Options::default());
    assert_eq!(offered(&bundle)[0], "src/area.rs");
    assert!(bundle.items[0].reason.contains("uses edited `Shape`"), "{}", bundle.items[0].reason);
}

#[test]
fn a_name_that_nobody_defines_leads_to_its_owner() {
    let call = "    connection = pool.settings.read_timeout()";
    let state = State { diff: vec![edited("pool/server.py", 5, &[], &[call])], ..State::default() };
    let only =
        |views: &[&str]| Options { views: views.iter().map(|view| (*view).to_owned()).collect(), ..Options::default() };
    let bundle = assemble(&state, &only(&["missing"]));
    assert_eq!(offered(&bundle)[0], "pool/settings.py");
    let known = State { diff: vec![edited("pool/server.py", 5, &[], &["    read_limit()"])], ..State::default() };
    assert!(assemble(&known, &only(&["missing"])).items.is_empty(), "what is defined is not missing");
}

#[test]
fn what_was_read_is_held_back_and_named() {
    let text = "\"\"\"Settings.\"\"\"\n\n\ndef read_limit():\n    \"\"\"How many connections the pool may lend.\"\"\"\n    return 8\n";
    let seen = Observation::of(path("pool/settings.py"), LineRange::new(1, 6), text);
    let state = State { observations: vec![seen], ..issue("read_limit is too low") };
    let bundle = assemble(&state, &Options::default());
    assert!(!offered(&bundle).contains(&"pool/settings.py"));
    assert!(bundle.withheld.iter().any(|known| known.path.as_str() == "pool/settings.py"));
    let changed = Observation::of(path("pool/settings.py"), LineRange::new(1, 6), "something\nelse\n");
    let state = State { observations: vec![changed], ..issue("read_limit is too low") };
    let bundle = assemble(&state, &Options::default());
    assert_eq!(offered(&bundle)[0], "pool/settings.py", "the observation lapsed with its lines");
}

#[test]
fn a_traceback_alone_leads_to_its_frame() {
    let output = "Traceback (most recent call last):\n  File \"/app/pool/server.py\", line 5, in handle_request\n\
                  RuntimeError: boom\n";
    let state = State { test_output: Some(output.to_owned()), ..State::default() };
    let bundle = assemble(&state, &Options::default());
    assert_eq!(offered(&bundle)[0], "pool/server.py");
    assert_eq!(bundle.items[0].role, "frame");
}

#[test]
fn nothing_is_said_honestly() {
    assert_eq!(assemble(&State::default(), &Options::default()).verdict, Verdict::NothingAsked);
    let nothing = assemble(&issue("zzz qqq"), &Options::default());
    assert_eq!((nothing.items.len(), nothing.verdict), (0, Verdict::NothingFound));
}

#[test]
fn the_ceiling_holds_and_answers_repeat() {
    for most_tokens in [0, 20, 60, 200] {
        let capacities = Capacities { most_tokens, ..Capacities::default() };
        let options = Options { capacities, ..Options::default() };
        let state = issue("Pool lends too many connections");
        let (first, second) = (assemble(&state, &options), assemble(&state, &options));
        assert_eq!(bundle::markdown(&first), bundle::markdown(&second));
        assert_eq!(bundle::json(&first, &state, None), bundle::json(&second, &state, None));
    }
}

#[test]
fn markdown_is_made_for_reading() {
    let state = State { diff: vec![half_renamed()], ..State::default() };
    let capacities = Capacities { most_items: 1, fewest_items: 1, ..Capacities::default() };
    let bundle = assemble(&state, &Options { capacities, ..Options::default() });
    let text = bundle::markdown(&bundle);
    let heading = "### pool/server.py:L1-L6 `handle_request` — uses `take_connection`, which the diff removes";
    assert!(text.starts_with(heading), "{text}");
    let source = "```python\n\"\"\"Answers requests.\"\"\"\n\n\ndef handle_request(pool, request):\n    \
                  connection = pool.take_connection()\n    return connection, request\n```\n";
    assert!(text.contains(source), "{text}");
    let end = "Left out, because it is known: pool/pool.py (edited)\n1 item, ";
    assert!(text.contains(end) && text.ends_with(" of 6144 tokens (o200k)\n"), "{text}");
    assert_eq!(bundle::paths(&bundle), "pool/server.py:1-6\n");
}

//! Full text as its users meet it: over trees in memory, with layers in a temporary folder.

use std::path::Path;

use super::Bm25;
use super::Field;
use super::FullText;
use super::Grain;
use super::QueryTerm;
use super::SearchOptions;
use super::exact_words;
use super::stems;
use crate::base::Silent;
use crate::index::Index;
use crate::repo::MemoryTree;
use crate::repo::Tree;
use crate::source::classify::Rules;

fn rules() -> Rules {
    Rules::new(&[], &[], 1 << 20).expect("no patterns")
}

fn full_text(index: &Index, tree: &dyn Tree) -> FullText {
    let project = index.project(tree, &rules(), &Silent).expect("readable");
    index.full_text(tree, &project, &Silent).expect("in memory at least")
}

fn body(question: &str) -> Vec<QueryTerm> {
    let term = |term| QueryTerm { field: Field::Body, term, boost: 1.0 };
    stems(question).into_iter().map(term).collect()
}

fn paths(text: &FullText, grain: Grain, question: &str) -> Vec<String> {
    text.search(grain, &body(question), 10).into_iter().map(|hit| hit.path.to_string()).collect()
}

/// A Python file of `count` functions that speak of `subject`.
fn file(path: &str, subject: &str, count: usize) -> String {
    let function = |number| {
        format!(
            "def {subject}_{number}(value):\n    \"\"\"Handles the {subject} of a value.\"\"\"\n    return value\n\n\n"
        )
    };
    let functions: String = (0..count).map(function).collect();
    format!("//- {path}\n{functions}")
}

#[test]
fn finds_what_is_asked_for_at_every_grain() {
    let tree = [file("pkg/solver.py", "equation", 40), file("pkg/printer.py", "latex", 3)].concat();
    let text = full_text(&Index::in_memory(), &MemoryTree::fixture(&tree));
    for grain in [Grain::Cell, Grain::Window, Grain::File, Grain::Symbol] {
        assert_eq!(paths(&text, grain, "latex")[0], "pkg/printer.py", "{grain:?}");
        assert_eq!(paths(&text, grain, "equations")[0], "pkg/solver.py", "{grain:?}");
    }
    assert_eq!(paths(&text, Grain::File, "solver"), ["pkg/solver.py"], "the path counts");
    assert!(paths(&text, Grain::File, "nothing").is_empty());
    let exact = exact_words("equation_7").into_iter().map(|term| QueryTerm { field: Field::Exact, term, boost: 1.0 });
    let found = text.search(Grain::Symbol, &exact.collect::<Vec<_>>(), 5);
    assert_eq!(found.len(), 1);
    assert!(found[0].symbol.is_some());
}

#[test]
fn units_partition_a_file() {
    let text = full_text(&Index::in_memory(), &MemoryTree::fixture(&file("a.py", "equation", 60)));
    for grain in [Grain::Cell, Grain::Window] {
        let mut next = 1;
        for number in text.units_of(grain, 0) {
            let unit = text.unit(grain, number).expect("numbered");
            assert_eq!(unit.lines.start(), next, "{grain:?}");
            assert!(grain == Grain::Cell || unit.lines.line_count() <= 100);
            next = unit.lines.end() + 1;
        }
        assert_eq!(next, 60 * 5 + 1, "{grain:?}");
    }
    assert!(text.count(Grain::Window) < text.count(Grain::Cell));
}

#[test]
fn scores_are_those_of_bm25() {
    let tree = "//- a.py\nalpha = beta\n//- b.py\ngamma = beta + beta\n//- c.py\ngamma = delta\n";
    let text = full_text(&Index::in_memory(), &MemoryTree::fixture(tree));
    let beta = QueryTerm { field: Field::Exact, term: "beta".to_owned(), boost: 2.0 };
    let options = SearchOptions { bm25: Bm25 { k1: 1.2, b: 0.5 }, ..SearchOptions::default() };
    let scores = text.scores(Grain::File, std::slice::from_ref(&beta), &options);
    let idf = (1.0_f64 + (3.0 - 2.0 + 0.5) / (2.0 + 0.5)).ln();
    let score =
        |count: f64, length: f64| 2.0 * idf * count * 2.2 / (count + 1.2 * (1.0 - 0.5 + 0.5 * length / (7.0 / 3.0)));
    let expected = [score(1.0, 2.0), score(2.0, 3.0), 0.0];
    for (score, expected) in scores.iter().zip(expected) {
        assert!((score - expected).abs() < 1e-9, "{scores:?}");
    }
    assert_eq!(text.document_frequency(Grain::File, Field::Exact, "beta"), 2);
    assert_eq!(text.search(Grain::File, &[beta], 1).len(), 1);
}

#[test]
fn tests_count_only_when_asked() {
    let tree = [file("pkg/solver.py", "equation", 2), file("tests/test_solver.py", "equation", 9)].concat();
    let text = full_text(&Index::in_memory(), &MemoryTree::fixture(&tree));
    assert_eq!(paths(&text, Grain::File, "equation"), ["pkg/solver.py"]);
    assert_eq!((text.total(Grain::File), text.count(Grain::File)), (1, 2));
    let options = SearchOptions { tests: true, ..SearchOptions::default() };
    assert_eq!(text.search_with(Grain::File, &body("equation"), 9, &options).len(), 2);
    let out = |path: &crate::base::RepoPath| path.as_str() == "pkg/solver.py";
    let options = SearchOptions { excluded: Some(&out), ..SearchOptions::default() };
    assert!(text.search_with(Grain::File, &body("equation"), 9, &options).is_empty());
}

/// The same answers, whatever became of the caches meanwhile.
fn check(root: &Path, tree: &MemoryTree) {
    let questions = ["equation", "latex solver", "value of handles", "pkg"];
    let (kept, fresh) = (full_text(&index(root), tree), full_text(&Index::in_memory(), tree));
    for grain in [Grain::Cell, Grain::Window, Grain::File, Grain::Symbol] {
        for question in questions {
            let terms = body(question);
            assert_eq!(kept.search(grain, &terms, 50), fresh.search(grain, &terms, 50), "{grain:?} {question}");
        }
    }
}

fn index(root: &Path) -> Index {
    Index::open(&root.join("shared"), &root.join("private")).expect("opens")
}

#[test]
fn caches_change_nothing_but_time() {
    let root = tempfile::tempdir().expect("temporary folder");
    let version = |number: usize| {
        // Enough lines to be written down, and few functions, so that the test is quick.
        let filler = "\n".repeat(4_000);
        let (large, small) = (file("pkg/large.py", &format!("equation{number}"), 5), file("pkg/small.py", "latex", 3));
        MemoryTree::fixture(&[large, filler, small].concat())
    };
    for number in 0..24 {
        full_text(&index(root.path()), &version(number));
        if number % 8 == 0 {
            check(root.path(), &version(number));
        }
    }
    check(root.path(), &version(23));
    let folder = index(root.path()).private.inside("text");
    let layers = folder.names();
    assert!((1..=11).contains(&layers.len()), "{} layers", layers.len());
    // Damage is noticed, costs time only, and does not last.
    for number in [3, 4] {
        for layer in folder.names().into_iter().map(|layer| folder.inside(&layer)) {
            for name in layer.names() {
                let mut bytes = layer.read(&name).expect("written");
                let middle = bytes.len() / 2;
                bytes.iter_mut().skip(middle).take(1).for_each(|byte| *byte ^= 0x55);
                let kept = bytes.get(number - 3..).unwrap_or_default();
                assert!(layer.write(&name, kept));
            }
        }
        check(root.path(), &version(number));
        for layer in folder.names() {
            assert!(super::layer::Layer::open(&folder.path_of(&layer).expect("a folder")).is_some());
        }
    }
}

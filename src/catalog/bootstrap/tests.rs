//! Catalogs as they are first written.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::BlobId;
use crate::base::RepoPath;
use crate::catalog::Limits;
use crate::catalog::Project;
use crate::catalog::SourceFile;
use crate::catalog::bootstrap;
use crate::catalog::bootstrap::RootNames;
use crate::catalog::layout;
use crate::catalog::parse;
use crate::catalog::resolve;
use crate::source;
use crate::source::Language;
use crate::source::classify::FileClass;

/// A project of files given as path and text.
fn project(files: &[(&str, &str)]) -> Project {
    let mut found = BTreeMap::new();
    for (path, text) in files {
        let path = RepoPath::new(*path).expect("plain");
        let language = Language::of_path(&path).expect("a language");
        let file = SourceFile {
            blob: BlobId::from_bytes([0; 20]),
            class: FileClass::Source(language),
            facts: Some(source::parse(language, text).into()),
        };
        found.insert(path, file);
    }
    let modules = layout::modules(&found);
    Project { files: Arc::new(found), modules: Arc::new(modules), ..Project::default() }
}

const SOLVERS: &str = r#""""This module contains solvers for all kinds of equations:

    - algebraic
"""
from .deg import Deg


def solve(f, *symbols, **flags):
    """Solves equations and systems, chooses the method.

    >>> solve(x)
    """
    if not f:
        raise ValueError("cannot solve an empty system")
    if flags:
        # Linear systems are solved by elimination
        if f: return 1
        elif symbols: return 2
    if 1 and 2 or 3 and 4: pass
    for i in f:
        if i: pass
        if not i: pass
        while i: break
    return []


class Solver:
    """Keeps the state of one :class:`Solution` search."""

    def __init__(self): self.a = 1

    def run(self):
        """Run."""
        if self.a:
            return 1
        return 2

def _helper(a):
    b = a
    if b: return 3
    c = b
    d = c
    return d
"#;

#[test]
fn an_entry_says_what_matters() {
    let project = project(&[
        ("pkg/solvers/solvers.py", SOLVERS),
        ("pkg/solvers/__init__.py", "\"\"\"Solving of equations.\"\"\"\nfrom .solvers import solve, Solver\n"),
    ]);
    let directory = RepoPath::new("pkg/solvers").expect("plain");
    let text = bootstrap::catalog(&project, &directory, &Limits::default());
    insta::assert_snapshot!(text, @r#"
    # solvers

    Solving of equations.

    ## Files

    ### [`__init__.py`](__init__.py)
    Exports `Solver` and `solve`.

    ### [solvers.py](solvers.py)
    Solvers for all kinds of equations.
    - `solve(f, *symbols, **flags)` (L8-L24) - Solves equations and systems, chooses the method.
      - Linear systems are solved by elimination.
      - Fails with "cannot solve an empty system".
    - `Solver` (L27-L36) - Keeps the state of one `Solution` search.
    - `Solver.run` (L32-L36), `_helper` (L38-L43)
    "#);
}

#[test]
fn every_catalog_keeps_the_limits_and_its_ranges_are_true() {
    let function = |n: u32| {
        format!(
            "\n\ndef function_number_{n}(argument):\n    \"\"\"Computes the value number {n} of a long series.\"\"\"\n    \
             if argument:\n        return {n}\n    return argument\n"
        )
    };
    let big: String = std::iter::once("\"\"\"Big.\"\"\"\n".to_owned()).chain((0..120).map(function)).collect();
    let project = project(&[
        ("a/big.py", &big),
        ("a/b/solvers.py", SOLVERS),
        ("c/x.rs", "//! Things.\n\n/// A thing.\npub struct Thing;\n"),
    ]);
    for directory in project.modules.keys() {
        let limits = Limits::default();
        let text = bootstrap::catalog(&project, directory, &limits);
        let catalog = parse(directory, &text);
        assert_eq!(catalog.problems, []);
        assert!(text.lines().all(|line| line.chars().count() <= limits.line_length), "{text}");
        for entry in catalog.entries() {
            assert!(entry.summary.is_some());
            let bullets: usize = entry.bullets.iter().map(crate::catalog::Bullet::count).sum();
            assert!(bullets <= limits.bullets, "{bullets}");
            let crate::catalog::Target::File(file) = &entry.target else { continue };
            let facts = project.facts(file).expect("facts");
            for mention in entry.mentions() {
                let range = mention.range.as_ref().and_then(|note| note.lines).expect("a range");
                let found = resolve::resolve(facts, &mention.name);
                assert!(found.iter().any(|at| resolve::accepts(&facts.symbols[*at], range)), "{mention:?}");
            }
        }
    }
}

#[test]
fn the_root_keeps_its_budget() {
    let files: Vec<(String, String)> = (0..50)
        .map(|n| {
            (
                format!("m{n}/module_file_{n}.py"),
                format!(
                    "\"\"\"{}.\"\"\"\ndef public_function_{n}(a):\n    if a: return 1\n",
                    "Words that go on ".repeat(8)
                ),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let project = project(&files);
    let count = |root_tokens| {
        let limits = Limits { root_tokens, ..Limits::default() };
        let names = RootNames { name: Some("words"), readme: Some("# Words\n\nWords is a library of words. More.") };
        let text = bootstrap::named_catalog(&project, &RepoPath::root(), &limits, names);
        assert!(text.starts_with("# words\n\nA library of words.\n\n## Submodules\n"), "{text}");
        source::tokens::count(&text) as usize
    };
    let all = count(100_000);
    assert!(count(all - 1) < all && count(1_500) <= 2_500);
}

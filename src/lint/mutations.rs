//! Ten thousand random mutations of catalogs: nothing panics, a parsed text renders as it was, and what lint and the
//! formatter say of it can be said.

use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::base::RepoPath;
use crate::base::Span;
use crate::catalog;
use crate::catalog::fixture::CATALOG;
use crate::config::LintConfig;
use crate::lint::check::check;
use crate::lint::finding::Safety;
use crate::lint::fix::fix;
use crate::lint::report::Format;
use crate::lint::report::Report;
use crate::lint::report::Style;
use crate::lint::report::write;
use crate::lint::scope::Scope;
use crate::lint::testing::project;

const MUTATIONS: u32 = 10_000;
/// Of so many mutations one is linted, fixed, formatted and reported on, too, which takes longer than parsing.
const FULL_EVERY: u32 = 40;

/// What turns one construct into another.
const PIECES: &[&str] = &[
    "```\n",
    "~~~",
    "<!-- libra:keep -->",
    "<!-- libra:end -->",
    "<!-- libra-ignore CAT3 -->",
    "<!--",
    "-->",
    "<<<<<<< a\n",
    "=======\n",
    ">>>>>>> b\n",
    "||||||| c\n",
    "| a | b |\n|---|---|\n",
    "\r",
    "\r\n",
    "\n",
    "\n\n",
    "\u{feff}",
    "\u{202e}",
    "\u{0}",
    "(L9-L1)",
    "(L1-L2)",
    "(L0-L99999999999)",
    "`",
    "``",
    "[",
    "](",
    ")",
    "# ",
    "## ",
    "### ",
    "#### ",
    "> ",
    "1. ",
    "- ",
    "  - ",
    "    - ",
    "* ",
    "\t",
    "   ",
    "---\n",
    "***\n",
    "<div>",
    "&amp;",
    "\\",
    "!",
    "![x](y)",
    "- Caveat: ",
    "\u{1d41e}",
    "e\u{301}",
    "%2e%2e",
    "../",
    "operator()",
    "Foo::<T>",
    "- `solve` (L1-L4), `gone`(L3)\n",
    "## Notes\n",
    "# Second\n",
];

fn mutated(rng: &mut ChaCha8Rng) -> String {
    let mut text: Vec<char> = CATALOG.chars().collect();
    for _ in 0..rng.random_range(1..8) {
        let at = rng.random_range(0..=text.len());
        let end = (at + rng.random_range(0..40)).min(text.len());
        match rng.random_range(0..5) {
            0 => drop(text.drain(at..end)),
            1 => {
                let piece: Vec<char> = text[at..end].to_vec();
                let to = rng.random_range(0..=text.len());
                text.splice(to..to, piece);
            }
            2 => text[at..end].reverse(),
            _ => {
                let piece = PIECES[rng.random_range(0..PIECES.len())];
                text.splice(at..at, piece.chars());
            }
        }
    }
    text.into_iter().collect()
}

/// Every span that a reader of the model may slice the text with.
fn spans(catalog: &catalog::Catalog) -> Vec<Span> {
    let mut spans: Vec<Span> = catalog.titles.iter().map(|title| title.span).collect();
    spans.extend(catalog.intro.iter().chain(&catalog.prose).map(|line| line.span));
    spans.extend(catalog.problems.iter().map(|problem| problem.span));
    spans.extend(catalog.kept.iter().copied());
    spans.extend(catalog.suppressions.iter().map(|suppression| suppression.span));
    for section in &catalog.sections {
        spans.extend([section.span, section.heading.span]);
        spans.extend(section.bullets.iter().flat_map(|bullet| [bullet.span, bullet.extent]));
    }
    for entry in catalog.entries() {
        spans.extend([entry.span, entry.body, entry.heading.span]);
        spans.extend(entry.summary.iter().chain(&entry.prose).map(|line| line.span));
        for bullet in entry.all_bullets() {
            spans.extend([bullet.span, bullet.extent]);
            spans.extend(bullet.description.iter().map(|line| line.span));
        }
        for mention in entry.mentions() {
            spans.push(mention.span);
            spans.extend(mention.range.iter().map(|note| note.span));
        }
    }
    spans
}

#[test]
fn ten_thousand_mutations() {
    let sources = project(
        "//- solvers.py\ndef solve(f):\n    if f:\n        return f\n    return 0\n//- diophantine/d.py\nx = 1\n",
    );
    let root = RepoPath::root();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for number in 0..MUTATIONS {
        let text = mutated(&mut rng);
        let parsed = catalog::parse(&root, &text);
        assert_eq!(catalog::render(&parsed), text, "mutation {number}");
        for span in spans(&parsed) {
            assert!(text.get(span.range()).is_some(), "mutation {number}: {span:?} is no slice of {text:?}");
        }
        if number % FULL_EVERY != 0 {
            continue;
        }
        let formatted = catalog::format(&root, &text);
        assert_eq!(catalog::format(&root, &formatted), formatted, "mutation {number}: {text:?}");
        let project = sources.with_catalog(&root, &text);
        let (config, scope) = (LintConfig::default(), Scope::catalogs([root.clone()]));
        let findings = check(&project, &config, &scope);
        for format in Format::ALL {
            write(*format, &Report { findings: &findings, project: &project }, Style::Plain, &mut Vec::new())
                .expect("room");
        }
        let fixed = fix(&project, &config, &scope, Safety::Unsafe);
        // Of hostile texts fixes may give up; then they say so, and what they leave can be checked.
        let left = fixed.catalogs.get(&root).map_or(text.as_str(), String::as_str);
        let again = check(&project.with_catalog(&root, left), &config, &scope);
        assert_eq!(again, fixed.remaining, "mutation {number}: {text:?}");
    }
}

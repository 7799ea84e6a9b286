//! The parser against what people and machines write, and against chance.

use proptest::prelude::*;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::base::Span;
use crate::catalog::Bullet;
use crate::catalog::BulletKind;
use crate::catalog::Catalog;
use crate::catalog::ProblemKind;
use crate::catalog::ProblemKind as P;
use crate::catalog::SectionKind;
use crate::catalog::Target;
use crate::catalog::fixture::CATALOG;
use crate::catalog::parse;
use crate::catalog::render;

fn path(path: &str) -> RepoPath {
    RepoPath::new(path).expect("plain")
}

fn read(text: &str) -> Catalog {
    parse(&path("sympy/solvers"), text)
}

/// The only bullet of an entry that holds `line`.
fn bullet(line: &str) -> Bullet {
    let catalog = read(&format!("# t\n\n## s\n\n### [a.py](a.py)\nA.\n{line}\n"));
    let entry = &catalog.sections[0].entries[0];
    assert_eq!(entry.bullets.len(), 1, "{line}: {entry:?}");
    entry.bullets[0].clone()
}

fn names(bullet: &Bullet) -> Vec<&str> {
    bullet.mentions.iter().map(|mention| mention.name.as_str()).collect()
}

fn range(bullet: &Bullet, at: usize) -> Option<(LineRange, bool)> {
    let note = bullet.mentions[at].range.as_ref()?;
    Some((note.lines?, note.adjacent))
}

#[test]
fn the_example_of_the_specification() {
    let catalog = read(CATALOG);
    assert_eq!(render(&catalog), CATALOG);
    assert_eq!(catalog.problems, []);
    assert_eq!(catalog.titles[0].text, "solvers");
    let intro = catalog.intro.as_ref().expect("an intro");
    assert_eq!(intro.text, "Solving of equations, systems and inequalities.");
    assert_eq!(intro.span.slice(CATALOG), intro.text);
    let kinds: Vec<_> = catalog.sections.iter().map(|section| section.kind).collect();
    assert_eq!(kinds, [SectionKind::Glossary, SectionKind::Group, SectionKind::Submodules]);
    assert_eq!(catalog.sections[0].bullets[0].text, "**Deg**: degree of a polynomial equation.");

    let entry = &catalog.sections[1].entries[0];
    assert_eq!(entry.target, Target::File(path("sympy/solvers/solvers.py")));
    assert_eq!(
        entry.summary.as_ref().map(|line| line.text.as_str()),
        Some("Entry points for solving single equations and systems.")
    );
    let [solve, system, packed, caveat] = &entry.bullets[..] else { panic!("{:?}", entry.bullets) };
    assert_eq!(names(solve), ["solve"]);
    assert_eq!(range(solve, 0), Some((LineRange::clamped(220, 1120), true)));
    let description = solve.description.as_ref().expect("a description");
    assert_eq!(description.text, "Solves equations and systems, chooses the method.");
    assert_eq!(description.span.slice(CATALOG), description.text);
    assert_eq!(system.children.len(), 2);
    assert_eq!(system.children[0].depth, 1);
    assert_eq!(system.children[0].text, "Linear path: all equations of first degree.");
    assert!(system.span.slice(CATALOG).ends_with("a system of equations."));
    assert!(system.extent.slice(CATALOG).ends_with("the free symbols."));
    assert_eq!(names(packed), ["unrad", "checksol", "failing_assumptions"]);
    assert_eq!(range(packed, 2), Some((LineRange::clamped(160, 218), true)));
    assert_eq!(packed.description, None);
    assert_eq!(caveat.kind, BulletKind::Caveat);
    assert_eq!(
        caveat.description.as_ref().map(|line| line.text.as_str()),
        Some("results are not verified when `check=False`.")
    );
    assert!(caveat.mentions.is_empty());
    assert!(entry.span.slice(CATALOG).ends_with("`check=False`.\n\n"));
    assert!(entry.body.slice(CATALOG).ends_with("`check=False`."));

    assert_eq!(catalog.sections[1].entries[1].heading.text, "__init__.py");
    let diophantine = &catalog.sections[2].entries[0];
    assert_eq!(diophantine.target, Target::Module(path("sympy/solvers/diophantine")));
    assert_eq!(catalog.entries().count(), 3);
}

#[test]
fn symbols_and_ranges_as_they_are_written() {
    let plain = bullet("- `a_b__c` - Does (really) things with `other` values");
    assert_eq!((names(&plain), range(&plain, 0)), (vec!["a_b__c"], None));
    assert_eq!(plain.description.expect("words").text, "Does (really) things with `other` values");

    let stray = bullet("- `a` - Does things (L3-L9).");
    assert_eq!(range(&stray, 0), Some((LineRange::clamped(3, 9), false)));
    let dashed = bullet("- `a` - (L3-L9) Does things.");
    assert_eq!(range(&dashed, 0), Some((LineRange::clamped(3, 9), false)));
    assert_eq!(dashed.description.expect("words").text, "Does things.");
    assert_eq!(range(&bullet("- `a`(L3-L9)"), 0), Some((LineRange::clamped(3, 9), false)));
    assert_eq!(range(&bullet("- **`a`** (L3-L9): x"), 0), Some((LineRange::clamped(3, 9), true)));

    let inside = bullet("- `a(x) (L3-L9)` - x");
    assert_eq!(inside.mentions[0].declaration, "a(x)");
    assert_eq!(range(&inside, 0), Some((LineRange::clamped(3, 9), false)));

    let malformed = bullet("- `a` (L9-L3), `b` (3-9), `c` (lines 3 to 9), `d` (lazy)");
    assert_eq!(names(&malformed), ["a", "b", "c", "d"]);
    let notes: Vec<_> = malformed.mentions.iter().map(|m| m.range.as_ref().map(|r| r.text.as_str())).collect();
    assert_eq!(notes, [Some("L9-L3"), Some("3-9"), Some("lines 3 to 9"), None]);
    assert!(malformed.mentions.iter().all(|m| m.range.as_ref().is_none_or(|r| r.lines.is_none())));

    let helpers = bullet("- Helpers: `a` (L1-L2), `b` (L3-L4); `c` is none");
    assert_eq!((helpers.kind, names(&helpers)), (BulletKind::Prose, vec!["a", "b"]));

    let sums = bullet("- `a` (L1-L2) - Computes `b`(3-1) and `c` (lines 3 to 9).");
    assert_eq!(names(&sums), ["a", "c"]);

    let odd = bullet("- ``a`b|c`` (L1-L2), `operator[]` (L3-L4), `x[]` (L5-L6) - y");
    assert_eq!(names(&odd), ["a`b|c", "operator[]", "x[]"]);

    let long = bullet("- `a(b,\n  c)` (L1-L2) - Words\n  that go on\n  and on.");
    assert_eq!(long.mentions[0].declaration, "a(b,   c)".replace("   ", " "));
    assert_eq!(long.text, "`a(b, c)` (L1-L2) - Words that go on and on.");
    let lazy = bullet("* `a` (L1-L2) -\nlazy words");
    assert_eq!(lazy.description.expect("words").text, "lazy words");
    assert_eq!(bullet("- **Caveats:** slow").kind, BulletKind::Caveat);
}

#[test]
fn nested_bullets_and_spans() {
    let text = "# t\n## s\n### [a.py](a.py)\nA.\n- `x` (L1-L2)\n\n  More words.\n    - `y` (L3-L4)\n      - z\n- - q\n";
    let catalog = read(text);
    let bullets = &catalog.sections[0].entries[0].bullets;
    assert_eq!(bullets.len(), 2);
    assert_eq!(bullets[0].text, "`x` (L1-L2) More words.");
    assert_eq!(bullets[0].children[0].children[0].text, "z");
    assert_eq!(bullets[0].count(), 3);
    assert_eq!(bullets[0].children[0].span.slice(text), "- `y` (L3-L4)");
    assert_eq!((bullets[1].text.as_str(), bullets[1].span.slice(text)), ("", "-"));
    assert_eq!(bullets[1].children[0].text, "q");
}

#[test]
fn headings_and_links_as_they_come() {
    let text = "# The [x] `y` ##\n\n## Role_s_ ##\n\n### [a b.py](a%20b.py)\n### [c(d).rs](<c(d).rs>) ###\n\
        ### [e](../e/catalog.md)\n### [web](https://x.org/catalog.md)\n### none\n### [out](../../../../x.py)\n\
        ### [p%](p%25.c \"title\")\n### [q\\]](q%5D.c#L3)\n### [dir](dir/)\n### [own](catalog.md)\n";
    let catalog = read(text);
    assert_eq!(catalog.titles[0].text, "The [x] y");
    assert_eq!(catalog.sections[0].heading.span.slice(text), "## Role_s_ ##");
    let targets: Vec<_> = catalog.entries().map(|entry| entry.target.clone()).collect();
    let file = |name: &str| Target::File(path(&format!("sympy/solvers/{name}")));
    assert_eq!(
        targets,
        [
            file("a b.py"),
            file("c(d).rs"),
            Target::Module(path("sympy/e")),
            Target::Other,
            Target::Other,
            Target::Other,
            file("p%.c"),
            file("q].c"),
            Target::Other,
            Target::Module(path("sympy/solvers")),
        ]
    );
    let first = catalog.entries().next().expect("an entry");
    let link = first.link.as_ref().expect("a link");
    assert_eq!((link.destination.as_str(), link.span.slice(text)), ("a b.py", "[a b.py](a%20b.py)"));
    assert_eq!(catalog.entries().nth(7).expect("q").heading.text, "q]");
}

#[test]
fn what_does_not_belong_is_named_and_kept() {
    let text = "# t\n\nintro\n\nmore\n\n## s\n\n### [a.py](a.py)\nA.\n\n```\ncode\n```\n\n> quote\n\n|a|b|\n|-|-|\n|1|2|\n\n1. one\n\n\
        ***\n\n![i](i.png)\n\n<div>x</div>\n\n#### deep\n\n##### deeper\n\n### [b.py](b.py)\n##### skips\n# second\n### [l.py](l.py)\n- `x` (L1-L2)\n";
    let catalog = read(text);
    let kinds: Vec<_> = catalog.problems.iter().map(|problem| problem.kind).collect();
    assert_eq!(
        kinds,
        [
            P::CodeBlock,
            P::Quote,
            P::Table,
            P::OrderedList,
            P::Rule,
            P::Image,
            P::Html,
            P::DeepHeading,
            P::DeepHeading,
            P::SkippedLevel
        ]
    );
    assert_eq!(catalog.problems[0].span.slice(text), "```\ncode\n```");
    assert_eq!((catalog.titles.len(), catalog.loose_entries.len(), catalog.prose.len()), (2, 1, 1));
    assert_eq!(catalog.loose_entries[0].bullets.len(), 1);
    assert!(catalog.sections[0].span.slice(text).ends_with("##### skips\n"));
}

#[test]
fn comments_keep_and_silence() {
    let text = "# t\n<!-- libra-ignore CAT401, CAT402 -->\n## s\n### [a.py](a.py)\n<!-- libra:keep -->\nMine.\n<!-- libra:end -->\n\
        - `a` (L1-L2) - x <!-- libra-ignore -->\n  <!-- libra:end -->\n- `b` <!-- other -->\n<!-- libra:keep -->\n- c\n";
    let catalog = read(text);
    assert_eq!(catalog.kept.len(), 2);
    assert!(catalog.kept[0].slice(text).contains("Mine."));
    assert_eq!(catalog.kept[1].end, text.len());
    let entry = &catalog.sections[0].entries[0];
    assert_eq!(entry.summary.as_ref().map(|line| line.text.as_str()), Some("Mine."));
    assert_eq!(entry.bullets.len(), 3);
    assert_eq!(entry.bullets[0].description.as_ref().map(|line| line.text.as_str()), Some("x"));
    let suppressed: Vec<_> = catalog.suppressions.iter().map(|s| (s.line, s.rules.len())).collect();
    assert_eq!(suppressed, [(3, 2), (8, 0)]);
    let kinds: Vec<_> = catalog.problems.iter().map(|problem| problem.kind).collect();
    assert_eq!(kinds, [ProblemKind::UnbalancedKeep, ProblemKind::Html, ProblemKind::UnbalancedKeep]);
}

#[test]
fn conflicts_are_one_problem_and_both_sides_are_read() {
    let text = "# t\n\n## s\n\n<<<<<<< HEAD\n### [a.py](a.py)\nA.\n||||||| base\n=======\n### [b.py](b.py)\nB.\n>>>>>>> other\n";
    let catalog = read(text);
    let problems: Vec<_> = catalog.problems.iter().map(|problem| problem.kind).collect();
    assert_eq!(problems, [ProblemKind::ConflictMarker]);
    assert_eq!(catalog.entries().count(), 2);
    assert_eq!(catalog.titles.len(), 1);
}

#[test]
fn marks_line_ends_and_empty_texts() {
    for text in ["", "\n", "\u{feff}", "\r", "- ", "#", "######", "[a](b", "\u{feff}\u{feff}# x", "<!--", "\\"] {
        assert_eq!(render(&read(text)), text);
    }
    let text = format!("\u{feff}{}", CATALOG.replace('\n', "\r\n"));
    let (windows, unix) = (read(&text), read(CATALOG));
    assert_eq!(windows.titles[0].span.slice(&text), "# solvers");
    assert_eq!(windows.entries().count(), unix.entries().count());
    for (a, b) in windows.entries().zip(unix.entries()) {
        assert_eq!(a.summary.as_ref().map(|line| &line.text), b.summary.as_ref().map(|line| &line.text));
        assert_eq!(a.mentions().len(), b.mentions().len());
        assert!(!a.body.slice(&text).ends_with('\r'));
    }
    let deep = format!("# t\n## s\n### [a](a)\nx\n{}x\n", "- ".repeat(3000));
    assert_eq!(render(&read(&deep)), deep);
    let quotes = format!("{}x", "> ".repeat(3000));
    assert_eq!(render(&read(&quotes)), quotes);
}

/// Every span of a catalog, with what encloses it.
fn check_spans(catalog: &Catalog) -> Result<(), TestCaseError> {
    let text = &catalog.text;
    let whole = Span::new(0, text.len());
    let inside = |outer: Span, inner: Span, what: &str| {
        prop_assert!(outer.contains(inner), "{what}: {inner:?} is not in {outer:?}");
        prop_assert!(text.get(inner.range()).is_some(), "{what}: {inner:?} cuts a character");
        Ok(())
    };
    let problems = catalog.problems.iter().map(|problem| problem.span);
    let suppressions = catalog.suppressions.iter().map(|suppression| suppression.span);
    for span in problems.chain(suppressions).chain(catalog.kept.iter().copied()) {
        inside(whole, span, "a note")?;
    }
    for section in &catalog.sections {
        inside(whole, section.span, "a section")?;
        inside(section.span, section.heading.span, "a section's heading")?;
        for entry in &section.entries {
            inside(section.span, entry.span, "an entry")?;
        }
    }
    for entry in catalog.entries() {
        inside(whole, entry.span, "an entry")?;
        inside(entry.span, entry.body, "a body")?;
        let lines = entry.summary.iter().chain(&entry.prose).map(|line| line.span);
        for span in lines.chain([entry.heading.span]) {
            inside(entry.body, span, "a line")?;
        }
        for bullet in entry.all_bullets() {
            inside(entry.body, bullet.extent, "a bullet's extent")?;
            inside(bullet.extent, bullet.span, "a bullet")?;
            for mention in &bullet.mentions {
                inside(bullet.extent, mention.span, "a mention")?;
                if let Some(note) = &mention.range {
                    inside(bullet.extent, note.span, "a range")?;
                    prop_assert!(note.span.slice(text).starts_with('(') && note.span.slice(text).ends_with(')'));
                }
            }
            if let Some(line) = &bullet.description {
                inside(bullet.extent, line.span, "a description")?;
            }
        }
    }
    Ok(())
}

/// Pieces that catalogs are made of, and pieces that break them.
fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "# t\n",
        "## s\n",
        "### [a.py](a.py)\n",
        "### [a b](<a b.py>) ##\n",
        "#### d\n",
        "- ",
        "  - ",
        "* ",
        "\t- ",
        "1. ",
        "`a`",
        "``b`c``",
        " (L1-L2)",
        " (L9-L3)",
        "(3-4)",
        ", ",
        " - ",
        " \u{2013} ",
        ": ",
        "**",
        "_",
        "[x",
        "](",
        ")",
        "|",
        "[ ]",
        "words ",
        "Caveat: ",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "<!-- libra:keep -->",
        "<!-- libra:end -->",
        "<!-- libra-ignore CAT401 -->",
        "<!--",
        "-->",
        "<div>",
        "```\n",
        "> ",
        "***\n",
        "===\n",
        "---\n",
        "<<<<<<< HEAD\n",
        "=======\n",
        ">>>>>>> x\n",
        "|a|b|\n|-|-|\n",
        "\u{feff}",
        "\u{202e}",
        "é",
        "\u{0}",
        "\\",
        "&amp;",
        "    ",
        "![i](i.png)",
        "[r]: x.py\n",
        "### [r]\n",
        "\u{2028}",
        "%",
        "%41",
    ];
    prop::sample::select(pieces.to_vec()).prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_heap_of_pieces_is_kept(pieces in prop::collection::vec(piece(), 0..60)) {
        let text = pieces.concat();
        let catalog = read(&text);
        prop_assert_eq!(render(&catalog), &text);
        check_spans(&catalog)?;
    }

    #[test]
    fn any_mutation_of_a_catalog_is_kept(
        changes in prop::collection::vec((0usize..1200, 0usize..30, piece()), 1..8),
        windows in any::<bool>(),
    ) {
        let mut text = if windows { CATALOG.replace('\n', "\r\n") } else { CATALOG.to_owned() };
        for (at, length, piece) in changes {
            let floor = |mut at: usize| {
                at = at.min(text.len());
                while !text.is_char_boundary(at) { at -= 1; }
                at
            };
            let (start, end) = (floor(at), floor(at + length));
            text.replace_range(start..end, &piece);
        }
        let catalog = read(&text);
        prop_assert_eq!(render(&catalog), &text);
        check_spans(&catalog)?;
    }

    #[test]
    fn any_text_is_kept(text in any::<String>()) {
        check_spans(&read(&text))?;
    }
}

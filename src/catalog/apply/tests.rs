//! Edits touch what they must and nothing else.

use proptest::prelude::*;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::catalog::CatalogEdit;
use crate::catalog::EditRefused;
use crate::catalog::EntryDraft;
use crate::catalog::SymbolLine;
use crate::catalog::Target;
use crate::catalog::apply;
use crate::catalog::fixture::CATALOG;
use crate::catalog::parse;
use crate::catalog::unified_diff;

fn path(path: &str) -> RepoPath {
    RepoPath::new(path).expect("plain")
}

fn file(name: &str) -> Target {
    Target::File(path(&format!("sympy/solvers/{name}")))
}

fn try_apply(text: &str, edits: &[CatalogEdit]) -> Result<String, EditRefused> {
    apply(&parse(&path("sympy/solvers"), text), edits)
}

/// The lines that edits take away (`-`) and add (`+`).
fn changed(text: &str, edits: &[CatalogEdit]) -> Vec<String> {
    let new = try_apply(text, edits).expect("applied");
    let diff = unified_diff(&path("catalog.md"), Some(text), Some(&new));
    diff.lines().skip(2).filter(|line| line.starts_with(['+', '-'])).map(str::to_owned).collect()
}

fn range(symbol: &str, start: u32, end: u32) -> CatalogEdit {
    CatalogEdit::SetRange {
        target: file("solvers.py"),
        symbol: symbol.to_owned(),
        range: LineRange::clamped(start, end),
    }
}

fn symbol(declaration: &str, start: u32, summary: Option<&str>) -> SymbolLine {
    SymbolLine {
        declaration: declaration.to_owned(),
        range: LineRange::clamped(start, start + 9),
        summary: summary.map(str::to_owned),
        paths: Vec::new(),
    }
}

fn set_symbol(line: SymbolLine) -> CatalogEdit {
    CatalogEdit::SetSymbol { target: file("solvers.py"), line }
}

fn draft(target: Target) -> EntryDraft {
    EntryDraft {
        target,
        summary: "New.".to_owned(),
        symbols: vec![symbol("f", 1, None), symbol("g", 20, None)],
        notes: Vec::new(),
        caveat: None,
    }
}

#[test]
fn ranges_are_set_and_put_in_their_place() {
    assert_eq!(
        changed(CATALOG, &[range("checksol", 1, 9), range("unrad", 3, 4), range("unrad", 5, 6)]),
        [
            "-- `unrad` (L3400-L3720), `checksol` (L220-L410), `failing_assumptions` (L160-L218)",
            "+- `unrad` (L5-L6), `checksol` (L1-L9), `failing_assumptions` (L160-L218)"
        ]
    );
    for (written, mended) in [
        ("`x`", "`x` (L1-L9)"),
        ("`x` - Does.", "`x` (L1-L9) - Does."),
        ("`x`(L3-L4) - Does.", "`x` (L1-L9) - Does."),
        ("`x` - Does (L3-L4) it.", "`x` (L1-L9) - Does it."),
        ("`x` - (L3-L4) Does.", "`x` (L1-L9) - Does."),
        ("`x` (3-4)", "`x` (L1-L9)"),
        ("`x(a) (L3-L4)` - Does.", "`x(a)` (L1-L9) - Does."),
        ("**`x`** (L3-L4): Does.", "**`x`** (L1-L9): Does."),
        ("Also `x` (L3-L4) here", "Also `x` (L1-L9) here"),
    ] {
        let text = format!("# t\n\n## s\n\n### [solvers.py](solvers.py)\n- {written}\n");
        let new = try_apply(&text, &[range("x", 1, 9)]).expect("applied");
        assert_eq!(new, text.replace(written, mended), "{written}");
    }
    assert!(matches!(try_apply(CATALOG, &[range("gone", 1, 2)]), Err(EditRefused::NoSymbol { .. })));
}

#[test]
fn summaries_caveats_intro_and_terms() {
    let target = file("solvers.py");
    let summary = |text: &str| CatalogEdit::SetSummary { target: target.clone(), summary: text.to_owned() };
    assert_eq!(
        changed(CATALOG, &[summary("- Solves.")]),
        ["-Entry points for solving single equations and systems.", "+\\- Solves."]
    );
    assert!(matches!(try_apply(CATALOG, &[summary("a\n## b")]), Err(EditRefused::Text { .. })));
    let bare = "# t\n## s\n### [solvers.py](solvers.py)";
    assert_eq!(try_apply(bare, &[summary("S.")]).as_deref(), Ok("# t\n## s\n### [solvers.py](solvers.py)\nS."));
    let caveat =
        |text: Option<&str>| CatalogEdit::SetCaveat { target: target.clone(), caveat: text.map(str::to_owned) };
    assert_eq!(changed(CATALOG, &[caveat(None)]), ["-- Caveat: results are not verified when `check=False`."]);
    let added = try_apply(bare, &[summary("S."), caveat(Some("slow."))]).expect("applied");
    assert!(added.ends_with("\nS.\n- Caveat: slow."));
    let term = |term: &str| CatalogEdit::SetGlossaryTerm { term: term.to_owned(), meaning: "the degree".to_owned() };
    assert_eq!(changed(CATALOG, &[term("deg")])[1], "+- **deg**: the degree");
    assert_eq!(changed(CATALOG, &[term("De")]), ["+- **De**: the degree"]);
    assert!(
        try_apply(bare, &[term("A")]).expect("applied").starts_with("# t\n## Glossary\n- **A**: the degree\n\n## s")
    );
    let intro = CatalogEdit::SetIntro { intro: "Intro.".to_owned() };
    assert!(try_apply(bare, &[intro]).expect("applied").starts_with("# t\n\nIntro.\n## s"));
}

#[test]
fn symbols_are_replaced_added_and_taken_away() {
    let mut line = symbol("_solve_system(exprs)", 1631, Some("Solves systems."));
    line.paths = vec!["Linear path.".to_owned()];
    assert_eq!(
        changed(CATALOG, &[set_symbol(line)]),
        [
            "-- `_solve_system(exprs, symbols, **flags)` (L1631-L1829) - Solves a system of equations.",
            "-  - Linear path: all equations of first degree.",
            "-  - Nonlinear path: enumerates subsets of the free symbols.",
            "+- `_solve_system(exprs)` (L1631-L1640) - Solves systems.",
            "+  - Linear path."
        ]
    );
    assert_eq!(
        changed(CATALOG, &[set_symbol(symbol("unrad", 3400, Some("Removes radicals.")))]),
        [
            "-- `unrad` (L3400-L3720), `checksol` (L220-L410), `failing_assumptions` (L160-L218)",
            "+- `checksol` (L220-L410), `failing_assumptions` (L160-L218)",
            "+- `unrad` (L3400-L3409) - Removes radicals."
        ]
    );
    let between = try_apply(CATALOG, &[set_symbol(symbol("minsolve", 1500, Some("Minimal.")))]).expect("applied");
    assert!(between.contains("method.\n- `minsolve` (L1500-L1509) - Minimal.\n- `_solve_system("));
    assert!(changed(CATALOG, &[set_symbol(symbol("x", 9, None))])[1].ends_with("(L160-L218), `x` (L9-L18)"));
    let remove = |symbol: &str| CatalogEdit::RemoveSymbol { target: file("solvers.py"), symbol: symbol.to_owned() };
    assert_eq!(changed(CATALOG, &[remove("_solve_system")]).len(), 3);
    assert_eq!(changed(CATALOG, &[remove("checksol"), remove("unrad")])[1], "+- `failing_assumptions` (L160-L218)");
    assert_eq!(changed(CATALOG, &[remove("checksol"), remove("unrad"), remove("failing_assumptions")]).len(), 1);
    let empty = "# t\r\n## s\r\n### [solvers.py](solvers.py)\r\nS.\r\n\r\n### [z.py](z.py)\r\nZ.\r\n";
    let first = try_apply(empty, &[set_symbol(symbol("a", 5, Some("A.")))]).expect("applied");
    assert!(first.contains("S.\r\n- `a` (L5-L14) - A.\r\n\r\n### [z.py]"));
}

#[test]
fn entries_come_and_go() {
    let add =
        |section: &str, target: Target| CatalogEdit::AddEntry { section: section.to_owned(), entry: draft(target) };
    assert_eq!(
        changed(CATALOG, &[add("algebraic equations", file("pde.py"))]),
        ["+### [pde.py](pde.py)", "+New.", "+- `f` (L1-L10), `g` (L20-L29)", "+"]
    );
    let at_end = try_apply(CATALOG, &[add("Submodules", Target::Module(path("sympy/solvers/zeta")))]).expect("applied");
    assert!(at_end.ends_with("equations.\n\n### [zeta](zeta/catalog.md)\nNew.\n- `f` (L1-L10), `g` (L20-L29)\n"));
    let section = try_apply(CATALOG, &[add("Differential equations", file("ode.py"))]).expect("applied");
    assert!(section.contains(
        "\n\n## Differential equations\n\n### [ode.py](ode.py)\nNew.\n- `f` (L1-L10), `g` (L20-L29)\n\n## Submodules"
    ));
    assert!(matches!(try_apply(CATALOG, &[add("s", file("solvers.py"))]), Err(EditRefused::EntryExists { .. })));
    assert_eq!(
        try_apply("# t\n", &[add("s", file("a.py"))]).as_deref(),
        Ok("# t\n\n## s\n\n### [a.py](a.py)\nNew.\n- `f` (L1-L10), `g` (L20-L29)\n")
    );

    let remove = |target| CatalogEdit::RemoveEntry { target };
    assert_eq!(
        changed(CATALOG, &[remove(file("__init__.py"))]),
        ["-### [`__init__.py`](__init__.py)", "-Exports the solvers.", "-"]
    );
    let without = try_apply(CATALOG, &[remove(Target::Module(path("sympy/solvers/diophantine")))]).expect("applied");
    assert!(without.ends_with("Exports the solvers.\n"));
    // What was added and taken away again leaves no trace.
    for (section, target) in
        [("Algebraic equations", file("a.py")), ("New", file("b.py")), ("Submodules", file("zz.py"))]
    {
        assert_eq!(try_apply(CATALOG, &[add(section, target.clone()), remove(target)]).as_deref(), Ok(CATALOG));
    }
}

#[test]
fn entries_are_renamed_and_moved() {
    let to = file("new name.py");
    let retarget = CatalogEdit::RetargetEntry { target: file("solvers.py"), to: to.clone() };
    assert_eq!(changed(CATALOG, &[retarget]), ["-### [solvers.py](solvers.py)", "+### [new name.py](new%20name.py)"]);
    let relocate = |section: &str| CatalogEdit::MoveEntry { target: file("__init__.py"), section: section.to_owned() };
    let moved = try_apply(CATALOG, &[relocate("Front")]).expect("applied");
    assert!(moved.contains(
        "`check=False`.\n\n## Front\n\n### [`__init__.py`](__init__.py)\nExports the solvers.\n\n## Submodules"
    ));
    assert_eq!(try_apply(&moved, &[relocate("algebraic equations")]).map(|text| text.len()), Ok(CATALOG.len()));
    let last = try_apply(CATALOG, &[relocate("Submodules")]).expect("applied");
    assert!(last.contains("## Submodules\n\n### [`__init__.py`](__init__.py)\nExports the solvers.\n\n### [dio"));
    assert_eq!(try_apply(CATALOG, &[relocate("Algebraic equations")]).as_deref(), Ok(CATALOG));
}

#[test]
fn a_persons_words_are_kept_and_their_ranges_refreshed() {
    let text = "# t\n\n## s\n\n### [solvers.py](solvers.py)\n<!-- libra:keep -->\nMine.\n- `x` (L1-L2) - Mine, too.\n<!-- libra:end -->\n- `y` (L3-L4)\n";
    let target = file("solvers.py");
    assert_eq!(changed(text, &[range("x", 1, 9)])[1], "+- `x` (L1-L9) - Mine, too.");
    for edit in [
        CatalogEdit::SetSummary { target: target.clone(), summary: "Yours.".to_owned() },
        CatalogEdit::RemoveSymbol { target: target.clone(), symbol: "x".to_owned() },
        CatalogEdit::RemoveEntry { target: target.clone() },
        set_symbol(symbol("x", 1, Some("Yours."))),
    ] {
        assert_eq!(try_apply(text, &[edit]), Err(EditRefused::Kept));
    }
    assert!(try_apply(text, &[set_symbol(symbol("y", 3, Some("Yours.")))]).is_ok());
    let conflict = format!("{text}<<<<<<< a\n=======\n>>>>>>> b\n");
    assert_eq!(try_apply(&conflict, &[range("x", 1, 9)]), Err(EditRefused::Unmerged));
}

/// Edits of every kind, on targets and symbols that the catalog has or has not.
fn any_edit() -> impl Strategy<Value = CatalogEdit> {
    let targets = prop::sample::select(vec![
        file("solvers.py"),
        file("__init__.py"),
        file("a b.py"),
        Target::Module(path("sympy/solvers/diophantine")),
        Target::Other,
    ]);
    let symbols =
        prop::sample::select(vec!["solve", "unrad", "checksol", "_solve_system", "n`w"]).prop_map(str::to_owned);
    let sections = prop::sample::select(vec!["Algebraic equations", "Submodules", "Glossary", "New", "# odd"])
        .prop_map(str::to_owned);
    let words =
        prop::sample::select(vec!["Words.", "# x", "- y", "a <b> c", "Caveat: z", "`", "**", "<!-- libra:keep -->"])
            .prop_map(str::to_owned);
    (0..11usize, targets.clone(), targets, symbols, sections, words, 1u32..500).prop_map(
        |(kind, target, to, name, section, words, start)| match kind {
            0 => CatalogEdit::SetRange { target, symbol: name, range: LineRange::clamped(start, start + 3) },
            1 => CatalogEdit::SetSummary { target, summary: words },
            2 => CatalogEdit::SetSymbol { target, line: symbol(&name, start, (start % 2 == 0).then_some(&words)) },
            3 => CatalogEdit::RemoveSymbol { target, symbol: name },
            4 => CatalogEdit::SetCaveat { target, caveat: (start % 2 == 0).then_some(words) },
            5 => CatalogEdit::AddEntry { section, entry: draft(target) },
            6 => CatalogEdit::RemoveEntry { target },
            7 => CatalogEdit::RetargetEntry { target, to },
            8 => CatalogEdit::MoveEntry { target, section },
            9 => CatalogEdit::SetGlossaryTerm { term: name, meaning: words },
            _ => CatalogEdit::SetIntro { intro: words },
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    /// Whatever is edited, entries that no edit names stay byte for byte, and line ends stay of one kind.
    #[test]
    fn other_entries_stay_as_they_are(edits in prop::collection::vec(any_edit(), 1..6), windows in any::<bool>()) {
        let text = if windows { CATALOG.replace('\n', "\r\n") } else { CATALOG.to_owned() };
        let before = parse(&path("sympy/solvers"), &text);
        let mut catalog = before.clone();
        let mut named = Vec::new();
        for edit in edits {
            let Ok(text) = apply(&catalog, std::slice::from_ref(&edit)) else { continue };
            match edit {
                CatalogEdit::SetRange { target, .. } | CatalogEdit::SetSummary { target, .. }
                | CatalogEdit::SetSymbol { target, .. } | CatalogEdit::RemoveSymbol { target, .. }
                | CatalogEdit::SetCaveat { target, .. } | CatalogEdit::RemoveEntry { target }
                | CatalogEdit::MoveEntry { target, .. } => named.push(target),
                CatalogEdit::RetargetEntry { target, to } => named.extend([target, to]),
                CatalogEdit::AddEntry { entry, .. } => named.push(entry.target),
                CatalogEdit::SetGlossaryTerm { .. } | CatalogEdit::SetIntro { .. } => {}
            }
            catalog = parse(&before.directory, &text);
        }
        for entry in before.entries().filter(|entry| !named.contains(&entry.target)) {
            let now = catalog.entry(&entry.target);
            prop_assert_eq!(now.map(|now| now.body.slice(&catalog.text)), Some(entry.body.slice(&text)));
        }
        prop_assert_eq!(catalog.titles.len(), 1);
        prop_assert_eq!(&catalog.problems, &[]);
        let bare = catalog.text.replace("\r\n", "").matches(['\r', '\n']).count();
        prop_assert!(bare == 0 || !windows, "{:?}", catalog.text);
    }

    /// No edit of a heap of anything panics, and what is refused changes nothing.
    #[test]
    fn broken_catalogs_are_edited_or_refused(
        cuts in prop::collection::vec((0usize..1200, 0usize..40), 0..5),
        edits in prop::collection::vec(any_edit(), 1..6),
    ) {
        let mut text = CATALOG.to_owned();
        for (at, length) in cuts {
            let start = at.min(text.len());
            let end = (at + length).min(text.len());
            text.replace_range(start..end, "");
        }
        let _ = try_apply(&text, &edits);
    }
}

//! What refreshing makes of changes, told as trees.

use crate::base::LineRange;
use crate::catalog::Limits;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::config::LintConfig;
use crate::config::Severity;
use crate::heal::describe;
use crate::heal::hands::Hands;
use crate::heal::hands::Origin;
use crate::heal::hands::Unit;
use crate::heal::plan::Plan;
use crate::heal::refresh::Action;
use crate::heal::refresh::Refreshed;
use crate::heal::refresh::refresh;
use crate::heal::testing::path;
use crate::heal::testing::plan;
use crate::heal::testing::project;
use crate::lint;
use crate::repo::MemoryTree;

const A: &str = "
//- pkg/store.py
'''Keeps values on disk.'''


def load(path):
    '''Reads a value.'''
    if not path:
        raise ValueError('a path is needed')
    return open(path).read()


def save(path, value):
    '''Writes a value.'''
    if not path:
        raise ValueError('a path is needed')
    open(path, 'w').write(value)
//- pkg/grid.py
'''Grids of cells.'''


def neighbours(cell):
    '''Cells beside a cell.'''
    if cell is None:
        return []
    return [cell]
";

const CATALOGS: &str = "
//- catalog.md
# example

## Submodules

### [pkg](pkg/catalog.md)
Values and grids.
//- pkg/catalog.md
# pkg

## Storage

### [store.py](store.py)
Everything about values, in somebody's own words.
- `load(path)` (L4-L8) - Reads a value, carefully worded.
- `save` (L11-L15)

## Geometry

### [grid.py](grid.py)
Grids of cells.
- `neighbours(cell)` (L4-L8) - Cells beside a cell.
";

fn tree(text: &str) -> MemoryTree {
    MemoryTree::fixture(text)
}

fn run(project: &Project, plan: &Plan) -> Refreshed {
    refresh(project, plan, &LintConfig::default(), &Limits::default())
}

/// Refreshes what changed from `old` to `new`, both with the catalogs above, and requires what must always hold: the
/// result lints clean and a second refresh changes nothing.
fn check(old: &str, new: &str) -> Refreshed {
    let catalogs = if new.contains("catalog.md") { "" } else { CATALOGS };
    let (old, new) = (tree(&format!("{old}{CATALOGS}")), tree(&format!("{new}{catalogs}")));
    let plan = plan(&old, &new);
    let refreshed = run(&project(&new), &plan);
    let findings = lint::check(&refreshed.project, &LintConfig::default(), &lint::Scope::everything());
    let serious: Vec<_> = findings.iter().filter(|finding| finding.severity >= Severity::Warning).collect();
    assert!(serious.is_empty(), "{serious:#?}\n{:#?}", refreshed.catalogs);
    let again = run(&refreshed.project, &plan);
    assert!(again.catalogs.is_empty(), "a second refresh changes {:#?}", again.catalogs);
    refreshed
}

fn text<'r>(refreshed: &'r Refreshed, directory: &str) -> &'r str {
    &refreshed.project.catalogs[&path(directory)].text
}

fn said(refreshed: &Refreshed) -> Vec<String> {
    describe::actions(&refreshed.actions)
}

#[test]
fn nothing_changed_is_nothing_done() {
    let refreshed = check(A, A);
    assert!(refreshed.actions.is_empty() && refreshed.catalogs.is_empty());
}

#[test]
fn ranges_follow_their_symbols_and_words_stay() {
    let moved = A.replace("'''Keeps values on disk.'''\n", "'''Keeps values on disk.'''\n\nimport os\nimport sys\n");
    let refreshed = check(A, &moved);
    let text = text(&refreshed, "pkg");
    assert!(
        text.contains("- `load(path)` (L7-L11) - Reads a value, carefully worded.\n- `save` (L14-L18)\n"),
        "{text}"
    );
    assert_eq!(refreshed.catalogs.keys().map(ToString::to_string).collect::<Vec<_>>(), ["pkg"]);
    assert_eq!(said(&refreshed), ["`load` of `pkg/store.py` is at L7-L11", "`save` of `pkg/store.py` is at L14-L18"]);
}

#[test]
fn many_ranges_of_one_file_are_told_together() {
    let range = |symbol: &str| Action::RangeSet {
        file: path("pkg/store.py"),
        symbol: symbol.to_owned(),
        range: LineRange::clamped(1, 2),
    };
    let removed = Action::EntryRemoved { path: path("pkg/old.py") };
    let actions = [range("a"), range("b"), removed, range("c"), range("d")];
    let said = describe::actions(&actions);
    assert_eq!(said, ["the entry of `pkg/old.py` is removed", "4 ranges of `pkg/store.py` are refreshed"]);
    assert_eq!(describe::actions(&actions[..1]), ["`a` of `pkg/store.py` is at L1-L2"]);
}

#[test]
fn a_stale_range_is_in_scope_whatever_changed() {
    let stale = CATALOGS.replace("(L4-L8) - Cells", "(L4-L9) - Cells").replace("`save` (L11-L15)", "`save`");
    let refreshed = check(A, &format!("{A}{stale}"));
    assert!(text(&refreshed, "pkg").contains("`neighbours(cell)` (L4-L8)"));
    assert!(text(&refreshed, "pkg").contains("- `save` (L11-L15)\n"));
}

#[test]
fn a_renamed_file_keeps_its_words() {
    let refreshed = check(A, &A.replace("pkg/store.py", "pkg/storage.py"));
    let text = text(&refreshed, "pkg");
    assert!(
        text.contains("### [storage.py](storage.py)\nEverything about values, in somebody's own words.\n"),
        "{text}"
    );
    assert!(text.contains("carefully worded") && !text.contains("store.py"));
}

#[test]
fn a_file_that_moves_to_another_module_takes_its_words_along() {
    let refreshed = check(A, &A.replace("pkg/store.py", "disk/store.py"));
    let new = text(&refreshed, "disk");
    assert!(new.contains("### [store.py](store.py)\nEverything about values, in somebody's own words.\n"), "{new}");
    assert!(new.contains("- `load(path)` (L4-L8) - Reads a value, carefully worded.\n- `save` (L11-L15)\n"), "{new}");
    assert!(!text(&refreshed, "pkg").contains("store.py"));
    assert!(text(&refreshed, "").contains("(disk/catalog.md)"));
}

#[test]
fn a_renamed_module_takes_its_catalog_along() {
    let new = A.replace("pkg/", "lib/");
    let refreshed = check(A, &new);
    assert!(text(&refreshed, "lib").starts_with("# lib\n"));
    assert!(text(&refreshed, "lib").contains("carefully worded"));
    assert_eq!(refreshed.catalogs.get(&path("pkg")), Some(&None));
    assert!(text(&refreshed, "").contains("### [lib](lib/catalog.md)\nValues and grids.\n"));
    assert!(!text(&refreshed, "").contains("pkg"));
}

#[test]
fn deleted_files_and_modules_go() {
    let (_, grid) = A.split_once("//- pkg/grid.py").expect("two files");
    let refreshed = check(A, &format!("//- pkg/grid.py{grid}"));
    assert!(!text(&refreshed, "pkg").contains("Storage"));
    assert_eq!(said(&refreshed), ["the entry of `pkg/store.py` is removed"]);
    let refreshed = check(A, "//- README\nnothing\n");
    assert_eq!(refreshed.catalogs.get(&path("pkg")), Some(&None));
    assert!(!text(&refreshed, "").contains("pkg"));
}

#[test]
fn somebody_elses_page_of_that_name_stays() {
    let page = "//- docs/catalog.md\n# Catalog of our products\n\n## Chairs\n\nGood ones.\n";
    let refreshed = refresh(
        &project(&tree(&format!("{A}{CATALOGS}{page}"))),
        &plan(&tree(&format!("{A}{CATALOGS}{page}//- docs/conf.py\nx = 1\n")), &tree(&format!("{A}{CATALOGS}{page}"))),
        &LintConfig::default(),
        &Limits::default(),
    );
    assert!(refreshed.catalogs.is_empty(), "{:?}", refreshed.catalogs);
}

#[test]
fn new_files_and_modules_get_entries() {
    let new = format!(
        "{A}//- pkg/store_remote.py\n'''Keeps values on a server.'''\n\n\ndef load(url):\n    '''Fetches a value.'''\n    \
         if not url:\n        raise ValueError('a url is needed')\n    return url\n//- deep/down/one.py\n'''One of \
         them.'''\n\n\ndef one():\n    '''The only one.'''\n    return 1\n"
    );
    let refreshed = check(A, &new);
    let text_of_pkg = text(&refreshed, "pkg");
    let (storage, geometry) = text_of_pkg.split_once("## Geometry").expect("both sections");
    assert!(
        storage.contains("### [store_remote.py](store_remote.py)") && !geometry.contains("remote"),
        "{text_of_pkg}"
    );
    assert!(text(&refreshed, "deep/down").contains("[one.py](one.py)"));
    assert!(text(&refreshed, "").contains("(deep/down/catalog.md)"));
}

#[test]
fn symbols_come_go_and_change_their_names() {
    let renamed = A.replace("def load(path)", "def read_value(path)");
    let refreshed = check(A, &renamed);
    assert!(text(&refreshed, "pkg").contains("- `read_value(path)` (L4-L8) - Reads a value, carefully worded.\n"));
    assert_eq!(said(&refreshed), ["`load` of `pkg/store.py` is `read_value` now"]);
    let gone = A.replace(
        "def load(path):\n    '''Reads a value.'''\n    if not path:\n        raise ValueError('a path is needed')\n    return open(path).read()\n",
        "LIMIT = 3\n",
    );
    let refreshed = check(A, &gone);
    assert!(!text(&refreshed, "pkg").contains("load"));
    let more = A.replace(
        "//- pkg/grid.py",
        "\n\ndef forget(path):\n    '''Removes a value for good.'''\n    if not path:\n        raise ValueError('a path is \
         needed')\n    if path == '/':\n        raise ValueError('the root stays')\n    return path\n//- pkg/grid.py",
    );
    let refreshed = check(A, &more);
    assert!(text(&refreshed, "pkg").contains("`forget"), "{}", text(&refreshed, "pkg"));
}

#[test]
fn lists_of_names_that_are_gone_are_made_anew() {
    let catalogs = CATALOGS
        .replace("Values and grids.\n", "Defines `load`, `save` and `neighbours`.\n- Files: `grid.py`, `store.py`\n")
        .replace("Grids of cells.\n- ", "Mentions `nothing` of ours.\n- ");
    let new = A.replace("pkg/store.py", "pkg/disk.py").replace("def save(", "def put_away(");
    let refreshed = check(A, &format!("{new}{catalogs}"));
    let root = text(&refreshed, "");
    assert!(root.contains("put_away") && !root.contains("`save`"), "{root}");
    assert!(root.contains("- Files: `disk.py`, `grid.py`\n"), "{root}");
    assert!(text(&refreshed, "pkg").contains("Mentions `nothing` of ours.\n"));
}

#[test]
fn a_persons_words_are_never_touched() {
    let kept = CATALOGS
        .replace("### [store.py]", "<!-- libra:keep -->\n### [store.py]")
        .replace("- `save` (L11-L15)\n", "- `save` (L11-L15)\n<!-- libra:end -->\n");
    let moved = A.replace("'''Keeps values on disk.'''\n", "'''Keeps values on disk.'''\n\nimport os\n");
    let refreshed = check(A, &format!("{moved}{kept}"));
    assert!(text(&refreshed, "pkg").contains("`load(path)` (L6-L10) - Reads a value, carefully worded."));
    let (_, grid) = A.split_once("//- pkg/grid.py").expect("two files");
    let without = tree(&format!("//- pkg/grid.py{grid}{kept}"));
    let refreshed = run(&project(&without), &plan(&tree(&format!("{A}{kept}")), &without));
    assert!(text(&refreshed, "pkg").contains("carefully worded"));
    assert!(said(&refreshed)[0].contains("a person keeps these words"));
}

#[test]
fn a_symbol_that_moves_to_another_file_takes_its_words_along() {
    let load = "def load(path):\n    '''Reads a value.'''\n    if not path:\n        raise ValueError('a path is \
                needed')\n    return open(path).read()\n";
    assert!(A.contains(load));
    let without = A.replace(load, "import os\n");
    let bullet = "`load(path)` (L4-L8) - Reads a value, carefully worded.";
    // To a file that has an entry, to a new file of the module, and to a new module.
    for to in ["pkg/grid.py", "pkg/reading.py", "disk/reading.py"] {
        let new = match to {
            "pkg/grid.py" => format!("{without}\n\n{load}"),
            _ => format!("{without}//- {to}\n'''Reading.'''\n\n\n{load}"),
        };
        let refreshed = check(A, &new);
        let directory = to.split('/').next().expect("a directory");
        let text_there = text(&refreshed, directory);
        let (_, entry) = text_there.split_once(&format!("({})", &to[directory.len() + 1..])).expect("an entry");
        let range = if to == "pkg/grid.py" { "(L11-L15)" } else { "(L4-L8)" };
        let entry = entry.split("###").next().expect("a body");
        assert!(entry.contains(&bullet.replace("(L4-L8)", range)), "{to}: {text_there}");
        assert!(
            said(&refreshed).contains(&format!("`load` of `pkg/store.py` is in `{to}` now")),
            "{:?}",
            said(&refreshed)
        );
        let all: usize =
            refreshed.project.catalogs.values().map(|catalog| catalog.text.matches("carefully worded").count()).sum();
        assert_eq!(all, 1, "{to}");
    }
}

#[test]
fn a_file_that_goes_into_another_takes_its_words_along() {
    let (store, grid) = A.split_once("//- pkg/grid.py\n").expect("two files");
    let (_, functions) = store.split_once("disk.'''\n").expect("a docstring");
    let refreshed = check(A, &format!("//- pkg/grid.py\n{grid}{functions}"));
    let text = text(&refreshed, "pkg");
    assert!(text.contains("Reads a value, carefully worded.") && !text.contains("store.py"), "{text}");
}

#[test]
fn a_symbol_that_went_to_two_files_went_to_neither() {
    let load = "def load(path):\n    '''Reads a value.'''\n    if not path:\n        raise ValueError('a path is \
                needed')\n    return open(path).read()\n";
    let new = format!("{}//- pkg/b.py\n{load}//- pkg/c.py\n{load}", A.replace(load, "import os\n"));
    let refreshed = check(A, &new);
    assert!(!text(&refreshed, "pkg").contains("carefully worded"));
}

#[test]
fn what_a_person_wrote_is_only_added_to() {
    let mut hands = Hands::default();
    let entry = Unit::Entry(Target::File(path("pkg/store.py")));
    hands.insert(path("pkg"), entry.clone(), Origin::Unknown("nobody asked"));
    let run_with = |old: &str, new: &str| {
        let (old, new) = (tree(&format!("{old}{CATALOGS}")), tree(&format!("{new}{CATALOGS}")));
        let plan = Plan { hands: hands.clone(), ..plan(&old, &new) };
        run(&project(&new), &plan)
    };
    let (_, grid) = A.split_once("//- pkg/grid.py").expect("two files");
    // Words about a symbol that is gone stay, a bare name goes; ranges and names are refreshed.
    let refreshed = run_with(A, &format!("//- pkg/store.py\nLIMIT = 3\n//- pkg/grid.py{grid}"));
    let text_of_pkg = text(&refreshed, "pkg");
    assert!(text_of_pkg.contains("carefully worded") && !text_of_pkg.contains("`save`"), "{text_of_pkg}");
    assert!(said(&refreshed).iter().any(|line| line.contains("somebody wrote by hand what stands there")));
    let refreshed = run_with(A, &A.replace("def load(path)", "def read_value(path)"));
    assert!(text(&refreshed, "pkg").contains("- `read_value(path)` (L4-L8) - Reads a value, carefully worded.\n"));
    // They are a person's wherever they go.
    let refreshed = run_with(A, &A.replace("pkg/store.py", "disk/storage.py"));
    let moved = Unit::Entry(Target::File(path("disk/storage.py")));
    assert!(refreshed.hands.origin(&path("disk"), &moved).is_some(), "{:?}", refreshed.hands);
    assert!(refreshed.hands.origin(&path("pkg"), &entry).is_none());
}

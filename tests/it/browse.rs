//! The catalogs as a site, and their merge driver, end to end.

use crate::harness::TestRepo;

const SOURCE: &str = "//- a.py\n\"\"\"Adds & counts.\"\"\"\ndef first(x):\n    if x:\n        return 1\n    return 2\n//- lib/b.py\ndef second(x):\n    return x\n";

#[test]
fn the_site_is_linked_and_escaped() {
    let repo = TestRepo::with(SOURCE);
    let early = repo.libra(&["browse"]);
    assert_eq!(early.status, 2, "{early}");
    assert!(early.stderr.contains("git libra init"), "{early}");
    assert_eq!(repo.libra(&["init"]).status, 0);
    let answer = repo.libra(&["browse", "-o", "site"]);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.stdout.trim_end().ends_with("index.html"), "{answer}");
    let index = repo.read("site/index.html");
    assert!(index.contains("Adds &amp; counts"), "{index}");
    assert!(index.contains("lib/index.html") && repo.exists("site/lib/index.html"), "{index}");
    assert!(!index.contains("<script"), "{index}");
}

#[test]
fn both_sides_of_a_catalog_are_merged_by_entry() {
    let repo = TestRepo::with(SOURCE);
    assert_eq!(repo.libra(&["init"]).status, 0);
    repo.write(".gitattributes", "catalog.md merge=libra\n");
    let driver = format!("'{}' merge-driver %O %A %B", env!("CARGO_BIN_EXE_git-libra"));
    repo.git(&["config", "merge.libra.driver", &driver]);
    repo.commit("Add catalogs");
    repo.git(&["checkout", "-q", "-b", "side"]);
    let text = repo.read("catalog.md");
    repo.write("catalog.md", text.replace("Adds & counts.", "Adds, counts and stops."));
    repo.commit("Reword");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("catalog.md", format!("{text}\n## Notes\n- Counting starts at one.\n"));
    repo.commit("Note");
    let merge = repo.try_git(&["merge", "-q", "-m", "Merge", "side"]);
    assert_eq!(merge.status, 0, "{merge}");
    let merged = repo.read("catalog.md");
    assert!(merged.contains("Adds, counts and stops.") && merged.contains("Counting starts at one."), "{merged}");
}

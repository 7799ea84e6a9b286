//! The merge driver in real three-way merges.

use crate::harness::TestRepo;

const BASE: &str = "\
//- .gitattributes
catalog.md merge=libra
//- a.py
A = 1
//- m.py
M = 1
//- catalog.md
# sample

## Files

### [a.py](a.py)
Holds A.
- `A` (L1-L1)

### [m.py](m.py)
Holds M.
";

/// A repository with the driver, a branch `topic`, and one commit on each side. Returns whether the merge went through.
fn merge(ours: &dyn Fn(&TestRepo), theirs: &dyn Fn(&TestRepo)) -> (TestRepo, bool) {
    let repo = TestRepo::with(BASE);
    let binary = env!("CARGO_BIN_EXE_git-libra");
    repo.git(&["config", "merge.libra.driver", &format!("'{binary}' merge-driver %O %A %B")]);
    repo.git(&["branch", "topic"]);
    ours(&repo);
    repo.commit("Ours");
    repo.git(&["checkout", "-q", "topic"]);
    theirs(&repo);
    repo.commit("Theirs");
    repo.git(&["checkout", "-q", "main"]);
    let merged = repo.try_git(&["merge", "-q", "-m", "Merge", "topic"]);
    (repo, merged.status == 0)
}

fn edit(from: &'static str, to: &'static str) -> impl Fn(&TestRepo) {
    move |repo| {
        let text = repo.read("catalog.md");
        assert!(text.contains(from), "{text}");
        repo.write("catalog.md", text.replace(from, to));
    }
}

#[test]
fn both_sides_add_an_entry_at_the_same_place() {
    let add = |name: &'static str| {
        move |repo: &TestRepo| {
            repo.write(&format!("{name}.py"), "X = 1\n");
            let entry = format!("### [{name}.py]({name}.py)\nHolds {name}.\n\n### [m.py]");
            repo.write("catalog.md", repo.read("catalog.md").replace("### [m.py]", &entry));
        }
    };
    let (repo, clean) = merge(&add("b"), &add("c"));
    let text = repo.read("catalog.md");
    assert!(clean, "{text}");
    let order: Vec<_> = text.lines().filter(|line| line.starts_with("### ")).collect();
    assert_eq!(order, ["### [a.py](a.py)", "### [b.py](b.py)", "### [c.py](c.py)", "### [m.py](m.py)"]);
    assert_eq!(repo.libra(&["lint"]).status, 0, "{}", repo.libra(&["lint"]));
}

#[test]
fn one_side_renames_and_the_other_edits() {
    let rename = |repo: &TestRepo| {
        repo.git(&["mv", "a.py", "z.py"]);
        edit("### [a.py](a.py)", "### [z.py](z.py)")(repo);
    };
    let (repo, clean) = merge(&rename, &edit("Holds A.", "Holds the constant A."));
    let text = repo.read("catalog.md");
    assert!(clean, "{text}");
    assert!(text.contains("### [z.py](z.py)\nHolds the constant A.") && !text.contains("a.py"), "{text}");
    let (repo, clean) = merge(&edit("Holds A.", "Holds the constant A."), &rename);
    let text = repo.read("catalog.md");
    assert!(clean && text.contains("### [z.py](z.py)\nHolds the constant A.") && !text.contains("a.py"), "{text}");
}

#[test]
fn both_sides_edit_one_entry() {
    let ours = |repo: &TestRepo| {
        edit("Holds A.", "Holds our A.")(repo);
        edit("Holds M.", "Holds our M.")(repo);
    };
    let (repo, clean) = merge(&ours, &edit("Holds A.", "Holds their A."));
    let text = repo.read("catalog.md");
    assert!(!clean, "{text}");
    let conflict = "<<<<<<< ours\n### [a.py](a.py)\nHolds our A.\n- `A` (L1-L1)\n=======\n### [a.py](a.py)\nHolds their A.\n\
                    - `A` (L1-L1)\n>>>>>>> theirs\n\n### [m.py](m.py)\nHolds our M.\n";
    assert!(text.ends_with(conflict), "{text}");
    assert_eq!(text.matches("<<<<<<<").count(), 1);
    let lint = repo.libra(&["lint", "--format", "concise"]);
    assert!(lint.status == 1 && lint.stdout.contains("CAT004"), "{lint}");
    // A fix that loses nobody's words is not there; one that keeps ours is asked for.
    assert_eq!(repo.libra(&["lint", "--fix"]).status, 1);
    assert_eq!(repo.libra(&["lint", "--unsafe-fixes"]).status, 0);
    assert!(repo.read("catalog.md").contains("Holds our A.") && !repo.read("catalog.md").contains("Holds their A."));
}

#[test]
fn ranges_never_conflict() {
    let shift = |count: usize| {
        move |repo: &TestRepo| {
            repo.write("a.py", format!("{}A = 1\n", "#\n".repeat(count)));
            let text = repo.read("catalog.md").replace("(L1-L1)", &format!("(L{0}-L{0})", count + 1));
            repo.write("catalog.md", &text);
        }
    };
    let (repo, _) = merge(&shift(1), &shift(2));
    assert!(!repo.read("catalog.md").contains("<<<<"), "{}", repo.read("catalog.md"));
}

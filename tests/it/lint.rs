//! `init` and `lint`, end to end.

use crate::harness::TestRepo;

const SHOP: &str = r#"//- shop/__init__.py
"""A small shop."""
//- shop/cart.py
"""The cart of a customer."""


class Cart:
    """Holds what a customer wants to buy."""

    def __init__(self):
        self.lines = {}

    def add(self, article, count=1):
        """Puts articles into the cart."""
        if count < 1:
            raise ValueError("count must be positive")
        self.lines[article] = self.lines.get(article, 0) + count

    def total(self, prices):
        """Sums the prices of all articles."""
        total = 0
        for article, count in self.lines.items():
            if article not in prices:
                raise KeyError(f"no price for {article}")
            total += prices[article] * count
        return total


def discount(total, rate):
    """Takes a share off a total."""
    if not 0 <= rate <= 1:
        raise ValueError("rate must be between 0 and 1")
    return total * (1 - rate)
//- tests/test_cart.py
def test_cart():
    assert True
"#;

fn initialised() -> TestRepo {
    let repo = TestRepo::with(SHOP);
    let answer = repo.libra(&["init"]);
    assert_eq!(answer.status, 0, "{answer}");
    repo.commit("Add catalogs");
    repo
}

/// Moves everything in the cart down by ten lines.
fn move_down(repo: &TestRepo) {
    let text = repo.read("shop/cart.py");
    let lines = "# A line that was not here before.\n".repeat(10);
    repo.write("shop/cart.py", text.replacen("\n\nclass", &format!("\n{lines}\n\nclass"), 1));
}

#[test]
fn what_init_writes_lints_clean() {
    let repo = initialised();
    assert!(repo.exists("libra.toml") && repo.exists("catalog.md") && repo.exists("shop/catalog.md"));
    assert!(!repo.exists("tests/catalog.md"));
    let catalog = repo.read("shop/catalog.md");
    assert!(catalog.contains("### [cart.py](cart.py)\nThe cart of a customer."), "{catalog}");
    assert!(catalog.contains("(L26-L30)"), "{catalog}");
    let lint = repo.libra(&["lint"]);
    assert_eq!((lint.status, lint.stdout.as_str()), (0, ""), "{lint}");
    let again = repo.libra(&["init"]);
    assert_eq!(again.status, 0, "{again}");
    assert_eq!(repo.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_moved_function_is_found_and_repaired() {
    let repo = initialised();
    move_down(&repo);
    let found = repo.libra(&["lint", "--format", "concise"]);
    assert_eq!(found.status, 1, "{found}");
    assert!(found.stdout.lines().all(|line| line.contains("CAT3")), "{found}");
    assert!(found.stdout.contains("CAT306"), "{found}");
    let diff = repo.libra(&["lint", "--diff"]);
    assert_eq!(diff.status, 1, "{diff}");
    assert!(diff.stdout.contains("+++ b/shop/catalog.md"), "{diff}");
    assert!(!repo.git(&["status", "--porcelain"]).contains("catalog.md"), "--diff writes nothing");
    let fixed = repo.libra(&["lint", "--fix"]);
    assert_eq!(fixed.status, 0, "{fixed}");
    assert_eq!(repo.libra(&["lint"]).status, 0);
    assert!(repo.read("shop/catalog.md").contains("(L37-L41)"));
    let before = repo.snapshot();
    assert_eq!(repo.libra(&["lint", "--fix"]).status, 0);
    assert_eq!(repo.snapshot(), before);
}

#[test]
fn staged_is_judged_as_it_will_be_committed() {
    let repo = initialised();
    move_down(&repo);
    // Nothing is staged yet, so nothing stale would be committed.
    let nothing = repo.libra(&["lint", "--staged"]);
    assert_eq!(nothing.status, 0, "{nothing}");
    repo.git(&["add", "shop/cart.py"]);
    // The work tree is repaired, the index is not.
    assert_eq!(repo.libra(&["lint", "--fix"]).status, 0);
    let staged = repo.libra(&["lint", "--staged"]);
    assert_eq!(staged.status, 1, "{staged}");
    repo.git(&["add", "shop/catalog.md"]);
    assert_eq!(repo.libra(&["lint", "--staged"]).status, 0);
}

#[test]
fn review_reads_two_commits() {
    let repo = initialised();
    move_down(&repo);
    repo.commit("Move the cart");
    let review = repo.libra(&["lint", "--from-ref", "HEAD~1", "--to-ref", "HEAD"]);
    assert_eq!(review.status, 1, "{review}");
    let before = repo.libra(&["lint", "--from-ref", "HEAD~2", "--to-ref", "HEAD~1"]);
    assert_eq!(before.status, 0, "{before}");
}

#[test]
fn a_source_file_stands_for_its_catalog() {
    let repo = initialised();
    move_down(&repo);
    assert_eq!(repo.libra(&["lint", "shop/cart.py"]).status, 1);
    assert_eq!(repo.libra(&["lint", "catalog.md"]).status, 0);
    let missing = repo.libra(&["lint", "shop/gone.py"]);
    assert_eq!(missing.status, 2, "{missing}");
    let outside = repo.libra(&["lint", "../elsewhere"]);
    assert_eq!(outside.status, 2, "{outside}");
}

#[test]
fn json_is_for_programs() {
    let repo = initialised();
    move_down(&repo);
    let answer = repo.libra(&["lint", "--format", "json"]);
    assert_eq!(answer.status, 1, "{answer}");
    let json: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    let findings = json["findings"].as_array().expect("findings");
    assert!(!findings.is_empty());
    assert!(findings.iter().all(|finding| finding["code"].as_str().is_some_and(|code| code.starts_with("CAT3"))));
    assert_eq!(findings[0]["path"], "shop/catalog.md");
}

#[test]
fn works_from_a_folder_and_through_git() {
    let repo = initialised();
    move_down(&repo);
    let folder = repo.answer(repo.command().arg("lint").current_dir(repo.path().join("shop")));
    assert_eq!(folder.status, 1, "{folder}");
    let directory = repo.libra(&["-C", "shop", "lint", "cart.py"]);
    assert_eq!(directory.status, 1, "{directory}");
}

#[test]
fn init_says_what_git_would_leave_out_of_a_commit() {
    let repo = TestRepo::with("//- .gitignore\n*.md\n//- a/one.py\ndef one():\n    return 1\n");
    let answer = repo.libra(&["init", "--dry-run"]);
    assert!(answer.stderr.contains("git ignores 2 of these files, such as `catalog.md`"), "{answer}");
    let answer = repo.libra(&["init"]);
    assert!(answer.stderr.contains("git ignores 2 of these files"), "{answer}");
    let other = TestRepo::with("//- a/one.py\ndef one():\n    return 1\n");
    let answer = other.libra(&["init"]);
    assert!(!answer.stderr.contains("ignores"), "{answer}");
}

#[test]
fn a_warm_lint_of_what_is_clean_says_the_same() {
    let repo = initialised();
    let cold = repo.libra(&["lint", "--verbose"]);
    assert_eq!(cold.status, 0, "{cold}");
    for _ in 0..2 {
        let warm = repo.libra(&["lint", "--verbose"]);
        assert_eq!((warm.status, &warm.stdout, &warm.stderr), (0, &cold.stdout, &cold.stderr));
    }
    move_down(&repo);
    let answer = repo.libra(&["lint"]);
    assert_eq!(answer.status, 1, "{answer}");
    assert!(answer.stdout.contains("CAT306"), "{answer}");
    // A catalog that is not of ours is looked at once and is no reason to look at all others again.
    let repo = initialised();
    repo.write("docs/catalog.md", "# Our products\n\nNothing for sale.\n");
    for _ in 0..3 {
        let answer = repo.libra(&["lint"]);
        assert_eq!((answer.status, answer.stdout.as_str()), (0, ""), "{answer}");
    }
    repo.write("shop/catalog.md", [0xff, 0xfe]);
    let answer = repo.libra(&["lint", "--format", "concise"]);
    assert_eq!((answer.status, answer.stdout.matches("CAT001").count()), (1, 1), "{answer}");
}

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

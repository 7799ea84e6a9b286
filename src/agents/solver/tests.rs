//! The embedded Solver as a whole.

use super::EmbeddedSolver;
use super::Prediction;
use super::Solver;
use super::SolverIndex;
use crate::agents::fixture;
use crate::catalog::Project;

const ROOT: &str = "# shop\n\n## Submodules\n\n### [net](net/catalog.md)\nTalks to servers.\n\n### [cart](cart/catalog.md)\nWhat is bought.\n";
const NET: &str = "# net\n\n## Files\n\n### [client.py](client.py)\nRetries requests.\n- `Fetcher.fetch_page(url)` (L3-L30) - Fetches a page and follows redirects.\n- `back_off` (L62-L80) - Computes the delay before the next attempt.\n\n### [pool.py](pool.py)\nKeeps connections open.\n- `Pool` (L1-L60) - Reuses idle connections.\n";
const CART: &str = "# cart\n\n## Files\n\n### [total.py](total.py)\nSums prices with taxes and discounts.\n- `back_off` (L62-L80), `grand_total` (L1-L9)\n";

fn project(catalogs: &[(&str, &str)]) -> Project {
    let files = ["cart/total.py", "net/client.py", "net/pool.py"];
    fixture::project(files.map(|file| (file, fixture::retry_facts())).to_vec(), catalogs)
}

fn solve(project: &Project, question: &str) -> Prediction {
    EmbeddedSolver::new(5).solve(project, question).expect("the embedded Solver does not fail")
}

fn first(prediction: &Prediction) -> (&str, Option<(&str, &str)>) {
    let function = prediction.functions.first().map(|function| (function.path.as_str(), function.name.as_str()));
    (prediction.files[0].path.as_str(), function)
}

#[test]
fn finds_what_catalogs_say() {
    let project = project(&[("", ROOT), ("net", NET), ("cart", CART)]);
    let prediction = solve(&project, "how long is the delay before another attempt?");
    assert_eq!(first(&prediction), ("net/client.py", Some(("net/client.py", "back_off"))));
    let prediction = solve(&project, "where are idle connections reused?");
    assert_eq!(first(&prediction), ("net/pool.py", Some(("net/pool.py", "Pool"))));
    let scores: Vec<f64> = prediction.files.iter().map(|file| file.score).collect();
    assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]) && scores.iter().all(|score| (0.0..=1.0).contains(score)));
    assert_eq!(prediction.path[0].action, "open catalog.md");
    assert!(prediction.path.len() <= 5 && prediction.path[1].action.starts_with("grep"));
}

#[test]
fn knows_names_only_where_catalogs_are_empty() {
    let project = project(&[("", "# shop\n"), ("net", "# net\n")]);
    let prediction = solve(&project, "how is the pool drained?");
    assert_eq!(prediction.files[0].path.as_str(), "net/pool.py");
    assert!(prediction.functions.is_empty() && prediction.path.len() == 1);
    // Source is never read: the words of a doc comment lead nowhere.
    let asked = solve(&project, "who computes the delay before the next attempt?");
    let scores: Vec<f64> = asked.files.iter().map(|file| file.score).collect();
    assert!(scores.iter().all(|score| (score - scores[0]).abs() < 1e-9), "{scores:?}");
}

#[test]
fn the_turn_budget_holds() {
    let project = project(&[("", ROOT), ("net", NET), ("cart", CART)]);
    let prediction = EmbeddedSolver::new(2).solve(&project, "idle connections reused").expect("answers");
    assert!(prediction.path.len() == 2 && prediction.functions.is_empty());
    // The search's lines alone still point the way.
    assert_eq!(prediction.files[0].path.as_str(), "net/pool.py");
}

#[test]
fn a_changed_catalog_is_read_again_alone_with_the_same_result() {
    let before = project(&[("", ROOT), ("net", NET), ("cart", CART)]);
    let index = SolverIndex::new(&before);
    let after = before.with_catalog(&fixture::path("cart"), &CART.replace("Sums prices", "Adds vouchers to sums"));
    assert!(index.is_current(&before) && !index.is_current(&after));
    let question = "where are vouchers added?";
    let refreshed = super::solve_with(&index.refreshed(&after), question, 5);
    assert_eq!(refreshed, super::solve_with(&SolverIndex::new(&after), question, 5));
    assert_eq!(first(&refreshed).0, "cart/total.py");
}

//! BM25 with the whole state: beside the question and the diff what the tests printed and what was searched for. Where
//! there is neither, the question's own view says it all.

use std::collections::BTreeMap;

use crate::evidence::Mention;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::scene;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index::Bm25;
use crate::index::Grain;

pub(super) const VIEW: View = View { name: "state", rank };

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let clues = scene.clues;
    if clues.test_output.is_empty() && clues.actions.is_empty() {
        return Vec::new();
    }
    let mut terms: BTreeMap<&str, f64> = BTreeMap::new();
    for (term, weight) in [&clues.question, &clues.diff, &clues.test_output, &clues.actions].into_iter().flatten() {
        *terms.entry(term).or_default() += weight;
    }
    let terms = terms.into_iter().map(|(term, weight)| (term.to_owned(), weight)).collect();
    let found = scene.search(Grain::Cell, &scene::body_terms(&terms), Bm25::default());
    let source = Mention::State;
    scene::because(&found, &Reason::Words { source })
}

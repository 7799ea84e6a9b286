//! What the diff uses and nobody defines yet: its owner has to get it. The owner is looked for by the name before the dot
//! and by the parts of the missing name.

use std::collections::BTreeMap;

use crate::base::words;
use crate::evidence::FileDiff;
use crate::evidence::Mention;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::clues;
use crate::evidence::scene;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;
use crate::index::QueryTerm;

pub(super) const VIEW: View = View { name: "missing", rank };

/// Missing names that are followed.
const MOST_NAMES: usize = 40;

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let graph = scene.graph();
    let missing: BTreeMap<&str, &str> = scene
        .clues
        .added_names
        .iter()
        .filter(|(exact, name)| {
            let term = QueryTerm { field: Field::Exact, term: (*exact).clone(), boost: 1.0 };
            graph.definitions_of(name).is_empty() && scene.hits(Grain::Cell, &[term], Bm25::default()).is_empty()
        })
        .map(|(exact, name)| (name.as_str(), exact.as_str()))
        .take(MOST_NAMES)
        .collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let mut owners = Vec::new();
    let mut names = Vec::new();
    for (_, line) in scene.state.diff.iter().flat_map(FileDiff::added) {
        let words: Vec<&str> = words::identifiers(line).collect();
        for (at, word) in words.iter().enumerate().filter(|(_, word)| missing.contains_key(**word)) {
            names.extend(index::stems(word));
            let start = word.as_ptr() as usize - line.as_ptr() as usize;
            let before = line[..start].trim_end();
            let is_owned = before.ends_with('.') || before.ends_with("::") || before.ends_with("->");
            if is_owned && let Some(owner) = at.checked_sub(1).and_then(|at| words.get(at)) {
                owners.extend(index::stems(owner));
            }
        }
    }
    let mut terms = scene::terms_of(Field::Defines, &clues::weighted(owners.clone()));
    for (field, boost) in [(Field::Defines, 0.5), (Field::Body, 0.3)] {
        for (term, weight) in clues::weighted(names.clone()) {
            terms.push(QueryTerm { field, term, boost: boost * weight });
        }
    }
    scene::because(&scene.search(Grain::Cell, &terms, Bm25::default()), &Reason::Words { source: Mention::Added })
}

//! Whole identifiers: units that hold the names which the question writes as code, and those of the changed lines. What
//! is spelt alike is the same thing far more often than what merely shares a stem.

use crate::evidence::Mention;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::clues::Names;
use crate::evidence::scene;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;

pub(super) const QUESTION: View =
    View { name: "names", rank: |scene| holding(scene, &[&scene.clues.question_names], Mention::Question) };

pub(super) const DIFF: View = View {
    name: "diff-names",
    rank: |scene| {
        let clues = scene.clues;
        holding(scene, &[&clues.added_names, &clues.removed_names, &clues.kept_names], Mention::Added)
    },
};

fn holding(scene: &Scene<'_>, names: &[&Names], source: Mention) -> Vec<Ranked> {
    let terms = names.iter().flat_map(|names| names.keys()).map(|exact| (exact.clone(), 1.0)).collect();
    let found = scene.search(Grain::Cell, &scene::terms_of(Field::Exact, &terms), Bm25::default());
    scene::because(&found, &Reason::Words { source })
}

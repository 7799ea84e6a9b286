//! The shape of a change: pairs of neighbouring words of the removed, and of the added lines. Where the same words stand
//! side by side elsewhere, the same change is often due.

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

pub(super) const REMOVED: View = View {
    name: "removed-pattern",
    rank: |scene| {
        let lines: String =
            scene.state.diff.iter().flat_map(FileDiff::removed).flat_map(|(_, line)| [line, "\n"]).collect();
        like(scene, &lines, Mention::Removed)
    },
};

pub(super) const ADDED: View = View {
    name: "added-pattern",
    rank: |scene| {
        let lines: String =
            scene.state.diff.iter().flat_map(FileDiff::added).flat_map(|(_, line)| [line, "\n"]).collect();
        like(scene, &lines, Mention::Added)
    },
};

/// A longer text is data.
const MOST_CHARACTERS: usize = 30_000;

fn like(scene: &Scene<'_>, lines: &str, source: Mention) -> Vec<Ranked> {
    let lines: String = lines.chars().take(MOST_CHARACTERS).collect();
    let terms = scene::terms_of(Field::Bigrams, &clues::weighted(index::bigrams(&lines)));
    scene::because(&scene.search(Grain::Cell, &terms, Bm25::default()), &Reason::Words { source })
}

//! Pairs of neighbouring words of the question, in units and in files: two words together mean more than each alone.

use crate::evidence::Mention;
use crate::evidence::Reason;
use crate::evidence::scene;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;

pub(super) const UNITS: View =
    View { name: "bigrams", rank: |scene| scene::because(&found(scene, Grain::Cell), &REASON) };

pub(super) const FILES: View =
    View { name: "file-bigrams", rank: |scene| scene::because(&found(scene, Grain::File), &REASON) };

const REASON: Reason = Reason::Words { source: Mention::Question };

fn found(scene: &Scene<'_>, grain: Grain) -> Vec<(crate::evidence::UnitId, f64)> {
    let terms = scene::terms_of(Field::Bigrams, &scene.clues.bigrams);
    scene.search(grain, &terms, Bm25::default())
}

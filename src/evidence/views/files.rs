//! BM25 with the question over whole files: what is spread over a file says what the file is about.

use std::collections::BTreeMap;

use crate::evidence::Mention;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index::Bm25;
use crate::index::Grain;

pub(super) const VIEW: View = View { name: "files", rank };

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let hits = scene.hits(Grain::File, &scene.question_terms(), Bm25::default());
    let reason = Reason::Words { source: Mention::Question };
    let files: BTreeMap<_, _> = hits.into_iter().map(|hit| (hit.path, (hit.score, reason.clone()))).collect();
    scene.spread(&files)
}

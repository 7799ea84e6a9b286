//! BM25 with the question over runs of about a hundred lines: words that belong together rarely stand in one unit.

use crate::evidence::Mention;
use crate::evidence::Reason;
use crate::evidence::scene;
use crate::evidence::views::view::View;
use crate::index::Bm25;
use crate::index::Grain;

pub(super) const VIEW: View = View {
    name: "surroundings",
    rank: |scene| {
        let found = scene.search(Grain::Window, &scene.question_terms(), Bm25::default());
        let source = Mention::Question;
        scene::because(&found, &Reason::Words { source })
    },
};

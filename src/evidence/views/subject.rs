//! BM25 with the first line of the question alone: it says in a few words what the rest says in many.

use crate::evidence::Mention;
use crate::evidence::Reason;
use crate::evidence::scene;
use crate::evidence::views::view::View;
use crate::index::Bm25;
use crate::index::Grain;

pub(super) const VIEW: View = View {
    name: "subject",
    rank: |scene| {
        let terms = scene::body_terms(&scene.clues.subject);
        let found = scene.search(Grain::Cell, &terms, Bm25::default());
        let source = Mention::Subject;
        scene::because(&found, &Reason::Words { source })
    },
};

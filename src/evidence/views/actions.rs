//! BM25 with what was done: searches and opened files say what the agent believes to be near.

use crate::evidence::Mention;
use crate::evidence::Reason;
use crate::evidence::scene;
use crate::evidence::views::view::View;
use crate::index::Bm25;
use crate::index::Grain;

pub(super) const VIEW: View = View {
    name: "actions",
    rank: |scene| {
        let terms = scene::body_terms(&scene.clues.actions);
        let found = scene.search(Grain::Cell, &terms, Bm25::default());
        let source = Mention::Actions;
        scene::because(&found, &Reason::Words { source })
    },
};

//! Words of the question in the names that a unit defines: what is asked for by its name is asked for most plainly.

use crate::evidence::Mention;
use crate::evidence::Reason;
use crate::evidence::scene;
use crate::evidence::views::view::View;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;

pub(super) const VIEW: View = View {
    name: "defines",
    rank: |scene| {
        let terms = scene::terms_of(Field::Defines, &scene.clues.question);
        let found = scene.search(Grain::Cell, &terms, Bm25::default());
        let source = Mention::Question;
        scene::because(&found, &Reason::Words { source })
    },
};

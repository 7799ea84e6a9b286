//! BM25 with the question, and with the changed lines at a lower weight.

use crate::evidence::Mention;
use crate::evidence::Reason;
use crate::evidence::scene;
use crate::evidence::views::view::View;

pub(super) const VIEW: View = View {
    name: "question",
    rank: |scene| {
        let source = if scene.clues.question.is_empty() { Mention::Added } else { Mention::Question };
        scene::because(scene.by_question(), &Reason::Words { source })
    },
};

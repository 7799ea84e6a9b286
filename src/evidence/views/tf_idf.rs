//! Word TF-IDF: the cosine between the words of a unit and those of the question, with the changed lines behind it. Unlike
//! BM25 it does not care how long a unit is, only what share of its words the question has.

use crate::evidence::Mention;
use crate::evidence::Reason;
use crate::evidence::scene;
use crate::evidence::views::view::View;

pub(super) const VIEW: View = View {
    name: "tf-idf",
    rank: |scene| {
        let source = if scene.clues.question.is_empty() { Mention::Added } else { Mention::Question };
        scene::because(&scene.likest(&scene.question_terms()), &Reason::Words { source })
    },
};

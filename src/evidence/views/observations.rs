//! BM25 with what was read: what stands there calls and names what was not read yet.

use crate::evidence::Mention;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::clues;
use crate::evidence::scene;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index;
use crate::index::Bm25;
use crate::index::Grain;

pub(super) const VIEW: View = View { name: "observations", rank };

/// The latest observations that are read, and the characters of all of them; older ones say less of the next step.
const MOST_OBSERVATIONS: usize = 12;
const MOST_CHARACTERS: usize = 30_000;

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let mut read = String::new();
    for observation in scene.state.observations.iter().rev().take(MOST_OBSERVATIONS) {
        let Some(text) = scene.sources.texts.text(&observation.path) else {
            continue;
        };
        let Some(lines) = observation.lines_now(&text) else {
            continue;
        };
        let count = lines.line_count() as usize;
        for line in text.lines().skip(lines.start() as usize - 1).take(count) {
            if read.len() + line.len() > MOST_CHARACTERS {
                break;
            }
            read.push_str(line);
            read.push('\n');
        }
    }
    let terms = scene::body_terms(&clues::weighted(index::stems(&read)));
    let found = scene.search(Grain::Cell, &terms, Bm25::default());
    let source = Mention::Observations;
    scene::because(&found, &Reason::Words { source })
}

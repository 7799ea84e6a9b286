//! What resembles the edited definitions as a whole: siblings are written alike, and what is done to one is done to
//! the others.

use std::collections::BTreeSet;

use crate::evidence::Mention;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::clues;
use crate::evidence::scene;
use crate::evidence::scene::Scene;
use crate::evidence::views::graph;
use crate::evidence::views::view::View;
use crate::index;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;

pub(super) const VIEW: View = View { name: "likeness", rank };

/// A longer text is more than one definition.
const MOST_CHARACTERS: usize = 20_000;

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let mut text = String::new();
    for file in &scene.state.diff {
        let Some(now) = scene.sources.texts.text(&file.path) else { continue };
        let mut wanted: BTreeSet<u32> = BTreeSet::new();
        for hunk in &file.hunks {
            let touched = hunk.lines_now();
            wanted.extend(touched.start().saturating_sub(12)..=touched.end() + 12);
        }
        for edited in graph::edited(scene).iter().filter(|edited| edited.path == &file.path) {
            if edited.symbol.range.line_count() <= 120 {
                wanted.extend(edited.symbol.range.start()..=edited.symbol.range.end());
            }
        }
        for (_, line) in (1_u32..).zip(now.lines()).filter(|(at, _)| wanted.contains(at)) {
            if text.len() + line.len() < MOST_CHARACTERS {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    let terms = scene::terms_of(Field::Exact, &clues::weighted(index::exact_words(&text)));
    scene::because(&scene.search(Grain::Cell, &terms, Bm25::default()), &Reason::Words { source: Mention::Added })
}

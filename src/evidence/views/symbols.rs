//! Definitions by what is said of them: name, names around it, signature, documentation. All of a function answers for
//! it, of a type only the place that names it: its members answer for themselves.

use crate::base::LineRange;
use crate::evidence::Mention;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::scene;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index::Bm25;
use crate::index::Grain;

pub(super) const VIEW: View = View { name: "symbols", rank };

/// Names are short: their length says little.
const BM25: Bm25 = Bm25 { k1: 1.2, b: 0.4 };

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let terms = scene::body_terms(&scene.clues.question);
    let mut ranked = Vec::new();
    for hit in scene.hits(Grain::Symbol, &terms, BM25) {
        let facts = scene.sources.project.files.get(&hit.path).and_then(|file| file.facts.as_deref());
        let Some((facts, symbol)) = facts.zip(hit.symbol) else { continue };
        let Some(symbol) = facts.symbols.get(symbol as usize) else { continue };
        let line = LineRange::clamped(symbol.definition_line, symbol.definition_line);
        let lines = if symbol.kind.is_callable() { hit.lines } else { line };
        for unit in scene.units.overlapping(&hit.path, lines) {
            ranked.push(Ranked { unit, score: hit.score, reason: Reason::Words { source: Mention::Question } });
        }
    }
    ranked
}

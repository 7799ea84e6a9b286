//! What a grown type is spelt out by: arms over an enum, fields of a literal. Where some members of the edited type stand
//! together, the new one belongs, too.

use std::collections::BTreeMap;

use crate::base::words;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::UnitId;
use crate::evidence::scene::Scene;
use crate::evidence::views::graph;
use crate::evidence::views::view::View;
use crate::index;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;
use crate::index::QueryTerm;

pub(super) const VIEW: View = View { name: "members", rank };

/// Lines of a type that are read; a longer one is no list of members.
const MOST_LINES: u32 = 400;
/// Members that are looked for.
const MOST_MEMBERS: usize = 60;

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let full_text = scene.sources.full_text;
    let total = f64::from(full_text.total(Grain::Cell));
    let mut ranked = Vec::new();
    for edited in graph::edited(scene) {
        let symbol = edited.symbol;
        if symbol.kind.is_callable() || symbol.range.line_count() > MOST_LINES {
            continue;
        }
        let Some(text) = scene.sources.texts.text(edited.path) else { continue };
        let count = symbol.range.line_count() as usize;
        let lines: Vec<&str> = text.lines().skip(symbol.range.start() as usize - 1).take(count).collect();
        let mut members: BTreeMap<String, f64> = BTreeMap::new();
        for word in lines.iter().flat_map(|line| words::identifiers(line)) {
            for exact in index::exact_words(word) {
                if members.len() >= MOST_MEMBERS || members.contains_key(&exact) {
                    continue;
                }
                let frequency = full_text.document_frequency(Grain::Cell, Field::Exact, &exact);
                if (2..=80).contains(&frequency) {
                    members.insert(exact, (1.0 + total / f64::from(frequency)).ln());
                }
            }
        }
        let mut by_unit: BTreeMap<UnitId, (u32, f64)> = BTreeMap::new();
        for (exact, worth) in &members {
            let term = QueryTerm { field: Field::Exact, term: exact.clone(), boost: 1.0 };
            for (unit, _) in scene.search(Grain::Cell, &[term], Bm25::default()) {
                let entry = by_unit.entry(unit).or_insert((0, 0.0));
                entry.0 += 1;
                entry.1 += worth;
            }
        }
        let name = symbol.name.clone();
        ranked.extend(by_unit.into_iter().filter(|(_, (held, _))| *held >= 2).map(|(unit, (_, score))| Ranked {
            unit,
            score,
            reason: Reason::UsesEdited { name: name.clone() },
        }));
    }
    ranked
}

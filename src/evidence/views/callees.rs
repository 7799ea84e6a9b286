//! What the leading units call: a definition that several of them need is likely to be needed with them.

use std::collections::BTreeMap;

use crate::base::words;
use crate::evidence::Fused;
use crate::evidence::Mention;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::clues::Names;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::LateView;
use crate::index;

pub(super) const VIEW: LateView = LateView { name: "callees", rank };

/// The leading units that are asked.
const LEADING: usize = 6;

fn rank(scene: &Scene<'_>, fused: &[Fused]) -> Vec<Ranked> {
    let mut names = Names::new();
    let mut callers: BTreeMap<String, String> = BTreeMap::new();
    for leader in fused.iter().take(LEADING) {
        let path = scene.units.path(leader.unit);
        let lines = scene.units.unit(leader.unit).lines;
        let Some(text) = scene.sources.texts.text(path) else {
            continue;
        };
        let symbol = scene.symbol_at(leader.unit).unwrap_or_else(|| path.file_name().to_owned());
        let count = lines.line_count() as usize;
        for line in text.lines().skip(lines.start() as usize - 1).take(count) {
            for word in words::identifiers(line).filter(|word| word.len() > 2) {
                for exact in index::exact_words(word) {
                    callers.entry(exact.clone()).or_insert_with(|| symbol.clone());
                    names.entry(exact).or_insert_with(|| word.to_owned());
                }
            }
        }
    }
    let spelt: BTreeMap<&str, &str> = names.iter().map(|(exact, name)| (name.as_str(), exact.as_str())).collect();
    scene
        .defining(&names, Mention::State, 1.0)
        .into_iter()
        .map(|ranked| {
            let caller = match &ranked.reason {
                Reason::Defines { name, .. } => spelt.get(name.as_str()).and_then(|exact| callers.get(*exact)),
                _ => None,
            };
            let name = caller.cloned().unwrap_or_default();
            Ranked { reason: Reason::CalledBy { name }, ..ranked }
        })
        .collect()
}

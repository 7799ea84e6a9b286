//! Compact: an entry over its limit keeps its names and loses the words that separate least.

use std::collections::BTreeSet;

use crate::agents::healer::embedded::draft::BULLETS;
use crate::agents::healer::embedded::draft::Draft;
use crate::agents::healer::embedded::draft::Line;
use crate::agents::healer::embedded::draft::MERGED;
use crate::agents::healer::embedded::vocabulary::Vocabulary;
use crate::agents::healer::embedded::vocabulary::content_stems;

/// Packs the least useful described symbols until the entry has at most fifteen bullets, if it has more than twenty or
/// is `noisy`. A line in `spared` keeps its words as long as others can give theirs. No name is lost.
pub(crate) fn pack(vocabulary: &Vocabulary, draft: &mut Draft, spared: &BTreeSet<String>, noisy: bool) {
    if draft.bullet_count() <= BULLETS && !noisy {
        return;
    }
    let mut order: Vec<(bool, f64, usize)> = draft
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.is_bare())
        .map(|(at, line)| (spared.contains(&line.bullet.declaration), usefulness(vocabulary, line), at))
        .collect();
    order.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    for (is_spared, _, at) in order {
        let enough = if is_spared { BULLETS } else { MERGED };
        if draft.bullet_count() <= enough {
            return;
        }
        let line = &mut draft.lines[at];
        line.bullet.summary = None;
        line.bullet.paths.clear();
        line.changed = true;
    }
}

/// What a line's words say beyond its name.
fn usefulness(vocabulary: &Vocabulary, line: &Line) -> f64 {
    let name = content_stems(&line.bullet.declaration);
    let mut said = BTreeSet::new();
    for text in line.bullet.summary.iter().chain(&line.bullet.paths) {
        said.extend(content_stems(text));
    }
    vocabulary.sum(said.difference(&name))
}

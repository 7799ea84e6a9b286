//! Compact: an entry over its limit keeps its names and loses the words that separate least.

use std::collections::BTreeSet;

use crate::agents::healer::embedded::draft::BULLETS;
use crate::agents::healer::embedded::draft::Draft;
use crate::agents::healer::embedded::draft::Line;
use crate::agents::healer::embedded::vocabulary::Vocabulary;
use crate::agents::healer::embedded::vocabulary::content_stems;

/// Packs the least useful described symbols until the entry has as many bullets as it may have. A line in `spared` keeps
/// its words as long as others can give theirs. No name is lost, and no more words than must be: the next question is
/// asked in them.
pub(crate) fn pack(vocabulary: &Vocabulary, draft: &mut Draft, spared: &BTreeSet<String>) {
    let mut order: Vec<(bool, f64, usize)> = draft
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.is_bare())
        .map(|(at, line)| (spared.contains(&line.bullet.declaration), usefulness(vocabulary, line), at))
        .collect();
    order.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    for (_, _, at) in order {
        if draft.bullet_count() <= BULLETS {
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

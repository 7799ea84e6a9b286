//! Widen: an entry that questions do not find says more of what its source says, whatever was asked. The next question
//! about the same lines comes in other words, so the words to add are those that tell the entry apart from all others,
//! not those of the question.

use std::collections::BTreeSet;

use crate::agents::healer::embedded::draft::Draft;
use crate::agents::healer::embedded::draft::Line;
use crate::agents::healer::embedded::vocabulary::Vocabulary;
use crate::base::RepoPath;
use crate::catalog::Limits;
use crate::catalog::SymbolLine;
use crate::catalog::bootstrap;
use crate::catalog::bootstrap::Measure;
use crate::source::FileFacts;

/// Characters that a healed entry may have for each hundred tokens of its file: four times what the first draft has,
/// which the limits on lines and bullets mostly undercut.
const SHARE: usize = 150;
/// How much more a sentence counts that is about what was asked for in vain.
const FOCUS: f64 = 2.0;

/// Adds to the lines of an entry what the source says of their symbols and the entry does not; what is about the symbols
/// `asked`, by index, first. Lines that stand lose nothing.
pub(crate) fn entry(
    vocabulary: &Vocabulary,
    file: &RepoPath,
    facts: &FileFacts,
    draft: &mut Draft,
    asked: &BTreeSet<usize>,
) {
    let measure = Measure {
        share: SHARE,
        worth: &|stem| vocabulary.share(stem),
        focus: &|symbol| if asked.contains(&symbol) { FOCUS } else { 1.0 },
    };
    let lines: Vec<SymbolLine> = draft.lines.iter().map(|line| line.bullet.clone()).collect();
    let taken = draft.summary.as_ref().map_or(0, |summary| summary.chars().count());
    for wider in bootstrap::fuller(file, facts, &Limits::default(), lines, taken, &measure) {
        let own = |line: &&mut Line| line.bullet.declaration == wider.declaration && line.bullet.range == wider.range;
        if let Some(line) = draft.lines.iter_mut().find(own).filter(|line| line.bullet != wider) {
            line.bullet = wider;
            line.changed = true;
        }
    }
}

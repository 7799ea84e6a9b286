//! Why a catalog misled the Solver.

use std::collections::BTreeSet;

use crate::agents::healer::embedded::case::Case;
use crate::agents::healer::embedded::draft::Draft;
use crate::agents::healer::embedded::draft::MERGED;
use crate::agents::healer::embedded::vocabulary::Vocabulary;

/// A root cause, as the first paper names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Diagnosis {
    /// The gold's entry lacks a signal that the source has.
    InformationGap,
    /// The signal is there, buried under bullets.
    Noise,
    /// Another entry of the same catalog says as much of what was asked.
    NarrowSeparation,
    /// The entry says it, and nothing near it competes: it stands where it is not looked for.
    Structure,
}

/// The causes of one failure, the gravest first; never empty.
pub(crate) fn diagnose(
    vocabulary: &Vocabulary,
    case: &Case<'_>,
    entry: &BTreeSet<String>,
    rival: Option<&BTreeSet<String>>,
    draft: &Draft,
) -> Vec<Diagnosis> {
    let mut causes = Vec::new();
    let missing: BTreeSet<String> = missing(case, entry);
    if !missing.is_empty() {
        causes.push(Diagnosis::InformationGap);
    }
    let covered = case.cover(vocabulary, entry);
    let rivals = rival.map_or(0.0, |rival| case.cover(vocabulary, rival));
    if rivals > 0.0 && rivals >= covered * 0.8 {
        causes.push(Diagnosis::NarrowSeparation);
    }
    if missing.is_empty() && draft.bullet_count() > MERGED {
        causes.push(Diagnosis::Noise);
    }
    if causes.is_empty() {
        causes.push(Diagnosis::Structure);
    }
    causes
}

/// What was asked for, what the gold's source says, and what an entry, its own or a rival's, does not say.
pub(crate) fn missing(case: &Case<'_>, entry: &BTreeSet<String>) -> BTreeSet<String> {
    let gold = case.gold_stems();
    case.wanted.iter().filter(|stem| gold.contains(*stem) && !entry.contains(*stem)).cloned().collect()
}

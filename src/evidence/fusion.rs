//! From several rankings to one, in two steps: which files, and which places in them.
//!
//! A view says how likely a file is, and how likely a unit is among the units of its file; the two are different
//! questions with different weights. History knows files and no places, the shape of a change knows places better than
//! files. The answers are added as exponents, so that several views that agree outweigh one that shouts, and multiplied.
//! Reciprocal ranks with equal weights were measured and lose to BM25 alone.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::evidence::Reason;
use crate::evidence::UnitId;
use crate::evidence::Units;

/// One view's answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The view.
    pub view: &'static str,
    /// Units with a positive score, best first; ties by unit. Each unit stands in it once.
    pub entries: Vec<Ranked>,
}

/// A unit in a ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The unit.
    pub unit: UnitId,
    /// Above zero; comparable within one ranking.
    pub score: f64,
    /// Why it is there.
    pub reason: Reason,
}

/// What a view's word counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// For its best file.
    pub file: f64,
    /// For its best unit of all, and as much again for the best unit of each file.
    pub place: f64,
}

/// A unit with what all views say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fused {
    /// The unit.
    pub unit: UnitId,
    /// How likely it is needed, compared with the others; above 0, at most 1.
    pub score: f64,
    /// What the views gave, largest first.
    pub parts: Vec<Part>,
}

/// What one view gave to a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The view.
    pub view: &'static str,
    /// The place in the view's ranking, from 1.
    pub rank: usize,
    /// What it adds to the exponents of the unit and of its file.
    pub share: f64,
    /// The view's reason.
    pub reason: Reason,
}

impl Ranking {
    /// Puts scored units into order: the best first, ties by unit, of a unit's several scores the highest.
    pub fn new(view: &'static str, scored: impl IntoIterator<Item = Ranked>) -> Self {
        let mut entries: Vec<Ranked> =
            scored.into_iter().filter(|ranked| ranked.score.is_finite() && ranked.score > 0.0).collect();
        let better = |a: &Ranked, b: &Ranked| b.score.total_cmp(&a.score).then_with(|| b.reason.cmp(&a.reason));
        entries.sort_unstable_by(|a, b| a.unit.cmp(&b.unit).then_with(|| better(a, b)));
        entries.dedup_by_key(|ranked| ranked.unit);
        entries.sort_by(|a, b| b.score.total_cmp(&a.score));
        Self { view, entries }
    }
}

/// A file's score in a view is the sum of its best units' scores, each next one counting this much of the one before it.
const NEXT_UNIT: f64 = 0.5;
/// The units of a file that are summed.
const SUMMED: usize = 4;
/// What the logarithm of a file's units costs it: a long file answers any question somewhere.
const FILE_LENGTH: f64 = 0.1;
/// What the logarithm of a unit's lines of code gives it: changes fall where code is.
const CODE_LINES: f64 = 0.5;
/// Weights are learned to tell the one right file; a change needs several, so its lead counts somewhat less.
const EVENNESS: f64 = 0.8;

/// One file while it is weighed: its units' numbers, and what the views add to it and to each of its units.
struct Pile {
    first: UnitId,
    file: f64,
    places: Vec<f64>,
    parts: Vec<Vec<Part>>,
}

impl Pile {
    fn new(units: &Units, unit: UnitId) -> Self {
        let all = || units.of_file(units.path(unit));
        let count = all().len();
        let first = all().next().unwrap_or(unit);
        let places = all().map(|unit| CODE_LINES * (1.0 + f64::from(units.unit(unit).code_lines)).ln()).collect();
        Self { first, file: -FILE_LENGTH * (count as f64).ln(), places, parts: vec![Vec::new(); count] }
    }
}

/// Fuses the rankings. The result does not depend on the order in which they are given.
pub(crate) fn fuse(units: &Units, rankings: &[(Weight, Ranking)]) -> Vec<Fused> {
    let mut ordered: Vec<&(Weight, Ranking)> = rankings.iter().collect();
    // A fixed order of addition, so that the sums are the same to the last bit.
    ordered.sort_by_key(|(_, ranking)| ranking.view);
    let mut piles: BTreeMap<&RepoPath, Pile> = BTreeMap::new();
    for (weight, ranking) in ordered {
        add(units, &mut piles, *weight, ranking);
    }
    let lead = piles.values().map(|pile| pile.file).fold(f64::NEG_INFINITY, f64::max);
    let mut fused: Vec<Fused> = piles.into_values().flat_map(|pile| settle(pile, lead)).collect();
    let best = fused.iter().map(|unit| unit.score).fold(f64::MIN_POSITIVE, f64::max);
    for unit in &mut fused {
        unit.score /= best;
    }
    fused.retain(|unit| unit.score > 0.0);
    fused.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.unit.cmp(&b.unit)));
    fused
}

/// Adds one view to the piles.
fn add<'u>(units: &'u Units, piles: &mut BTreeMap<&'u RepoPath, Pile>, weight: Weight, ranking: &Ranking) {
    let Some(best) = ranking.entries.first().map(|entry| entry.score) else {
        return;
    };
    // By file, the best unit first.
    let mut files: BTreeMap<&RepoPath, Vec<(usize, &Ranked)>> = BTreeMap::new();
    for (at, entry) in ranking.entries.iter().enumerate() {
        files.entry(units.path(entry.unit)).or_default().push((at, entry));
    }
    let sum = |entries: &[(usize, &Ranked)]| -> f64 {
        let weights = std::iter::successors(Some(1.0), |weight| Some(weight * NEXT_UNIT));
        entries.iter().take(SUMMED).zip(weights).map(|((_, entry), weight)| entry.score * weight).sum()
    };
    let best_sum = files.values().map(|entries| sum(entries)).fold(f64::MIN_POSITIVE, f64::max);
    for (path, entries) in files {
        let pile = piles.entry(path).or_insert_with(|| Pile::new(units, entries[0].1.unit));
        let of_file = weight.file * sum(&entries) / best_sum;
        pile.file += of_file;
        let near = entries[0].1.score;
        for (at, entry) in entries {
            let of_place = weight.place * (entry.score / best + entry.score / near);
            let slot = (entry.unit.0 - pile.first.0) as usize;
            pile.places[slot] += of_place;
            pile.parts[slot].push(Part {
                view: ranking.view,
                rank: at + 1,
                share: of_file + of_place,
                reason: entry.reason.clone(),
            });
        }
    }
}

/// The units of a file, each with the likelihood of the file times its own share of it. Units that no view names are
/// part of the sum and of nothing else.
fn settle(pile: Pile, lead: f64) -> impl Iterator<Item = Fused> {
    let most = pile.places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = pile.places.iter().map(|place| (place - most).exp()).sum();
    let file = (EVENNESS * (pile.file - lead)).exp();
    (pile.first.0..).zip(pile.places).zip(pile.parts).filter(|(_, parts)| !parts.is_empty()).map(
        move |((unit, place), mut parts)| {
            parts.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| a.view.cmp(b.view)));
            Fused { unit: UnitId(unit), score: file * (place - most).exp() / total, parts }
        },
    )
}

/// The pool: what stands among the leading `depth` of some view, at most `cap` units, best first.
pub(crate) fn pool(fused: Vec<Fused>, rankings: &[(Weight, Ranking)], depth: usize, cap: usize) -> Vec<Fused> {
    let leading: BTreeSet<UnitId> = rankings
        .iter()
        .filter(|(weight, _)| weight.file > 0.0 || weight.place > 0.0)
        .flat_map(|(_, ranking)| ranking.entries.iter().take(depth).map(|entry| entry.unit))
        .collect();
    fused.into_iter().filter(|candidate| leading.contains(&candidate.unit)).take(cap).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VIEWS: [&str; 4] = ["a", "b", "c", "d"];
    const EVEN: Weight = Weight { file: 1.0, place: 1.0 };

    fn ranking(view: &'static str, scored: &[(u32, f64)]) -> Ranking {
        let ranked =
            scored.iter().map(|(unit, score)| Ranked { unit: UnitId(*unit), score: *score, reason: Reason::Recent });
        Ranking::new(view, ranked)
    }

    /// Three files of ten units each.
    fn thirty() -> Units {
        let lines: Vec<_> = (0..10).map(|at| (at * 10 + 1, at * 10 + 10, 50)).collect();
        Units::of(&[("a.rs", &lines), ("b.rs", &lines), ("c.rs", &lines)])
    }

    fn order(fused: &[Fused]) -> Vec<u32> {
        fused.iter().map(|unit| unit.unit.0).collect()
    }

    #[test]
    fn files_and_places_are_weighed_apart() {
        let units = thirty();
        let file = ranking("history", &[(10, 1.0), (11, 1.0)]);
        let place = ranking("shape", &[(11, 1.0), (1, 1.0)]);
        let of_files = Weight { file: 8.0, place: 0.0 };
        let of_places = Weight { file: 0.1, place: 2.0 };
        let fused = fuse(&units, &[(of_files, file), (of_places, place)]);
        // The file that history knows comes first, and in it the place that the shape knows.
        assert_eq!(order(&fused), [11, 10, 1]);
        assert!((fused[0].score - 1.0).abs() < 1e-12);
        assert_eq!(fused[0].parts.len(), 2);
    }

    #[test]
    fn views_that_agree_outweigh_one_that_shouts() {
        let units = thirty();
        let fused =
            fuse(&units, &[(EVEN, ranking("a", &[(0, 9.0), (10, 6.0)])), (EVEN, ranking("b", &[(10, 9.0), (0, 1.0)]))]);
        assert_eq!(order(&fused), [10, 0]);
    }

    #[test]
    fn the_pool_keeps_what_some_view_leads_with() {
        let units = thirty();
        let silent = Weight { file: 0.0, place: 0.0 };
        let rankings = [
            (EVEN, ranking("a", &[(1, 9.0), (2, 8.0), (3, 7.0)])),
            (Weight { file: 0.1, place: 0.1 }, ranking("b", &[(9, 1.0)])),
            (silent, ranking("c", &[(7, 1.0)])),
        ];
        let kept = |depth, cap| order(&pool(fuse(&units, &rankings), &rankings, depth, cap));
        assert_eq!(kept(2, 9), [1, 2, 9]);
        assert_eq!(kept(2, 1), [1]);
    }

    #[test]
    fn scores_that_are_none_are_left_out() {
        assert!(ranking("a", &[(1, 0.0), (2, f64::NAN), (3, -1.0)]).entries.is_empty());
    }

    proptest! {
        #[test]
        fn order_of_views_and_entries_does_not_matter(
            lists in prop::collection::vec((0.01_f64..2.0, prop::collection::vec((0_u32..30, 0.0_f64..9.0), 0..20)), 1..5),
            turn in 0_usize..5,
        ) {
            let units = thirty();
            let weight = |weight: f64| Weight { file: weight, place: weight / 2.0 };
            let plain: Vec<_> = lists.iter().zip(VIEWS)
                .map(|((by, scored), view)| (weight(*by), ranking(view, scored))).collect();
            let mut turned: Vec<_> = lists.iter().zip(VIEWS)
                .map(|((by, scored), view)| {
                    let backwards: Vec<_> = scored.iter().rev().copied().collect();
                    (weight(*by), ranking(view, &backwards))
                }).collect();
            let by = turn % turned.len();
            turned.rotate_left(by);
            prop_assert_eq!(fuse(&units, &plain), fuse(&units, &turned));
        }

        #[test]
        fn order_survives_scaling(scored in prop::collection::vec((0_u32..30, 0.1_f64..9.0), 1..20), by in 1_u32..6) {
            let units = thirty();
            // Powers of two, so that scaling is exact.
            let factor = f64::from(1_u32 << by);
            let larger: Vec<_> = scored.iter().map(|(unit, score)| (*unit, score * factor)).collect();
            prop_assert_eq!(
                fuse(&units, &[(EVEN, ranking("a", &scored))]),
                fuse(&units, &[(EVEN, ranking("a", &larger))])
            );
        }
    }
}

//! From several rankings to one: arithmetic on lists.
//!
//! Scores are divided by their view's best and added with weights. Reciprocal ranks with equal weights were measured
//! and lose to BM25 alone: a view that is right now and then must not count as much as one that usually is.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::evidence::Reason;
use crate::evidence::UnitId;

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

/// A unit with what all views say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fused {
    /// The unit.
    pub unit: UnitId,
    /// The weighted sum, at least 0.
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
    /// Weight times scaled score.
    pub share: f64,
    /// The view's reason.
    pub reason: Reason,
}

impl Ranking {
    /// Puts scored units into order: the best first, ties by unit, of a unit's several scores the highest.
    pub fn new(view: &'static str, scored: impl IntoIterator<Item = Ranked>) -> Self {
        let mut best: BTreeMap<UnitId, Ranked> = BTreeMap::new();
        for ranked in scored {
            if !(ranked.score.is_finite() && ranked.score > 0.0) {
                continue;
            }
            let better = best
                .get(&ranked.unit)
                .is_none_or(|known| (known.score, &ranked.reason) < (ranked.score, &known.reason));
            if better {
                best.insert(ranked.unit, ranked);
            }
        }
        let mut entries: Vec<Ranked> = best.into_values().collect();
        entries.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.unit.cmp(&b.unit)));
        Self { view, entries }
    }
}

/// Adds the rankings up. The result does not depend on the order in which they are given.
pub(crate) fn fuse(rankings: &[(f64, Ranking)]) -> Vec<Fused> {
    let mut by_unit: BTreeMap<UnitId, Vec<Part>> = BTreeMap::new();
    for (weight, ranking) in rankings {
        let Some(best) = ranking.entries.first().map(|entry| entry.score) else {
            continue;
        };
        for (at, entry) in ranking.entries.iter().enumerate() {
            by_unit.entry(entry.unit).or_default().push(Part {
                view: ranking.view,
                rank: at + 1,
                share: weight * entry.score / best,
                reason: entry.reason.clone(),
            });
        }
    }
    let mut fused: Vec<Fused> = by_unit
        .into_iter()
        .map(|(unit, mut parts)| {
            // A fixed order of addition, so that the sum is the same to the last bit.
            parts.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| a.view.cmp(b.view)));
            let score = parts.iter().map(|part| part.share).sum();
            Fused { unit, score, parts }
        })
        .collect();
    fused.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.unit.cmp(&b.unit)));
    fused
}

/// The pool: what stands among the leading `depth` of some view, at most `cap` units, best first.
pub(crate) fn pool(fused: Vec<Fused>, rankings: &[(f64, Ranking)], depth: usize, cap: usize) -> Vec<Fused> {
    let leading: BTreeSet<UnitId> = rankings
        .iter()
        .filter(|(weight, _)| *weight > 0.0)
        .flat_map(|(_, ranking)| ranking.entries.iter().take(depth).map(|entry| entry.unit))
        .collect();
    fused.into_iter().filter(|candidate| leading.contains(&candidate.unit)).take(cap).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VIEWS: [&str; 4] = ["a", "b", "c", "d"];

    fn ranking(view: &'static str, scored: &[(u32, f64)]) -> Ranking {
        let ranked =
            scored.iter().map(|(unit, score)| Ranked { unit: UnitId(*unit), score: *score, reason: Reason::Recent });
        Ranking::new(view, ranked)
    }

    #[test]
    fn scaled_scores_add_up() {
        let fused = fuse(&[(1.0, ranking("a", &[(1, 10.0), (2, 5.0)])), (0.5, ranking("b", &[(2, 3.0), (3, 1.5)]))]);
        let scores: Vec<_> = fused.iter().map(|unit| (unit.unit.0, unit.score)).collect();
        assert_eq!(scores, [(1, 1.0), (2, 1.0), (3, 0.25)]);
        assert_eq!(fused[1].parts[1].rank, 1);
    }

    #[test]
    fn the_pool_keeps_what_some_view_leads_with() {
        let rankings = [
            (1.0, ranking("a", &[(1, 9.0), (2, 8.0), (3, 7.0)])),
            (0.1, ranking("b", &[(9, 1.0)])),
            (0.0, ranking("c", &[(7, 1.0)])),
        ];
        let units = |depth, cap| -> Vec<u32> {
            pool(fuse(&rankings), &rankings, depth, cap).iter().map(|unit| unit.unit.0).collect()
        };
        assert_eq!(units(2, 9), [1, 2, 9]);
        assert_eq!(units(2, 1), [1]);
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
            let plain: Vec<_> = lists.iter().zip(VIEWS)
                .map(|((weight, scored), view)| (*weight, ranking(view, scored))).collect();
            let mut turned: Vec<_> = lists.iter().zip(VIEWS)
                .map(|((weight, scored), view)| {
                    let backwards: Vec<_> = scored.iter().rev().copied().collect();
                    (*weight, ranking(view, &backwards))
                }).collect();
            let by = turn % turned.len();
            turned.rotate_left(by);
            prop_assert_eq!(fuse(&plain), fuse(&turned));
        }

        #[test]
        fn order_survives_scaling(scored in prop::collection::vec((0_u32..30, 0.1_f64..9.0), 1..20), by in 1_u32..6) {
            // Powers of two, so that scaling is exact.
            let factor = f64::from(1_u32 << by);
            let larger: Vec<_> = scored.iter().map(|(unit, score)| (*unit, score * factor)).collect();
            prop_assert_eq!(fuse(&[(1.0, ranking("a", &scored))]), fuse(&[(1.0, ranking("a", &larger))]));
        }
    }
}

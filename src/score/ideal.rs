//! The largest discounted gain that any order of the gold reaches: what grouped nDCG is measured against.

use std::collections::BTreeSet;

use crate::score::labels::Group;

/// With more gold than this the exact search would take too long, and the sum of the weights stands in for it.
const MOST_GOLD: usize = 20;

/// What a place, 1-based, makes of a gain.
pub(super) fn discount(place: usize) -> f64 {
    (place as f64 + 1.0).log2()
}

/// The largest group DCG in `k` places. Exact: for every set of gold that may be placed first, the best that can follow.
pub(super) fn best_dcg(groups: &[Group], k: usize) -> f64 {
    let gold: Vec<u32> =
        groups.iter().flat_map(|group| &group.accepted).copied().collect::<BTreeSet<u32>>().into_iter().collect();
    if gold.len() > MOST_GOLD {
        return groups.iter().map(|group| group.weight).sum();
    }
    let masks: Vec<u32> = groups.iter().map(|group| mask(group, &gold)).collect();
    let is_done = |have: u32, at: usize| (have & masks[at]).count_ones() as usize >= groups[at].minimum;
    let gain = |before: u32, after: u32| -> f64 {
        let new = (0..groups.len()).filter(|at| is_done(after, *at) && !is_done(before, *at));
        new.fold(0.0, |sum, at| sum + groups[at].weight)
    };
    let places = k.min(gold.len());
    let mut best = vec![0.0_f64; 1 << gold.len()];
    // What is added to a set makes a larger number, so that from the largest number down everything needed is known.
    for have in (0..1_u32 << gold.len()).rev() {
        let place = have.count_ones() as usize + 1;
        if place > places {
            continue;
        }
        let mut top = 0.0_f64;
        for bit in (0..gold.len()).map(|bit| 1 << bit).filter(|bit| have & bit == 0) {
            top = top.max(gain(have, have | bit) / discount(place) + best[(have | bit) as usize]);
        }
        best[have as usize] = top;
    }
    best[0]
}

fn mask(group: &Group, gold: &[u32]) -> u32 {
    let bits = group.accepted.iter().filter_map(|place| gold.binary_search(place).ok());
    bits.fold(0, |mask, bit| mask | 1 << bit)
}

//! The controller that decides by arithmetic: relevance is a likelihood and adds up, requirements are worth being
//! supported once, and greedy windows take both.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::evidence::UnitId;
use crate::evidence::complement::Card;
use crate::evidence::complement::Choice;
use crate::evidence::complement::Controller;
use crate::evidence::complement::Desk;
use crate::evidence::complement::Unusable;
use crate::evidence::complement::windows;
use crate::evidence::complement::windows::Shape;
use crate::evidence::complement::windows::Worth;

/// Deterministic, no model, no network.
#[derive(Clone, Copy, Debug, Default)]
pub struct Embedded;

/// What full support of the heaviest requirement is worth, where the best unit's relevance is worth 1. The views have
/// counted it once already; more than a little of it and partners crowd out what was asked for.
const FACET_WORTH: f64 = 0.002;
/// A window beyond the fewest is left out when it is worth less than this share of the first one.
const FADED: f64 = 0.005;

impl Controller for Embedded {
    fn name(&self) -> &'static str {
        "embedded"
    }

    fn propose(&self, desk: &Desk<'_>, cards: &[Card]) -> Result<Vec<Choice>, Unusable> {
        let (mass, starts) = (mass_of(desk), starts_of(desk, cards));
        let worth = Worth { mass: &mass, starts: &starts, supports: &BTreeMap::new() };
        let capacities = desk.capacities;
        let windows = windows::take(desk.units, &worth, Shape::default(), capacities.proposed, capacities.most_tokens);
        Ok(windows.iter().map(|window| window.choice).collect())
    }

    fn expand(&self, desk: &Desk<'_>, selected: &[Choice], cards: &[Card]) -> Result<Vec<usize>, Unusable> {
        let lacking = lacking(desk, selected);
        let mut gains: Vec<(f64, usize)> = cards
            .iter()
            .map(|card| {
                let candidate = &desk.candidates[card.candidate];
                let gain: f64 = candidate
                    .supports
                    .iter()
                    .filter(|(facet, _)| lacking.contains(facet))
                    .map(|(facet, strength)| desk.facets[*facet].weight * strength)
                    .sum();
                (gain, card.candidate)
            })
            .filter(|(gain, _)| *gain > 0.0)
            .collect();
        // The pool's order decides between equals.
        gains.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        Ok(gains.into_iter().take(desk.capacities.expanded).map(|(_, candidate)| candidate).collect())
    }

    fn finalize(&self, desk: &Desk<'_>, _selected: &[Choice], cards: &[Card]) -> Result<Vec<Choice>, Unusable> {
        let (mass, starts) = (mass_of(desk), starts_of(desk, cards));
        let supports = cards
            .iter()
            .map(|card| {
                let candidate = &desk.candidates[card.candidate];
                let supports = candidate
                    .supports
                    .iter()
                    .map(|(facet, strength)| (*facet, FACET_WORTH * desk.facets[*facet].weight * strength))
                    .collect();
                (candidate.unit, supports)
            })
            .collect();
        let worth = Worth { mass: &mass, starts: &starts, supports: &supports };
        let capacities = desk.capacities;
        let mut windows =
            windows::take(desk.units, &worth, Shape::default(), capacities.most_items, capacities.most_tokens);
        let floor = windows.first().map_or(0.0, |first| first.value * FADED);
        while windows.len() > capacities.fewest_items && windows.last().is_some_and(|last| last.value < floor) {
            windows.pop();
        }
        Ok(windows.iter().map(|window| window.choice).collect())
    }
}

/// What each unit of the pool is worth by itself. All of them count, since a window that begins at a card goes on as
/// long as there is anything in it.
pub(super) fn mass_of(desk: &Desk<'_>) -> BTreeMap<UnitId, f64> {
    desk.candidates.iter().map(|candidate| (candidate.unit, candidate.relevance)).collect()
}

/// Where a window may begin.
pub(super) fn starts_of(desk: &Desk<'_>, cards: &[Card]) -> BTreeSet<UnitId> {
    cards.iter().map(|card| desk.candidates[card.candidate].unit).collect()
}

/// The requirements that no chosen unit supports.
fn lacking(desk: &Desk<'_>, selected: &[Choice]) -> BTreeSet<usize> {
    let supported: BTreeSet<usize> = desk
        .candidates
        .iter()
        .filter(|candidate| selected.iter().any(|choice| choice.holds(candidate.unit)))
        .flat_map(|candidate| candidate.supports.iter().map(|(facet, _)| *facet))
        .collect();
    (0..desk.facets.len()).filter(|facet| !supported.contains(facet)).collect()
}

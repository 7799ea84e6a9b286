//! Parts of the states that are reported by themselves.

use std::collections::BTreeMap;

use crate::score::items::Items;
use crate::score::labels::Certificates;

/// From this many groups on, states are also reported together: each count alone is soon too rare to say anything.
const MANY_GROUPS: usize = 3;

/// States that have something in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stratum {
    /// What they have in common: `groups`, `state_type` or `observed_overlap`.
    pub dimension: &'static str,
    /// Its value, such as `2`, `3+`, `before_edit` or `yes`.
    pub value: String,
    /// The states' numbers, ascending.
    pub states: Vec<usize>,
}

/// The strata of every dimension, in a fixed order.
pub(super) fn strata(items: &Items, certificates: &Certificates) -> Vec<Stratum> {
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut types: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut overlap: BTreeMap<bool, Vec<usize>> = BTreeMap::new();
    for (number, (state, certificate)) in items.states.iter().zip(&certificates.0).enumerate() {
        groups.entry(certificate.groups.len()).or_default().push(number);
        types.entry(&state.state_type).or_default().push(number);
        overlap.entry(state.overlaps_observed).or_default().push(number);
    }
    let many: Vec<&Vec<usize>> = groups.range(MANY_GROUPS..).map(|(_, states)| states).collect();
    let many = (many.len() > 1).then(|| {
        let mut states: Vec<usize> = many.into_iter().flatten().copied().collect();
        states.sort_unstable();
        Stratum { dimension: "groups", value: format!("{MANY_GROUPS}+"), states }
    });
    let named = |state_type: &str| if state_type.is_empty() { "unknown" } else { state_type }.to_owned();
    let by_groups = groups.iter().map(|(count, states)| (count.to_string(), states.clone()));
    let by_type = types.into_iter().map(|(state_type, states)| (named(state_type), states));
    let by_overlap = overlap.into_iter().map(|(is, states)| (if is { "yes" } else { "no" }.to_owned(), states));
    let stratum = |dimension| move |(value, states)| Stratum { dimension, value, states };
    by_groups
        .map(stratum("groups"))
        .chain(many)
        .chain(by_type.map(stratum("state_type")))
        .chain(by_overlap.map(stratum("observed_overlap")))
        .collect()
}

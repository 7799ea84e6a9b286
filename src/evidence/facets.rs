//! What the state says must be supported, and which units support it.

use std::collections::BTreeMap;

use crate::evidence::Fused;
use crate::evidence::Reason;
use crate::evidence::UnitId;

/// One requirement: a removed name that is still used somewhere, a definition that the issue names, a partner file.
#[derive(Clone, Debug, PartialEq)]
pub struct Facet {
    /// What it is; a unit that is ranked for this reason supports it.
    pub reason: Reason,
    /// How much the next step depends on it, compared with the others; the largest is 1.
    pub weight: f64,
    /// The units that support it, each with a strength from 0 to 1, best first.
    pub support: Vec<(UnitId, f64)>,
}

/// The most requirements that are kept.
const MOST_FACETS: usize = 64;

/// The requirements that the views found support for. Every reason that names a requirement of its own is one; its weight is
/// what its best unit gained by it, so that the weights of the views carry over. At most `MOST_FACETS`, heaviest first.
pub(crate) fn collect(pool: &[Fused]) -> Vec<Facet> {
    let mut by_reason: BTreeMap<&Reason, Vec<(UnitId, f64)>> = BTreeMap::new();
    for candidate in pool {
        for part in candidate.parts.iter().filter(|part| part.reason.is_requirement()) {
            by_reason.entry(&part.reason).or_default().push((candidate.unit, part.share));
        }
    }
    let mut facets: Vec<Facet> = by_reason
        .into_iter()
        .map(|(reason, mut support)| {
            support.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            let best = support[0].1;
            for (_, share) in &mut support {
                *share /= best;
            }
            Facet { reason: reason.clone(), weight: best, support }
        })
        .filter(|facet| facet.weight > 0.0)
        .collect();
    facets.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.reason.cmp(&b.reason)));
    facets.truncate(MOST_FACETS);
    if let Some(most) = facets.first().map(|facet| facet.weight) {
        for facet in &mut facets {
            facet.weight /= most;
        }
    }
    facets
}

#[cfg(test)]
mod tests {
    use crate::evidence::Part;

    use super::*;

    fn fused(unit: u32, parts: &[(f64, Reason)]) -> Fused {
        let parts: Vec<Part> = parts
            .iter()
            .map(|(share, reason)| Part { view: "test", rank: 1, share: *share, reason: reason.clone() })
            .collect();
        Fused { unit: UnitId(unit), score: parts.iter().map(|part| part.share).sum(), parts }
    }

    #[test]
    fn equal_reasons_are_one_requirement() {
        let uses = |name: &str| Reason::UsesRemoved { name: name.to_owned() };
        let facets = collect(&[
            fused(1, &[(0.5, uses("a")), (0.9, Reason::Recent)]),
            fused(2, &[(0.25, uses("a")), (0.1, uses("b"))]),
        ]);
        assert_eq!(facets.len(), 2);
        assert_eq!(facets[0].reason, uses("a"));
        assert_eq!(facets[0].support, [(UnitId(1), 1.0), (UnitId(2), 0.5)]);
        assert!((facets[1].weight - 0.2).abs() < 1e-12);
    }
}

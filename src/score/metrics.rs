//! The metrics of one answer at one cut.

use std::collections::BTreeSet;

use crate::score::ideal;
use crate::score::labels::Certificate;
use crate::score::labels::Group;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    /// Whether every group is done, or one alternative set is there: 1 or 0.
    Complete,
    /// The share of groups that are done.
    Group,
    /// The share of the weights whose groups are done.
    Necessity,
    /// The share of the roles with a group that is done.
    Role,
    /// The gain of done groups, discounted by the place at which each was completed, against the best order.
    Ndcg,
    /// Of the gold that was returned, the share that had not been observed.
    Novelty,
}

impl Metric {
    /// All of them in the order of reports.
    pub const ALL: [Self; 6] = [Self::Complete, Self::Group, Self::Necessity, Self::Role, Self::Ndcg, Self::Novelty];

    /// The name in files, without `@k`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "mss_complete",
            Self::Group => "group_recall",
            Self::Necessity => "necessity_weighted_recall",
            Self::Role => "role_coverage",
            Self::Ndcg => "group_ndcg",
            Self::Novelty => "required_novelty",
        }
    }

    /// A word for the head of a table's column.
    pub const fn short(self) -> &'static str {
        match self {
            Self::Complete => "Complete",
            Self::Group => "Group",
            Self::Necessity => "Necessity",
            Self::Role => "Role",
            Self::Ndcg => "nDCG",
            Self::Novelty => "Novelty",
        }
    }
}

/// A metric at a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// What is measured.
    pub metric: Metric,
    /// How many of the first items count, at least 1.
    pub k: usize,
}

impl Column {
    /// Such as `mss_complete@5`.
    pub fn name(self) -> String {
        format!("{}@{}", self.metric.name(), self.k)
    }
}

/// Every metric at every cut, cuts in ascending order and each once.
pub fn columns(cuts: &[usize]) -> Vec<Column> {
    let cuts: BTreeSet<usize> = cuts.iter().copied().collect();
    cuts.into_iter().flat_map(|k| Metric::ALL.map(|metric| Column { metric, k })).collect()
}

/// The scores of an answer, one a column.
pub(super) fn scores(ranked: &[u32], certificate: &Certificate, columns: &[Column]) -> Vec<f64> {
    columns
        .chunk_by(|a, b| a.k == b.k)
        .flat_map(|columns| {
            let cut = Cut::new(ranked, certificate, columns[0].k);
            columns.iter().map(move |column| cut.score(column.metric)).collect::<Vec<_>>()
        })
        .collect()
}

/// An answer cut to its first places.
struct Cut<'a> {
    top: &'a [u32],
    certificate: &'a Certificate,
    k: usize,
    /// The place, 1-based, at which each group was completed.
    completed: Vec<Option<usize>>,
}

impl<'a> Cut<'a> {
    fn new(ranked: &'a [u32], certificate: &'a Certificate, k: usize) -> Self {
        let top = &ranked[..k.min(ranked.len())];
        let completed = certificate.groups.iter().map(|group| completion(top, group)).collect();
        Self { top, certificate, k, completed }
    }

    fn score(&self, metric: Metric) -> f64 {
        let groups = &self.certificate.groups;
        match metric {
            Metric::Complete => f64::from(u8::from(self.is_complete())),
            Metric::Group => self.done().count() as f64 / groups.len() as f64,
            Metric::Necessity => total(self.done()) / total(groups.iter()),
            Metric::Role => {
                let roles: BTreeSet<&str> = groups.iter().map(|group| group.role.as_str()).collect();
                let covered: BTreeSet<&str> = self.done().map(|group| group.role.as_str()).collect();
                covered.len() as f64 / roles.len() as f64
            }
            Metric::Ndcg => self.ndcg(),
            Metric::Novelty => self.novelty(),
        }
    }

    fn done(&self) -> impl Iterator<Item = &Group> {
        self.certificate.groups.iter().zip(&self.completed).filter(|(_, place)| place.is_some()).map(|(group, _)| group)
    }

    fn is_complete(&self) -> bool {
        let holds = |set: &Vec<u32>| set.iter().all(|place| self.top.contains(place));
        self.completed.iter().all(Option::is_some) || self.certificate.alternatives.iter().any(holds)
    }

    fn ndcg(&self) -> f64 {
        let places = self.certificate.groups.iter().zip(&self.completed);
        let gains = places.filter_map(|(group, place)| Some(group.weight / ideal::discount((*place)?)));
        let ideal = ideal::best_dcg(&self.certificate.groups, self.k);
        // Not `sum`, whose sum of nothing is negative zero.
        if ideal > 0.0 { (gains.fold(0.0, |sum, gain| sum + gain) / ideal).min(1.0) } else { 0.0 }
    }

    fn novelty(&self) -> f64 {
        let gold = |place: &&u32| self.certificate.groups.iter().any(|group| group.accepted.contains(place));
        let found: Vec<&u32> = self.top.iter().filter(gold).collect();
        let fresh = found.iter().filter(|place| !self.certificate.observed.contains(place)).count();
        if found.is_empty() { 0.0 } else { fresh as f64 / found.len() as f64 }
    }
}

/// The place, 1-based, of the item that brings the group to its minimum.
fn completion(top: &[u32], group: &Group) -> Option<usize> {
    let hits = top.iter().enumerate().filter(|(_, place)| group.accepted.contains(place));
    hits.map(|(at, _)| at + 1).nth(group.minimum - 1)
}

fn total<'g>(groups: impl Iterator<Item = &'g Group>) -> f64 {
    groups.fold(0.0, |sum, group| sum + group.weight)
}

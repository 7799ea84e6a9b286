//! Intervals by resampling whole clusters: the states of one repository are no independent witnesses.

use std::collections::BTreeMap;

use rand::Rng;

use crate::base::Seed;

/// The middle 95% of the draws: so many thousandths lie on either side of it.
const TAIL: usize = 25;

/// How intervals are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resampling {
    /// How many times.
    pub draws: usize,
    /// The number from which the draws follow.
    pub seed: Seed,
}

/// Between these two lie 95% of the draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The intervals of the means of some columns. `rows` holds a cluster and one value a column; a draw takes as many
/// clusters as there are, with replacement, and the mean over all of their rows, so that rows weigh the same. `None`
/// with fewer than two clusters, of which nothing can be learned, or without draws.
pub(super) fn intervals(rows: &[(&str, &[f64])], columns: usize, resampling: Resampling) -> Vec<Option<Interval>> {
    let mut sums: BTreeMap<&str, (f64, Vec<f64>)> = BTreeMap::new();
    for (cluster, values) in rows {
        let (count, sums) = sums.entry(cluster).or_insert_with(|| (0.0, vec![0.0; columns]));
        *count += 1.0;
        sums.iter_mut().zip(*values).for_each(|(sum, value)| *sum += value);
    }
    let clusters: Vec<(f64, Vec<f64>)> = sums.into_values().collect();
    if clusters.len() < 2 || resampling.draws == 0 {
        return vec![None; columns];
    }
    // The same seed draws the same clusters for every method, which is what makes a difference paired.
    let mut random = resampling.seed.stream("bootstrap", clusters.len() as u64);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(resampling.draws); columns];
    let mut total = vec![0.0; columns];
    for _ in 0..resampling.draws {
        let mut count = 0.0;
        total.fill(0.0);
        for _ in 0..clusters.len() {
            let (size, sums) = &clusters[random.random_range(0..clusters.len())];
            count += size;
            total.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
        }
        drawn.iter_mut().zip(&total).for_each(|(drawn, total)| drawn.push(total / count));
    }
    drawn
        .into_iter()
        .map(|mut draws| {
            draws.sort_by(f64::total_cmp);
            Some(Interval { low: quantile(&draws, TAIL), high: quantile(&draws, 1000 - TAIL) })
        })
        .collect()
}

/// A quantile, in thousandths, of sorted values, which are not empty; between two of them by their distance.
fn quantile(sorted: &[f64], thousandths: usize) -> f64 {
    let place = thousandths * (sorted.len() - 1);
    let (below, rest) = (place / 1000, (place % 1000) as f64 / 1000.0);
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * rest
}

#[cfg(test)]
mod tests {
    use super::Interval;
    use super::Resampling;
    use super::intervals;
    use super::quantile;
    use crate::base::Seed;

    const MANY: Resampling = Resampling { draws: 2000, seed: Seed(3) };

    #[test]
    fn a_cluster_is_drawn_whole() {
        // Two clusters: all ones and all zeros, of the same size. Half of the draws mix them, a quarter has either.
        let (one, zero) = ([1.0], [0.0]);
        let rows: Vec<(&str, &[f64])> = vec![("a", &one), ("a", &one), ("b", &zero), ("b", &zero)];
        assert_eq!(intervals(&rows, 1, MANY), [Some(Interval { low: 0.0, high: 1.0 })]);
        // The same rows as four clusters have all ones in one draw of sixteen: more than 2.5%.
        let rows: Vec<(&str, &[f64])> = vec![("a", &one), ("b", &one), ("c", &zero), ("d", &zero)];
        assert_eq!(intervals(&rows, 1, MANY), [Some(Interval { low: 0.0, high: 1.0 })]);
        // Eight clusters with one zero: at least five of the eight draws are a one in 97.5% of the cases.
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let rows: Vec<(&str, &[f64])> =
            names.iter().map(|name| (*name, if *name == "a" { &zero[..] } else { &one[..] })).collect();
        let found = intervals(&rows, 1, MANY)[0].expect("eight clusters");
        assert_eq!((found.low, found.high), (0.625, 1.0));
    }

    #[test]
    fn rows_weigh_the_same_and_draws_repeat() {
        let (one, zero) = ([1.0, -1.0], [0.0, 0.0]);
        let rows: Vec<(&str, &[f64])> = vec![("a", &one), ("b", &zero), ("b", &zero), ("b", &zero)];
        let first = intervals(&rows, 2, MANY);
        assert_eq!(first, intervals(&rows, 2, MANY));
        let mixed = 1.0 / 4.0;
        assert_eq!(first[0], Some(Interval { low: 0.0, high: 1.0 }));
        assert_eq!(first[1], Some(Interval { low: -1.0, high: 0.0 }));
        // A mixed draw has four rows, of which one is a one; nothing else can come out.
        let only_a_quarter = intervals(&rows, 1, Resampling { draws: 1, ..MANY })[0].expect("two clusters");
        assert!([0.0, mixed, 1.0].contains(&only_a_quarter.low), "{only_a_quarter:?}");
    }

    #[test]
    fn one_cluster_says_nothing() {
        let one = [1.0];
        assert_eq!(intervals(&[("a", &one), ("a", &one)], 1, MANY), [None]);
    }

    #[test]
    fn quantiles_lie_between_values() {
        assert!((quantile(&[0.0, 10.0], 250) - 2.5).abs() < 1e-12);
        assert!((quantile(&[7.0], 975) - 7.0).abs() < 1e-12);
        assert!((quantile(&[0.0, 1.0, 2.0, 3.0, 4.0], 500) - 2.0).abs() < 1e-12);
    }
}

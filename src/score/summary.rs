//! From answers to means, intervals, strata and paired comparisons.

use std::collections::BTreeMap;

use crate::score::bootstrap;
use crate::score::bootstrap::Interval;
use crate::score::bootstrap::Resampling;
use crate::score::items::Items;
use crate::score::labels::Certificates;
use crate::score::metrics;
use crate::score::metrics::Column;
use crate::score::predictions::Predictions;
use crate::score::strata;
use crate::score::strata::Stratum;

/// A mean, or a difference of means, with what can be said of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean over the states, as a fraction.
    pub value: f64,
    /// Its interval; `None` with fewer than two repositories.
    pub interval: Option<Interval>,
}

/// What a method reaches.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodMeans {
    /// The method.
    pub method: String,
    /// The states that it answered.
    pub states: usize,
    /// One mean a column.
    pub means: Vec<Mean>,
}

/// A method against the baseline, over the states that both answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The method.
    pub method: String,
    /// What it is compared with.
    pub baseline: String,
    /// The states that both answered.
    pub states: usize,
    /// The method's mean less the baseline's, one a column.
    pub differences: Vec<Mean>,
    /// The states where the method scores higher, the same, and lower, one triple a column.
    pub outcomes: Vec<[usize; 3]>,
}

/// Everything that was scored.
#[derive(Clone, Debug)]
pub struct Scored {
    /// What was measured.
    pub columns: Vec<Column>,
    /// Each prediction's scores, one a column, in the order of the predictions.
    pub rows: Vec<Vec<f64>>,
    /// Every method over all of its states, by name.
    pub methods: Vec<MethodMeans>,
    /// Every other method against the baseline, by name.
    pub comparisons: Vec<Comparison>,
    /// The same by strata.
    pub strata: Vec<(Stratum, Vec<MethodMeans>, Vec<Comparison>)>,
}

/// A method's scores by state number.
type Answers = BTreeMap<usize, Vec<f64>>;

/// Scores predictions. Methods are compared with `baseline`; without one, or where nobody is called so, with the method
/// of the first prediction.
pub fn score(
    items: &Items,
    certificates: &Certificates,
    predictions: &Predictions,
    cuts: &[usize],
    baseline: Option<&str>,
    resampling: Resampling,
) -> Scored {
    let columns = metrics::columns(cuts);
    let rows: Vec<Vec<f64>> = predictions
        .0
        .iter()
        .map(|prediction| metrics::scores(&prediction.ranked, &certificates.0[prediction.state], &columns))
        .collect();
    let mut answers: BTreeMap<&str, Answers> = BTreeMap::new();
    for (prediction, scores) in predictions.0.iter().zip(&rows) {
        answers.entry(&prediction.method).or_default().insert(prediction.state, scores.clone());
    }
    let first = predictions.0.first().map(|prediction| prediction.method.as_str()).unwrap_or_default();
    let baseline = baseline.filter(|name| answers.contains_key(name)).unwrap_or(first);
    let part = Part { items, answers: &answers, columns: columns.len(), resampling };
    let everything: Vec<usize> = (0..items.states.len()).collect();
    let strata = strata::strata(items, certificates).into_iter().map(|stratum| {
        let (methods, comparisons) = (part.methods(&stratum.states), part.comparisons(&stratum.states, baseline));
        (stratum, methods, comparisons)
    });
    Scored {
        methods: part.methods(&everything),
        comparisons: part.comparisons(&everything, baseline),
        strata: strata.collect(),
        columns,
        rows,
    }
}

/// What the means of any part of the states are made of.
struct Part<'a> {
    items: &'a Items,
    answers: &'a BTreeMap<&'a str, Answers>,
    columns: usize,
    resampling: Resampling,
}

impl Part<'_> {
    fn methods(&self, states: &[usize]) -> Vec<MethodMeans> {
        let methods = self.answers.iter().map(|(method, answers)| {
            let rows: Vec<(usize, &[f64])> =
                states.iter().filter_map(|state| Some((*state, answers.get(state)?.as_slice()))).collect();
            MethodMeans { method: (*method).to_owned(), states: rows.len(), means: self.means(&rows) }
        });
        methods.filter(|means| means.states > 0).collect()
    }

    fn comparisons(&self, states: &[usize], baseline: &str) -> Vec<Comparison> {
        let Some(theirs) = self.answers.get(baseline) else {
            return Vec::new();
        };
        let others = self.answers.iter().filter(|(method, _)| **method != baseline);
        let compared = others.map(|(method, ours)| {
            let differences: Vec<(usize, Vec<f64>)> = states
                .iter()
                .filter_map(|state| {
                    let pairs = ours.get(state)?.iter().zip(theirs.get(state)?);
                    Some((*state, pairs.map(|(ours, theirs)| ours - theirs).collect()))
                })
                .collect();
            let rows: Vec<(usize, &[f64])> =
                differences.iter().map(|(state, values)| (*state, values.as_slice())).collect();
            Comparison {
                method: (*method).to_owned(),
                baseline: baseline.to_owned(),
                states: rows.len(),
                differences: self.means(&rows),
                outcomes: (0..self.columns).map(|column| outcomes(&rows, column)).collect(),
            }
        });
        compared.filter(|comparison| comparison.states > 0).collect()
    }

    fn means(&self, rows: &[(usize, &[f64])]) -> Vec<Mean> {
        let clustered: Vec<(&str, &[f64])> =
            rows.iter().map(|(state, values)| (self.items.states[*state].repo.as_str(), *values)).collect();
        let intervals = bootstrap::intervals(&clustered, self.columns, self.resampling);
        let mean = |column: usize| {
            let sum = rows.iter().fold(0.0, |sum, (_, values)| sum + values[column]);
            if rows.is_empty() { 0.0 } else { sum / rows.len() as f64 }
        };
        intervals.into_iter().enumerate().map(|(column, interval)| Mean { value: mean(column), interval }).collect()
    }
}

fn outcomes(rows: &[(usize, &[f64])], column: usize) -> [usize; 3] {
    let mut counts = [0; 3];
    for (_, values) in rows {
        let at = match values[column] {
            difference if difference > 0.0 => 0,
            difference if difference < 0.0 => 2,
            _ => 1,
        };
        counts[at] += 1;
    }
    counts
}

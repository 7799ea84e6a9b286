//! Scores as tables, JSON, CSV, and rows by state as the benchmark's own scorer writes them.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use serde_json::Map;
use serde_json::Value;
use serde_json::json;

use crate::cli::table::Table;
use crate::score::Column;
use crate::score::Comparison;
use crate::score::Items;
use crate::score::Mean;
use crate::score::MethodMeans;
use crate::score::Metric;
use crate::score::Predictions;
use crate::score::Resampling;
use crate::score::Scored;

/// What tables show; JSON and CSV have everything.
const SHOWN: [Metric; 4] = [Metric::Complete, Metric::Group, Metric::Necessity, Metric::Ndcg];

/// Tables in percent: all states, differences from the baseline, strata.
pub(super) fn text(scored: &Scored) -> String {
    let mut text = means_table(scored, &scored.methods).text();
    if !scored.comparisons.is_empty() {
        text += &format!("\nless {}\n", scored.comparisons[0].baseline);
        text += &differences_table(scored, &scored.comparisons).text();
    }
    for (stratum, methods, comparisons) in &scored.strata {
        text += &format!("\n{} {}\n", stratum.dimension, stratum.value);
        text += &means_table(scored, methods).text();
        if !comparisons.is_empty() {
            text += &differences_table(scored, comparisons).text();
        }
    }
    text
}

fn shown(scored: &Scored) -> Vec<(usize, Column)> {
    scored.columns.iter().copied().enumerate().filter(|(_, column)| SHOWN.contains(&column.metric)).collect()
}

fn head(scored: &Scored, first: &str) -> Vec<String> {
    let columns = shown(scored).into_iter().map(|(_, column)| format!("{}@{}", column.metric.short(), column.k));
    [first.to_owned(), "states".to_owned()].into_iter().chain(columns).collect()
}

fn means_table(scored: &Scored, methods: &[MethodMeans]) -> Table {
    let mut table = Table::new(head(scored, "method"));
    for method in methods {
        let means = shown(scored).into_iter().map(|(at, _)| percent(method.means[at], ""));
        table.row([method.method.clone(), method.states.to_string()].into_iter().chain(means));
    }
    table
}

fn differences_table(scored: &Scored, comparisons: &[Comparison]) -> Table {
    let mut table = Table::new(head(scored, "difference"));
    for comparison in comparisons {
        let means = shown(scored).into_iter().map(|(at, _)| percent(comparison.differences[at], "+"));
        table.row([comparison.method.clone(), comparison.states.to_string()].into_iter().chain(means));
    }
    table
}

/// Such as `73.0 [61.2, 80.1]`, with a sign where asked for.
fn percent(mean: Mean, sign: &str) -> String {
    let number = |value: f64| {
        let value = value * 100.0;
        if sign.is_empty() { format!("{value:.1}") } else { format!("{value:+.1}") }
    };
    match mean.interval {
        Some(interval) => format!("{} [{}, {}]", number(mean.value), number(interval.low), number(interval.high)),
        None => number(mean.value),
    }
}

/// Everything. `summary` is what the benchmark's own scorer calls its summary.
pub(super) fn json(scored: &Scored, resampling: Resampling) -> Value {
    let cuts: BTreeSet<usize> = scored.columns.iter().map(|column| column.k).collect();
    let summary: Map<String, Value> = scored
        .methods
        .iter()
        .map(|method| {
            let mut values = values(scored, |at| json!(method.means[at].value));
            values.insert("states".to_owned(), json!(method.states as f64));
            (method.method.clone(), sorted(values))
        })
        .collect();
    let strata = scored.strata.iter().map(|(stratum, methods, comparisons)| {
        json!({
            "dimension": stratum.dimension,
            "value": stratum.value,
            "states": stratum.states.len(),
            "methods": methods.iter().map(|method| means(scored, method)).collect::<Vec<_>>(),
            "paired": comparisons.iter().map(|comparison| paired(scored, comparison)).collect::<Vec<_>>(),
        })
    });
    json!({
        "schema": "libra.score/1",
        "k": cuts,
        "bootstrap": { "draws": resampling.draws, "seed": resampling.seed.0, "clusters": "repo" },
        "summary": summary,
        "methods": scored.methods.iter().map(|method| means(scored, method)).collect::<Vec<_>>(),
        "paired": scored.comparisons.iter().map(|comparison| paired(scored, comparison)).collect::<Vec<_>>(),
        "strata": strata.collect::<Vec<_>>(),
    })
}

fn values(scored: &Scored, value: impl Fn(usize) -> Value) -> BTreeMap<String, Value> {
    scored.columns.iter().enumerate().map(|(at, column)| (column.name(), value(at))).collect()
}

fn sorted(values: BTreeMap<String, Value>) -> Value {
    Value::Object(values.into_iter().collect())
}

fn means(scored: &Scored, method: &MethodMeans) -> Value {
    let metrics = values(scored, |at| with_interval(method.means[at], None));
    json!({ "method": method.method, "states": method.states, "metrics": sorted(metrics) })
}

fn paired(scored: &Scored, comparison: &Comparison) -> Value {
    let metrics = values(scored, |at| with_interval(comparison.differences[at], Some(comparison.outcomes[at])));
    json!({ "method": comparison.method, "baseline": comparison.baseline, "states": comparison.states,
            "metrics": sorted(metrics) })
}

fn with_interval(mean: Mean, outcomes: Option<[usize; 3]>) -> Value {
    let interval = mean.interval.map(|interval| [interval.low, interval.high]);
    match outcomes {
        None => json!({ "mean": mean.value, "interval": interval }),
        Some([wins, ties, losses]) => json!({ "difference": mean.value, "interval": interval, "wins": wins,
                                              "ties": ties, "losses": losses }),
    }
}

/// One line a method, part of the states, and metric.
pub(super) fn csv(scored: &Scored) -> String {
    let mut table = Table::new(["dimension", "value", "method", "baseline", "states", "metric", "mean", "low", "high"]);
    let mut part = |dimension: &str, value: &str, methods: &[MethodMeans], comparisons: &[Comparison]| {
        for method in methods {
            rows(&mut table, scored, [dimension, value, &method.method, ""], method.states, &method.means);
        }
        for comparison in comparisons {
            let names = [dimension, value, &comparison.method, &comparison.baseline];
            rows(&mut table, scored, names, comparison.states, &comparison.differences);
        }
    };
    part("all", "", &scored.methods, &scored.comparisons);
    for (stratum, methods, comparisons) in &scored.strata {
        part(stratum.dimension, &stratum.value, methods, comparisons);
    }
    table.csv()
}

fn rows(table: &mut Table, scored: &Scored, names: [&str; 4], states: usize, means: &[Mean]) {
    for (column, mean) in scored.columns.iter().zip(means) {
        let interval = mean.interval.map_or_else(
            || [String::new(), String::new()],
            |interval| [interval.low.to_string(), interval.high.to_string()],
        );
        let numbers = [states.to_string(), column.name(), mean.value.to_string()];
        table.row(names.map(str::to_owned).into_iter().chain(numbers).chain(interval));
    }
}

/// One object a prediction, in their order, keys sorted.
pub(super) fn per_state(
    items: &Items,
    predictions: &Predictions,
    scored: &Scored,
) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for (prediction, scores) in predictions.0.iter().zip(&scored.rows) {
        let mut values = values(scored, |at| json!(scores[at]));
        values.insert("method".to_owned(), json!(prediction.method));
        values.insert("state_id".to_owned(), json!(items.states[prediction.state].id));
        text += &serde_json::to_string(&values)?;
        text.push('\n');
    }
    Ok(text)
}

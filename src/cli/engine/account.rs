//! What models spent and what came of it, for reports.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::cli::engine::Models;
use crate::cli::engine::models::EMBEDDINGS;
use crate::llm::Spent;

/// One role's model in a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct ModelRow {
    /// The role.
    role: &'static str,
    /// The model.
    model: String,
    /// Calls that were made, failed ones included.
    calls: u64,
    /// Those of them that gave no reply.
    failed: u64,
    /// Answers that earlier runs had paid for.
    from_earlier_runs: u64,
    /// Tokens of requests.
    input_tokens: u64,
    /// Those of them that the server had kept.
    cached_tokens: u64,
    /// Tokens of answers.
    output_tokens: u64,
    /// Calls whose tokens are estimated.
    estimated: u64,
    /// US dollars; null where the price is not known.
    cost: Option<f64>,
    /// Answers that could be used.
    usable: usize,
    /// Answers that could not, by reason.
    unusable: BTreeMap<String, usize>,
    /// Calls of tools, and edits, that were refused, by reason.
    refused: BTreeMap<String, usize>,
}

impl ModelRow {
    /// The rows of a run, by role.
    pub(crate) fn all(models: &Models) -> Vec<Self> {
        let counts = models.tally.counts();
        let rows = models.meter.accounts().into_iter().map(|(account, spent)| {
            let count = counts.get(account.role).cloned().unwrap_or_default();
            Self {
                role: account.role,
                model: account.model,
                calls: spent.calls,
                failed: spent.failed,
                from_earlier_runs: spent.kept,
                input_tokens: spent.input_tokens,
                cached_tokens: spent.cached_tokens,
                output_tokens: spent.output_tokens,
                estimated: spent.estimated,
                cost: spent.cost,
                usable: count.usable,
                unusable: count.unusable,
                refused: count.refused,
            }
        });
        rows.collect()
    }

    /// The row as lines of a report.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut line = format!("model: {} asked {}: {} calls", self.role, self.model, self.calls);
        if self.failed > 0 {
            line.push_str(&format!(", {} failed", self.failed));
        }
        if self.from_earlier_runs > 0 {
            line.push_str(&format!(", {} from earlier runs", self.from_earlier_runs));
        }
        let about = if self.estimated > 0 { "about " } else { "" };
        line.push_str(&format!(", {about}{} tokens, {}", self.input_tokens + self.output_tokens, cost(self.cost)));
        let unusable: usize = self.unusable.values().sum();
        // Vectors are no answers that somebody could judge.
        if self.usable + unusable > 0 || self.role != EMBEDDINGS {
            line.push_str(&format!(", {} answers of use, {unusable} not", self.usable));
        }
        let mut lines = vec![line];
        lines.extend(self.unusable.iter().map(|(reason, count)| format!("  of no use: {reason} ({count})")));
        lines.extend(self.refused.iter().map(|(reason, count)| format!("  refused: {reason} ({count})")));
        lines
    }
}

/// A cost in words.
pub(crate) fn cost(cost: Option<f64>) -> String {
    cost.map_or_else(|| "cost unknown".to_owned(), |cost| format!("${cost:.4}"))
}

impl Models {
    /// All in all.
    pub(crate) fn spent(&self) -> Spent {
        self.meter.total()
    }
}

//! What tokens cost, by model. Unknown is unknown, never free.

use crate::llm::Usage;

/// US dollars for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// Of a request.
    pub input: f64,
    /// Of the part of a request that the server had kept.
    pub cached: f64,
    /// Of an answer.
    pub output: f64,
}

impl Price {
    /// Reads `INPUT OUTPUT` or `INPUT CACHED OUTPUT`, dollars for a million tokens.
    pub fn parse(text: &str) -> Option<Self> {
        let numbers: Option<Vec<f64>> = text
            .split([' ', ',', '/'])
            .filter(|part| !part.is_empty())
            .map(|part| {
                part.trim_start_matches('$').parse().ok().filter(|price: &f64| price.is_finite() && *price >= 0.0)
            })
            .collect();
        match numbers?.as_slice() {
            [input, output] => Some(Self { input: *input, cached: *input, output: *output }),
            [input, cached, output] => Some(Self { input: *input, cached: *cached, output: *output }),
            _ => None,
        }
    }

    /// What an exchange costs, in dollars.
    pub fn of(&self, usage: Usage) -> f64 {
        let fresh = usage.input.saturating_sub(usage.cached) as f64;
        (fresh * self.input + usage.cached as f64 * self.cached + usage.output as f64 * self.output) / 1e6
    }
}

/// List prices of well-known models: the beginning of a name, then dollars for a million tokens of request, kept request
/// and answer. They change; `libra.price` says what is true for its user.
const LISTED: &[(&str, f64, f64, f64)] = &[
    ("claude-haiku-4-5", 1.0, 0.1, 5.0),
    ("claude-opus-4-5", 5.0, 0.5, 25.0),
    ("claude-opus-4-6", 5.0, 0.5, 25.0),
    ("claude-sonnet-4", 3.0, 0.3, 15.0),
    ("deepseek-chat", 0.28, 0.028, 0.42),
    ("deepseek-reasoner", 0.28, 0.028, 0.42),
    ("gemini-2.5-flash", 0.3, 0.03, 2.5),
    ("gemini-2.5-flash-lite", 0.1, 0.01, 0.4),
    ("gpt-4.1", 2.0, 0.5, 8.0),
    ("gpt-4.1-mini", 0.4, 0.1, 1.6),
    ("gpt-4.1-nano", 0.1, 0.025, 0.4),
    ("gpt-4o", 2.5, 1.25, 10.0),
    ("gpt-4o-mini", 0.15, 0.075, 0.6),
    ("gpt-5", 1.25, 0.125, 10.0),
    ("gpt-5-mini", 0.25, 0.025, 2.0),
    ("gpt-5-nano", 0.05, 0.005, 0.4),
];

/// The prices that a run goes by.
#[derive(Clone, Debug, Default)]
pub struct Prices {
    own: Vec<(String, Price)>,
}

impl Prices {
    /// Lets a model cost this, whatever the list says.
    #[must_use]
    pub fn with(mut self, model: impl Into<String>, price: Price) -> Self {
        self.own.push((model.into(), price));
        self
    }

    /// What a model costs; `None` where that is not known. A listed name may be followed by a date, and preceded by a
    /// provider as routers have it.
    pub fn of(&self, model: &str) -> Option<Price> {
        if let Some((_, price)) = self.own.iter().rev().find(|(name, _)| name == model) {
            return Some(*price);
        }
        let name = model.rsplit('/').next().unwrap_or(model);
        let is_dated = |rest: &str| rest.is_empty() || rest.starts_with("-20") || rest == "-latest";
        LISTED
            .iter()
            .find(|(listed, ..)| name.strip_prefix(listed).is_some_and(is_dated))
            .map(|(_, input, cached, output)| Price { input: *input, cached: *cached, output: *output })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_knows_names_with_dates_and_providers() {
        let prices = Prices::default();
        let output = |model: &str| prices.of(model).map(|price| price.output);
        assert_eq!(output("gpt-5-mini"), Some(2.0));
        assert_eq!(output("gpt-5-mini-2025-08-07"), Some(2.0));
        assert_eq!(output("openai/gpt-5"), Some(10.0));
        assert_eq!(output("gpt-5-unheard-of"), None);
        assert_eq!(output("qwen"), None);
        let own = prices.with("qwen", Price::parse("0 0").expect("two numbers"));
        assert_eq!(own.of("qwen").map(|price| price.of(Usage { input: 9, cached: 0, output: 9 })), Some(0.0));
    }

    #[test]
    fn kept_tokens_are_cheaper() {
        let price = Price::parse("1.0, 0.1, 5").expect("three numbers");
        let usage = Usage { input: 1_000_000, cached: 500_000, output: 100_000 };
        assert!((price.of(usage) - 1.05).abs() < 1e-9);
        assert_eq!(Price::parse("1"), None);
        assert_eq!(Price::parse("a b"), None);
        assert_eq!(Price::parse("-1 2"), None);
    }
}

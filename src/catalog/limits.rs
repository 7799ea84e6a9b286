//! The specification's limits, as values: configuration is read elsewhere.

/// How much a catalog may hold (design §4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Characters that a line may have.
    pub line_length: usize,
    /// Bullets that may stand under one heading, sub-bullets counted.
    pub bullets: usize,
    /// o200k tokens that the root catalog may have.
    pub root_tokens: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { line_length: 250, bullets: 20, root_tokens: 8_000 }
    }
}

//! Saying how far a long piece of work has come, without knowing who listens.

/// Listens to long work; `cli` draws it on a terminal, everyone else ignores it.
pub trait Progress: Send + Sync {
    /// A stage of `total` steps begins, such as `"reading sources"`. It ends where the next one begins.
    fn stage(&self, name: &str, total: u64);

    /// `steps` more steps of the stage are done.
    fn advance(&self, steps: u64);

    /// How the stage goes, in a few words that replace those before, such as `"5 of 8 found"`.
    fn note(&self, _words: &str) {}
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _name: &str, _total: u64) {}

    fn advance(&self, _steps: u64) {}
}

//! How many answers of models were of use, and why the others were not. Beside the numbers of the budget this is what a
//! run says about the model that it was given.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;

/// Counts of one role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Answers that could be used.
    pub usable: usize,
    /// Answers that could not, by reason.
    pub unusable: BTreeMap<String, usize>,
    /// Calls of tools, and edits, that were refused, by reason.
    pub refused: BTreeMap<String, usize>,
}

/// The counts of a run, by role.
#[derive(Debug, Default)]
pub struct Tally(Mutex<BTreeMap<&'static str, Count>>);

impl Tally {
    /// The counts so far.
    pub fn counts(&self) -> BTreeMap<&'static str, Count> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether models were asked and nothing of it was of use.
    pub fn all_failed(&self) -> bool {
        let counts = self.counts();
        !counts.is_empty() && counts.values().all(|count| count.usable == 0)
    }

    pub(crate) fn used(&self, role: &'static str) {
        self.with(role, |count| count.usable += 1);
    }

    pub(crate) fn unusable(&self, role: &'static str, reason: &str) {
        self.with(role, |count| *count.unusable.entry(reason.to_owned()).or_default() += 1);
    }

    pub(crate) fn refused(&self, role: &'static str, reason: &str) {
        self.with(role, |count| *count.refused.entry(reason.to_owned()).or_default() += 1);
    }

    fn with(&self, role: &'static str, change: impl FnOnce(&mut Count)) {
        change(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(role).or_default());
    }
}

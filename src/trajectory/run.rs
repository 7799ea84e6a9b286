//! A run as its snapshots tell it.

use crate::heal::Spent;
use crate::repo::CommitId;

/// Questions that were answered, of those asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Answered.
    pub passed: usize,
    /// Asked.
    pub asked: usize,
}

impl Share {
    /// As a fraction; 0 where nothing was asked.
    pub fn value(self) -> f64 {
        if self.asked == 0 { 0.0 } else { self.passed as f64 / self.asked as f64 }
    }
}

/// One snapshot of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its number; 0 is what the run begins with.
    pub number: u64,
    /// Its commit.
    pub commit: CommitId,
    /// Files found among the batch, before healing.
    pub train: Share,
    /// Functions found among the batch, before healing.
    pub train_functions: Share,
    /// Files found among the test on this snapshot's catalogs, if it was asked.
    pub test: Option<Share>,
    /// Functions found among the test.
    pub test_functions: Option<Share>,
    /// Turns of the Solver for the batch.
    pub turns: usize,
    /// Bytes of all catalogs.
    pub catalog_bytes: usize,
    /// Entries that were missing and were drafted.
    pub added: usize,
    /// Edits that were kept.
    pub kept: usize,
    /// Edits that were given up.
    pub given_up: usize,
    /// What each role took.
    pub taken: [Taken; 3],
}

/// Who takes part in a round, in the order of `Step::taken`.
pub const ROLES: [&str; 3] = ["Prompter", "Solver", "Healer"];

/// What a role took for a round; the test is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Taken {
    /// Times that it was asked.
    pub calls: usize,
    /// What that took; nothing where no model was asked.
    pub spent: Spent,
}

/// The step with the best test, the earliest of equals; without tests the last step. `None` where there are no steps.
pub fn best(steps: &[Step]) -> Option<&Step> {
    let mut best: Option<(&Step, f64)> = None;
    for step in steps {
        if let Some(test) = step.test
            && best.is_none_or(|(_, value)| test.value() > value)
        {
            best = Some((step, test.value()));
        }
    }
    best.map(|(step, _)| step).or(steps.last())
}

/// Whether a run has been tested `patience` times in a row without getting better.
pub(super) fn is_stale(steps: &[Step], patience: u64) -> bool {
    let Some(best) = best(steps).filter(|best| best.test.is_some() && patience > 0) else {
        return false;
    };
    let since = steps.iter().filter(|step| step.number > best.number && step.test.is_some()).count();
    since as u64 >= patience
}

#[cfg(test)]
pub(super) mod tests {
    use super::Share;
    use super::Spent;
    use super::Step;
    use super::Taken;
    use super::best;
    use super::is_stale;

    /// A step with a test of 10.
    pub(in crate::trajectory) fn step(number: u64, passed: Option<usize>) -> Step {
        let share = |passed| Share { passed, asked: 10 };
        Step {
            number,
            commit: "0123456789012345678901234567890123456789".parse().expect("an id"),
            train: share(5),
            train_functions: share(4),
            test: passed.map(share),
            test_functions: passed.map(share),
            turns: 30,
            catalog_bytes: 100,
            added: 1,
            kept: 2,
            given_up: 3,
            taken: [12, 10, 1]
                .map(|calls| Taken { calls, spent: Spent { tokens: 1_000, cost: Some(calls as f64 / 8.0) } }),
        }
    }

    #[test]
    fn the_earliest_of_the_best_is_the_best() {
        let steps = [step(0, Some(3)), step(1, Some(7)), step(2, None), step(3, Some(7)), step(4, Some(6))];
        assert_eq!(best(&steps).map(|step| step.number), Some(1));
        assert_eq!(best(&[step(0, None), step(1, None)]).map(|step| step.number), Some(1));
        assert_eq!(best(&[]), None);
        assert!(is_stale(&steps, 2));
        assert!(!is_stale(&steps, 3));
        assert!(!is_stale(&steps, 0));
        assert!(!is_stale(&[step(0, None), step(1, None)], 1));
    }
}

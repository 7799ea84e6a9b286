//! How many requests may be under way at once: as many as allowed while all goes well, half as many after each time that
//! the server said it had too many, and one more again after a while of good answers.

use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

/// A limit that adapts.
#[derive(Debug)]
pub(crate) struct Lanes {
    state: Mutex<State>,
    freed: Condvar,
    most: usize,
}

#[derive(Debug)]
struct State {
    open: usize,
    limit: usize,
    /// Good answers since the limit changed.
    good: usize,
    /// Requests that were under way when the limit was last lowered: their refusals say nothing new.
    stale: usize,
}

/// A request that is under way.
pub(crate) struct Lane<'a>(&'a Lanes);

impl Lanes {
    pub(crate) fn new(most: usize) -> Self {
        let most = most.max(1);
        Self { state: Mutex::new(State { open: 0, limit: most, good: 0, stale: 0 }), freed: Condvar::new(), most }
    }

    /// Waits until one more request may be under way.
    pub(crate) fn enter(&self) -> Lane<'_> {
        let mut state = self.lock();
        while state.open >= state.limit {
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.open += 1;
        Lane(self)
    }

    /// Notes that the server had too many requests.
    pub(crate) fn crowded(&self) {
        let mut state = self.lock();
        if state.stale > 0 {
            state.stale -= 1;
            return;
        }
        state.limit = (state.limit / 2).max(1);
        state.good = 0;
        state.stale = state.open.saturating_sub(1);
    }

    /// Notes a good answer.
    pub(crate) fn well(&self) {
        let mut state = self.lock();
        state.stale = state.stale.saturating_sub(1);
        state.good += 1;
        if state.good >= state.limit && state.limit < self.most {
            state.limit += 1;
            state.good = 0;
            self.freed.notify_one();
        }
    }

    /// How many requests may be under way now.
    #[cfg(test)]
    pub(crate) fn limit(&self) -> usize {
        self.lock().limit
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        self.0.lock().open -= 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::Lanes;

    #[test]
    fn a_crowd_halves_the_limit_once_and_good_answers_raise_it() {
        let lanes = Lanes::new(8);
        let open: Vec<_> = (0..8).map(|_| lanes.enter()).collect();
        for _ in 0..8 {
            lanes.crowded();
        }
        assert_eq!(lanes.limit(), 4, "eight refusals of one crowd are one");
        drop(open);
        let _one = lanes.enter();
        lanes.crowded();
        assert_eq!(lanes.limit(), 2);
        for _ in 0..2 {
            lanes.well();
        }
        assert_eq!(lanes.limit(), 3);
        for _ in 0..100 {
            lanes.well();
        }
        assert_eq!(lanes.limit(), 8);
        (0..10).for_each(|_| lanes.crowded());
        assert_eq!(lanes.limit(), 1);
    }
}

//! The limits that a person set for a run, checked before each call.

#![expect(clippy::disallowed_methods, reason = "the clock of a run is the process's")]

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::time::Instant;

use crate::agents::AgentError;
use crate::cli::engine::CallLimitArgs;
use crate::cli::engine::LimitArgs;
use crate::cli::engine::Models;
use crate::cli::interrupts::Interrupts;
use crate::heal::Meter;
use crate::heal::Role;
use crate::heal::Spent;

/// What all calls took so far.
type Books<'a> = Box<dyn Fn() -> Spent + Send + Sync + 'a>;

/// A run's limits, its clock, and the keyboard.
pub(crate) struct RunMeter<'a> {
    limits: LimitArgs,
    interrupts: Interrupts,
    began: Instant,
    calls: AtomicUsize,
    /// What the models' own books say; the embedded agents keep none, since they cost nothing.
    spent: Books<'a>,
}

impl<'a> RunMeter<'a> {
    /// Begins a run.
    pub(crate) fn begin(
        limits: &LimitArgs,
        interrupts: &Interrupts,
        spent: impl Fn() -> Spent + Send + Sync + 'a,
    ) -> Self {
        let (limits, interrupts) = (limits.clone(), interrupts.clone());
        Self { limits, interrupts, began: Instant::now(), calls: AtomicUsize::new(0), spent: Box::new(spent) }
    }

    /// Begins a run that models may be asked in: their books say what was spent.
    pub(crate) fn of_models(limits: &LimitArgs, interrupts: &Interrupts, models: &'a Models) -> Self {
        if !models.any() {
            return Self::begin(limits, interrupts, Spent::default);
        }
        Self::begin(&limits.without_calls(), interrupts, || {
            let spent = models.spent();
            Spent { tokens: spent.input_tokens + spent.output_tokens, cost: spent.cost }
        })
    }

    /// How long the run has taken.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

impl Meter for RunMeter<'_> {
    fn check(&self) -> Result<(), AgentError> {
        let spent = self.spent();
        let LimitArgs { calls: CallLimitArgs { max_cost, max_time, .. }, max_tokens } = &self.limits;
        let reached = |limit: String| Err(AgentError::OutOfBudget { limit });
        if self.interrupts.came() {
            return Err(AgentError::Interrupted);
        }
        if let Some(time) = max_time.filter(|time| self.elapsed() >= *time) {
            return reached(format!("{} s", time.as_secs_f64()));
        }
        if let Some(tokens) = max_tokens.filter(|tokens| spent.tokens >= *tokens) {
            return reached(format!("{tokens} tokens"));
        }
        if let Some(cost) = max_cost.filter(|most| spent.cost.is_some_and(|cost| cost >= *most)) {
            return reached(format!("${cost:.2}"));
        }
        Ok(())
    }

    fn reserve(&self, _role: Role, wanted: usize) -> usize {
        let Some(most) = self.limits.calls.max_calls else {
            return wanted;
        };
        let take = |calls: usize| Some(calls + wanted.min(most.saturating_sub(calls)));
        let before = self.calls.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(most);
        wanted.min(most.saturating_sub(before))
    }

    fn exhausted(&self) -> AgentError {
        AgentError::OutOfBudget { limit: format!("{} calls", self.limits.calls.max_calls.unwrap_or_default()) }
    }

    fn spent(&self) -> Spent {
        (self.spent)()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::RunMeter;
    use crate::cli::engine::CallLimitArgs;
    use crate::cli::engine::LimitArgs;
    use crate::cli::interrupts::Interrupts;
    use crate::heal::Meter;
    use crate::heal::Role;
    use crate::heal::Spent;

    fn spent() -> Spent {
        Spent { tokens: 100, cost: Some(0.25) }
    }

    fn limits(calls: CallLimitArgs, max_tokens: Option<u64>) -> LimitArgs {
        LimitArgs { calls, max_tokens }
    }

    fn meter(limits: &LimitArgs) -> RunMeter<'static> {
        RunMeter::begin(limits, &Interrupts::default(), spent)
    }

    #[test]
    fn calls_are_taken_until_none_is_left() {
        let few = meter(&limits(CallLimitArgs { max_calls: Some(5), ..CallLimitArgs::default() }, None));
        assert_eq!([3, 3, 3].map(|wanted| few.reserve(Role::Solver, wanted)), [3, 2, 0]);
        assert_eq!(few.exhausted().to_string(), "the budget of 5 calls is used up");
        assert_eq!(meter(&LimitArgs::default()).reserve(Role::Healer, 7), 7);
    }

    #[test]
    fn each_limit_names_itself() {
        let said = |calls, max_tokens| meter(&limits(calls, max_tokens)).check().map_err(|error| error.to_string());
        let none = CallLimitArgs::default();
        let over = |limit: &str| Err(format!("the budget of {limit} is used up"));
        assert_eq!(said(none.clone(), None), Ok(()));
        assert_eq!(said(none.clone(), Some(100)), over("100 tokens"));
        assert_eq!(said(CallLimitArgs { max_cost: Some(0.25), ..none.clone() }, None), over("$0.25"));
        assert_eq!(said(CallLimitArgs { max_time: Some(Duration::ZERO), ..none.clone() }, None), over("0 s"));
        assert_eq!(said(CallLimitArgs { max_cost: Some(0.26), ..none }, Some(101)), Ok(()));
    }
}

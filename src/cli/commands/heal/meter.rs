//! The limits that a person set for a run, checked before each call.

#![expect(clippy::disallowed_methods, reason = "the clock of a run is the process's")]

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::time::Instant;

use crate::agents::AgentError;
use crate::cli::engine::Models;
use crate::cli::engine::dollars;
use crate::cli::engine::duration;
use crate::cli::interrupts::Interrupts;
use crate::heal::Meter;
use crate::heal::Role;
use crate::heal::Spent;
use crate::llm;

/// What a run may take.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Limits {
    /// Stop before a call when the calls so far cost this many US dollars
    #[arg(long, value_name = "USD", value_parser = dollars, allow_negative_numbers = true)]
    max_cost: Option<f64>,
    /// Ask agents at most this many times
    #[arg(long, value_name = "N", value_parser = calls, allow_negative_numbers = true)]
    max_calls: Option<usize>,
    /// Stop before a call when the calls so far took this many tokens, in and out
    #[arg(long, value_name = "N", value_parser = tokens, allow_negative_numbers = true)]
    max_tokens: Option<u64>,
    /// Begin no call after this time, such as `90s`, `10m` or `1h`
    #[arg(long, value_name = "TIME", value_parser = duration, allow_negative_numbers = true)]
    max_time: Option<Duration>,
}

impl Limits {
    /// The limits as a meter of models takes them.
    pub(crate) fn of_models(&self) -> llm::Limits {
        let calls = self.max_calls.map(|calls| calls as u64);
        llm::Limits { calls, tokens: self.max_tokens, cost: self.max_cost, time: self.max_time }
    }

    /// The limits without that on calls. Where models are asked, their meter counts what each answer took: an agent asks
    /// several times for one, and not at all where an earlier run was given it.
    fn without_calls(&self) -> Self {
        Self { max_calls: None, ..self.clone() }
    }
}

/// What all calls took so far.
type Books<'a> = Box<dyn Fn() -> Spent + Send + Sync + 'a>;

/// A run's limits, its clock, and the keyboard.
pub(crate) struct RunMeter<'a> {
    limits: Limits,
    interrupts: Interrupts,
    began: Instant,
    calls: AtomicUsize,
    /// What the models' own books say; the embedded agents keep none, since they cost nothing.
    spent: Books<'a>,
}

impl<'a> RunMeter<'a> {
    /// Begins a run.
    pub(crate) fn begin(
        limits: &Limits,
        interrupts: &Interrupts,
        spent: impl Fn() -> Spent + Send + Sync + 'a,
    ) -> Self {
        let (limits, interrupts) = (limits.clone(), interrupts.clone());
        Self { limits, interrupts, began: Instant::now(), calls: AtomicUsize::new(0), spent: Box::new(spent) }
    }

    /// Begins a run that models may be asked in: their books say what was spent.
    pub(crate) fn of_models(limits: &Limits, interrupts: &Interrupts, models: &'a Models) -> Self {
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
        let Limits { max_cost, max_tokens, max_time, .. } = &self.limits;
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
        let Some(most) = self.limits.max_calls else {
            return wanted;
        };
        let take = |calls: usize| Some(calls + wanted.min(most.saturating_sub(calls)));
        let before = self.calls.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(most);
        wanted.min(most.saturating_sub(before))
    }

    fn exhausted(&self) -> AgentError {
        AgentError::OutOfBudget { limit: format!("{} calls", self.limits.max_calls.unwrap_or_default()) }
    }

    fn spent(&self) -> Spent {
        (self.spent)()
    }
}

/// A number of calls.
fn calls(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a number of calls, 0 or more".to_owned())
}

/// A number of tokens.
fn tokens(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a number of tokens, 0 or more".to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Limits;
    use super::RunMeter;
    use super::calls;
    use super::tokens;
    use crate::cli::interrupts::Interrupts;
    use crate::heal::Meter;
    use crate::heal::Role;
    use crate::heal::Spent;

    fn spent() -> Spent {
        Spent { tokens: 100, cost: Some(0.25) }
    }

    fn meter(limits: &Limits) -> RunMeter<'static> {
        RunMeter::begin(limits, &Interrupts::default(), spent)
    }

    #[test]
    fn calls_are_taken_until_none_is_left() {
        let few = meter(&Limits { max_calls: Some(5), ..Limits::default() });
        assert_eq!([3, 3, 3].map(|wanted| few.reserve(Role::Solver, wanted)), [3, 2, 0]);
        assert_eq!(few.exhausted().to_string(), "the budget of 5 calls is used up");
        assert_eq!(meter(&Limits::default()).reserve(Role::Healer, 7), 7);
    }

    #[test]
    fn each_limit_names_itself() {
        let said = |limits: Limits| meter(&limits).check().map_err(|error| error.to_string());
        assert_eq!(said(Limits::default()), Ok(()));
        let over = |limit: &str| Err(format!("the budget of {limit} is used up"));
        assert_eq!(said(Limits { max_tokens: Some(100), ..Limits::default() }), over("100 tokens"));
        assert_eq!(said(Limits { max_cost: Some(0.25), ..Limits::default() }), over("$0.25"));
        assert_eq!(said(Limits { max_time: Some(Duration::ZERO), ..Limits::default() }), over("0 s"));
        assert_eq!(said(Limits { max_tokens: Some(101), max_cost: Some(0.26), ..Limits::default() }), Ok(()));
    }

    #[test]
    fn calls_and_tokens_are_whole_numbers_from_nothing() {
        assert_eq!((calls("5"), tokens("0")), (Ok(5), Ok(0)));
        assert!(["", "-1", "1.5"].iter().all(|text| calls(text).is_err() && tokens(text).is_err()));
    }
}

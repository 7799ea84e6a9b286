//! What a run may still ask, and what it has spent. The clock, the keyboard and the price list belong to others: they
//! stand behind a trait.

use std::ops::Add;
use std::ops::Sub;

use crate::agents::AgentError;

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Writes questions.
    Prompter,
    /// Answers them.
    Solver,
    /// Proposes edits.
    Healer,
}

/// Tokens and money of all calls so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spent {
    /// Tokens, in and out.
    pub tokens: u64,
    /// US dollars; `None` where a price is not known.
    pub cost: Option<f64>,
}

impl Add for Spent {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let cost = self.cost.zip(other.cost).map(|(cost, other)| cost + other);
        Self { tokens: self.tokens + other.tokens, cost }
    }
}

impl Sub for Spent {
    type Output = Self;

    /// What was spent since `earlier`.
    fn sub(self, earlier: Self) -> Self {
        let cost = self.cost.zip(earlier.cost).map(|(cost, earlier)| cost - earlier);
        Self { tokens: self.tokens.saturating_sub(earlier.tokens), cost }
    }
}

impl Default for Spent {
    /// Nothing, which costs nothing.
    fn default() -> Self {
        Self { tokens: 0, cost: Some(0.0) }
    }
}

/// Says whether a run may go on. It is asked before each call.
pub trait Meter: Send + Sync {
    /// Whether another call may be begun now: an interrupt, the clock, tokens and money say no.
    fn check(&self) -> Result<(), AgentError>;

    /// Takes up to `wanted` calls from what is left; how many there were, from 0 to `wanted`.
    fn reserve(&self, role: Role, wanted: usize) -> usize;

    /// Why `reserve` gave less than was wanted.
    fn exhausted(&self) -> AgentError;

    /// What the calls have taken so far.
    fn spent(&self) -> Spent;
}

/// No limits, and nobody interrupts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unmetered;

impl Meter for Unmetered {
    fn check(&self) -> Result<(), AgentError> {
        Ok(())
    }

    fn reserve(&self, _role: Role, wanted: usize) -> usize {
        wanted
    }

    fn exhausted(&self) -> AgentError {
        AgentError::OutOfBudget { limit: "any number of calls".to_owned() }
    }

    fn spent(&self) -> Spent {
        Spent::default()
    }
}

/// Takes one call, or says why there is none.
pub(crate) fn one(meter: &dyn Meter, role: Role) -> Result<(), AgentError> {
    meter.check()?;
    if meter.reserve(role, 1) == 1 { Ok(()) } else { Err(meter.exhausted()) }
}

/// Whether an error says that the run is over, rather than that one call went wrong.
pub(crate) fn is_end(error: &AgentError) -> bool {
    matches!(error, AgentError::OutOfBudget { .. } | AgentError::Interrupted)
}

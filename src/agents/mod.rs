//! The three roles of the first paper (Prompter, Solver, Healer) as traits, each with an embedded implementation that
//! needs no model. Where a model is bound to a role, it is bound here and nowhere else.

mod error;
#[cfg(test)]
pub(crate) mod fixture;
pub mod healer;
pub mod prompter;
pub mod solver;

pub use error::AgentError;

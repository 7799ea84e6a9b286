//! The three roles of the first paper (Prompter, Solver, Healer) as traits, each with an embedded implementation that
//! needs no model and one that asks a model, and the Controller of the second paper on a model. Where a model is bound to a
//! role, it is bound here and nowhere else.

pub mod controller;
mod dialogue;
mod error;
#[cfg(test)]
pub(crate) mod fixture;
pub mod healer;
pub mod prompter;
pub mod prompts;
pub mod solver;
mod tally;
pub mod tools;

pub use error::AgentError;
pub use tally::Count;
pub use tally::Tally;

//! The state that evidence is sought for: what can be typed, what was observed, what the work tree changes, and what an
//! agent's log says.

mod args;
mod difference;
mod gather;
mod observations;
mod transcript;

pub(crate) use args::StateArgs;
pub(crate) use gather::gather;
pub(crate) use observations::observe;
pub(crate) use observations::read_observations;
pub(crate) use observations::write_observations;

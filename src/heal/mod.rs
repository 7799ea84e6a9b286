//! Keeps catalogs true and makes them better (design §7): plan, refresh, probe, solve, heal, gate, outcome.
//!
//! A project in, edits and a verdict out; nothing is written here, a command flushes the edits.

mod describe;
mod exam;
mod gate;
mod hands;
mod ledger;
mod meter;
mod outcome;
mod plan;
mod probe;
mod projection;
mod refresh;
mod round;
mod run;
mod step;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod tries;

pub use hands::Ancestor;
pub use hands::Hands;
pub use hands::Origin;
pub use hands::Past;
pub use hands::TRAILER;
pub use hands::Unit;
pub use hands::Words;
pub use hands::find as find_hands;
pub use hands::words;
pub use meter::Meter;
pub use meter::Role;
pub use meter::Spent;
pub use meter::Unmetered;
pub use outcome::ByHand;
pub use outcome::CatalogReport;
pub use outcome::FileReport;
pub use outcome::GivenUp;
pub use outcome::LeftAlone;
pub use outcome::LeftOver;
pub use outcome::PassRate;
pub use outcome::Report;
pub use outcome::TraceRow;
pub use outcome::Triaged;
pub use outcome::Usage;
pub use plan::Before;
pub use plan::Cause;
pub use plan::Plan;
pub use plan::PlannedFile;
pub use plan::Scope;
pub use plan::Skip;
pub use plan::Skipped;
pub use plan::before;
pub use probe::QUESTIONS_PER_FILE;
pub use projection::Projection;
pub use refresh::Action;
pub use refresh::Refreshed;
pub use refresh::refresh;
pub use round::Gating;
pub use round::Round;
pub use round::RoundOptions;
pub use round::round;
pub use run::Agents;
pub use run::Effort;
pub use run::Options;
pub use run::Outcome;
pub use run::run;

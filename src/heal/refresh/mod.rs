//! Makes catalogs true again without a model: ranges, renames, deletions, new files and modules, new symbols.

mod coverage;
mod derived;
mod desk;
mod moves;
mod place;
mod ranges;
mod run;
mod similar;
mod strays;
mod symbols;
#[cfg(test)]
mod tests;

pub use desk::Action;
pub(crate) use place::section;
pub use run::Refreshed;
pub use run::refresh;

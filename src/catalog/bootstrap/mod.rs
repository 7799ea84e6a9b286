//! The first words of a catalog, taken from what the source says of itself: deterministic, and within the limits.
//!
//! `prose` turns documentation into sentences, `verbosity` decides how much is said of which symbol, `symbols` and
//! `paths` write the bullets, `fill` uses the room that these leave, `summary` and `modules` write the one-line summaries,
//! `sections` groups, `catalog` puts together.

mod catalog;
mod fill;
mod modules;
mod paths;
mod prose;
mod sections;
mod summary;
mod symbols;
mod verbosity;

pub use catalog::RootNames;
pub use catalog::catalog;
pub use catalog::entry;
pub use catalog::fuller;
pub use catalog::module_entry;
pub use catalog::named_catalog;
pub use catalog::with_catalogs;
pub use fill::Measure;
pub use sections::section_for;
#[cfg(test)]
mod tests;

//! Checks catalogs against the specification: rules, suppression, fixes, reports.
//!
//! Rules read a `Project` and nothing else; they parse nothing and read no file. One file a rule in `rules/`, its page
//! in `catalog-spec/rules/`, its row in `registry`. To add a rule: write the page with its examples, the file, the row,
//! and name the rule in a clause of `catalog-spec/specification.md`; the tests say what is missing.

pub mod baseline;
mod check;
mod context;
mod cutting;
mod definitions;
mod edits;
mod explain;
mod finding;
mod fix;
mod headings;
mod listed;
#[cfg(test)]
mod mutations;
mod nearest;
mod registry;
pub mod report;
mod rule;
mod rules;
mod scope;
mod settings;
mod shedding;
mod sink;
mod skeleton;
mod suppress;
#[cfg(test)]
mod testing;

pub use check::check;
pub use check::sites;
pub use explain::SPECIFICATION;
pub use explain::Statistic;
pub use explain::explain;
pub use explain::reference;
pub use explain::statistics;
pub use finding::Finding;
pub use finding::Fix;
pub use finding::Safety;
pub use fix::Disagreement;
pub use fix::Fixed;
pub use fix::fix;
pub use registry::RULES;
pub use registry::find;
pub use registry::suggestion;
pub use rule::Fixable;
pub use rule::Rule;
pub use scope::Scope;
pub use settings::SettingsProblem;
pub use settings::validate;

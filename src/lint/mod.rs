//! Checks catalogs against the specification: rules, suppression, fixes, reports.
//!
//! Rules read a `Project` and nothing else; they parse nothing and read no file. One file a rule in `rules/`, its page in `catalog-spec/`.

mod finding;

pub use finding::Finding;
pub use finding::Fix;
pub use finding::Safety;

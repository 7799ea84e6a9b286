//! Findings as people and programs read them: one file a format, each writing values to any writer.
//!
//! A report decides nothing: it shows what it is given, in the order it is given.

mod concise;
mod fingerprint;
mod format;
mod github;
mod gitlab;
mod human;
mod json;
mod junit;
mod place;
mod rdjson;
mod sarif;
#[cfg(test)]
mod tests;
mod text;

pub use format::Counts;
pub use format::Format;
pub use format::Report;
pub use format::Style;
pub use format::UnknownFormat;
pub use format::write;
pub use github::write_step_summary;

//! What the history tells: which files change together, which commits resemble a question, and where those changed.
//!
//! Commits are read once and kept under the common git directory; a branch that moved on costs its new commits only.

mod archive;
mod collect;
mod lines;
mod message;
mod past;
#[cfg(test)]
mod tests;

pub use lines::ChangedFile;
pub use lines::ChangedLines;
pub use past::History;
pub use past::PastCommit;

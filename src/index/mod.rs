//! What is derived and kept under the git directory: facts by blob id, full text, history. Deleting it costs time only.
//!
//! The only room besides `repo` that touches files, and only below the directories that it is given.

mod answers;
mod digest;
mod error;
mod facts;
mod folder;
mod graph;
mod history;
mod objects;
mod open;
mod project;
mod stopwatch;
mod text;
mod verdicts;
mod written;

pub use answers::Answers;
pub use error::IndexError;
pub use graph::Graph;
pub use graph::SymbolRef;
pub use history::ChangedFile;
pub use history::ChangedLines;
pub use history::History;
pub use history::PastCommit;
pub use open::Index;
pub use project::skipped;
pub use project::with_build_files;
pub use project::with_catalogs;
pub use text::Bm25;
pub use text::CELL_LINES;
pub use text::Field;
pub use text::FullText;
pub use text::Grain;
pub use text::Hit;
pub use text::QueryTerm;
pub use text::SearchOptions;
pub use text::Similar;
pub use text::Unit;
pub use text::bigrams;
pub use text::exact_words;
pub use text::stems;
pub use verdicts::Verdicts;

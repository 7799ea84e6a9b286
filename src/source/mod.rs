//! Facts about source: languages, symbols, doc comments, imports, calls, chunks, units, and what is a test.
//!
//! Bytes in, facts out. Nothing here reads a file or knows what a catalog is.

pub mod classify;
mod facts;
mod language;

pub use facts::Complexity;
pub use facts::FileFacts;
pub use facts::Import;
pub use facts::LineKind;
pub use facts::Note;
pub use facts::NoteKind;
pub use facts::Symbol;
pub use facts::SymbolKind;
pub use facts::Visibility;
pub use language::Language;

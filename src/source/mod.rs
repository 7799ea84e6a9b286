//! Facts about source: languages, symbols, doc comments, imports, calls, chunks, units, and what is a test.
//!
//! Bytes in, facts out. Nothing here reads a file or knows what a catalog is.

mod branches;
pub mod classify;
mod comments;
mod content;
mod cut;
mod facts;
mod habits;
mod joins;
mod language;
mod languages;
mod macros;
mod mend;
mod messages;
mod parse;
mod preprocess;
mod prose;
mod symbols;
mod text;
pub mod tokens;
mod units;
mod walk;
mod walked;
mod whole;
mod xmldoc;

pub use content::BlobFacts;
pub use content::examine;
pub use content::examine_while;
pub use content::explain_content;
pub use facts::Complexity;
pub use facts::FileFacts;
pub use facts::Import;
pub use facts::LineKind;
pub use facts::Note;
pub use facts::NoteKind;
pub use facts::Symbol;
pub use facts::SymbolKind;
pub use facts::Visibility;
pub use habits::Habits;
pub use habits::ImportStyle;
pub use habits::ParameterStyle;
pub use language::Language;
pub use parse::parse;
pub use text::TextFacts;
pub use text::TextFormat;
pub use text::TextWindow;
pub use text::text_facts;
pub use text::text_windows;
pub use units::Cell;
pub use units::Chunk;
pub use units::Unit;
pub use units::UnitKind;
pub use units::cells;
pub use units::chunks;
pub use units::units;

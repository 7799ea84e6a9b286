//! Words that every room shares: paths, spans, lines, edits, digests, seeds and the splitting of text into words.
//!
//! Nothing here knows of git, catalogs or languages, and nothing reads or writes anything.

mod digest;
mod edit;
mod embedder;
mod lines;
mod path;
mod progress;
mod seed;
mod span;
pub mod words;

pub use digest::BlobId;
pub use digest::ParseBlobIdError;
pub use edit::EditError;
pub use edit::EditSet;
pub use edit::TextEdit;
pub use embedder::EmbedError;
pub use embedder::Embedder;
pub use lines::LineIndex;
pub use path::PathError;
pub use path::RepoPath;
pub use progress::Progress;
pub use progress::Silent;
pub use seed::Seed;
pub use span::LineRange;
pub use span::Span;

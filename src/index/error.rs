//! Why something could not be derived. A cache that is missing, damaged or not writable is never an error.

use crate::repo::ReadError;
use crate::repo::RepoError;

/// What may go wrong in the index.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// A file of the tree cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// History cannot be read.
    #[error("failed to read the history")]
    History(#[source] RepoError),
    /// Full text cannot be built, not even in memory.
    #[error("failed to build the full-text index")]
    FullText(#[source] tantivy::TantivyError),
}

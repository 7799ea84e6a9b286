//! Texts into vectors: a small model from a folder, or a server. Vectors of a server are kept, so that a text is paid for
//! once.

#[cfg(feature = "embeddings")]
mod folder;
mod kept;
#[cfg(feature = "models")]
mod server;

#[cfg(feature = "embeddings")]
pub use folder::StaticEmbedder;
pub use kept::KeptVectors;
#[cfg(feature = "models")]
pub use server::EmbeddingServer;

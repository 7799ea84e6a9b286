//! What it means to turn texts into vectors, whoever does it.

/// Why there are no vectors.
pub type EmbedError = Box<dyn std::error::Error + Send + Sync>;

/// Turns texts into vectors: what means alike points alike.
pub trait Embedder: Sync {
    /// The vectors of texts, in their order, all of one length; their own lengths say nothing. An error where there is
    /// not a vector for each of them.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;
}

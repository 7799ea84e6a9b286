//! A static embedding model (Model2Vec): a table of vectors for word pieces, and the mean of those of a text.

use model2vec_rs::model::StaticModel;

use crate::base::EmbedError;
use crate::base::Embedder;

/// Word pieces of a text that are read.
const MOST_PIECES: usize = 512;
/// Texts that are read together.
const BATCH: usize = 256;

/// A model whose three files have been read.
pub struct StaticEmbedder(StaticModel);

impl StaticEmbedder {
    /// The files that the folder of a model holds, in the order in which `new` takes them.
    pub const FILES: [&str; 3] = ["tokenizer.json", "model.safetensors", "config.json"];

    /// A model from the bytes of its files. An error where they are not those of such a model.
    pub fn new(tokenizer: &[u8], table: &[u8], config: &[u8]) -> Result<Self, EmbedError> {
        Ok(Self(StaticModel::from_bytes(tokenizer, table, config, Some(true))?))
    }
}

impl Embedder for StaticEmbedder {
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        Ok(self.0.encode_with_args(&texts, Some(MOST_PIECES), BATCH))
    }
}

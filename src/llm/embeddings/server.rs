//! The embeddings format that OpenAI, Ollama, vLLM and llama.cpp speak: a list of texts in, a list of vectors out.

use std::sync::Arc;

use serde_json::Value;
use serde_json::json;

use crate::base::EmbedError;
use crate::base::Embedder;
use crate::llm::Account;
use crate::llm::Endpoint;
use crate::llm::Meter;
use crate::llm::ModelError;
use crate::llm::Usage;

/// Texts of one request.
const BATCH: usize = 64;

/// An embedding model behind a server, on an account.
pub struct EmbeddingServer {
    endpoint: Endpoint,
    meter: Arc<Meter>,
    account: Account,
}

impl EmbeddingServer {
    /// The account's model at an endpoint such as `http://127.0.0.1:8092/v1`.
    pub fn new(endpoint: Endpoint, meter: Arc<Meter>, account: Account) -> Self {
        Self { endpoint, meter, account }
    }

    fn batch(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let characters = texts.iter().map(|text| text.len() as u64).sum();
        self.meter.call(&self.account, characters, || {
            let answer = self.endpoint.post("embeddings", &json!({ "model": self.account.model, "input": texts }))?;
            let vectors = vectors(&answer, texts.len()).ok_or_else(|| ModelError::Unreadable {
                host: self.endpoint.host(),
                detail: format!("there are no {} vectors of one length in it", texts.len()),
            })?;
            let tokens = answer.pointer("/usage/prompt_tokens").and_then(Value::as_u64);
            Ok((vectors, tokens.map(|input| Usage { input, cached: 0, output: 0 })))
        })
    }
}

impl Embedder for EmbeddingServer {
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut all = Vec::with_capacity(texts.len());
        for texts in texts.chunks(BATCH) {
            all.extend(self.batch(texts)?);
        }
        Ok(all)
    }
}

/// The vectors of an answer, in the order of the texts: a server may send them in any order, each with its number.
fn vectors(answer: &Value, count: usize) -> Option<Vec<Vec<f32>>> {
    let rows = answer.get("data")?.as_array()?;
    let mut vectors: Vec<Vec<f32>> = vec![Vec::new(); count];
    for (at, row) in rows.iter().enumerate() {
        let number = row.get("index").and_then(Value::as_u64).map_or(at, |number| number as usize);
        let numbers = row.get("embedding")?.as_array()?;
        let vector: Option<Vec<f32>> = numbers.iter().map(|number| Some(number.as_f64()? as f32)).collect();
        *vectors.get_mut(number)? = vector?;
    }
    let length = vectors.first()?.len();
    (length > 0 && vectors.iter().all(|vector| vector.len() == length)).then_some(vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_come_in_the_order_of_their_numbers() {
        let answer = json!({ "data": [
            { "index": 1, "embedding": [0.5, 1] }, { "index": 0, "embedding": [2, 3] },
        ]});
        assert_eq!(vectors(&answer, 2), Some(vec![vec![2.0, 3.0], vec![0.5, 1.0]]));
        assert_eq!(vectors(&answer, 3), None, "one is missing");
        assert_eq!(vectors(&answer, 1), None, "one is too many");
    }

    #[test]
    fn what_is_no_vector_is_refused() {
        for data in [json!([]), json!([{ "embedding": [] }]), json!([{ "embedding": "AAAA" }]), json!([{}])] {
            assert_eq!(vectors(&json!({ "data": data }), 1), None);
        }
        let uneven = json!({ "data": [{ "embedding": [1] }, { "embedding": [1, 2] }] });
        assert_eq!(vectors(&uneven, 2), None);
    }
}

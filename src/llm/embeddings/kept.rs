//! Vectors of earlier runs, by model and text. Failures are not kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::Serialize;
use serde_json::json;

use crate::base::EmbedError;
use crate::base::Embedder;
use crate::llm::Shelf;
use crate::llm::key;

/// A kept vector. What it is of is kept with it, since keys are short.
#[derive(Serialize, Deserialize)]
struct Row {
    of: String,
    vector: Vec<f32>,
}

/// An embedder whose vectors are kept.
pub struct KeptVectors<E> {
    embedder: E,
    shelf: Arc<dyn Shelf>,
    /// Which model it is, and where: vectors of different ones cannot be compared.
    model: String,
}

impl<E: Embedder> KeptVectors<E> {
    /// Keeps the vectors of an embedder on a shelf, under the name of its model.
    pub fn new(embedder: E, shelf: Arc<dyn Shelf>, model: impl Into<String>) -> Self {
        Self { embedder, shelf, model: model.into() }
    }

    fn canonical(&self, text: &str) -> String {
        json!({ "model": self.model, "embed": text }).to_string()
    }

    fn known(&self, canonical: &str) -> Option<Vec<f32>> {
        let row: Row = serde_json::from_str(&self.shelf.get(&key::digest(canonical))?).ok()?;
        (row.of == canonical).then_some(row.vector)
    }
}

impl<E: Embedder> Embedder for KeptVectors<E> {
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let canonical: Vec<String> = texts.iter().map(|text| self.canonical(text)).collect();
        let mut known: BTreeMap<usize, Vec<f32>> =
            canonical.iter().enumerate().filter_map(|(at, canonical)| Some((at, self.known(canonical)?))).collect();
        let missing: Vec<usize> = (0..texts.len()).filter(|at| !known.contains_key(at)).collect();
        if !missing.is_empty() {
            let asked: Vec<&str> = missing.iter().map(|at| texts[*at]).collect();
            for (at, vector) in missing.into_iter().zip(self.embedder.embed(&asked)?) {
                let row = Row { of: canonical[at].clone(), vector };
                if let Ok(text) = serde_json::to_string(&row) {
                    self.shelf.put(&key::digest(&row.of), &text);
                }
                known.insert(at, row.vector);
            }
        }
        Ok(known.into_values().collect())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[derive(Default)]
    struct Memory(Mutex<BTreeMap<String, String>>);

    impl Shelf for Memory {
        fn get(&self, key: &str) -> Option<String> {
            self.0.lock().unwrap().get(key).cloned()
        }

        fn put(&self, key: &str, text: &str) {
            self.0.lock().unwrap().insert(key.to_owned(), text.to_owned());
        }
    }

    /// The length of a text as its vector; counts what it is asked.
    #[derive(Default)]
    struct Lengths(Mutex<Vec<String>>);

    impl Embedder for &Lengths {
        fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
            self.0.lock().unwrap().extend(texts.iter().map(|text| (*text).to_owned()));
            Ok(texts.iter().map(|text| vec![text.len() as f32]).collect())
        }
    }

    #[test]
    fn a_text_is_asked_for_once_for_each_model() {
        let (shelf, lengths): (Arc<Memory>, _) = (Arc::default(), Lengths::default());
        let small = KeptVectors::new(&lengths, shelf.clone(), "small");
        assert_eq!(small.embed(&["a", "bbb"]).expect("vectors"), [[1.0], [3.0]]);
        assert_eq!(small.embed(&["bbb", "cc", "a"]).expect("vectors"), [[3.0], [2.0], [1.0]]);
        assert_eq!(*lengths.0.lock().unwrap(), ["a", "bbb", "cc"]);
        KeptVectors::new(&lengths, shelf, "large").embed(&["a"]).expect("vectors");
        assert_eq!(lengths.0.lock().unwrap().len(), 4);
    }
}

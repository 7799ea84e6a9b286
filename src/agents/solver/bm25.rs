//! BM25 over small documents in memory.

use std::collections::BTreeMap;
use std::collections::HashMap;

/// A document as weighted term counts, sorted by term.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Terms(BTreeMap<String, f32>);

impl Terms {
    /// Counts each term once more, `weight` times over.
    pub(super) fn add<T: Into<String>>(&mut self, terms: impl IntoIterator<Item = T>, weight: f32) {
        for term in terms {
            *self.0.entry(term.into()).or_default() += weight;
        }
    }

    /// Adds another document's counts, `weight` times over.
    pub(super) fn join(&mut self, other: &Self, weight: f32) {
        for (term, count) in &other.0 {
            *self.0.entry(term.clone()).or_default() += count * weight;
        }
    }

    /// The terms with their counts, by term.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, f32)> {
        self.0.iter().map(|(term, count)| (term.as_str(), *count))
    }

    /// Whether a term is in it.
    pub(super) fn contains(&self, term: &str) -> bool {
        self.0.contains_key(term)
    }

    /// Number of different terms.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    fn total(&self) -> f32 {
        self.0.values().sum()
    }
}

/// The two constants: how soon repetition stops to count, and how much length does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constants {
    pub(super) k1: f64,
    pub(super) b: f64,
}

/// Documents that can be asked. Documents are numbered in the order they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Collection {
    postings: HashMap<String, Vec<(u32, f32)>>,
    lengths: Vec<f32>,
    mean: f64,
}

impl Collection {
    /// Collects documents.
    pub(super) fn new<'a>(documents: impl IntoIterator<Item = &'a Terms>) -> Self {
        let mut collection = Self::default();
        for document in documents {
            let number = collection.lengths.len() as u32;
            collection.lengths.push(document.total());
            for (term, count) in document.iter() {
                match collection.postings.get_mut(term) {
                    Some(postings) => postings.push((number, count)),
                    None => {
                        collection.postings.insert(term.to_owned(), vec![(number, count)]);
                    }
                }
            }
        }
        let total: f64 = collection.lengths.iter().map(|length| f64::from(*length)).sum();
        collection.mean = (total / collection.lengths.len().max(1) as f64).max(1e-9);
        collection
    }

    /// How telling a term is: the rarer the more; what no document has tells as much as what one has.
    pub(super) fn idf(&self, term: &str) -> f64 {
        let with = self.postings.get(term).map_or(1, Vec::len) as f64;
        let all = self.lengths.len() as f64;
        (1.0 + (all - with + 0.5).max(0.0) / (with + 0.5)).ln()
    }

    /// In how many documents a term is.
    pub(super) fn frequency(&self, term: &str) -> usize {
        self.postings.get(term).map_or(0, Vec::len)
    }

    /// The documents that hold a term, in order.
    pub(super) fn holders(&self, term: &str) -> impl Iterator<Item = u32> {
        self.postings.get(term).into_iter().flatten().map(|(number, _)| *number)
    }

    /// The score of every document for weighted terms, by its number.
    pub(super) fn scores(&self, query: &Terms, constants: Constants) -> Vec<f64> {
        let mut scores = vec![0.0; self.lengths.len()];
        for (term, weight) in query.iter() {
            let Some(postings) = self.postings.get(term) else { continue };
            let gain = f64::from(weight) * self.idf(term);
            for (number, count) in postings {
                let count = f64::from(*count);
                let length = f64::from(self.lengths[*number as usize]) / self.mean;
                let damping = constants.k1 * (1.0 - constants.b + constants.b * length);
                scores[*number as usize] += gain * count * (constants.k1 + 1.0) / (count + damping);
            }
        }
        scores
    }
}

/// Scores divided by their maximum, so that the best has 1; all 0 where nothing scores.
pub(super) fn scaled(mut scores: Vec<f64>) -> Vec<f64> {
    let best = scores.iter().copied().fold(0.0, f64::max);
    if best > 0.0 {
        for score in &mut scores {
            *score /= best;
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Terms {
        let mut terms = Terms::default();
        terms.add(text.split(' '), 1.0);
        terms
    }

    #[test]
    fn rare_terms_and_short_documents_win() {
        let documents = [terms("lock file"), terms("lock lock name of the file here"), terms("file")];
        let collection = Collection::new(&documents);
        let scores = collection.scores(&terms("lock"), Constants { k1: 1.2, b: 0.75 });
        assert!(scores[0] > 0.0 && scores[1] > 0.0 && scores[2] == 0.0);
        assert!(collection.idf("lock") > collection.idf("file"));
        // By hand: idf = ln(1 + 1.5 / 2.5), mean length 10/3, tf part = 2.2 / (1 + 1.2 * (0.25 + 0.75 * 0.6)).
        let expected = (1.0_f64 + 1.5 / 2.5).ln() * 2.2 / (1.0 + 1.2 * (0.25 + 0.75 * 0.6));
        assert!((scores[0] - expected).abs() < 1e-6, "{} {expected}", scores[0]);
        assert_eq!(scaled(vec![0.0, 2.0, 1.0]), [0.0, 1.0, 0.5]);
    }
}

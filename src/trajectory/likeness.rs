//! Whether a question was asked before in nearly the same words.

use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::base::words;

/// Two questions are the same if they share this part of their words, as a fraction.
const SAME: [usize; 2] = [4, 5];

/// The questions so far. Only those that share a telling word are compared: two sets that are alike enough must share one
/// of the first words of each in any fixed order.
#[derive(Clone, Debug, Default)]
pub struct Known {
    questions: Vec<BTreeSet<String>>,
    by_word: HashMap<String, Vec<usize>>,
}

impl Known {
    /// Remembers a question; false if one like it is known already.
    pub fn add(&mut self, question: &str) -> bool {
        let stems: BTreeSet<String> = words::stems(question).into_iter().collect();
        let first = first_words(&stems);
        let candidates: BTreeSet<usize> =
            first.iter().filter_map(|word| self.by_word.get(word)).flatten().copied().collect();
        if candidates.into_iter().any(|at| alike(&self.questions[at], &stems)) {
            return false;
        }
        for word in first {
            self.by_word.entry(word).or_default().push(self.questions.len());
        }
        self.questions.push(stems);
        true
    }

    /// How many questions are known.
    pub fn len(&self) -> usize {
        self.questions.len()
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.questions.is_empty()
    }
}

/// As many words, longest first since long ones are rare, as make it certain that a question like this one has one of
/// them among its own.
fn first_words(stems: &BTreeSet<String>) -> Vec<String> {
    let mut sorted: Vec<&String> = stems.iter().collect();
    sorted.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    let shared = (SAME[0] * stems.len()).div_ceil(SAME[1]);
    sorted.truncate(stems.len() + 1 - shared);
    sorted.into_iter().cloned().collect()
}

fn alike(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let shared = a.intersection(b).count();
    let all = a.len() + b.len() - shared;
    shared * SAME[1] >= SAME[0] * all
}

#[cfg(test)]
mod tests {
    use super::Known;
    use super::alike;

    #[test]
    fn other_forms_and_small_changes_are_the_same_question() {
        let mut known = Known::default();
        assert!(known.add("How does the client retry requests that timed out after the connection dropped twice?"));
        assert!(!known.add("How does a client retry a request that timed out after the connections dropped twice?"));
        assert!(known.add("How does the client close connections that were dropped by the server twice in a row?"));
        assert_eq!((known.len(), known.is_empty()), (2, false));
    }

    #[test]
    fn looking_at_few_words_misses_nothing() {
        // Every pair of questions over a small vocabulary: the index must agree with comparing all.
        let vocabulary = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf"];
        let questions: Vec<String> = (1_u32..128)
            .map(|bits| (0..7).filter(|at| bits >> at & 1 == 1).map(|at| vocabulary[at]).collect::<Vec<_>>().join(" "))
            .collect();
        for first in &questions {
            for second in &questions {
                let mut known = Known::default();
                known.add(first);
                let stems = |text: &str| crate::base::words::stems(text).into_iter().collect();
                assert_eq!(!known.add(second), alike(&stems(first), &stems(second)), "{first} / {second}");
            }
        }
    }
}

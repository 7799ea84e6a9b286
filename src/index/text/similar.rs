//! Words that are spelt alike: the dictionary of all identifiers against those of a question, by their trigrams.
//!
//! `configs` and `configuration`, `serialize` and `deserializer` share no stem and most of their characters.

use std::collections::HashMap;

use super::layer::Column;
use super::sync::FullText;

/// Shorter words resemble too much.
const LEAST_CHARACTERS: usize = 4;
/// Longer ones are cut: names are told apart before.
const MOST_CHARACTERS: usize = 40;
/// A word's edges are characters, too.
const EDGE: u8 = b'_';
/// What trigrams fold to.
const FOLDED_BITS: u32 = 14;

/// Two words that resemble each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Similar {
    /// A word of the index, as `Field::Exact` holds it.
    pub term: String,
    /// The position of the asked word that it resembles most.
    pub asked: usize,
    /// The cosine of their trigrams, above 0, at most 1 (an equal word).
    pub likeness: f64,
}

impl FullText {
    /// The words of the index that resemble one of `asked` by at least `least`, at most `most`, the most alike first, then
    /// in order of the word. Words are those of `Field::Exact`; tests' own are among them.
    pub fn similar(&self, asked: &[&str], least: f64, most: usize) -> Vec<Similar> {
        let grams = Grams::of(asked);
        let mut found: HashMap<Vec<u8>, (f64, usize)> = HashMap::new();
        let mut shared = vec![0_u32; asked.len()];
        for layer in &self.layers {
            let Some(postings) = layer.postings(Column::CellExact) else { continue };
            let Ok(mut terms) = postings.terms().stream() else { continue };
            while terms.advance() {
                let Some((likeness, asked)) = grams.nearest(terms.key(), least, &mut shared) else { continue };
                found.entry(terms.key().to_owned()).or_insert((likeness, asked));
            }
        }
        let mut found: Vec<Similar> = found
            .into_iter()
            .map(|(term, (likeness, asked))| Similar {
                term: String::from_utf8_lossy(&term).into_owned(),
                asked,
                likeness,
            })
            .collect();
        found.sort_by(|a, b| b.likeness.total_cmp(&a.likeness).then_with(|| a.term.cmp(&b.term)));
        found.truncate(most);
        found
    }
}

/// The trigrams of the asked words, and which words hold each.
struct Grams {
    holders: HashMap<[u8; 3], Vec<usize>>,
    /// A flag for what a trigram folds to: most words of a dictionary share nothing, and this tells soonest.
    folded: Vec<bool>,
    /// How many trigrams each asked word has.
    counts: Vec<u32>,
}

impl Grams {
    fn of(asked: &[&str]) -> Self {
        let mut grams = Self { holders: HashMap::new(), folded: vec![false; 1 << FOLDED_BITS], counts: Vec::new() };
        for (at, word) in asked.iter().enumerate() {
            let mut count = 0;
            each_trigram(word.as_bytes(), |gram| {
                let holders = grams.holders.entry(gram).or_default();
                // A word that repeats a trigram holds it once.
                if holders.last() != Some(&at) {
                    holders.push(at);
                    count += 1;
                }
                grams.folded[fold(gram)] = true;
            });
            grams.counts.push(count);
        }
        grams
    }

    /// Which asked word a word resembles most, if it is `least` or more. `shared` is room to count in.
    fn nearest(&self, word: &[u8], least: f64, shared: &mut [u32]) -> Option<(f64, usize)> {
        let (mut count, mut known) = (0_u32, 0_u32);
        each_trigram(word, |gram| {
            count += 1;
            known += u32::from(self.folded[fold(gram)]);
        });
        // Where all asked words together share too little, no single one shares enough.
        if known == 0 || f64::from(known) < least * least * f64::from(count) {
            return None;
        }
        shared.fill(0);
        each_trigram(word, |gram| {
            for holder in self.holders.get(&gram).into_iter().flatten() {
                shared[*holder] += 1;
            }
        });
        let likeness = |at: usize| {
            let shared = shared[at].min(self.counts[at]);
            f64::from(shared) / (f64::from(self.counts[at]) * f64::from(count)).sqrt()
        };
        let best = (0..shared.len())
            .filter(|at| shared[*at] > 0)
            .max_by(|a, b| likeness(*a).total_cmp(&likeness(*b)).then(b.cmp(a)))?;
        (likeness(best) >= least).then(|| (likeness(best), best))
    }
}

/// The trigrams of a word with its edges; none of a word that is too short. Bytes will do: most names are ASCII, and others
/// resemble by their bytes, too.
fn each_trigram(word: &[u8], mut found: impl FnMut([u8; 3])) {
    if word.len() < LEAST_CHARACTERS {
        return;
    }
    let word = &word[..word.len().min(MOST_CHARACTERS)];
    found([EDGE, word[0], word[1]]);
    word.windows(3).for_each(|gram| found([gram[0], gram[1], gram[2]]));
    found([word[word.len() - 2], word[word.len() - 1], EDGE]);
}

fn fold(gram: [u8; 3]) -> usize {
    let number = u32::from_le_bytes([gram[0], gram[1], gram[2], 0]);
    (number.wrapping_mul(0x9e37_79b1) >> (32 - FOLDED_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(a: &str, b: &str) -> f64 {
        Grams::of(&[a]).nearest(b.as_bytes(), 0.0, &mut [0]).map_or(0.0, |(likeness, _)| likeness)
    }

    #[test]
    fn spelling_counts_from_nothing_to_one() {
        assert!((likeness("serialize", "serialize") - 1.0).abs() < 1e-12);
        assert!(likeness("serialize", "deserializer") > 0.6);
        assert!(likeness("configuration", "configs") > 0.3);
        assert!(likeness("configuration", "networking") < 0.3);
        assert!(likeness("log", "log") < 1e-12, "too short");
    }

    #[test]
    fn the_nearest_of_several_is_found() {
        let grams = Grams::of(&["parser", "printer"]);
        assert_eq!(grams.nearest(b"prettyprinter", 0.4, &mut [0, 0]).map(|(_, at)| at), Some(1));
    }

    #[test]
    fn what_resembles_too_little_is_not_found() {
        let grams = Grams::of(&["parser", "printer"]);
        assert_eq!(grams.nearest(b"socket", 0.4, &mut [0, 0]), None);
        assert_eq!(grams.nearest(b"partition", 0.4, &mut [0, 0]), None);
        assert_eq!(grams.nearest(b"x", 0.0, &mut [0, 0]), None);
    }
}

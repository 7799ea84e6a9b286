//! Words that are spelt alike: the dictionary of all identifiers against those of a question, by their trigrams.
//!
//! `configs` and `configuration`, `serialize` and `deserializer` share no stem and most of their characters.

use std::collections::BTreeMap;
use std::collections::HashMap;

use super::layer::Column;
use super::sync::FullText;

/// Shorter words resemble too much.
const LEAST_CHARACTERS: usize = 4;
/// Longer ones are cut: names are told apart before.
const MOST_CHARACTERS: usize = 40;
/// A word's edges are characters, too.
const EDGE: u8 = b'_';

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
        let mut found: BTreeMap<String, (f64, usize)> = BTreeMap::new();
        let mut shared = vec![0_u32; asked.len()];
        for layer in &self.layers {
            let Some(postings) = layer.postings(Column::CellExact) else { continue };
            let Ok(mut terms) = postings.terms().stream() else { continue };
            while terms.advance() {
                let Some((likeness, asked)) = grams.nearest(terms.key(), &mut shared) else { continue };
                if likeness >= least {
                    found.entry(String::from_utf8_lossy(terms.key()).into_owned()).or_insert((likeness, asked));
                }
            }
        }
        let mut found: Vec<Similar> =
            found.into_iter().map(|(term, (likeness, asked))| Similar { term, asked, likeness }).collect();
        found.sort_by(|a, b| b.likeness.total_cmp(&a.likeness));
        found.truncate(most);
        found
    }
}

/// The trigrams of the asked words, and which words hold each.
struct Grams {
    holders: HashMap<[u8; 3], Vec<usize>>,
    /// How many trigrams each asked word has.
    counts: Vec<u32>,
}

impl Grams {
    fn of(asked: &[&str]) -> Self {
        let mut holders: HashMap<[u8; 3], Vec<usize>> = HashMap::new();
        let counts = asked.iter().enumerate().map(|(at, word)| {
            let grams = trigrams(word.as_bytes());
            for gram in &grams {
                holders.entry(*gram).or_default().push(at);
            }
            grams.len() as u32
        });
        let counts = counts.collect();
        Self { holders, counts }
    }

    /// How much a word resembles the nearest asked one, and which that is. `shared` is room to count in.
    fn nearest(&self, word: &[u8], shared: &mut [u32]) -> Option<(f64, usize)> {
        let grams = trigrams(word);
        shared.fill(0);
        for gram in &grams {
            for holder in self.holders.get(gram).into_iter().flatten() {
                shared[*holder] += 1;
            }
        }
        let likeness = |at: usize| f64::from(shared[at]) / (f64::from(self.counts[at]) * grams.len() as f64).sqrt();
        let best = (0..shared.len())
            .filter(|at| shared[*at] > 0)
            .max_by(|a, b| likeness(*a).total_cmp(&likeness(*b)).then(b.cmp(a)))?;
        Some((likeness(best), best))
    }
}

/// The trigrams of a word with its edges, each once, sorted; none of a word that is too short. Bytes will do: most names
/// are ASCII, and others resemble by their bytes, too.
fn trigrams(word: &[u8]) -> Vec<[u8; 3]> {
    if word.len() < LEAST_CHARACTERS {
        return Vec::new();
    }
    let mut edged = vec![EDGE];
    edged.extend(word.iter().take(MOST_CHARACTERS));
    edged.push(EDGE);
    let mut grams: Vec<[u8; 3]> = edged.windows(3).map(|gram| [gram[0], gram[1], gram[2]]).collect();
    grams.sort_unstable();
    grams.dedup();
    grams
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(a: &str, b: &str) -> f64 {
        Grams::of(&[a]).nearest(b.as_bytes(), &mut [0]).map_or(0.0, |(likeness, _)| likeness)
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
        assert_eq!(grams.nearest(b"prettyprinter", &mut [0, 0]).map(|(_, at)| at), Some(1));
    }
}

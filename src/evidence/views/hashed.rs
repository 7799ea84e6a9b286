//! Vectors without a model: every word, and every three characters of it, points into a direction of its own that follows
//! from its hash; a text is the sum of its words. Nothing is trained and nothing is kept.
//!
//! Measured on the development cases beside two others: vectors of words alone, and vectors of words that were trained on
//! which files hold them (random indexing). Words with their characters bring most of what is needed among the first
//! ten; trained ones bring the least.

use std::collections::BTreeMap;

use crate::index;

/// The length of a vector.
pub(super) const DIMENSIONS: usize = 256;
/// The places of a vector that one word or one trigram touches.
const TOUCHED: usize = 8;
/// What all trigrams of a word count beside the word.
const CHARACTERS: f32 = 0.7;
/// Tells trigrams from words of three letters.
const TRIGRAM: u64 = 77;

/// The direction of a text; a word counts 1 + ln of how often it stands there.
pub(super) fn of_text(text: &str) -> Vec<f32> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for stem in index::stems(text) {
        *counts.entry(stem).or_default() += 1;
    }
    of_words(counts.iter().map(|(stem, count)| (stem.as_str(), 1.0 + f64::from(*count).ln())))
}

/// The direction of weighted words.
pub(super) fn of_words<'w>(words: impl Iterator<Item = (&'w str, f64)>) -> Vec<f32> {
    let mut vector = vec![0.0; DIMENSIONS];
    for (word, weight) in words {
        let bytes = word.as_bytes();
        add(&mut vector, hash(bytes), weight as f32);
        if bytes.len() > 3 {
            let share = weight as f32 * CHARACTERS / ((bytes.len() - 2) as f32).sqrt();
            bytes.windows(3).for_each(|trigram| add(&mut vector, hash(trigram) ^ TRIGRAM, share));
        }
    }
    vector
}

fn add(vector: &mut [f32], seed: u64, weight: f32) {
    let mut state = seed;
    for _ in 0..TOUCHED {
        state = mixed(state.wrapping_add(0x9e37_79b9_7f4a_7c15));
        let place = (state >> 8) as usize % vector.len();
        vector[place] += if state & 1 == 0 { weight } else { -weight };
    }
}

/// FNV-1a, mixed.
fn hash(bytes: &[u8]) -> u64 {
    let folded = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    mixed(folded)
}

/// The last step of `MurmurHash3`: every bit of the input moves every bit of the output.
fn mixed(mut state: u64) -> u64 {
    state ^= state >> 33;
    state = state.wrapping_mul(0xff51_afd7_ed55_8ccd);
    state ^= state >> 33;
    state = state.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    state ^ (state >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::views::dense::cosine;

    #[test]
    fn what_shares_words_or_spelling_points_alike() {
        let asked = of_text("serialize the header");
        let near = cosine(&asked, &of_text("fn serialize_header(header)"));
        let spelt = cosine(&asked, &of_text("deserializer of headings"));
        let far = cosine(&asked, &of_text("open a socket and listen"));
        assert!(near > 0.8 && near > spelt && spelt > far && far < 0.2, "{near} {spelt} {far}");
    }
}

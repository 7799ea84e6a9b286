//! Character TF-IDF: units with names that are spelt like words of the question or like names of the diff, by their
//! trigrams. `deserializer` answers to `serialize`, `cfg_path` to `cfg`.

use std::collections::BTreeMap;

use crate::evidence::Mention;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::scene;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index::Field;
use crate::index::QueryTerm;

pub(super) const VIEW: View = View { name: "characters", rank };

/// Words that are asked with: the longest ones, which are the rarest.
const ASKED: usize = 40;
/// What resembles less is another word.
const LEAST_LIKENESS: f64 = 0.45;
/// Words that are looked for.
const LOOKED_FOR: usize = 200;
/// What a name of the diff counts beside a word of the question.
const DIFF_WEIGHT: f64 = 0.4;

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let clues = scene.clues;
    let mut weights: BTreeMap<&str, f64> = BTreeMap::new();
    for (word, weight) in &clues.question_words {
        *weights.entry(word).or_default() += weight;
    }
    for name in [&clues.added_names, &clues.removed_names, &clues.kept_names].into_iter().flat_map(|names| names.keys())
    {
        *weights.entry(name).or_default() += DIFF_WEIGHT;
    }
    let mut asked: Vec<&str> = weights.keys().copied().collect();
    asked.sort_by_key(|word| std::cmp::Reverse(word.len()));
    asked.truncate(ASKED);
    let similar = scene.sources.full_text.similar(&asked, LEAST_LIKENESS, LOOKED_FOR);
    let terms: Vec<QueryTerm> = similar
        .into_iter()
        .map(|similar| QueryTerm {
            field: Field::Exact,
            boost: weights[asked[similar.asked]] * similar.likeness.powi(2),
            term: similar.term,
        })
        .collect();
    let source = if clues.question.is_empty() { Mention::Added } else { Mention::Question };
    scene::because(&scene.likest(&terms), &Reason::Words { source })
}

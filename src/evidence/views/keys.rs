//! Keys that must agree in two places: settings, flags, routes, columns, events. What stands between quotes in the changed
//! lines, and elsewhere in few places, ties those places to the change.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::UnitId;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;
use crate::index::QueryTerm;

pub(super) const VIEW: View = View { name: "keys", rank };

/// Shorter ones are everywhere.
const LEAST_CHARACTERS: usize = 4;
/// Longer ones are sentences.
const MOST_CHARACTERS: usize = 60;
/// A key that stands in more units is a word of the language or of the trade.
const MOST_UNITS: u32 = 30;
/// Keys that are followed, in order of their text.
const MOST_KEYS: usize = 60;

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let full_text = scene.sources.full_text;
    let total = f64::from(full_text.total(Grain::Cell));
    let lines = scene.state.diff.iter().flat_map(|file| &file.hunks);
    let keys: BTreeSet<&str> =
        lines.flat_map(|hunk| hunk.added.iter().chain(&hunk.removed)).flat_map(|line| keys_in(line)).collect();
    let mut found: BTreeMap<UnitId, (f64, f64, &str)> = BTreeMap::new();
    for key in keys.into_iter().take(MOST_KEYS) {
        let Some((field, term)) = searched(key) else { continue };
        let frequency = full_text.document_frequency(Grain::Cell, field, &term);
        if frequency == 0 || frequency > MOST_UNITS {
            continue;
        }
        let worth = (1.0 + total / f64::from(frequency)).ln();
        for (unit, _) in scene.search(Grain::Cell, &[QueryTerm { field, term, boost: 1.0 }], Bm25::default()) {
            let entry = found.entry(unit).or_insert((0.0, 0.0, key));
            entry.0 += worth;
            if worth > entry.1 {
                (entry.1, entry.2) = (worth, key);
            }
        }
    }
    let reason = |key: &str| Reason::Key { key: key.to_owned() };
    found.into_iter().map(|(unit, (score, _, key))| Ranked { unit, score, reason: reason(key) }).collect()
}

/// What stands between quotes of one kind on a line and may be a key: one word, perhaps with dots, dashes or slashes in it.
fn keys_in(line: &str) -> Vec<&str> {
    let mut keys = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(['"', '\'', '`']) {
        let quote = &rest[start..=start];
        let after = &rest[start + 1..];
        let Some(end) = after.find(quote) else { break };
        let key = &after[..end];
        let is_plain = |c: char| c.is_alphanumeric() || "_-./:".contains(c);
        if (LEAST_CHARACTERS..=MOST_CHARACTERS).contains(&key.len()) && key.chars().all(is_plain) {
            keys.push(key);
        }
        rest = &after[end + 1..];
    }
    keys
}

/// How a key is looked for: one identifier as it is, several by their last two words side by side.
fn searched(key: &str) -> Option<(Field, String)> {
    match index::exact_words(key).as_slice() {
        [] => None,
        [whole] => Some((Field::Exact, whole.clone())),
        _ => index::bigrams(key).pop().map(|pair| (Field::Bigrams, pair)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_are_keys_and_sentences_are_not() {
        assert_eq!(keys_in("config.get(\"max-retries\", 'pool.size') # \"it is not\""), ["max-retries", "pool.size"]);
        assert!(keys_in("it's \"ab\" and \"unclosed").is_empty());
        assert_eq!(keys_in("route(`/users/active`)"), ["/users/active"]);
    }

    #[test]
    fn a_key_of_several_words_is_looked_for_by_its_last_two() {
        assert_eq!(searched("max_retries"), Some((Field::Exact, "maxretries".to_owned())));
        assert_eq!(searched("net.max-retries"), Some((Field::Bigrams, "max+retri".to_owned())));
        assert_eq!(searched("--"), None);
    }
}

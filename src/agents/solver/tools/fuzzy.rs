//! Names that are nearly what was asked for, compared as sets of words.

use std::collections::BTreeSet;

use crate::base::words;

/// How alike two texts are, from 0 to 1: their common words against each with its own words added, the best of these
/// comparisons, letter by letter. A text whose words are all in the other is fully like it.
pub(super) fn token_set_likeness(a: &str, b: &str) -> f64 {
    let (a, b) = (tokens(a), tokens(b));
    let joined = |words: &mut dyn Iterator<Item = &String>| words.cloned().collect::<Vec<_>>().join(" ");
    let common = joined(&mut a.intersection(&b));
    let with = |own: String| {
        if common.is_empty() || own.is_empty() { common.clone() + &own } else { format!("{common} {own}") }
    };
    let (first, second) = (with(joined(&mut a.difference(&b))), with(joined(&mut b.difference(&a))));
    let pairs = [(&common, &first), (&common, &second), (&first, &second)];
    let likeness = |(a, b): (&String, &String)| {
        if a.is_empty() || b.is_empty() { 0.0 } else { strsim::normalized_levenshtein(a, b) }
    };
    pairs.into_iter().map(likeness).fold(0.0, f64::max)
}

fn tokens(text: &str) -> BTreeSet<String> {
    words::identifiers(text).flat_map(words::identifier_parts).collect()
}

#[cfg(test)]
mod tests {
    use super::token_set_likeness;

    #[test]
    fn order_and_case_do_not_matter_and_typing_errors_hardly() {
        assert!((token_set_likeness("send_file", "FileSend") - 1.0).abs() < 1e-9);
        assert!((token_set_likeness("file", "app/send_file.py") - 1.0).abs() < 1e-9);
        assert!(token_set_likeness("send_fyle", "send_file") > token_set_likeness("send_fyle", "send_response"));
        assert!(token_set_likeness("", "x").abs() < 1e-9);
    }
}

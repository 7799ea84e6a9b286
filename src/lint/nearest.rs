//! The word that somebody probably meant.

/// The candidate nearest to `word` by edit distance, if it is near enough to be meant; of equally near ones the first.
pub(crate) fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let word = word.to_lowercase();
    // A third of the letters may differ: `stale-rage` is a slip, `solve` for `parse` is not.
    let limit = (word.chars().count() / 3).max(1);
    let distances = candidates.into_iter().map(|candidate| (distance(&word, &candidate.to_lowercase()), candidate));
    let near = distances.filter(|(distance, _)| *distance <= limit);
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// The number of letters to insert, delete, replace or swap with their neighbour to make `b` of `a`.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: [Vec<usize>; 3] = [vec![], (0..=b.len()).collect(), vec![0; b.len() + 1]];
    for i in 1..=a.len() {
        rows[2] = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = rows[1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[1][j] + 1).min(rows[2][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[0][j - 2] + 1);
            }
            rows[2][j] = best;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;
    use super::nearest;

    #[test]
    fn finds_slips_and_nothing_else() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(nearest("stale-rage", ["missing-range", "stale-range"]), Some("stale-range"));
        assert_eq!(nearest("Sovle", ["solve", "parse"]), Some("solve"));
        assert_eq!(nearest("other", ["solve", "parse"]), None);
    }
}

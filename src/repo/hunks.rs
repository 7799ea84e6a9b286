//! What lines differ between two texts.

use std::ops::Range;

use gix::diff::blob::Algorithm;
use gix::diff::blob::Diff;
use gix::diff::blob::InternedInput;

use crate::base::LineRange;

/// Lines of the old text that were replaced by lines of the new one. Lines are counted from 0, the end is exclusive;
/// one of the two ranges may be empty, and then stands where the other's lines came in or went out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// Lines that are gone.
    pub old: Range<u32>,
    /// Lines that came.
    pub new: Range<u32>,
}

impl Hunk {
    /// The lines that are gone, 1-based and inclusive; `None` if none are.
    pub fn old_lines(&self) -> Option<LineRange> {
        LineRange::new(self.old.start + 1, self.old.end)
    }

    /// The lines that came, 1-based and inclusive; `None` if none did.
    pub fn new_lines(&self) -> Option<LineRange> {
        LineRange::new(self.new.start + 1, self.new.end)
    }
}

/// The differences between two texts, from the top. Only `\n` ends a line; binary content gives whatever its lines give.
pub fn hunks(old: &[u8], new: &[u8]) -> Vec<Hunk> {
    if old == new {
        return Vec::new();
    }
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    diff.hunks().map(|hunk| Hunk { old: hunk.before, new: hunk.after }).collect()
}

/// Where a line (1-based) of the old text stands in the new one; `None` if it is gone or was changed.
pub fn follow_line(hunks: &[Hunk], line: u32) -> Option<u32> {
    let at = line.checked_sub(1)?;
    let mut moved = i64::from(at);
    for hunk in hunks {
        if hunk.old.contains(&at) {
            return None;
        }
        if hunk.old.end > at {
            break;
        }
        moved += i64::from(hunk.new.end - hunk.new.start) - i64::from(hunk.old.end - hunk.old.start);
    }
    u32::try_from(moved + 1).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Hunk;
    use super::follow_line;
    use super::hunks;

    #[test]
    fn insertions_and_deletions_have_an_empty_side() {
        let found = hunks(b"a\nb\nc\n", b"a\nx\nb\n");
        assert_eq!(found, [Hunk { old: 1..1, new: 1..2 }, Hunk { old: 2..3, new: 3..3 }]);
        assert_eq!(found[0].old_lines(), None);
        assert_eq!(found[0].new_lines().map(|lines| (lines.start(), lines.end())), Some((2, 2)));
        assert_eq!(follow_line(&found, 1), Some(1));
        assert_eq!(follow_line(&found, 2), Some(3));
        assert_eq!(follow_line(&found, 3), None);
        assert!(hunks(b"a", b"a").is_empty());
    }

    fn lines(text: &[u8]) -> Vec<&[u8]> {
        text.split_inclusive(|byte| *byte == b'\n').collect()
    }

    proptest! {
        #[test]
        fn applying_the_hunks_gives_the_new_text(old in "([ab]\n){0,12}[ab]?", new in "([abc]\n){0,12}[ab]?") {
            let (before, after) = (lines(old.as_bytes()), lines(new.as_bytes()));
            let mut made: Vec<&[u8]> = Vec::new();
            let mut at = 0;
            for hunk in hunks(old.as_bytes(), new.as_bytes()) {
                made.extend(&before[at..hunk.old.start as usize]);
                prop_assert_eq!(made.len(), hunk.new.start as usize);
                made.extend(&after[hunk.new.start as usize..hunk.new.end as usize]);
                at = hunk.old.end as usize;
            }
            made.extend(&before[at..]);
            prop_assert_eq!(made.concat(), new.as_bytes());
        }

        #[test]
        fn followed_lines_are_the_same_lines(old in "([ab]\n){0,12}", new in "([abc]\n){0,12}") {
            let (before, after) = (lines(old.as_bytes()), lines(new.as_bytes()));
            let found = hunks(old.as_bytes(), new.as_bytes());
            for (at, line) in before.iter().enumerate() {
                if let Some(now) = follow_line(&found, at as u32 + 1) {
                    prop_assert_eq!(line, &after[now as usize - 1]);
                }
            }
        }
    }
}

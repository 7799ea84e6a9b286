//! Text that consists of marks alone.

/// Marks in a row after which no source is expected any more. Tables of empty things and frames drawn in comments have a
/// few hundred; a parser that finds no word to hold on to may take time and memory without end for some thousands.
const MOST_MARKS: usize = 3_000;

/// Whether a text has a long stretch without a letter or a digit. White space does not count, and a mark that is repeated
/// counts once.
pub(crate) fn is_wordless(text: &str) -> bool {
    let (mut marks, mut last) = (0, 0);
    text.bytes().filter(|byte| !byte.is_ascii_whitespace()).any(|byte| {
        if byte.is_ascii_alphanumeric() || !byte.is_ascii() {
            marks = 0;
        } else if byte != last {
            marks += 1;
        }
        last = byte;
        marks > MOST_MARKS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_make_a_text() {
        assert!(is_wordless(&"/*\n".repeat(2_000)));
        assert!(is_wordless(&format!("x = 1\n{}y = 2\n", "<?=".repeat(1_500))));
        assert!(!is_wordless(&"/* a\n".repeat(2_000)));
        assert!(!is_wordless(&"名/*\n".repeat(2_000)));
        assert!(!is_wordless(&"*".repeat(9_000)));
        assert!(!is_wordless(&"[], [], []\n".repeat(200)));
    }
}

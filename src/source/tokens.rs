//! Counts of o200k tokens.
//!
//! The vocabulary is loaded on the first count. Text is cut into the pieces that the tokenizer itself would cut it
//! into; source repeats its words, so most pieces are known already and the tokenizer sees each only once a thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::hash::Hasher;

use tiktoken_rs::o200k_base_singleton;

/// Pieces remembered by a thread; about 10 MB when full.
const MAX_KNOWN: usize = 200_000;
/// Bytes of a piece that goes on over lines, and of the line that it ends in, which are looked at.
const MAX_JOINED: usize = 1_000;
/// Longer pieces are rare and not worth remembering.
const MAX_PIECE: usize = 64;

thread_local! {
    static KNOWN: RefCell<HashMap<Box<str>, u32, BuildHasherDefault<PieceHasher>>> = RefCell::default();
}

/// A hasher for short words: every piece of every line is looked up, which the default one makes slow. Nothing bad
/// can be made of collisions, since the map has a limit and is only a memory.
#[derive(Default)]
struct PieceHasher(u64);

impl Hasher for PieceHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
}

/// The tokens of each line with its line end, as many as the text has lines (`LineIndex`); a line of more than 65,535
/// tokens counts as that many. The sum over a range of lines is an upper bound of the tokens of the range: a token may
/// span lines, and where the tokenizer makes more of a piece that does than of its parts, the first line has the rest.
pub fn line_tokens(text: &str) -> Vec<u16> {
    let mut counts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        let tokens = count_line(line) + joined_excess(text, at - line.len(), at);
        counts.push(u16::try_from(tokens).unwrap_or(u16::MAX));
    }
    if counts.is_empty() {
        counts.push(0);
    }
    counts
}

/// How many tokens more than its parts by lines a piece has, with the rest of the line that it ends in, that begins in
/// the line from `start` to `end` and goes on after it: marks take the line ends and slashes that follow them.
fn joined_excess(text: &str, start: usize, end: usize) -> u32 {
    let bytes = text.as_bytes();
    let goes_on = bytes.get(end).is_some_and(|byte| is_break(*byte) || *byte == b'/');
    let line = text[start..end].trim_end_matches(['\n', '\r', '/']);
    let marks = line.trim_end_matches(|c: char| !c.is_alphanumeric() && !c.is_whitespace());
    let tail = &text[start + marks.len()..end];
    if !goes_on || tail.trim_end_matches(['\n', '\r']).is_empty() {
        return 0;
    }
    let marks = if marks.ends_with(' ') { marks.len() - 1 } else { marks.len() };
    let last = skip(&bytes[..bytes.len().min(end + MAX_JOINED)], end, |byte| is_break(byte) || byte == b'/');
    let rest = &bytes[last..bytes.len().min(last + MAX_JOINED)];
    let cut = if bytes[last - 1] == b'/' {
        rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1)
    } else {
        0
    };
    let end = (last..=last + cut).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(last);
    let Some(whole) = text.get(start + marks..end) else { return 0 };
    let parts: u32 = whole.split_inclusive('\n').map(count).sum();
    count(whole).saturating_sub(parts)
}

/// The tokens of a text.
pub fn count(text: &str) -> u32 {
    if text.is_ascii() { count_pieces(text) } else { exact(text) }
}

fn count_line(line: &str) -> u32 {
    if line.is_ascii() { count_pieces(line) } else { exact(line) }
}

fn exact(text: &str) -> u32 {
    o200k_base_singleton().count_ordinary(text) as u32
}

fn count_pieces(text: &str) -> u32 {
    KNOWN.with_borrow_mut(|known| {
        let bytes = text.as_bytes();
        let (mut at, mut total) = (0, 0);
        while at < bytes.len() {
            let end = piece_end(bytes, at);
            let piece = &text[at..end];
            total += match known.get(piece) {
                Some(count) => *count,
                None => {
                    let count = exact(piece);
                    if piece.len() <= MAX_PIECE && known.len() < MAX_KNOWN {
                        known.insert(piece.into(), count);
                    }
                    count
                }
            };
            at = end;
        }
        total
    })
}

fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Vertical tab is white space to the tokenizer, though not to Rust's ASCII.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

fn skip(bytes: &[u8], from: usize, holds: impl Fn(u8) -> bool) -> usize {
    from + bytes[from..].iter().take_while(|byte| holds(**byte)).count()
}

/// Where the piece that starts at `at` ends: o200k's pattern for ASCII text, alternative by alternative.
fn piece_end(bytes: &[u8], at: usize) -> usize {
    let first = bytes[at];
    // A word, with one character before it that is no line end, letter or digit.
    let lead = usize::from(!is_break(first) && !first.is_ascii_alphanumeric());
    let start = at + lead;
    if bytes.get(start).is_some_and(u8::is_ascii_alphabetic) {
        let upper = skip(bytes, start, |byte| byte.is_ascii_uppercase());
        let lower = skip(bytes, upper, |byte| byte.is_ascii_lowercase());
        return lower + contraction(&bytes[lower..]);
    }
    if first.is_ascii_digit() {
        return skip(&bytes[..bytes.len().min(at + 3)], at, |byte| byte.is_ascii_digit());
    }
    // Marks, with one space before and line ends or slashes after them.
    let marks = at + usize::from(first == b' ');
    let is_mark = |byte: u8| !is_space(byte) && !byte.is_ascii_alphanumeric();
    if bytes.get(marks).is_some_and(|byte| is_mark(*byte)) {
        let end = skip(bytes, marks, is_mark);
        return skip(bytes, end, |byte| is_break(byte) || byte == b'/');
    }
    // White space: up to its last line end, or all but the space that leads the next word.
    let end = skip(bytes, at, is_space);
    if let Some(last) = bytes[at..end].iter().rposition(|byte| is_break(*byte)) {
        return at + last + 1;
    }
    if end < bytes.len() && end - at > 1 { end - 1 } else { end }
}

/// The length of `'s`, `'re` and their kind at the start of the bytes.
fn contraction(bytes: &[u8]) -> usize {
    let [b'\'', rest @ ..] = bytes else { return 0 };
    let two = rest.get(..2).map(<[u8]>::to_ascii_lowercase);
    match rest.first().map(u8::to_ascii_lowercase) {
        Some(b's' | b't' | b'm' | b'd') => 2,
        _ if two.is_some_and(|two| matches!(&two[..], b"re" | b"ve" | b"ll")) => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn counts_lines() {
        let text = "fn main() {\n    println!(\"don't\");\n}";
        let counts = line_tokens(text);
        assert_eq!(counts.len(), 3);
        for (line, count) in text.split_inclusive('\n').zip(&counts) {
            assert_eq!(u32::from(*count), exact(line), "{line:?}");
        }
        assert_eq!(line_tokens(""), [0]);
        assert_eq!(count("größer"), exact("größer"));
    }

    #[test]
    fn pieces_are_the_tokenizers_own() {
        for text in [
            "    return x",
            "\t\tHTTPServer's",
            "a  b",
            "x = 12345 // 7",
            "don'T I'LL",
            "//// \n\n  y",
            "   \n",
            "--\r\n\r\nz",
            "a\u{b}b",
            "'s",
            "  'sun",
            "snake_case_Name9",
            "/*\n/\n",
            "  ",
            " \t\nx ",
            "A1b2",
            "x\n\n\n    y",
        ] {
            assert_eq!(count(text), exact(text), "{text:?}");
        }
    }

    #[test]
    fn what_spans_lines_is_counted_whole() {
        for text in ["x();\n// y\n", " {\n//\n///\n", "\u{5fd93};\n/* */\n", "};\n\n\n//", "a\n/b", "*/\r\n/**\r\n"] {
            let lines: u32 = line_tokens(text).into_iter().map(u32::from).sum();
            assert!(exact(text) <= lines, "{text:?}: {} > {lines}", exact(text));
        }
    }

    proptest! {
        #[test]
        fn lines_are_an_upper_bound(text in "[a(){};:'\"*#\u{2192}é \t\r\n\n\n//]{0,60}") {
            let lines: u32 = line_tokens(&text).into_iter().map(u32::from).sum();
            prop_assert!(exact(&text) <= lines, "{} > {}", exact(&text), lines);
        }

        #[test]
        fn agrees_with_the_tokenizer(text in "[a-cA-C0-2'\\. \t\r\n/_(){}sS]{0,40}") {
            prop_assert_eq!(count(&text), exact(&text));
        }
    }
}

//! Where words, brackets and names of C and C++ end, in text whose comments and literals are spaces.

/// Lines that a macro's arguments may take where the macro stands alone.
const MAX_ARGUMENT_LINES: usize = 12;

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// All capitals, at least three.
pub(super) fn is_macro(word: &[u8]) -> bool {
    word.len() > 2
        && word.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
        && word.iter().filter(|byte| byte.is_ascii_uppercase()).count() > 2
}

pub(super) fn word_end(code: &[u8], at: usize) -> usize {
    at + code[at.min(code.len())..].iter().take_while(|byte| is_word(**byte)).count()
}

pub(super) fn skip_space(code: &[u8], at: usize) -> usize {
    at + code[at.min(code.len())..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// Where the bracket that opens at `at` is closed.
pub(super) fn brackets_end(code: &[u8], at: usize) -> Option<usize> {
    let mut depth = 0;
    let mut breaks = 0;
    for (offset, byte) in code[at..].iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at + offset + 1),
            b')' => depth -= 1,
            b'{' | b'}' | b';' => return None,
            b'\n' => breaks += 1,
            _ => {}
        }
        if breaks > MAX_ARGUMENT_LINES {
            return None;
        }
    }
    None
}

/// Where a name with its scopes and type arguments ends; `template <...>` counts as one.
pub(super) fn qualified_end(code: &[u8], mut at: usize) -> usize {
    loop {
        if code[at.min(code.len())..].starts_with(b"::") {
            at += 2;
        }
        let end = word_end(code, at);
        if end == at {
            return at;
        }
        at = end;
        let next = skip_space(code, at);
        if code.get(next) == Some(&b'<') {
            let Some(closed) = angles_end(code, next) else { return at };
            at = closed;
        }
        if !code[at..].starts_with(b"::") {
            return at;
        }
    }
}

pub(super) fn angles_end(code: &[u8], at: usize) -> Option<usize> {
    let mut depth = 0;
    for (offset, byte) in code[at..].iter().take(2_000).enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if depth == 1 => return Some(at + offset + 1),
            b'>' if code[at + offset - 1] != b'-' => depth -= 1,
            b'{' | b'}' | b';' => return None,
            _ => {}
        }
    }
    None
}

/// Whether nothing else stands on the lines.
pub(super) fn stands_alone(code: &[u8], start: usize, end: usize) -> bool {
    let before = code[..start].iter().rev().find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace());
    let after = code[end..].iter().find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace());
    before.is_none_or(|byte| *byte == b'\n') && after.is_none_or(|byte| *byte == b'\n')
}

//! What says that a macro is an attribute: its name, or what stands around it.

use super::bytes::brackets_end;
use super::bytes::is_macro;
use super::bytes::is_word;
use super::bytes::qualified_end;
use super::bytes::skip_space;
use super::bytes::word_end;

/// Parts of the names of macros that can only be attributes, even where a type may stand.
const ATTRIBUTES: &[&str] = &[
    "API",
    "ATTR",
    "CONSTEVAL",
    "CONSTEXPR",
    "DEPRECATED",
    "EXPLICIT",
    "EXPORT",
    "EXTERN",
    "INLINE",
    "NODISCARD",
    "NORETURN",
    "NOTHROW",
    "UNUSED",
];

/// Whether a macro's name says that it is an attribute.
pub(super) fn is_attribute(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| ATTRIBUTES.iter().any(|part| word.contains(part)))
}

/// Whether a word after a star only says whether the pointer may be null.
pub(super) fn is_nullability(code: &[u8], start: usize, end: usize) -> bool {
    let word = code[start..end].to_ascii_lowercase();
    let goes_on =
        code.get(skip_space(code, end)).is_some_and(|byte| is_word(*byte) || matches!(byte, b')' | b',' | b'>'));
    goes_on && (word.ends_with(b"nullable") || word.ends_with(b"nonnull"))
}

/// Whether a name with a body or bases follows: then what stands before it is no type.
pub(super) fn is_tag_attribute(code: &[u8], at: usize) -> bool {
    let mut name = skip_attributes(code, at);
    // More attributes may follow.
    for _ in 0..4 {
        let end = word_end(code, name);
        let next = skip_space(code, end);
        if !is_macro(&code[name..end]) || !code.get(next).copied().is_some_and(|byte| is_word(byte) || byte == b'(') {
            break;
        }
        name =
            if code[next] == b'(' { brackets_end(code, next).map_or(next, |end| skip_space(code, end)) } else { next };
    }
    let end = qualified_end(code, name);
    let next = skip_space(code, end);
    let inherits = code.get(next) == Some(&b':') && code.get(next + 1) != Some(&b':');
    end > name && (inherits || code.get(next) == Some(&b'{') || code[next..].starts_with(b"final"))
}

/// Skips `[[...]]`.
fn skip_attributes(code: &[u8], at: usize) -> usize {
    if !code[at..].starts_with(b"[[") {
        return at;
    }
    let end = code[at..].windows(2).take(200).position(|pair| pair == b"]]");
    end.map_or(at, |end| skip_space(code, at + end + 2))
}

/// Whether the parentheses that end before `at` belong to `if`, `while` and their kind.
pub(super) fn is_statement_head(code: &[u8], at: usize) -> bool {
    let mut depth = 0;
    for (offset, byte) in code[..at].iter().enumerate().rev().take(4_000) {
        match byte {
            b')' => depth += 1,
            b'(' if depth == 1 => {
                let head = code[..offset].trim_ascii_end();
                let start = head.len() - head.iter().rev().take_while(|byte| is_word(**byte)).count();
                return matches!(&head[start..], b"if" | b"while" | b"for" | b"switch" | b"catch");
            }
            b'(' => depth -= 1,
            _ => {}
        }
    }
    false
}

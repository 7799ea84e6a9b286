//! Text that is safe to stand in a catalog: escaping, code spans, links, percent-encoding.

use std::fmt::Write as _;

use pulldown_cmark::Event;
use pulldown_cmark::Options;
use pulldown_cmark::Parser;

/// Percent-decodes a link's destination; what is not valid UTF-8 afterwards comes back as it was.
pub fn percent_decode(destination: &str) -> String {
    if !destination.contains('%') {
        return destination.to_owned();
    }
    let bytes = destination.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes
            .get(at + 1..at + 3)
            .filter(|hex| hex.iter().all(u8::is_ascii_hexdigit));
        let value = hex
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok())
            .filter(|_| bytes[at] == b'%');
        out.push(value.unwrap_or(bytes[at]));
        at += if value.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).unwrap_or_else(|_| destination.to_owned())
}

/// Percent-encodes a relative path so that it can stand between a link's parentheses.
pub fn percent_encode(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        // What RFC 3986 allows in a path, less the parentheses and the star, which Markdown may read otherwise.
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'+,;=@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// A code span that shows `code` whatever backticks are in it. Line ends become spaces.
pub fn code_span(code: &str) -> String {
    let code = fold(code);
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if code.starts_with('`') || code.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{code}{pad}{fence}")
}

/// A link that shows `shown` and leads to the relative path `to`.
pub fn link(shown: &str, to: &str) -> String {
    format!("[{}]({})", label(shown), percent_encode(to))
}

/// A name as it can stand in a heading or a link: as it is where Markdown shows it so, otherwise as a code span.
pub fn label(name: &str) -> String {
    let name = fold(name);
    let in_link = format!("x [{name}](y)");
    let plain_in_link = plain(&in_link).is_some_and(|shown| shown == format!("x {name}"));
    if plain_in_link && !name.is_empty() {
        name
    } else {
        code_span(&name)
    }
}

/// What inline Markdown shows, if it is nothing but one paragraph of text, code and links.
pub fn plain(markdown: &str) -> Option<String> {
    let mut out = String::new();
    let mut paragraphs = 0;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(pulldown_cmark::Tag::Paragraph) => paragraphs += 1,
            Event::Start(pulldown_cmark::Tag::Link { .. }) | Event::End(_) => {}
            Event::Text(text) | Event::Code(text) => out.push_str(&text),
            Event::SoftBreak => out.push(' '),
            _ => return None,
        }
    }
    (paragraphs == 1).then_some(out)
}

/// Whitespace folded to single spaces, ends trimmed.
pub fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character shows nothing or turns the order of others: it has no place in a catalog.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
        || (c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn destinations_survive_encoding() {
        for path in [
            "a b.py",
            "100%.c",
            "x(y).rs",
            "<z>.go",
            "ä/ö.ts",
            "../q#r?.js",
            "a:b.rb",
            "c\\d",
            "*e*_.h",
        ] {
            let encoded = percent_encode(path);
            assert!(
                encoded.is_ascii() && !encoded.contains([' ', '(', ')', '<', '>', '#', '?']),
                "{encoded}"
            );
            assert_eq!(percent_decode(&encoded), path);
        }
        assert_eq!(percent_decode("%zz%4"), "%zz%4");
        assert_eq!(percent_decode("%ff"), "%ff");
    }

    #[test]
    fn labels_show_the_name() {
        assert_eq!(label("solvers.py"), "solvers.py");
        assert_eq!(label("__init__.py"), "`__init__.py`");
        assert_eq!(label("snake_case_name.py"), "snake_case_name.py");
        assert_eq!(label("[id].tsx"), "[id].tsx");
        assert_eq!(label("a]b.ts"), "`a]b.ts`");
        assert_eq!(code_span("a`b"), "``a`b``");
        assert_eq!(code_span("`"), "`` ` ``");
    }
}

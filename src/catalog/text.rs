//! Text that is safe to stand in a catalog: escaping, code spans, links, percent-encoding.

use std::fmt::Write as _;

use pulldown_cmark::Event;
use pulldown_cmark::Options;
use pulldown_cmark::Parser;
use pulldown_cmark::Tag;

/// Percent-decodes a link's destination; what is not valid UTF-8 afterwards comes back as it was.
pub fn percent_decode(destination: &str) -> String {
    if !destination.contains('%') {
        return destination.to_owned();
    }
    let bytes = destination.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).filter(|hex| hex.iter().all(u8::is_ascii_hexdigit));
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
        // What RFC 3986 allows in a path, less what Markdown may read otherwise.
        if byte.is_ascii_alphanumeric() || b"/-._~!$'+,;=@".contains(&byte) {
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
    let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
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
    if plain_in_link && !name.is_empty() { name } else { code_span(&name) }
}

/// What inline Markdown shows, if it is nothing but one paragraph of text, code and links.
pub fn plain(markdown: &str) -> Option<String> {
    let mut out = String::new();
    let mut paragraphs = 0;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Paragraph) => paragraphs += 1,
            Event::Start(Tag::Link { .. }) | Event::End(_) => {}
            Event::Text(text) | Event::Code(text) => out.push_str(&text),
            Event::SoftBreak => out.push(' '),
            _ => return None,
        }
    }
    (paragraphs == 1).then_some(out)
}

/// A text as one line of prose that cannot be read as a heading, a list, HTML or two paragraphs; `None` where it has
/// line ends, invisible characters or nothing at all. What reads well already comes back as it is.
pub fn prose(text: &str) -> Option<String> {
    let line = text.trim();
    if line.is_empty() || line.contains(['\n', '\r']) || line.chars().any(is_invisible) {
        return None;
    }
    if is_prose(line) {
        return Some(line.to_owned());
    }
    let escaped = escape_html(line);
    let (head, tail) = escaped.split_at(first_word_end(&escaped));
    // `1.` and `1)` are escaped at their sign, everything else in front.
    let opened = match head.find(['.', ')']) {
        Some(at) if at > 0 && head[..at].bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{}\\{}{tail}", &head[..at], &head[at..])
        }
        _ => format!("\\{escaped}"),
    };
    [escaped, opened].into_iter().find(|line| is_prose(line))
}

/// Whether a line is one paragraph of inline Markdown without raw HTML.
fn is_prose(line: &str) -> bool {
    let mut paragraphs = 0;
    for event in Parser::new_ext(line, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Paragraph) => paragraphs += 1,
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Link { .. })
            | Event::End(_)
            | Event::Text(_)
            | Event::Code(_) => {}
            _ => return false,
        }
    }
    paragraphs == 1
}

fn first_word_end(line: &str) -> usize {
    line.find(char::is_whitespace).unwrap_or(line.len())
}

/// `<` with a backslash before it, outside code spans.
fn escape_html(line: &str) -> String {
    let codes: Vec<_> = Parser::new(line)
        .into_offset_iter()
        .filter(|(event, _)| matches!(event, Event::Code(_)))
        .map(|(_, range)| range)
        .collect();
    let mut out = String::with_capacity(line.len() + 8);
    for (at, c) in line.char_indices() {
        if c == '<' && !codes.iter().any(|code| code.contains(&at)) && !out.ends_with('\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
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
        for path in ["a b.py", "100%.c", "x(y).rs", "<z>.go", "ä/ö.ts", "../q#r?.js", "a:b.rb", "c\\d", "*e*_.h"] {
            let encoded = percent_encode(path);
            assert!(encoded.is_ascii() && !encoded.contains([' ', '(', ')', '<', '>', '#', '?']), "{encoded}");
            assert_eq!(percent_decode(&encoded), path);
        }
        assert_eq!(percent_decode("%zz%4"), "%zz%4");
        assert_eq!(percent_decode("%ff"), "%ff");
    }

    #[test]
    fn prose_stays_prose() {
        for good in ["Solves it.", "Uses `a<b>` and *this*.", "a_b and c < d", "See [x](y)."] {
            assert_eq!(prose(good).as_deref(), Some(good));
        }
        for (risky, safe) in [
            ("# Not a heading", "\\# Not a heading"),
            ("- not a bullet", "\\- not a bullet"),
            ("1. not a list", "1\\. not a list"),
            ("> not a quote", "\\> not a quote"),
            ("a <div> b", "a \\<div> b"),
            ("<!-- libra:keep -->", "\\<!-- libra:keep -->"),
            ("---", "\\---"),
            ("```", "\\```"),
        ] {
            assert_eq!(prose(risky).as_deref(), Some(safe), "{risky}");
        }
        for bad in ["", "  ", "a\nb", "a\u{202e}b", "a\u{200b}b"] {
            assert_eq!(prose(bad), None, "{bad:?}");
        }
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

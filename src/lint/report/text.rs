//! Text that came from a repository, made harmless for the format it goes into.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Text for a line of a terminal: what would move the cursor, break the line or hide is written as its code.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    let harmless = |c: char| !c.is_control() && !crate::catalog::text::is_invisible(c);
    if text.chars().all(harmless) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if harmless(c) {
            out.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
    }
    Cow::Owned(out)
}

/// Text between or inside XML tags. XML has no way to write most control codes, so they become a replacement sign.
pub(super) fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\r' => out.push_str("&#13;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// The value of a workflow command.
pub(super) fn command_value(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a workflow command, which also ends at a colon or a comma.
pub(super) fn command_property(text: &str) -> String {
    command_value(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_escapes() {
        assert_eq!(one_line("a\nb\u{1b}[31m\u{202e}é"), "a\\u{a}b\\u{1b}[31m\\u{202e}é");
        assert_eq!(xml("<a b=\"c\">&\u{1}"), "&lt;a b=&quot;c&quot;&gt;&amp;\u{fffd}");
        assert_eq!(command_property("a:b,c%\n::error::"), "a%3Ab%2Cc%25%0A%3A%3Aerror%3A%3A");
    }
}

//! Text made safe for HTML, and numbers made short.

/// A text with nothing in it that HTML would read as markup.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // What a browser may not show, or what may turn the order of the rest.
            c if c.is_control() && c != '\n' && c != '\t' => safe.push('\u{fffd}'),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// Such as `$1.25`; a dash where a price is not known.
pub(super) fn dollars(cost: Option<f64>) -> String {
    cost.map_or_else(|| "–".to_owned(), |cost| format!("${cost:.2}"))
}

/// Such as `61.3`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// Such as `12.4 KB`.
pub(super) fn kilobytes(bytes: usize) -> String {
    format!("{:.1} KB", bytes as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_is_left_to_read_as_markup() {
        assert_eq!(escaped("<b a='\"'>&\u{202e}\u{1b}\n"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;\u{fffd}\u{fffd}\n");
    }
}

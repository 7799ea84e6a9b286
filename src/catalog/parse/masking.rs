//! Blanks out what is not Markdown, so that it cannot change how its neighbours read. Offsets stay.

use std::borrow::Cow;

use crate::base::Span;

/// The text with merge-conflict markers replaced by spaces, and where the conflicts stand.
///
/// A conflict runs from `<<<<<<<` to `>>>>>>>` (or to the end of the text). Both sides are read; only the marker
/// lines vanish, since `=======` under a paragraph would make a heading of it and `>>>>>>>` a quote.
pub(super) fn without_conflicts(text: &str) -> (Cow<'_, str>, Vec<Span>) {
    if !text.contains("<<<<<<<") {
        return (Cow::Borrowed(text), Vec::new());
    }
    let mut conflicts: Vec<Span> = Vec::new();
    let mut open: Option<usize> = None;
    let mut masked = text.as_bytes().to_vec();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let end = start + content.len();
        let marker = match open {
            None => is_marker(content, '<'),
            Some(_) => ['<', '|', '=', '>'].iter().any(|sign| is_marker(content, *sign)),
        };
        if marker {
            masked[start..end].fill(b' ');
            let first = *open.get_or_insert(start);
            if is_marker(content, '>') {
                conflicts.push(Span::new(first, end));
                open = None;
            }
        }
        start += line.len();
    }
    if let Some(first) = open {
        conflicts.push(Span::new(first, text.trim_end().len()));
    }
    // Whole lines were replaced by ASCII, so this cannot fail.
    (String::from_utf8(masked).map_or(Cow::Borrowed(text), Cow::Owned), conflicts)
}

/// Seven equal signs at the start of a line, then its end or a space, as git writes them.
fn is_marker(line: &str, sign: char) -> bool {
    let rest = line.trim_start_matches(sign);
    line.len() - rest.len() == 7 && (rest.is_empty() || rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::without_conflicts;

    #[test]
    fn markers_vanish_and_bytes_stay() {
        let text = "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n=======\n";
        let (masked, conflicts) = without_conflicts(text);
        assert_eq!(masked.len(), text.len());
        assert_eq!(masked.lines().map(str::trim).collect::<Vec<_>>(), ["a", "", "b", "", "c", "", "======="]);
        assert_eq!(conflicts.len(), 1);
        assert!(conflicts[0].slice(text).ends_with(">>>>>>> theirs"));
        assert_eq!(without_conflicts("x\n=======\n").1, []);
        assert_eq!(without_conflicts("<<<<<<< a\nx\n\n").1.len(), 1);
    }
}

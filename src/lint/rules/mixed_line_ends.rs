//! CAT003: lines that end in different ways.

use crate::base::Span;
use crate::base::TextEdit;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let ends = line_ends(context.text());
    let count = |end: &str| ends.iter().filter(|(_, found)| *found == end).count();
    let counts = [count("\n"), count("\r\n"), count("\r")];
    if counts.iter().filter(|count| **count > 0).count() < 2 {
        return;
    }
    // The more frequent of the two that git knows wins, so that a fix changes as few lines as it can.
    let wanted = if counts[1] > counts[0] { "\r\n" } else { "\n" };
    let wrong: Vec<_> = ends.iter().filter(|(_, end)| *end != wanted).collect();
    let Some((first, _)) = wrong.first() else { return };
    let changes = wrong.iter().map(|(span, _)| TextEdit { span: *span, text: wanted.to_owned() }).collect();
    let [unix, dos, old] = counts;
    let message = format!("line ends are mixed: {unix} LF, {dos} CRLF, {old} CR");
    let title = if wanted == "\n" { "end every line with LF" } else { "end every line with CRLF" };
    sink.report(*first, "", message).fix = edits::edits(title, Safety::Safe, changes);
}

/// Every line end with its bytes.
fn line_ends(text: &str) -> Vec<(Span, &str)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let len = match bytes[at] {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
            b'\r' | b'\n' => 1,
            _ => {
                at += 1;
                continue;
            }
        };
        found.push((Span::new(at, at + len), &text[at..at + len]));
        at += len;
    }
    found
}

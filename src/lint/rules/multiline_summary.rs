//! CAT403: a summary of more than one line.

use crate::base::Span;
use crate::base::TextEdit;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for entry in context.entries() {
        let Some(summary) = &entry.summary else { continue };
        let lines = context.lines.lines_of(summary.span).line_count();
        if lines == 1 {
            continue;
        }
        let message = format!("the summary of `{}` has {lines} lines; a summary is one", entry.heading.text);
        let joined = joints(context.text(), summary.span);
        // Two lines that make a line which is too long are for a person to shorten.
        let length = summary.text.chars().count();
        let fix = (length <= context.config.max_line_length)
            .then(|| edits::edits("join the lines", Safety::Safe, joined))
            .flatten();
        sink.report(summary.span, subject(entry), message).fix = fix;
    }
}

/// Replaces each line end, and the blanks around it, by one space.
fn joints(text: &str, span: Span) -> Vec<TextEdit> {
    let content = span.slice(text);
    let mut changes = Vec::new();
    for (at, _) in content.match_indices('\n') {
        let start = content[..at].trim_end().len();
        let end = content.len() - content[at..].trim_start().len();
        changes.push(TextEdit { span: Span::new(span.start + start, span.start + end), text: " ".to_owned() });
    }
    changes
}

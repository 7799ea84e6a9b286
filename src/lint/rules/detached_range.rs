//! CAT303: a line range that does not stand right after the name.

use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::listed::Verdict;
use crate::lint::listed::put;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for listed in context.listed().iter().filter(|listed| listed.verdict == Verdict::Detached) {
        let Some(note) = &listed.mention.range else { continue };
        let message = format!("the range of `{}` does not stand right after the name", listed.mention.name);
        // The range is right as it is, so it is moved and not rewritten.
        let fix = note.lines.and_then(|lines| {
            let changes = put(listed.mention, lines, context.text());
            edits::edits("move it behind the name", Safety::Safe, changes)
        });
        sink.report(note.span, listed.subject(), message).fix = fix;
    }
}

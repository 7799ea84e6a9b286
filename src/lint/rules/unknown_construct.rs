//! CAT110: something that a catalog has no use for: a table, a code block, an image, a quote.

use crate::catalog::ProblemKind;
use crate::lint::context::LintContext;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for problem in &context.catalog.problems {
        if let Some(what) = name(problem.kind) {
            sink.report(problem.span, what, format!("{what} does not belong in a catalog"));
        }
    }
}

/// What the reader sees, or `None` for what other rules speak of.
fn name(kind: ProblemKind) -> Option<&'static str> {
    match kind {
        ProblemKind::Table => Some("a table"),
        ProblemKind::CodeBlock => Some("a code block"),
        ProblemKind::Quote => Some("a quote"),
        ProblemKind::Image => Some("an image"),
        ProblemKind::Html => Some("HTML"),
        ProblemKind::OrderedList => Some("a numbered list"),
        ProblemKind::Rule => Some("a horizontal rule"),
        ProblemKind::DeepHeading
        | ProblemKind::SkippedLevel
        | ProblemKind::UnbalancedKeep
        | ProblemKind::ConflictMarker => None,
    }
}

//! CAT004: conflict markers that git left.

use crate::base::Span;
use crate::catalog;
use crate::catalog::ProblemKind;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let mut fix = fix(context);
    for problem in context.catalog.problems.iter().filter(|problem| problem.kind == ProblemKind::ConflictMarker) {
        let marker = problem.span.slice(context.text()).lines().next().unwrap_or_default();
        let span = Span::new(problem.span.start, problem.span.start + marker.len());
        let message = "a merge conflict is not resolved; other rules wait until it is";
        sink.report(span, "", message).fix = std::mem::take(&mut fix);
    }
}

/// All conflicts are resolved together. Where both sides can be kept, nobody's words are lost.
fn fix(context: &LintContext<'_>) -> Option<Fix> {
    let text = context.text();
    let merged = catalog::without_conflicts(text).filter(|_| context.is_conflicted())?;
    let (title, safety) = match merged.conflicts {
        0 => ("keep what both sides have", Safety::Safe),
        _ => ("keep what both sides have, and of two texts ours", Safety::Unsafe),
    };
    edits::edits(title, safety, vec![edits::changed_lines(text, &merged.text)?])
}

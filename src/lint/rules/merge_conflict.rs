//! CAT004: conflict markers that git left.

use crate::base::Span;
use crate::catalog::ProblemKind;
use crate::lint::context::LintContext;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for problem in context.catalog.problems.iter().filter(|problem| problem.kind == ProblemKind::ConflictMarker) {
        let marker = problem.span.slice(context.text()).lines().next().unwrap_or_default();
        let span = Span::new(problem.span.start, problem.span.start + marker.len());
        sink.report(span, "", "a merge conflict is not resolved; other rules wait until it is");
    }
}

//! CAT111: a heading that skips a level.

use crate::catalog::ProblemKind;
use crate::lint::context::LintContext;
use crate::lint::headings;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for problem in context.catalog.problems.iter().filter(|problem| problem.kind == ProblemKind::SkippedLevel) {
        let heading = problem.span.slice(context.text());
        let text = heading.trim_start_matches(['#', ' ']);
        let fix = headings::mended(context, problem.span);
        sink.report(problem.span, text, format!("the heading `{text}` skips a level")).fix = fix;
    }
}

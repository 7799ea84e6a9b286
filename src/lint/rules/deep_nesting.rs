//! CAT404: bullets or headings nested deeper than a catalog goes.

use crate::catalog::ProblemKind;
use crate::lint::context::LintContext;
use crate::lint::context::all_bullets;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for problem in context.catalog.problems.iter().filter(|problem| problem.kind == ProblemKind::DeepHeading) {
        let heading = problem.span.slice(context.text()).trim_start_matches(['#', ' ']);
        sink.report(problem.span, heading, "headings go down to entries (`###`) and no deeper");
    }
    for bullet in all_bullets(context).into_iter().filter(|bullet| bullet.depth == 2) {
        let subject: String = bullet.text.chars().take(40).collect();
        sink.report(bullet.span, subject, "bullets have sub-bullets, and those have none");
    }
}

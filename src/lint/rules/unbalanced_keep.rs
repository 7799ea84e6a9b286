//! CAT112: a `libra:keep` without its `libra:end`, or the other way round.

use crate::catalog::ProblemKind;
use crate::lint::context::LintContext;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for problem in context.catalog.problems.iter().filter(|problem| problem.kind == ProblemKind::UnbalancedKeep) {
        let opens = problem.span.slice(context.text()).contains("libra:keep");
        let (one, other) = if opens { ("libra:keep", "libra:end") } else { ("libra:end", "libra:keep") };
        sink.report(problem.span, one, format!("`{one}` has no `{other}`"));
    }
}

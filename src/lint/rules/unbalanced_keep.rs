//! CAT112: a `libra:keep` without its `libra:end`, or the other way round.

use crate::base::Span;
use crate::catalog::ProblemKind;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let unbalanced = |kind: ProblemKind| kind == ProblemKind::UnbalancedKeep;
    for problem in context.catalog.problems.iter().filter(|problem| unbalanced(problem.kind)) {
        let opens = problem.span.slice(context.text()).contains("libra:keep");
        let (one, other) = if opens { ("libra:keep", "libra:end") } else { ("libra:end", "libra:keep") };
        let is_last = opens && context.catalog.kept.last().is_some_and(|kept| kept.start == problem.span.start);
        let fix = match is_last {
            true => closed(context, problem.span),
            false => edits::remove_comment("remove the comment", Safety::Unsafe, context, problem.span),
        };
        sink.report(problem.span, one, format!("`{one}` has no `{other}`")).fix = fix;
    }
}

/// Ends what is kept where the entry or section ends in which it begins.
fn closed(context: &LintContext<'_>, keep: Span) -> Option<Fix> {
    let text = context.text();
    let sections = context.catalog.sections.iter().flat_map(|section| {
        [section.heading.span.start].into_iter().chain(section.entries.iter().map(|entry| entry.heading.span.start))
    });
    let next = sections.filter(|start| *start > keep.end).min().unwrap_or(text.len());
    let end = text[..next].trim_end().len().max(keep.end);
    let line_end = context.line_end();
    let comment = format!("{line_end}<!-- libra:end -->");
    edits::replace("keep what stands under this heading", Safety::Unsafe, Span::new(end, end), comment)
}

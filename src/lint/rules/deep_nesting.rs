//! CAT404: bullets or headings nested deeper than a catalog goes.

use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Bullet;
use crate::catalog::ProblemKind;
use crate::lint::context::LintContext;
use crate::lint::context::all_bullets;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::headings;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for problem in context.catalog.problems.iter().filter(|problem| problem.kind == ProblemKind::DeepHeading) {
        let heading = problem.span.slice(context.text()).trim_start_matches(['#', ' ']);
        let fix = headings::mended(context, problem.span);
        sink.report(problem.span, heading, "headings go down to entries (`###`) and no deeper").fix = fix;
    }
    for bullet in all_bullets(context).into_iter().filter(|bullet| bullet.depth == 2) {
        let subject: String = bullet.text.chars().take(40).collect();
        let fix = outdented(context, bullet);
        sink.report(bullet.span, subject, "bullets have sub-bullets, and those have none").fix = fix;
    }
}

/// Moves a bullet's lines to the left, to where its parent begins; what stands below it follows.
fn outdented(context: &LintContext<'_>, bullet: &Bullet) -> Option<Fix> {
    let text = context.text();
    let indent =
        |bullet: &Bullet| bullet.span.start - context.lines.line_span(context.lines.line_of(bullet.span.start)).start;
    let above =
        all_bullets(context).into_iter().find(|other| other.depth == 1 && other.extent.contains(bullet.extent))?;
    let by = indent(bullet).checked_sub(indent(above)).filter(|by| *by > 0)?;
    let mut changes = Vec::new();
    let lines = context.lines.lines_of(bullet.extent);
    for line in lines.start()..=lines.end() {
        let span = context.lines.line_span(line);
        let blanks = span.slice(text).len() - span.slice(text).trim_start_matches([' ', '\t']).len();
        changes.push(TextEdit { span: Span::new(span.start, span.start + by.min(blanks)), text: String::new() });
    }
    edits::edits("make it a sub-bullet", Safety::Unsafe, changes)
}

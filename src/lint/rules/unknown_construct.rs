//! CAT110: something that a catalog has no use for: a table, a code block, an image, a quote.

use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Problem;
use crate::catalog::ProblemKind;
use crate::lint::context::LintContext;
use crate::lint::context::all_bullets;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for problem in &context.catalog.problems {
        if let Some(what) = name(problem.kind) {
            let message = format!("{what} does not belong in a catalog");
            sink.report(problem.span, what, message).fix = fix(context, problem, what);
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

fn fix(context: &LintContext<'_>, problem: &Problem, what: &str) -> Option<Fix> {
    let span = problem.span;
    match problem.kind {
        ProblemKind::OrderedList => bulleted(context, span),
        ProblemKind::Html if !stands_alone(context, span) => escaped(context, span),
        _ if stands_alone(context, span) => {
            edits::remove_lines(format!("remove {}", what.trim_start_matches("a ")), Safety::Unsafe, context, span)
        }
        ProblemKind::Image => edits::replace("remove the image", Safety::Unsafe, span, ""),
        // Inside a bullet nothing says which lines are meant.
        _ => None,
    }
}

/// Whether nothing else stands on the lines of a span.
fn stands_alone(context: &LintContext<'_>, span: Span) -> bool {
    let lines = context.lines.range_span(context.lines.lines_of(span));
    let (before, after) = (Span::new(lines.start, span.start), Span::new(span.end.min(lines.end), lines.end));
    before.slice(context.text()).trim().is_empty() && after.slice(context.text()).trim().is_empty()
}

/// Numbers replaced by dashes.
fn bulleted(context: &LintContext<'_>, list: Span) -> Option<Fix> {
    let marker = |start: usize| {
        let rest = &context.text()[start..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let is_number = digits > 0 && rest[digits..].starts_with(['.', ')']);
        is_number.then(|| TextEdit { span: Span::new(start, start + digits + 1), text: "-".to_owned() })
    };
    let bullets = all_bullets(context).into_iter().filter(|bullet| list.contains(bullet.extent));
    let changes = bullets.filter_map(|bullet| marker(bullet.span.start)).collect();
    edits::edits("make its items bullets", Safety::Safe, changes)
}

/// `Vec<String>` in prose reads like HTML; a backslash makes it text.
fn escaped(context: &LintContext<'_>, html: Span) -> Option<Fix> {
    let opens = html.slice(context.text()).match_indices('<');
    let at = |offset: usize| Span::new(html.start + offset, html.start + offset);
    let changes = opens.map(|(offset, _)| TextEdit { span: at(offset), text: "\\".to_owned() }).collect();
    edits::edits("show it as text", Safety::Safe, changes)
}

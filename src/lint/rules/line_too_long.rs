//! CAT401: a line over the length limit.

use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Bullet;
use crate::catalog::BulletKind;
use crate::lint::context::LintContext;
use crate::lint::context::all_bullets;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let limit = context.config.max_line_length;
    let text = context.text();
    for number in 1..=context.lines.line_count() {
        let line = context.lines.line_span(number);
        // Characters are never more than bytes, so most lines are not counted at all.
        if line.len() <= limit {
            continue;
        }
        let content = line.slice(text).trim_end_matches(['\n', '\r']);
        let length = content.chars().count();
        if length <= limit {
            continue;
        }
        let over = content.char_indices().nth(limit).map_or(content.len(), |(at, _)| at);
        let span = Span::new(line.start + over, line.start + content.len());
        let message = format!("the line has {length} characters, at most {limit} are allowed");
        let subject: String = content.chars().take(40).collect();
        let whole = Span::new(line.start, line.start + content.len());
        sink.report(span, subject, message).fix = fix(context, whole, limit);
    }
}

/// Splits the bullet that is this line into several.
fn fix(context: &LintContext<'_>, line: Span, limit: usize) -> Option<Fix> {
    let Some(bullet) = all_bullets(context).into_iter().find(|bullet| line.contains(bullet.span)) else {
        return paragraph(context, line, limit);
    };
    let changes = match bullet.kind {
        BulletKind::Symbols if bullet.description.is_none() && bullet.mentions.len() > 1 => {
            between_symbols(context, bullet, line, limit)
        }
        BulletKind::Symbols | BulletKind::Prose => vec![after_clause(context, bullet, line, limit)?],
        BulletKind::Caveat => return None,
    };
    edits::edits("split the bullet", Safety::Safe, changes)
}

/// Breaks a paragraph at a space; of a summary, which is one line, the clauses that do not fit become a bullet.
fn paragraph(context: &LintContext<'_>, line: Span, limit: usize) -> Option<Fix> {
    let catalog = context.catalog;
    let (text, content) = (context.text(), line.slice(context.text()));
    let fits = content.char_indices().nth(limit).map_or(content.len(), |(at, _)| at);
    if let Some(entry) = context.entries().find(|entry| entry.summary.as_ref().is_some_and(|s| s.span == line)) {
        let clause = |mark: &str| {
            let hits = content.get(..fits)?.rmatch_indices(mark);
            hits.map(|(at, _)| at).find(|at| *at > 20 && is_plain(&content[..*at]))
        };
        let at = line.start + clause(". ").or_else(|| clause("; ")).or_else(|| clause(", "))?;
        let rest = text[at + 1..].len() - text[at + 1..].trim_start_matches(' ').len();
        let (cut, begins) = (at + 1 + rest, &text[at + 1 + rest..]);
        let stands_first = entry.bullets.first().is_none_or(|bullet| bullet.span.start > line.end);
        if begins.starts_with('`') || !stands_first {
            return None;
        }
        let end = if text[at..].starts_with('.') { at + 1 } else { at };
        let stop = if end == at { "." } else { "" };
        let joint = format!("{stop}{}- ", context.line_end());
        return edits::replace("split the summary", Safety::Unsafe, Span::new(end, cut), joint);
    }
    let sections = catalog.sections.iter().flat_map(|section| &section.prose);
    let mut paragraphs = catalog.intro.iter().chain(&catalog.prose).chain(sections);
    paragraphs.find(|paragraph| paragraph.span.contains(line))?;
    let at = content.get(..fits)?.rfind(' ').filter(|at| *at > 20)?;
    let space = Span::new(line.start + at, line.start + at + 1);
    edits::replace("break the line", Safety::Safe, space, context.line_end())
}

/// Starts a new bullet wherever the next symbol would go over the limit.
fn between_symbols(context: &LintContext<'_>, bullet: &Bullet, line: Span, limit: usize) -> Vec<TextEdit> {
    let text = context.text();
    let indent = &text[line.start..bullet.span.start];
    let mut start = line.start;
    let mut changes = Vec::new();
    let ends: Vec<_> =
        bullet.mentions.iter().map(|mention| mention.range.as_ref().map_or(mention.span.end, |r| r.span.end)).collect();
    for (at, pair) in bullet.mentions.windows(2).enumerate() {
        let (gap, next_end) = (Span::new(ends[at], pair[1].span.start), ends[at + 1]);
        if text[start..next_end].chars().count() > limit && gap.start < gap.end {
            changes.push(TextEdit { span: gap, text: format!("{}{indent}- ", context.line_end()) });
            // The marker takes the place of what the line began with, which is as long.
            start = gap.end.saturating_sub(2 + indent.len());
        }
    }
    changes
}

/// Makes a sub-bullet of what follows the last clause that fits; a sub-bullet goes on as its own neighbour.
fn after_clause(context: &LintContext<'_>, bullet: &Bullet, line: Span, limit: usize) -> Option<TextEdit> {
    let text = context.text();
    let content = line.slice(text);
    let fits = content.char_indices().nth(limit).map_or(content.len(), |(at, _)| at);
    let symbols_end =
        bullet.mentions.iter().map(|mention| mention.range.as_ref().map_or(mention.span.end, |r| r.span.end));
    let floor = symbols_end.filter(|_| bullet.kind == BulletKind::Symbols).max().unwrap_or(bullet.span.start + 2);
    let floor = floor.saturating_sub(line.start);
    let clause = |mark: &str| {
        let hits = content.get(..fits)?.rmatch_indices(mark);
        hits.map(|(at, _)| at).find(|at| *at > floor + 20 && is_plain(&content[..*at]))
    };
    let at = clause(". ").or_else(|| clause("; ")).or_else(|| clause(", "))?;
    let mark_end = line.start + at + 1;
    let rest = text[mark_end..].len() - text[mark_end..].trim_start_matches(' ').len();
    let indent = &content[..bullet.span.start - line.start];
    let deeper = if bullet.depth == 0 { "  " } else { "" };
    let joint = format!("{}{indent}{deeper}- ", context.line_end());
    Some(TextEdit { span: Span::new(mark_end, mark_end + rest), text: joint })
}

/// Whether a cut behind `before` stands outside code and links.
fn is_plain(before: &str) -> bool {
    let count = |c: char| before.matches(c).count();
    count('`') % 2 == 0 && count('[') == count(']') && count('(') == count(')')
}

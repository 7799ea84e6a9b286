//! CAT402: more bullets under one heading than it may have.

use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Bullet;
use crate::catalog::BulletKind;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let limit = context.config.max_bullets;
    let entries = context.entries().map(|entry| (&entry.heading, subject(entry), &entry.bullets));
    let sections = context.catalog.sections.iter();
    let sections = sections.map(|section| (&section.heading, section.heading.text.clone(), &section.bullets));
    for (heading, subject, bullets) in entries.chain(sections) {
        let count: usize = bullets.iter().map(Bullet::count).sum();
        if count > limit {
            let message = format!("`{}` has {count} bullets, at most {limit} are allowed", heading.text);
            sink.report(heading.span, subject, message).fix = fix(context, bullets, count, limit);
        }
    }
}

/// Joins neighbours that list names alone, if that is enough.
fn fix(context: &LintContext<'_>, bullets: &[Bullet], count: usize, limit: usize) -> Option<Fix> {
    let text = context.text();
    let mut changes: Vec<TextEdit> = Vec::new();
    let mut length = 0;
    for pair in bullets.windows(2) {
        let [before, bullet] = pair else { continue };
        if changes.last().is_none_or(|change| change.span.end <= before.span.start) {
            length = before.span.slice(text).chars().count();
        }
        let Some(gap) = gap(text, before, bullet) else { continue };
        let added = text[gap.end..bullet.span.end].chars().count() + 2;
        // Sub-bullets never come here, so the marker is all that precedes the text on the line.
        if length + added <= context.config.max_line_length {
            changes.push(TextEdit { span: gap, text: ", ".to_owned() });
            length += added;
        } else {
            length = bullet.span.slice(text).chars().count();
        }
    }
    (count - changes.len() <= limit).then(|| edits::edits("join bullets of names", Safety::Safe, changes)).flatten()
}

/// What stands between two bullets of names that can be joined.
fn gap(text: &str, before: &Bullet, bullet: &Bullet) -> Option<Span> {
    let is_names = |bullet: &Bullet| {
        bullet.kind == BulletKind::Symbols && bullet.description.is_none() && bullet.children.is_empty()
    };
    let gap = Span::new(before.span.end, bullet.mentions.first()?.span.start);
    let marker = text[gap.range()].trim();
    (is_names(before) && is_names(bullet) && matches!(marker, "-" | "*" | "+")).then_some(gap)
}

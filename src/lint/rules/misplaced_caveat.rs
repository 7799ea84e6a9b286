//! CAT114: a caveat that does not close its entry, or a second one.

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
    for entry in context.entries() {
        let Some((last, before)) = entry.bullets.split_last() else { continue };
        for bullet in before.iter().filter(|bullet| bullet.kind == BulletKind::Caveat) {
            let (message, fix) = if last.kind == BulletKind::Caveat {
                let message = format!("the entry `{}` has more than one caveat", entry.heading.text);
                (message, joined(context, bullet, last))
            } else {
                (
                    format!("the caveat of `{}` does not close its entry", entry.heading.text),
                    moved(context, bullet, last),
                )
            };
            sink.report(bullet.span, subject(entry), message).fix = fix;
        }
    }
}

/// Puts the words of a caveat before those of the last one.
fn joined(context: &LintContext<'_>, bullet: &Bullet, last: &Bullet) -> Option<Fix> {
    let words = bullet.description.as_ref().filter(|_| bullet.children.is_empty())?;
    let start = last.description.as_ref()?.span.start;
    let stop = if words.text.ends_with(['.', '!', '?']) { "" } else { "." };
    let insertion = TextEdit { span: Span::new(start, start), text: format!("{}{stop} ", words.text) };
    let lines = context.lines.range_span(context.lines.lines_of(bullet.extent));
    let removal = TextEdit { span: lines, text: String::new() };
    edits::edits("join it with the last", Safety::Unsafe, vec![removal, insertion])
}

/// Moves a bullet's lines behind those of the last one.
fn moved(context: &LintContext<'_>, bullet: &Bullet, last: &Bullet) -> Option<Fix> {
    let text = context.text();
    let lines = context.lines.range_span(context.lines.lines_of(bullet.extent));
    let end = context.lines.range_span(context.lines.lines_of(last.extent)).end;
    let mut moved = lines.slice(text).to_owned();
    // A text that does not end with a line end takes one before the moved lines instead of after them.
    if !text[..end].ends_with('\n') {
        moved = format!("{}{}", context.line_end(), moved.trim_end());
    }
    let insert = TextEdit { span: Span::new(end, end), text: moved };
    let removal = TextEdit { span: lines, text: String::new() };
    edits::edits("move it to the end of the entry", Safety::Safe, vec![removal, insert])
}

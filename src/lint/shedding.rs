//! A fix for catalogs that are too large: what is least missed goes, as much of it as is needed.

use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Bullet;
use crate::catalog::BulletKind;
use crate::catalog::Entry;
use crate::catalog::Target;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;

/// Takes bullets away until the text measures no more than `limit`, or `None` where all that may go is not enough:
/// first sub-bullets, then what is said of submodules beyond their summaries, which their own catalogs say better, then
/// bullets that list names alone; of each the last ones first. Caveats and what a person keeps stay.
pub(crate) fn shed(context: &LintContext<'_>, limit: usize, measure: &dyn Fn(&str) -> usize) -> Option<Fix> {
    let lines = dispensable(context);
    let fits = |count: usize| measure(&without(context.text(), &lines[..count])) <= limit;
    // What is measured shrinks with every line, so the least number that is enough can be looked for by halves.
    let (mut too_few, mut enough) = (0, lines.len());
    if enough == 0 || !fits(enough) {
        return None;
    }
    while enough - too_few > 1 {
        let middle = usize::midpoint(too_few, enough);
        if fits(middle) { enough = middle } else { too_few = middle }
    }
    let title = match enough {
        1 => "drop the bullet that is least missed".to_owned(),
        count => format!("drop the {count} bullets that are least missed"),
    };
    let cut = |span: &Span| TextEdit { span: *span, text: String::new() };
    edits::edits(title, Safety::Unsafe, lines[..enough].iter().map(cut).collect())
}

/// The lines of bullets that may go, in the order in which they do.
fn dispensable(context: &LintContext<'_>) -> Vec<Span> {
    let entries: Vec<&Entry> = context.entries().collect();
    let is_module = |entry: &Entry| matches!(entry.target, Target::Module(_));
    let says_nothing = |bullet: &&Bullet| bullet.kind == BulletKind::Symbols && bullet.description.is_none();
    let last_first = || entries.iter().rev().flat_map(|entry| entry.bullets.iter().rev().map(move |b| (*entry, b)));
    let below = last_first().flat_map(|(_, bullet)| bullet.children.iter().rev().flat_map(whole));
    let of_modules = last_first().filter(|(entry, _)| is_module(entry)).map(|(_, bullet)| bullet);
    let of_files = last_first().filter(|(entry, _)| !is_module(entry)).map(|(_, bullet)| bullet);
    let bullets = below.chain(of_modules).chain(of_files.filter(says_nothing));
    bullets
        .filter(|bullet| bullet.kind != BulletKind::Caveat && !context.is_kept(bullet.span))
        .map(|bullet| context.lines.range_span(context.lines.lines_of(bullet.span)))
        .collect()
}

/// A sub-bullet, what stands below it first.
fn whole(bullet: &Bullet) -> Vec<&Bullet> {
    bullet.children.iter().rev().flat_map(whole).chain([bullet]).collect()
}

fn without(text: &str, lines: &[Span]) -> String {
    let mut lines = lines.to_vec();
    lines.sort_by_key(|span| span.start);
    let mut left = String::with_capacity(text.len());
    let mut at = 0;
    for span in lines {
        left.push_str(&text[at.min(span.start)..span.start]);
        at = span.end;
    }
    left.push_str(&text[at..]);
    left
}

//! Symbol bullets: added in source order, replaced, taken away.

use crate::base::LineRange;
use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Bullet;
use crate::catalog::BulletKind;
use crate::catalog::EditRefused;
use crate::catalog::Entry;
use crate::catalog::Limits;
use crate::catalog::SymbolLine;
use crate::catalog::SymbolMention;
use crate::catalog::Target;
use crate::catalog::apply::page::Page;
use crate::catalog::apply::words::prose;
use crate::catalog::name_in;
use crate::catalog::text::fold;
use crate::catalog::write;

pub(super) fn set(page: &Page<'_>, target: &Target, line: &SymbolLine) -> Result<Vec<TextEdit>, EditRefused> {
    let entry = page.entry(target)?;
    let line = &SymbolLine {
        declaration: declaration(&line.declaration)?,
        range: line.range,
        summary: line.summary.as_deref().map(prose).transpose()?,
        paths: line.paths.iter().map(|path| prose(path)).collect::<Result<_, _>>()?,
    };
    let Some((bullet, at)) = find(entry, &name_in(&line.declaration)) else {
        return add(page, entry, line);
    };
    if bullet.mentions.len() == 1 {
        let describes = bullet.description.is_some() || !bullet.children.is_empty();
        // A symbol that loses its words shares a bullet, so that an entry gets shorter by it.
        if line.is_name_only()
            && describes
            && bullet.depth == 0
            && let Some(joined) = join(page, entry, line)
        {
            return Ok(vec![page.delete_lines(bullet.extent)?, joined?]);
        }
        let indent = bullet.span.start - page.line_start(bullet.span.start);
        let lines: Vec<String> =
            write::full_lines(line).into_iter().map(|line| format!("{}{line}", " ".repeat(indent))).collect();
        return Ok(vec![page.replace_lines(bullet.extent, &lines)?]);
    }
    if line.is_name_only() {
        let segment = segment(&bullet.mentions[at]);
        return Ok(vec![page.replace(segment, write::named(&line.declaration, line.range))?]);
    }
    let mut changes = vec![cut(page, bullet, at)?];
    changes.push(page.insert_after(bullet.extent.end, &write::full_lines(line))?);
    Ok(changes)
}

pub(super) fn remove(page: &Page<'_>, target: &Target, symbol: &str) -> Result<Vec<TextEdit>, EditRefused> {
    let entry = page.entry(target)?;
    let Some((bullet, at)) = find(entry, symbol) else {
        let (target, symbol) = (target.clone(), symbol.to_owned());
        return Err(EditRefused::NoSymbol { target, symbol });
    };
    let change = if bullet.mentions.len() == 1 { page.delete_lines(bullet.extent)? } else { cut(page, bullet, at)? };
    Ok(vec![change])
}

/// A declaration as it may stand in a code span.
fn declaration(written: &str) -> Result<String, EditRefused> {
    let folded = fold(written);
    if folded.is_empty() || folded.chars().any(crate::catalog::text::is_invisible) {
        return Err(EditRefused::Text { text: written.to_owned() });
    }
    Ok(folded)
}

/// The first bullet that lists a symbol, and where among its mentions.
fn find<'a>(entry: &'a Entry, symbol: &str) -> Option<(&'a Bullet, usize)> {
    let is_it = |mention: &SymbolMention| mention.name == symbol || mention.declaration == symbol;
    entry
        .all_bullets()
        .into_iter()
        .filter(|bullet| bullet.kind == BulletKind::Symbols)
        .find_map(|bullet| Some((bullet, bullet.mentions.iter().position(is_it)?)))
}

/// The bytes of a mention with its range.
fn segment(mention: &SymbolMention) -> Span {
    let end = mention.range.as_ref().map_or(mention.span.end, |note| note.span.end);
    Span::new(mention.span.start, end.max(mention.span.end))
}

/// Takes one of several symbols out of a bullet, with the separator that leads to it or on from it.
fn cut(page: &Page<'_>, bullet: &Bullet, at: usize) -> Result<TextEdit, EditRefused> {
    let own = segment(&bullet.mentions[at]);
    let span = match at.checked_sub(1) {
        Some(before) => Span::new(segment(&bullet.mentions[before]).end, own.end),
        None => Span::new(own.start, bullet.mentions[at + 1].span.start),
    };
    page.replace(span, "")
}

/// Adds a name to the last bullet of names, if that has room.
fn join(page: &Page<'_>, entry: &Entry, line: &SymbolLine) -> Option<Result<TextEdit, EditRefused>> {
    let named = write::named(&line.declaration, line.range);
    let packed = entry.bullets.iter().filter(|bullet| bullet.kind == BulletKind::Symbols).rfind(|bullet| {
        bullet.description.is_none() && bullet.children.is_empty() && !page.catalog.is_kept(bullet.span)
    })?;
    let at = segment(packed.mentions.last()?).end;
    write::fits(packed.span.slice(page.text), &named, &Limits::default())
        .then(|| page.replace(Span::new(at, at), format!(", {named}")))
}

/// Adds a bullet where its lines put it; a name alone joins the last bullet of names, if that has room.
fn add(page: &Page<'_>, entry: &Entry, line: &SymbolLine) -> Result<Vec<TextEdit>, EditRefused> {
    if line.is_name_only()
        && let Some(joined) = join(page, entry, line)
    {
        return Ok(vec![joined?]);
    }
    let symbols = || entry.bullets.iter().filter(|bullet| bullet.kind == BulletKind::Symbols);
    let start_of =
        |bullet: &Bullet| bullet.mentions[0].range.as_ref().and_then(|note| note.lines).map(LineRange::start);
    let before = symbols()
        .filter(|bullet| bullet.mentions.len() == 1)
        .rfind(|bullet| start_of(bullet).is_some_and(|start| start <= line.range.start()));
    let lines = write::full_lines(line);
    let change = match (before, entry.bullets.first()) {
        (Some(before), _) => page.insert_after(before.extent.end, &lines)?,
        (None, Some(first)) => page.insert_at(page.line_start(first.span.start), &lines)?,
        (None, None) => {
            let after = entry.summary.as_ref().map_or(entry.heading.span.end, |summary| summary.span.end);
            page.insert_after(after, &lines)?
        }
    };
    Ok(vec![change])
}

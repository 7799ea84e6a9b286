//! Entries: added where they belong, taken away, renamed, moved between sections.

use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::EditRefused;
use crate::catalog::Entry;
use crate::catalog::EntryDraft;
use crate::catalog::Limits;
use crate::catalog::Section;
use crate::catalog::SectionKind;
use crate::catalog::SymbolLine;
use crate::catalog::Target;
use crate::catalog::apply::page::Page;
use crate::catalog::apply::words::prose;
use crate::catalog::order;
use crate::catalog::text;
use crate::catalog::write;

pub(super) fn add(page: &Page<'_>, section: &str, draft: &EntryDraft) -> Result<Vec<TextEdit>, EditRefused> {
    let target = draft.target.clone();
    if target == Target::Other {
        return Err(EditRefused::NoTarget);
    }
    if page.catalog.entry(&target).is_some() {
        return Err(EditRefused::EntryExists { target });
    }
    let line = |line: &SymbolLine| -> Result<SymbolLine, EditRefused> {
        Ok(SymbolLine {
            declaration: line.declaration.clone(),
            range: line.range,
            summary: line.summary.as_deref().map(prose).transpose()?,
            paths: line.paths.iter().map(|path| prose(path)).collect::<Result<_, _>>()?,
        })
    };
    let draft = EntryDraft {
        summary: if draft.summary.is_empty() { String::new() } else { prose(&draft.summary)? },
        symbols: draft.symbols.iter().map(line).collect::<Result<_, _>>()?,
        notes: draft.notes.iter().map(|note| prose(note)).collect::<Result<_, _>>()?,
        caveat: draft.caveat.as_deref().map(prose).transpose()?,
        target,
    };
    let lines = write::entry_lines(&page.catalog.directory, &draft, &Limits::default());
    Ok(vec![insert(page, section, &draft.target, lines)?])
}

/// Puts an entry's lines into a section: in order where the section is ordered, otherwise at its end.
fn insert(page: &Page<'_>, section: &str, target: &Target, mut lines: Vec<String>) -> Result<TextEdit, EditRefused> {
    let Some(section) = page.catalog.section(section) else {
        let heading = text::prose(section).ok_or_else(|| EditRefused::Text { text: section.to_owned() })?;
        lines.splice(0..0, [format!("## {heading}"), String::new()]);
        return insert_section(page, &heading, lines);
    };
    let ordered = section.entries.is_sorted_by(|a, b| order::key(&a.target) <= order::key(&b.target));
    let next = section.entries.iter().find(|entry| order::key(&entry.target) > order::key(target));
    if let (true, Some(next)) = (ordered, next) {
        lines.push(String::new());
        return page.insert_at(page.line_start(next.heading.span.start), &lines);
    }
    insert_block(page, section_end(page, section), lines)
}

/// A new section stands before the submodules, or at the end.
fn insert_section(page: &Page<'_>, heading: &str, mut lines: Vec<String>) -> Result<TextEdit, EditRefused> {
    let submodules = |section: &&Section| section.kind == SectionKind::Submodules;
    let is_submodules = heading.eq_ignore_ascii_case("submodules");
    if let Some(next) = page.catalog.sections.iter().find(submodules).filter(|_| !is_submodules) {
        lines.push(String::new());
        return page.insert_at(page.line_start(next.heading.span.start), &lines);
    }
    insert_block(page, page.text.trim_end().len(), lines)
}

/// Puts lines after the line that ends at `end`, blank lines around them.
fn insert_block(page: &Page<'_>, end: usize, mut lines: Vec<String>) -> Result<TextEdit, EditRefused> {
    if !page.text[..end].trim().is_empty() {
        lines.insert(0, String::new());
    }
    let after = page.next_line(end);
    let rest = &page.text[after..];
    if !rest.is_empty() && !rest.starts_with(['\n', '\r']) {
        lines.push(String::new());
    }
    page.insert_after(end, &lines)
}

/// The end of a section's last content; comments above the next heading belong to that heading.
fn section_end(page: &Page<'_>, section: &Section) -> usize {
    let mut end = section.span.start + section.span.slice(page.text).trim_end().len();
    let floor = section.entries.last().map_or(section.heading.span.end, |entry| entry.body.end);
    for suppression in page.catalog.suppressions.iter().rev() {
        if suppression.span.end == end && suppression.span.start >= floor {
            end = floor.max(page.text[..suppression.span.start].trim_end().len());
        }
    }
    end
}

/// Of entries that describe the same target the last one goes, and a section that is left empty goes as well.
pub(super) fn remove(page: &Page<'_>, target: &Target) -> Result<Vec<TextEdit>, EditRefused> {
    let Some(entry) = page.catalog.entries().filter(|entry| entry.target == *target).last() else {
        let target = target.clone();
        return Err(EditRefused::NoEntry { target });
    };
    Ok(vec![page.replace(extent(page, entry), "")?])
}

/// The lines that go with an entry.
fn extent(page: &Page<'_>, entry: &Entry) -> Span {
    let alone = |section: &&Section| {
        section.entries.len() == 1
            && section.entries[0].span == entry.span
            && section.prose.is_empty()
            && section.bullets.is_empty()
            && section.span.slice(page.text).trim_end().len() == entry.body.end - section.span.start
    };
    let section = page.catalog.sections.iter().find(alone);
    let first = section.map_or(entry.heading.span.start, |section| section.heading.span.start);
    let start = page.line_start(first);
    let end = page.skip_blank(page.next_line(entry.body.end));
    if end < page.text.len() {
        return Span::new(start, end);
    }
    // At the end of the text the blank lines before it go instead, and the last line keeps its end.
    let before = page.text[..start].trim_end().len();
    let kept_line_end = if page.text.ends_with('\n') && before > 0 { page.next_line(before) } else { before };
    Span::new(kept_line_end.min(start), end)
}

pub(super) fn retarget(page: &Page<'_>, target: &Target, to: &Target) -> Result<Vec<TextEdit>, EditRefused> {
    let entry = page.entry(target)?;
    if *to == Target::Other {
        return Err(EditRefused::NoTarget);
    }
    if page.catalog.entry(to).is_some() {
        return Err(EditRefused::EntryExists { target: to.clone() });
    }
    let link = entry.link.as_ref().ok_or(EditRefused::NoTarget)?;
    Ok(vec![page.replace(link.span, write::link(&page.catalog.directory, to))?])
}

pub(super) fn relocate(page: &Page<'_>, target: &Target, section: &str) -> Result<Vec<TextEdit>, EditRefused> {
    let entry = page.entry(target)?;
    let from = page.catalog.section_of(target);
    let wanted = page.catalog.section(section);
    if let (Some(from), Some(wanted)) = (from, wanted)
        && from.span == wanted.span
    {
        return Ok(Vec::new());
    }
    let lines = entry.body.slice(page.text).lines().map(str::to_owned).collect();
    let removal = page.replace(extent(page, entry), "")?;
    let mut insertion = insert(page, section, target, lines)?;
    // What is put at the very place that is cut becomes part of one change.
    if removal.span.start <= insertion.span.start && insertion.span.start <= removal.span.end {
        insertion.span = removal.span;
        return Ok(vec![insertion]);
    }
    Ok(vec![removal, insertion])
}

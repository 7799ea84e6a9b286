//! Summaries, caveats, the glossary and the paragraph under the title.

use crate::base::TextEdit;
use crate::catalog::BulletKind;
use crate::catalog::EditRefused;
use crate::catalog::Section;
use crate::catalog::SectionKind;
use crate::catalog::Target;
use crate::catalog::apply::page::Page;
use crate::catalog::text;

/// A text as one line of prose that Markdown cannot read as anything else.
pub(super) fn prose(words: &str) -> Result<String, EditRefused> {
    text::prose(words).ok_or_else(|| EditRefused::Text { text: words.to_owned() })
}

pub(super) fn set_summary(page: &Page<'_>, target: &Target, summary: &str) -> Result<Vec<TextEdit>, EditRefused> {
    let entry = page.entry(target)?;
    let summary = prose(summary)?;
    let change = match &entry.summary {
        Some(old) if old.text == summary => return Ok(Vec::new()),
        Some(old) => page.replace(old.span, summary)?,
        None => page.insert_after(entry.heading.span.end, &[summary])?,
    };
    Ok(vec![change])
}

pub(super) fn set_caveat(page: &Page<'_>, target: &Target, caveat: Option<&str>) -> Result<Vec<TextEdit>, EditRefused> {
    let entry = page.entry(target)?;
    let old = entry.bullets.iter().find(|bullet| bullet.kind == BulletKind::Caveat);
    let line = caveat.map(prose).transpose()?.map(|caveat| format!("- Caveat: {caveat}"));
    Ok(match (old, line) {
        (None, None) => Vec::new(),
        (Some(old), None) => vec![page.delete_lines(old.extent)?],
        (Some(old), Some(line)) => vec![page.replace_lines(old.extent, &[line])?],
        (None, Some(line)) => {
            let last = entry.bullets.last().map(|bullet| bullet.extent.end);
            let last = last.or(entry.summary.as_ref().map(|summary| summary.span.end));
            vec![page.insert_after(last.unwrap_or(entry.heading.span.end), &[line])?]
        }
    })
}

pub(super) fn set_term(page: &Page<'_>, term: &str, meaning: &str) -> Result<Vec<TextEdit>, EditRefused> {
    let (term, meaning) = (prose(term)?, prose(meaning)?);
    let line = format!("- **{term}**: {meaning}");
    let glossary = |section: &&Section| section.kind == SectionKind::Glossary;
    let Some(section) = page.catalog.sections.iter().find(glossary) else {
        return add_glossary(page, line);
    };
    let is_term = |text: &str| {
        let text = text.trim_start_matches(['*', '_', '`']);
        let rest = text.get(term.len()..).filter(|_| text[..term.len()].eq_ignore_ascii_case(&term));
        rest.is_some_and(|rest| rest.trim_start_matches(['*', '_', '`', ' ']).starts_with([':', '-', '–', '—']))
    };
    let change = match section.bullets.iter().find(|bullet| is_term(&bullet.text)) {
        Some(old) => page.replace_lines(old.extent, &[line])?,
        None => match section.bullets.last() {
            Some(last) => page.insert_after(last.extent.end, &[line])?,
            None => page.insert_after(section.heading.span.end, &[line])?,
        },
    };
    Ok(vec![change])
}

/// The glossary stands first among the sections.
fn add_glossary(page: &Page<'_>, line: String) -> Result<Vec<TextEdit>, EditRefused> {
    let mut lines = vec!["## Glossary".to_owned(), line];
    if let Some(first) = page.catalog.sections.first() {
        lines.push(String::new());
        return Ok(vec![page.insert_at(page.line_start(first.heading.span.start), &lines)?]);
    }
    let title = page.catalog.titles.first().ok_or(EditRefused::NoTitle)?;
    let after = page.catalog.intro.as_ref().map_or(title.span.end, |intro| intro.span.end);
    lines.insert(0, String::new());
    Ok(vec![page.insert_after(after, &lines)?])
}

pub(super) fn set_intro(page: &Page<'_>, intro: &str) -> Result<Vec<TextEdit>, EditRefused> {
    let intro = prose(intro)?;
    if let Some(old) = &page.catalog.intro {
        return Ok(vec![page.replace(old.span, intro)?]);
    }
    let title = page.catalog.titles.first().ok_or(EditRefused::NoTitle)?;
    Ok(vec![page.insert_after(title.span.end, &[String::new(), intro])?])
}

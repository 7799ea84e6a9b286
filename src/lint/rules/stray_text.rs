//! CAT113: text that belongs to nothing: a second paragraph of an entry or of the introduction, bullets before any
//! section.

use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Entry;
use crate::catalog::SectionKind;
use crate::catalog::TextLine;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let catalog = context.catalog;
    // Without exactly one title nothing says where the introduction is; that is another rule's finding.
    for paragraph in catalog.prose.iter().filter(|_| catalog.titles.len() == 1) {
        let fix = joined(context, paragraph);
        sink.report(paragraph.span, "", "the introduction is one paragraph; this is a further one").fix = fix;
    }
    if let Some(bullet) = catalog.bullets.first() {
        let fix = noted(context, bullet.span.start);
        sink.report(bullet.span, "", "bullets stand before the first section").fix = fix;
    }
    for entry in context.entries() {
        for paragraph in &entry.prose {
            let message = format!("a further paragraph stands in the entry `{}`", entry.heading.text);
            sink.report(paragraph.span, subject(entry), message).fix = bulleted(context, entry, paragraph);
        }
    }
}

/// Joins a paragraph with the one before it, where nothing but blank lines stands between them.
fn joined(context: &LintContext<'_>, paragraph: &TextLine) -> Option<Fix> {
    let catalog = context.catalog;
    let before = catalog.intro.iter().chain(&catalog.prose).take_while(|other| other.span.end <= paragraph.span.start);
    let gap = Span::new(before.last()?.span.end, paragraph.span.start);
    let is_blank = gap.slice(context.text()).trim().is_empty();
    is_blank.then(|| edits::replace("join the paragraphs", Safety::Unsafe, gap, context.line_end())).flatten()
}

/// Puts a heading over bullets that stand under none.
fn noted(context: &LintContext<'_>, start: usize) -> Option<Fix> {
    let mut sections = context.catalog.sections.iter();
    if sections.any(|section| section.kind == SectionKind::Notes) || context.catalog.titles.len() != 1 {
        return None;
    }
    let line = context.lines.line_span(context.lines.line_of(start)).start;
    let heading = format!("## Notes{}", context.line_end());
    edits::replace("put them under `Notes`", Safety::Unsafe, Span::new(line, line), heading)
}

/// Makes a bullet of a paragraph, directly under what stands before it.
fn bulleted(context: &LintContext<'_>, entry: &Entry, paragraph: &TextLine) -> Option<Fix> {
    let text = context.text();
    let words = paragraph.span.slice(text);
    // A bullet that begins with code would list a symbol.
    if words.starts_with('`') {
        return None;
    }
    let before = text[..paragraph.span.start].trim_end().len().max(entry.heading.span.end);
    let gap = Span::new(before, paragraph.span.start);
    let after = &text[paragraph.span.end..];
    let next = after.trim_start();
    let mut changes = vec![TextEdit { span: gap, text: format!("{}- ", context.line_end()) }];
    for (at, _) in words.match_indices('\n') {
        let start = words[..at].trim_end().len();
        let end = words.len() - words[at..].trim_start().len();
        let span = Span::new(paragraph.span.start + start, paragraph.span.start + end);
        changes.push(TextEdit { span, text: " ".to_owned() });
    }
    if next.starts_with("- ") && paragraph.span.end < entry.body.end {
        let span = Span::new(paragraph.span.end, text.len() - next.len());
        changes.push(TextEdit { span, text: context.line_end().to_owned() });
    }
    edits::edits("make it a bullet", Safety::Unsafe, changes)
}

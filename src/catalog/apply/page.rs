//! The lines of a catalog under edit, and the order in which edits are applied.

use std::borrow::Cow;

use crate::base::EditSet;
use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::EditRefused;
use crate::catalog::Entry;
use crate::catalog::ProblemKind;
use crate::catalog::Target;
use crate::catalog::apply::entries;
use crate::catalog::apply::ranges;
use crate::catalog::apply::symbols;
use crate::catalog::apply::words;
use crate::catalog::parse;

/// The catalog's text after all edits, or the reason why one of them is refused; then none is applied.
///
/// Edits are applied in order, each to what the ones before it left.
pub fn apply(catalog: &Catalog, edits: &[CatalogEdit]) -> Result<String, EditRefused> {
    if catalog.problems.iter().any(|problem| problem.kind == ProblemKind::ConflictMarker) {
        return Err(EditRefused::Unmerged);
    }
    let mut catalog = Cow::Borrowed(catalog);
    let mut rest = edits;
    while let Some(edit) = rest.first() {
        // Ranges come by the hundred; one pass over the text is enough for neighbours.
        let ranges = rest.iter().take_while(|edit| matches!(edit, CatalogEdit::SetRange { .. })).count();
        let (changes, taken) = if ranges > 0 {
            (ranges::set(&catalog, &rest[..ranges])?, ranges)
        } else {
            (changes(&Page::new(&catalog), edit)?, 1)
        };
        rest = &rest[taken..];
        let text = EditSet::new(changes)?.apply(&catalog.text)?;
        if text != catalog.text {
            let directory = catalog.directory.clone();
            catalog = Cow::Owned(parse(&directory, &text));
        }
    }
    Ok(catalog.into_owned().text)
}

fn changes(page: &Page<'_>, edit: &CatalogEdit) -> Result<Vec<TextEdit>, EditRefused> {
    match edit {
        CatalogEdit::SetRange { .. } => ranges::set(page.catalog, std::slice::from_ref(edit)),
        CatalogEdit::SetSummary { target, summary } => words::set_summary(page, target, summary),
        CatalogEdit::SetSymbol { target, line } => symbols::set(page, target, line),
        CatalogEdit::RemoveSymbol { target, symbol } => symbols::remove(page, target, symbol),
        CatalogEdit::SetCaveat { target, caveat } => words::set_caveat(page, target, caveat.as_deref()),
        CatalogEdit::AddEntry { section, entry } => entries::add(page, section, entry),
        CatalogEdit::RemoveEntry { target } => entries::remove(page, target),
        CatalogEdit::RetargetEntry { target, to } => entries::retarget(page, target, to),
        CatalogEdit::MoveEntry { target, section } => entries::relocate(page, target, section),
        CatalogEdit::SetGlossaryTerm { term, meaning } => words::set_term(page, term, meaning),
        CatalogEdit::SetIntro { intro } => words::set_intro(page, intro),
    }
}

/// A catalog under edit.
pub(super) struct Page<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) text: &'a str,
    /// The line end that most lines have.
    pub(super) line_end: &'static str,
}

impl<'a> Page<'a> {
    pub(super) fn new(catalog: &'a Catalog) -> Self {
        let text = catalog.text.as_str();
        let windows = text.matches("\r\n").count();
        let all = text.matches('\n').count();
        Self { catalog, text, line_end: if windows * 2 > all { "\r\n" } else { "\n" } }
    }

    pub(super) fn entry(&self, target: &Target) -> Result<&'a Entry, EditRefused> {
        self.catalog.entry(target).ok_or_else(|| EditRefused::NoEntry { target: target.clone() })
    }

    /// The first byte of the line that holds `at`.
    pub(super) fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |end| end + 1)
    }

    /// The first byte of the line after the one that holds `at`.
    pub(super) fn next_line(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |end| at + end + 1)
    }

    /// Where the blank lines from `at`, a line's start, end.
    pub(super) fn skip_blank(&self, mut at: usize) -> usize {
        while at < self.text.len() {
            let next = self.next_line(at);
            if !self.text[at..next].trim().is_empty() {
                break;
            }
            at = next;
        }
        at
    }

    /// Replaces bytes by one line's text, unless they are kept.
    pub(super) fn replace(&self, span: Span, text: impl Into<String>) -> Result<TextEdit, EditRefused> {
        if self.catalog.is_kept(span) {
            return Err(EditRefused::Kept);
        }
        Ok(TextEdit { span, text: text.into() })
    }

    /// Puts lines after the line that holds `at`.
    pub(super) fn insert_after(&self, at: usize, lines: &[String]) -> Result<TextEdit, EditRefused> {
        let at = self.next_line(at);
        if self.text[..at].ends_with('\n') {
            return self.insert_at(at, lines);
        }
        // The text's last line has no end; so shall it be afterwards.
        let text: String = lines.iter().flat_map(|line| [self.line_end, line]).collect();
        self.insert(at, text)
    }

    /// Puts lines at the start of a line.
    pub(super) fn insert_at(&self, at: usize, lines: &[String]) -> Result<TextEdit, EditRefused> {
        let text: String = lines.iter().flat_map(|line| [line, self.line_end]).collect();
        self.insert(at, text)
    }

    fn insert(&self, at: usize, text: String) -> Result<TextEdit, EditRefused> {
        if self.catalog.kept.iter().any(|kept| kept.start < at && at < kept.end) {
            return Err(EditRefused::Kept);
        }
        let span = Span::new(at, at);
        Ok(TextEdit { span, text })
    }

    /// Takes away whole lines, those that `span` touches.
    pub(super) fn delete_lines(&self, span: Span) -> Result<TextEdit, EditRefused> {
        self.replace(Span::new(self.line_start(span.start), self.next_line(span.end)), "")
    }

    /// Replaces whole lines, those that `span` touches, their last line end kept.
    pub(super) fn replace_lines(&self, span: Span, lines: &[String]) -> Result<TextEdit, EditRefused> {
        let start = self.line_start(span.start);
        let end = self.next_line(span.end);
        let old = &self.text[start..end];
        let end = start + old.trim_end_matches(['\r', '\n']).len();
        self.replace(Span::new(start, end), lines.join(self.line_end))
    }
}

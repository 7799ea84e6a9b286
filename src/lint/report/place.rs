//! Where findings and edits stand, in the units that formats count in.

use std::collections::BTreeMap;

use crate::base::LineIndex;
use crate::base::RepoPath;
use crate::base::Span;
use crate::lint::report::Report;

/// The unit of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Unicode characters.
    Chars,
    /// UTF-16 code units.
    Utf16,
    /// Bytes.
    Bytes,
}

/// A span as lines and columns: 1-based, the end column exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) end_line: u32,
    pub(super) end_column: u32,
}

/// The texts of a report's catalogs, each with its lines.
pub(super) struct Places<'a> {
    texts: BTreeMap<&'a RepoPath, (&'a str, LineIndex)>,
}

impl<'a> Places<'a> {
    pub(super) fn new(report: &Report<'a>) -> Self {
        let mut texts = BTreeMap::new();
        for finding in report.findings {
            texts.entry(&finding.catalog).or_insert_with(|| {
                let catalog = finding.catalog.parent().and_then(|directory| report.project.catalogs.get(&directory));
                let text = catalog.map_or("", |catalog| catalog.text.as_str());
                (text, LineIndex::new(text))
            });
        }
        Self { texts }
    }

    /// The lines of a catalog's text that a span touches, whole and without the last line end, and the byte where they
    /// begin. Of more than `most` lines only the first comes.
    pub(super) fn excerpt(&self, catalog: &RepoPath, span: Span, most: u32) -> (&'a str, usize) {
        let Some((text, lines)) = self.texts.get(catalog) else { return ("", 0) };
        let range = lines.lines_of(span);
        let whole = match range.line_count() > most {
            true => lines.line_span(range.start()),
            false => lines.range_span(range),
        };
        (whole.slice(text).trim_end_matches(['\n', '\r']), whole.start)
    }

    pub(super) fn place(&self, catalog: &RepoPath, span: Span, unit: Unit) -> Place {
        let Some((text, lines)) = self.texts.get(catalog) else {
            return Place { line: 1, column: 1, end_line: 1, end_column: 1 };
        };
        let column = |line: u32, offset: usize| {
            let start = lines.line_span(line).start;
            let before = text.get(start..offset).unwrap_or_default();
            let count = match unit {
                Unit::Chars => before.chars().count(),
                Unit::Utf16 => before.encode_utf16().count(),
                Unit::Bytes => before.len(),
            };
            count as u32 + 1
        };
        let (line, end_line) = (lines.line_of(span.start), lines.line_of(span.end));
        Place { line, column: column(line, span.start), end_line, end_column: column(end_line, span.end) }
    }
}

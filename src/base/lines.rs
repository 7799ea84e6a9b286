//! From bytes to lines and back.

use super::LineRange;
use super::Span;

/// Where the lines of a text begin. A line ends after its `\n`; text after the last `\n` is a line of its own, an
/// empty remainder is not.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<usize>,
    len: usize,
}

impl LineIndex {
    /// Scans a text once.
    pub fn new(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// Scans bytes once; only `\n` matters, so any encoding that keeps ASCII works.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let mut starts = vec![0];
        starts.extend(bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
        if starts.len() > 1 && starts.last() == Some(&bytes.len()) {
            starts.pop();
        }
        Self { starts, len: bytes.len() }
    }

    /// Number of lines, at least 1 (an empty text has one empty line).
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The line (1-based) that holds the byte at `offset`; an offset past the end counts to the last line.
    pub fn line_of(&self, offset: usize) -> u32 {
        self.starts.partition_point(|start| *start <= offset) as u32
    }

    /// The bytes of a line (1-based) with its line end, or an empty span at the end of the text for a line past it.
    pub fn line_span(&self, line: u32) -> Span {
        let at = line.saturating_sub(1) as usize;
        let start = self.starts.get(at).copied().unwrap_or(self.len);
        let end = self.starts.get(at + 1).copied().unwrap_or(self.len);
        Span::new(start, end)
    }

    /// The bytes of a range of lines with their line ends, cut at the end of the text.
    pub fn range_span(&self, range: LineRange) -> Span {
        Span::new(self.line_span(range.start()).start, self.line_span(range.end()).end)
    }

    /// The lines that a span touches; an empty span touches the line it stands in.
    pub fn lines_of(&self, span: Span) -> LineRange {
        let last = if span.is_empty() { span.start } else { span.end - 1 };
        LineRange::clamped(self.line_of(span.start), self.line_of(last))
    }

    /// The column (1-based, in characters) of the byte at `offset` of `text`, which must be the indexed text.
    pub fn column_of(&self, text: &str, offset: usize) -> u32 {
        let start = self.line_span(self.line_of(offset)).start;
        let mut end = offset.clamp(start, text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text[start..end].chars().count() as u32 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::LineIndex;
    use super::Span;

    #[test]
    fn lines_and_bytes_agree() {
        let text = "a\nbé\n\nlast";
        let lines = LineIndex::new(text);
        assert_eq!(lines.line_count(), 4);
        assert_eq!(lines.line_of(0), 1);
        assert_eq!(lines.line_of(2), 2);
        assert_eq!(lines.line_of(99), 4);
        assert_eq!(lines.line_span(2).slice(text), "bé\n");
        assert_eq!(lines.line_span(9), Span::new(text.len(), text.len()));
        assert_eq!(lines.column_of(text, 5), 3);
        assert_eq!(LineIndex::new("x\n").line_count(), 1);
        assert_eq!(LineIndex::new("").line_count(), 1);
    }
}

//! Where something stands: in bytes for machines, in lines for people.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::Serialize;

/// Bytes of a text, 0-based, the end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte; never less than `start`.
    pub end: usize,
}

impl Span {
    /// A span from `start` up to `end`; an end before the start gives an empty span at `start`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end: end.max(start) }
    }

    /// The same bytes as a range, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The text under the span.
    pub fn slice(self, text: &str) -> &str {
        &text[self.range()]
    }

    /// Number of bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether no byte is in it.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether all of `other` lies in this span.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// Lines of a file, 1-based, both ends inclusive; a range always has at least one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LineRange {
    start: u32,
    end: u32,
}

impl LineRange {
    /// A range of lines, or `None` where it would be empty or start before line 1.
    pub fn new(start: u32, end: u32) -> Option<Self> {
        (start >= 1 && end >= start).then_some(Self { start, end })
    }

    /// A range that is known to be in order: `start` is raised to 1 and `end` to `start` where they are less.
    pub fn clamped(start: u32, end: u32) -> Self {
        let start = start.max(1);
        Self { start, end: end.max(start) }
    }

    /// First line, 1-based.
    pub fn start(self) -> u32 {
        self.start
    }

    /// Last line, 1-based, inclusive.
    pub fn end(self) -> u32 {
        self.end
    }

    /// Number of lines, at least 1.
    pub fn line_count(self) -> u32 {
        self.end - self.start + 1
    }

    /// Whether all of `other` lies in this range.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether `line` (1-based) lies in this range.
    pub fn contains_line(self, line: u32) -> bool {
        (self.start..=self.end).contains(&line)
    }

    /// Whether the two share a line.
    pub fn overlaps(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// Catalog notation: `L12-L40`.
impl fmt::Display for LineRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{}-L{}", self.start, self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::LineRange;

    #[test]
    fn ranges_have_lines() {
        assert_eq!(LineRange::new(0, 3), None);
        assert_eq!(LineRange::new(4, 3), None);
        let range = LineRange::clamped(0, 0);
        assert_eq!((range.start(), range.end(), range.line_count()), (1, 1, 1));
        assert!(range.overlaps(LineRange::clamped(1, 9)));
        assert_eq!(LineRange::clamped(3, 8).to_string(), "L3-L8");
    }
}

//! The units that evidence is made of: every rankable file in pieces, without what has been seen.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::index;
use crate::source;
use crate::source::FileFacts;
use crate::source::LineKind;

/// A unit of one `Units`. The order of ids is the order of paths, then of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitId(pub u32);

/// A piece of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The file, as a position in `Units`.
    file: u32,
    /// Its lines.
    pub lines: LineRange,
    /// An upper bound of its o200k tokens.
    pub tokens: u32,
    /// How many of its lines hold code.
    pub code_lines: u32,
}

/// All units that may be offered.
#[derive(Clone, Debug, Default)]
pub struct Units {
    /// Sorted; the units of a file stand next to one another.
    paths: Vec<RepoPath>,
    /// Where each file's units begin, and one past the last.
    starts: Vec<u32>,
    units: Vec<Unit>,
    /// Of units that stand apart, which piece each was.
    numbers: Vec<usize>,
}

impl Units {
    /// Cuts files into units. `seen` are the lines of each file that are not to be offered.
    pub fn cut<'a>(
        files: impl IntoIterator<Item = (&'a RepoPath, &'a FileFacts)>,
        seen: &BTreeMap<RepoPath, Vec<LineRange>>,
    ) -> Self {
        let files: BTreeMap<&RepoPath, &FileFacts> = files.into_iter().collect();
        let mut all = Self { starts: vec![0], ..Self::default() };
        for (path, facts) in files {
            let masked = seen.get(path).map(Vec::as_slice).unwrap_or_default();
            let file = all.paths.len() as u32;
            for cell in source::cells(facts, index::CELL_LINES) {
                all.units.extend(without(cell.lines, masked).into_iter().map(|lines| Unit {
                    file,
                    lines,
                    tokens: facts.tokens_of(lines),
                    code_lines: code_lines(facts, lines),
                }));
            }
            if all.units.len() as u32 > all.starts[all.starts.len() - 1] {
                all.paths.push(path.clone());
                all.starts.push(all.units.len() as u32);
            }
        }
        all
    }

    /// Units that stand each in a file of its own, whose names must differ. `number` says which piece a unit was.
    pub(crate) fn apart(pieces: impl IntoIterator<Item = (RepoPath, LineRange, u32)>) -> Self {
        let mut pieces: Vec<(usize, (RepoPath, LineRange, u32))> = pieces.into_iter().enumerate().collect();
        pieces.sort_by(|a, b| a.1.0.cmp(&b.1.0));
        let mut all = Self { starts: vec![0], ..Self::default() };
        for (file, (number, (path, lines, tokens))) in pieces.into_iter().enumerate() {
            all.paths.push(path);
            all.units.push(Unit { file: file as u32, lines, tokens, code_lines: lines.line_count() });
            all.starts.push(all.units.len() as u32);
            all.numbers.push(number);
        }
        all
    }

    /// Which of the pieces that `apart` was given a unit is.
    pub(crate) fn number(&self, id: UnitId) -> usize {
        self.numbers.get(id.0 as usize).copied().unwrap_or(usize::MAX)
    }

    /// The unit of a piece that `apart` was given.
    pub(crate) fn id_of(&self, number: usize) -> UnitId {
        let at = self.numbers.iter().position(|known| *known == number);
        UnitId(at.expect("every piece has a unit") as u32)
    }

    /// A unit; the id must come from this value.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.0 as usize]
    }

    /// The file that a unit belongs to.
    pub fn path(&self, id: UnitId) -> &RepoPath {
        &self.paths[self.unit(id).file as usize]
    }

    /// Number of units.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether nothing can be offered.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The files that have units, sorted.
    pub fn files(&self) -> &[RepoPath] {
        &self.paths
    }

    /// The units of a file, in order; none for a file that has none.
    pub fn of_file(&self, path: &RepoPath) -> impl DoubleEndedIterator<Item = UnitId> + ExactSizeIterator + use<> {
        self.range_of(path).map(UnitId)
    }

    /// The numbers of a file's units; empty for a file that has none.
    fn range_of(&self, path: &RepoPath) -> Range<u32> {
        match self.paths.binary_search(path) {
            Ok(at) => self.starts[at]..self.starts[at + 1],
            Err(_) => 0..0,
        }
    }

    /// The units of a file that share a line with a range.
    pub fn overlapping(&self, path: &RepoPath, lines: LineRange) -> impl Iterator<Item = UnitId> {
        // Large files have hundreds of units and thousands of hits; both are in order of lines.
        let all = self.range_of(path);
        let of_file = &self.units[all.start as usize..all.end as usize];
        let before = of_file.partition_point(|unit| unit.lines.end() < lines.start()) as u32;
        (all.start + before..all.end).map(UnitId).take_while(move |id| self.unit(*id).lines.start() <= lines.end())
    }

    /// Whether two units stand next to each other in one file with nothing between them.
    pub fn adjoin(&self, first: UnitId, second: UnitId) -> bool {
        let (a, b) = (self.unit(first), self.unit(second));
        a.file == b.file && a.lines.end() + 1 == b.lines.start()
    }
}

#[cfg(test)]
impl Units {
    /// Units as they are given: first line, last line and tokens, file by file in order of paths.
    #[expect(clippy::type_complexity, reason = "a path, and its units as first line, last line and tokens")]
    pub(crate) fn of(files: &[(&str, &[(u32, u32, u32)])]) -> Self {
        let mut all = Self { starts: vec![0], ..Self::default() };
        for (file, (path, units)) in files.iter().enumerate() {
            all.paths.push(RepoPath::new(*path).expect("a plain path"));
            all.units.extend(units.iter().map(|(start, end, tokens)| Unit {
                file: file as u32,
                lines: LineRange::clamped(*start, *end),
                tokens: *tokens,
                code_lines: end - start + 1,
            }));
            all.starts.push(all.units.len() as u32);
        }
        all
    }
}

/// How many of some lines hold code.
fn code_lines(facts: &FileFacts, lines: LineRange) -> u32 {
    let before = lines.start() as usize - 1;
    let kinds = facts.line_kinds.iter().skip(before).take(lines.line_count() as usize);
    kinds.filter(|kind| **kind == LineKind::Code).count() as u32
}

/// What is left of some lines without the masked ones.
fn without(lines: LineRange, masked: &[LineRange]) -> Vec<LineRange> {
    let mut left = vec![lines];
    for mask in masked {
        left = left
            .into_iter()
            .flat_map(|lines| {
                if !lines.overlaps(*mask) {
                    return [Some(lines), None];
                }
                let before =
                    (mask.start() > lines.start()).then(|| LineRange::clamped(lines.start(), mask.start() - 1));
                let after = (mask.end() < lines.end()).then(|| LineRange::clamped(mask.end() + 1, lines.end()));
                [before, after]
            })
            .flatten()
            .collect();
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(start: u32, end: u32) -> LineRange {
        LineRange::clamped(start, end)
    }

    #[test]
    fn masks_cut_holes() {
        assert_eq!(without(lines(1, 9), &[]), [lines(1, 9)]);
        assert_eq!(without(lines(1, 9), &[lines(3, 4), lines(9, 20)]), [lines(1, 2), lines(5, 8)]);
        assert!(without(lines(3, 4), &[lines(1, 9)]).is_empty());
    }

    #[test]
    fn units_know_their_file_and_neighbours() {
        let units = Units::of(&[("a.rs", &[(1, 9, 5), (10, 20, 5), (25, 30, 5)]), ("b.rs", &[(31, 40, 5)])]);
        let path = RepoPath::new("a.rs").expect("plain");
        assert_eq!(units.of_file(&path).collect::<Vec<_>>(), [UnitId(0), UnitId(1), UnitId(2)]);
        assert_eq!(units.overlapping(&path, lines(9, 10)).collect::<Vec<_>>(), [UnitId(0), UnitId(1)]);
        assert!(units.adjoin(UnitId(0), UnitId(1)));
        assert!(!units.adjoin(UnitId(1), UnitId(2)), "seen lines stand between them");
        assert!(!units.adjoin(UnitId(2), UnitId(3)), "another file");
        assert_eq!(units.path(UnitId(3)).as_str(), "b.rs");
    }
}

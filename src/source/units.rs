//! A file cut into pieces that are shown or ranked as wholes: units, chunks and cells.
//!
//! All three partition the file's lines: every line stands in exactly one piece, in order.

use super::cut;
use crate::base::LineRange;
use crate::source::FileFacts;
use crate::source::LineKind;
use crate::source::SymbolKind;

/// A type that is no longer than this is one unit with its members.
const SMALL_TYPE_LINES: u32 = 20;
/// Where there is no structure, a unit has about this many lines.
const WINDOW_LINES: u32 = 40;
/// Lines of a chunk, about.
const CHUNK_LINES: u32 = 100;

/// An intact piece of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its lines: a comment that documents it comes first, blank lines after it are its own
    /// (`FileFacts::trimmed` takes them off).
    pub lines: LineRange,
    /// The index in `FileFacts::symbols` of what it defines, or of the type whose head or member lines it holds.
    pub symbol: Option<u32>,
    /// What kind of piece it is.
    pub kind: UnitKind,
    /// An upper bound of its o200k tokens.
    pub tokens: u32,
}

/// The kinds of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnitKind {
    /// A function, or a type short enough to be shown whole.
    Definition,
    /// The head of a type or module: its declaration and what stands before its first member.
    Head,
    /// Constants, type aliases and one-line macros that follow each other.
    Constants,
    /// Lines that define nothing.
    Window,
}

/// About a hundred lines of source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Its lines.
    pub lines: LineRange,
    /// The indices in `FileFacts::symbols` of what it holds, whole or in part, in the order of the file.
    pub symbols: Vec<u32>,
}

/// A piece of at most so many lines, aligned to where definitions start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its lines.
    pub lines: LineRange,
    /// The index in `FileFacts::symbols` of the innermost definition that holds its first line of code.
    pub symbol: Option<u32>,
    /// An upper bound of its o200k tokens.
    pub tokens: u32,
}

/// The units of a file. A definition is never cut, however long; a type is cut at its members.
pub fn units(facts: &FileFacts) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    for (start, end, symbol) in cut::pieces(facts, &is_whole) {
        // What is only declared belongs to the type that declares it.
        let symbol = symbol.map(|at| declarer(facts, at));
        let range = LineRange::clamped(start, end);
        let kind = match symbol {
            Some(at) => kind_of(facts, at, range),
            None => UnitKind::Window,
        };
        let lines = if kind == UnitKind::Window || kind == UnitKind::Head {
            cut::windows(&facts.line_kinds, range, WINDOW_LINES)
        } else {
            vec![range]
        };
        for (at, lines) in lines.into_iter().enumerate() {
            // What follows a head's first window defines nothing by itself.
            let kind = if at > 0 && kind == UnitKind::Head { UnitKind::Window } else { kind };
            push(facts, &mut units, Unit { lines, symbol, kind, tokens: 0 });
        }
    }
    for unit in &mut units {
        unit.tokens = facts.tokens_of(unit.lines);
    }
    units
}

/// The chunks of a file. A definition that fits into a chunk is never cut; a longer one is cut where its inner
/// definitions start or at a blank line.
pub fn chunks(facts: &FileFacts) -> Vec<Chunk> {
    let fits = |facts: &FileFacts, at: usize| {
        let symbol = &facts.symbols[at];
        symbol.range.line_count() <= CHUNK_LINES
    };
    let mut ranges: Vec<LineRange> = Vec::new();
    for (start, end, owner) in cut::pieces(facts, &fits) {
        let most = CHUNK_LINES + CHUNK_LINES / 5;
        // A long comment above a definition may be cut off it; the definition may not be cut.
        let whole = owner.filter(|at| fits(facts, *at as usize)).map(|at| facts.symbols[at as usize].range);
        let head = whole.filter(|range| start < range.start() && range.end() <= end && end - start >= most);
        let parts = match head {
            Some(range) => vec![(start, range.start() - 1), (range.start(), end)],
            None => vec![(start, end)],
        };
        let windows = |(start, end)| cut::windows(&facts.line_kinds, LineRange::clamped(start, end), most);
        for piece in parts.into_iter().flat_map(windows) {
            match ranges.last_mut() {
                Some(last) if piece.end() - last.start() < CHUNK_LINES => {
                    *last = LineRange::clamped(last.start(), piece.end());
                }
                _ => ranges.push(piece),
            }
        }
    }
    // What little is left at the end joins the chunk before it.
    if let [.., before, last] = &mut ranges[..]
        && last.end() - before.start() < CHUNK_LINES + CHUNK_LINES / 5
    {
        *before = LineRange::clamped(before.start(), last.end());
        ranges.pop();
    }
    // Those that reach into the chunk at hand, in the order of the file.
    let (mut open, mut next): (Vec<u32>, usize) = (Vec::new(), 0);
    let mut holds = |lines: LineRange| {
        open.retain(|at| facts.symbols[*at as usize].range.end() >= lines.start());
        let started = facts.symbols[next..].iter().take_while(|symbol| symbol.range.start() <= lines.end()).count();
        open.extend((next..next + started).map(|at| at as u32));
        next += started;
        open.clone()
    };
    ranges.into_iter().map(|lines| Chunk { lines, symbols: holds(lines) }).collect()
}

/// The cells of a file: no cell has more than `max_lines` lines (at least 1), every definition of some size starts
/// one, and small neighbours share one.
pub fn cells(facts: &FileFacts, max_lines: u32) -> Vec<Cell> {
    let max_lines = max_lines.max(1);
    let mut ranges: Vec<LineRange> = Vec::new();
    let mut small = true;
    for (start, end, _) in cut::pieces(facts, &|facts, at| facts.symbols[at].range.line_count() <= max_lines / 2) {
        for piece in cut::windows(&facts.line_kinds, LineRange::clamped(start, end), max_lines) {
            let is_small = piece.line_count() <= max_lines / 3;
            match ranges.last_mut() {
                Some(last) if (small || is_small) && piece.end() - last.start() < max_lines => {
                    *last = LineRange::clamped(last.start(), piece.end());
                }
                _ => ranges.push(piece),
            }
            small = ranges.last().is_some_and(|last| last.line_count() <= max_lines / 3);
        }
    }
    let cell = |lines: LineRange| {
        let code = (lines.start()..=lines.end())
            .find(|line| facts.line_kinds.get(*line as usize - 1) == Some(&LineKind::Code));
        let symbol = facts.symbol_at(code.unwrap_or(lines.start())).map(|at| at as u32);
        Cell { lines, symbol, tokens: facts.tokens_of(lines) }
    };
    ranges.into_iter().map(cell).collect()
}

/// Whether a definition is one unit with all that is in it.
fn is_whole(facts: &FileFacts, at: usize) -> bool {
    let symbol = &facts.symbols[at];
    let holds_members =
        symbol.kind.is_type() || symbol.kind == SymbolKind::Module || symbol.kind == SymbolKind::Constant;
    !holds_members || symbol.range.line_count() <= SMALL_TYPE_LINES
}

/// The type that only declares a method, or the definition itself.
fn declarer(facts: &FileFacts, at: u32) -> u32 {
    let symbol = &facts.symbols[at as usize];
    let declared = symbol.kind == SymbolKind::Method && symbol.body.is_none();
    let around = symbol.container.filter(|around| facts.symbols[*around as usize].kind.is_type());
    around.filter(|_| declared && symbol.range.line_count() <= 4).unwrap_or(at)
}

fn kind_of(facts: &FileFacts, at: u32, range: LineRange) -> UnitKind {
    let symbol = &facts.symbols[at as usize];
    let lines = symbol.range.line_count();
    match symbol.kind {
        SymbolKind::Constant | SymbolKind::Type | SymbolKind::Macro if lines <= 4 => UnitKind::Constants,
        _ if range.contains(symbol.range) => UnitKind::Definition,
        _ if range.contains_line(symbol.definition_line) => UnitKind::Head,
        _ => UnitKind::Window,
    }
}

/// Adds a unit, joining constants that follow each other and small windows of one container.
fn push(facts: &FileFacts, units: &mut Vec<Unit>, unit: Unit) {
    let container = |unit: &Unit| match unit.kind {
        UnitKind::Constants => unit.symbol.and_then(|at| facts.symbols[at as usize].container),
        _ => unit.symbol,
    };
    if let Some(last) = units.last_mut() {
        let joined = LineRange::clamped(last.lines.start(), unit.lines.end());
        let alike = last.kind == unit.kind && matches!(unit.kind, UnitKind::Constants | UnitKind::Window);
        let blank = unit.kind == UnitKind::Window && facts.tokens_of(unit.lines) <= 2 * unit.lines.line_count();
        let tiny = blank && unit.lines.line_count() <= 2;
        if (alike && container(last) == container(&unit) && joined.line_count() <= WINDOW_LINES) || tiny {
            last.lines = joined;
            return;
        }
    }
    units.push(unit);
}

#[cfg(test)]
mod tests;

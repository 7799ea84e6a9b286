//! Where a file may be cut: at the starts of definitions, at blank lines, nowhere else.

use crate::base::LineRange;
use crate::source::FileFacts;
use crate::source::LineKind;

/// First line, last line, and the definition that the piece belongs to.
pub(crate) type Piece = (u32, u32, Option<u32>);

/// Cuts a file at its definitions. A definition that `is_whole` is one piece with everything in it; of any other one,
/// its head and the lines between its members are pieces that belong to it. Blank lines go to the piece before them,
/// a comment that documents a definition goes with it.
pub(crate) fn pieces(facts: &FileFacts, is_whole: &dyn Fn(&FileFacts, usize) -> bool) -> Vec<Piece> {
    let last_line = facts.line_count.max(1);
    let mut pieces = Pieces { facts, done: Vec::new(), next: 1 };
    // Definitions that were opened: their last line and index.
    let mut open: Vec<(u32, u32)> = Vec::new();
    let mut at = 0;
    while at < facts.symbols.len() {
        let symbol = &facts.symbols[at];
        let end = symbol.range.end().min(last_line);
        let start = symbol.doc_lines.map_or(symbol.range.start(), |doc| doc.start().min(symbol.range.start()));
        while let Some((close, index)) = open.last().copied().filter(|(close, _)| *close < symbol.range.start()) {
            pieces.until(close, Some(index));
            open.pop();
        }
        pieces.until(start.saturating_sub(1).min(last_line), open.last().map(|(_, index)| *index));
        if is_whole(facts, at) {
            pieces.whole(end, at as u32);
            at += 1;
            // What is in it, or shares its last line with it, is in its piece.
            while at < facts.symbols.len() && facts.symbols[at].range.start() <= end {
                let shared = facts.symbols[at].range.end().min(last_line);
                pieces.extend(shared);
                at += 1;
            }
        } else {
            open.push((end, at as u32));
            at += 1;
        }
    }
    while let Some((close, index)) = open.pop() {
        pieces.until(close, Some(index));
    }
    pieces.until(last_line, None);
    pieces.done
}

struct Pieces<'a> {
    facts: &'a FileFacts,
    done: Vec<Piece>,
    /// The first line that is in no piece yet.
    next: u32,
}

impl Pieces<'_> {
    /// Gives the lines up to `end` to a container or to nobody; blank ones at their start go to the piece before.
    fn until(&mut self, end: u32, owner: Option<u32>) {
        if let Some(last) = self.done.last_mut() {
            while self.next <= end && is_blank(&self.facts.line_kinds, self.next) {
                last.1 = self.next;
                self.next += 1;
            }
        }
        if self.next <= end {
            self.done.push((self.next, end, owner));
            self.next = end + 1;
        }
    }

    fn whole(&mut self, end: u32, symbol: u32) {
        if self.next <= end {
            self.done.push((self.next, end, Some(symbol)));
            self.next = end + 1;
        }
    }

    /// Lets the last piece reach to `end`.
    fn extend(&mut self, end: u32) {
        if self.next <= end
            && let Some(last) = self.done.last_mut()
        {
            last.1 = end;
            self.next = end + 1;
        }
    }
}

/// Cuts lines into windows of at most `max_lines`, of about the same size, after blank lines where some are near.
pub(crate) fn windows(kinds: &[LineKind], range: LineRange, max_lines: u32) -> Vec<LineRange> {
    let max_lines = max_lines.max(1);
    let mut windows = Vec::new();
    let mut start = range.start();
    while range.end() - start + 1 > max_lines {
        let left = range.end() - start + 1;
        let even = left.div_ceil(left.div_ceil(max_lines));
        let latest = start + max_lines - 1;
        let aim = start + even - 1;
        // The cut comes after a blank line near the aim, or before one that starts something; else at the aim.
        let reach = (max_lines / 3).max(1);
        let from = aim.saturating_sub(reach).max(start);
        let to = (aim + reach / 2).min(latest);
        let blank = (from..=to).filter(|line| is_blank(kinds, *line)).min_by_key(|line| line.abs_diff(aim));
        let end = blank.unwrap_or(aim);
        windows.push(LineRange::clamped(start, end));
        start = end + 1;
    }
    windows.push(LineRange::clamped(start, range.end()));
    windows
}

fn is_blank(kinds: &[LineKind], line: u32) -> bool {
    kinds.get(line as usize - 1) == Some(&LineKind::Blank)
}

//! What must hold of the facts of any text at all, whatever is wrong with it.

use git_libra::base::LineRange;
use git_libra::source;
use git_libra::source::FileFacts;
use git_libra::source::LineKind;

/// Says what is wrong with the facts of a text.
pub(crate) fn sound(facts: &FileFacts) -> Result<(), String> {
    ordered(facts)?;
    nested(facts)?;
    let counts = [facts.line_tokens.len(), facts.line_kinds.len()];
    if counts != [facts.line_count as usize; 2] {
        return Err(format!("{counts:?} are not {} lines", facts.line_count));
    }
    let inside = |line: u32| (1..=facts.line_count).contains(&line);
    if let Some(import) = facts.imports.iter().find(|import| !inside(import.line)) {
        return Err(format!("{import:?} is out of bounds"));
    }
    if let Some(note) = facts.notes.iter().find(|note| !inside(note.line)) {
        return Err(format!("{note:?} is out of bounds"));
    }
    let pieces: [Vec<LineRange>; 3] = [
        source::units(facts).iter().map(|unit| unit.lines).collect(),
        source::chunks(facts).iter().map(|chunk| chunk.lines).collect(),
        source::cells(facts, 25).iter().map(|cell| cell.lines).collect(),
    ];
    for ranges in &pieces {
        partition(facts, ranges)?;
    }
    chunks_cut_nothing_that_fits(facts, &pieces[1])
}

/// Ranges stand in the file, hold their definition's line, and come in the order of the file.
fn ordered(facts: &FileFacts) -> Result<(), String> {
    let lines = LineRange::clamped(1, facts.line_count);
    let mut last = (0, 0);
    for symbol in &facts.symbols {
        if !lines.contains(symbol.range) || !symbol.range.contains_line(symbol.definition_line) {
            return Err(format!("{symbol:?} is out of bounds"));
        }
        if symbol.body.is_some_and(|body| !symbol.range.contains(body)) {
            return Err(format!("{symbol:?} has its body elsewhere"));
        }
        if symbol.doc_lines.is_some_and(|doc| !lines.contains(doc) || doc.end() + 1 != symbol.range.start()) {
            return Err(format!("{symbol:?} has its documentation elsewhere"));
        }
        if symbol.name.is_empty() || symbol.qualified_name.is_empty() {
            return Err(format!("{symbol:?} has no name"));
        }
        if symbol.complexity.code_lines > symbol.range.line_count() {
            return Err(format!("{symbol:?} has more code than lines"));
        }
        let here = (symbol.range.start(), u32::MAX - symbol.range.end());
        if here < last {
            return Err(format!("{symbol:?} is out of order"));
        }
        last = here;
    }
    Ok(())
}

/// Ranges nest or are disjoint; two definitions may share the line where one ends and the other begins, nothing more.
fn nested(facts: &FileFacts) -> Result<(), String> {
    let mut open: Vec<usize> = Vec::new();
    for (at, symbol) in facts.symbols.iter().enumerate() {
        if let Some(container) = symbol.container {
            let container = container as usize;
            if container >= at || !facts.symbols[container].range.contains(symbol.range) {
                return Err(format!("{symbol:?} is not in its container"));
            }
        }
        open.retain(|before| facts.symbols[*before].range.end() >= symbol.range.start());
        for before in &open {
            let (a, b) = (facts.symbols[*before].range, symbol.range);
            if !a.contains(b) && !b.contains(a) && b.start() != a.end() {
                return Err(format!("{:?} and {symbol:?} cross", facts.symbols[*before]));
            }
        }
        open.push(at);
    }
    Ok(())
}

fn partition(facts: &FileFacts, ranges: &[LineRange]) -> Result<(), String> {
    let mut next = 1;
    for range in ranges {
        if range.start() != next {
            return Err(format!("{ranges:?} do not partition the file"));
        }
        next = range.end() + 1;
    }
    if next != facts.line_count + 1 {
        return Err(format!("{ranges:?} do not cover {} lines", facts.line_count));
    }
    Ok(())
}

/// A definition of at most a hundred lines stands in one chunk, unless it shares a line with a neighbour: both may not fit.
fn chunks_cut_nothing_that_fits(facts: &FileFacts, chunks: &[LineRange]) -> Result<(), String> {
    for symbol in facts.symbols.iter().filter(|symbol| symbol.range.line_count() <= 100) {
        let first = chunks.partition_point(|chunk| chunk.end() < symbol.range.start());
        let shares = || {
            let (start, end) = (symbol.range.start(), symbol.range.end());
            let beside = |range: LineRange| range.end() == start || range.start() == end;
            facts.symbols.iter().any(|other| beside(other.range) && other.range != symbol.range)
        };
        if chunks.get(first).is_some_and(|chunk| !chunk.contains(symbol.range)) && !shares() {
            return Err(format!("{symbol:?} is cut by {:?}", chunks[first]));
        }
    }
    Ok(())
}

/// Whether the lines' tokens are an upper bound of what the tokenizer counts for each unit's text.
pub(crate) fn tokens_are_bounds(facts: &FileFacts, text: &str) -> Result<(), String> {
    let starts: Vec<usize> =
        [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).chain([text.len()]).collect();
    for unit in source::units(facts) {
        let start = starts[unit.lines.start() as usize - 1];
        let end = starts.get(unit.lines.end() as usize).copied().unwrap_or(text.len());
        let counted = source::tokens::count(&text[start..end]);
        let capped =
            (unit.lines.start()..=unit.lines.end()).any(|line| facts.line_tokens[line as usize - 1] == u16::MAX);
        if counted > unit.tokens && !capped {
            return Err(format!("{unit:?} has {counted} tokens"));
        }
    }
    Ok(())
}

/// Whether a blank line is one that shows nothing; kinds are asked for by many, so they must be plain.
pub(crate) fn blanks_are_blank(facts: &FileFacts, text: &str) -> Result<(), String> {
    for (line, kind) in text.split_inclusive('\n').zip(&facts.line_kinds) {
        if line.trim().is_empty() != (*kind == LineKind::Blank) {
            return Err(format!("{line:?} is said to be {kind:?}"));
        }
    }
    Ok(())
}

//! Joins what the walk found into facts: documentation to definitions, messages and comments to notes, and what each
//! line holds.

use super::languages::spec::CommentStyle;
use super::languages::spec::Spec;
use super::messages;
use super::prose;
use super::symbols;
use super::walked::Comment;
use super::walked::Walked;
use crate::base::LineIndex;
use crate::base::LineRange;
use crate::base::Span;
use crate::source::FileFacts;
use crate::source::LineKind;
use crate::source::Note;
use crate::source::NoteKind;

/// A comment, or line comments that follow each other, alone on their lines.
pub(crate) struct Block {
    pub(crate) lines: LineRange,
    /// The comments of it.
    pub(crate) spans: Vec<Span>,
    /// Whether it stands inside a function.
    in_body: bool,
    /// Whether code stands before it on its line.
    trails: bool,
    /// The branch that it stands at.
    branch: Option<Span>,
}

/// Fills the facts.
pub(crate) fn join(walked: Walked, spec: &Spec, text: &str, lines: &LineIndex, facts: &mut FileFacts) {
    let comments: Vec<(Span, LineRange)> =
        walked.comments.iter().map(|comment| (comment.span, lines_of(comment.span, text, lines))).collect();
    for (span, range) in &comments {
        if stands_alone(*span, *range, text, lines) {
            mark(&mut facts.line_kinds, *range);
        }
    }
    let strings = walked.definitions.iter().filter_map(|found| found.definition.doc_string).chain(walked.module_string);
    for string in strings {
        mark(&mut facts.line_kinds, lines_of(string, text, lines));
    }
    let blocks = blocks(&walked.comments, text, lines);
    facts.module_doc = module_doc(&walked, spec.comments, &blocks, text, lines);
    facts.notes = notes(&walked, &blocks, text, lines);
    facts.imports = walked.imports;
    let comments = comments.into_iter().map(|(span, _)| span).collect();
    let found = symbols::Found {
        comments,
        definitions: walked.definitions,
        exports: walked.exports,
        bases: walked.implemented,
    };
    facts.symbols = symbols::build(&found, spec.comments, &blocks, text, lines, &facts.line_kinds);
    // A comment that documents a nested function is no note of the function around it.
    let documented: Vec<LineRange> = facts.symbols.iter().filter_map(|symbol| symbol.doc_lines).collect();
    facts.notes.retain(|note| {
        note.kind != NoteKind::Comment || {
            let before = documented.partition_point(|range| range.start() <= note.line);
            !documented[..before].last().is_some_and(|range| range.contains_line(note.line))
        }
    });
}

/// The lines of a span, white space at its end left off (some grammars count a line end to a comment).
pub(crate) fn lines_of(span: Span, text: &str, lines: &LineIndex) -> LineRange {
    let trimmed = text.get(span.range()).map_or(span.len(), |text| text.trim_end().len());
    lines.lines_of(Span::new(span.start, span.start + trimmed))
}

/// Whether nothing but white space shares the span's lines with it.
fn stands_alone(span: Span, range: LineRange, text: &str, lines: &LineIndex) -> bool {
    leads(span, text, lines) && text.get(span.end..lines.line_span(range.end()).end.max(span.end)).is_some_and(blank)
}

fn leads(span: Span, text: &str, lines: &LineIndex) -> bool {
    let start = lines.line_span(lines.line_of(span.start)).start;
    text.get(start..span.start).is_some_and(blank)
}

fn blank(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim().is_empty()
}

fn mark(kinds: &mut [LineKind], range: LineRange) {
    let end = (range.end() as usize).min(kinds.len());
    let start = (range.start() as usize - 1).min(end);
    for kind in kinds[start..end].iter_mut().filter(|kind| **kind == LineKind::Code) {
        *kind = LineKind::Comment;
    }
}

/// Runs of comments: line comments that stand on consecutive lines are one; a block comment is one by itself.
fn blocks(comments: &[Comment], text: &str, lines: &LineIndex) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for comment in comments {
        let range = lines_of(comment.span, text, lines);
        let (trails, is_line) = (!leads(comment.span, text, lines), is_line_comment(comment.span, text));
        let joins = |last: &&mut Block| {
            !trails
                && !last.trails
                && last.lines.end() + 1 == range.start()
                && (is_line && last.spans.last().is_some_and(|span| is_line_comment(*span, text)))
                && last.in_body == comment.in_body
        };
        if let Some(last) = blocks.last_mut().filter(joins) {
            last.lines = LineRange::clamped(last.lines.start(), range.end());
            last.spans.push(comment.span);
            last.branch = comment.branch.or(last.branch);
        } else {
            let (spans, branch) = (vec![comment.span], comment.branch);
            blocks.push(Block { lines: range, spans, in_body: comment.in_body, trails, branch });
        }
    }
    blocks
}

fn is_line_comment(span: Span, text: &str) -> bool {
    text.get(span.range()).is_some_and(|text| text.starts_with("//") || text.starts_with('#') || is_dashed_line(text))
}

/// `-- word`, and not `--[[ word ]]`.
fn is_dashed_line(text: &str) -> bool {
    text.strip_prefix("--").is_some_and(|rest| !rest.strip_prefix('[').is_some_and(|rest| rest.starts_with(['[', '='])))
}

/// The block that ends right above a line.
pub(crate) fn block_above(blocks: &[Block], line: u32) -> Option<&Block> {
    let before = blocks.partition_point(|block| block.lines.end() < line);
    blocks[..before].last().filter(|block| !block.trails && block.lines.end() + 1 == line)
}

/// The documentation of the file: its own string, its inner doc comments, or the comment that it opens with.
fn module_doc(walked: &Walked, style: CommentStyle, blocks: &[Block], text: &str, lines: &LineIndex) -> Option<String> {
    if let Some(string) = walked.module_string {
        return prose::of_module_string(string.slice(text));
    }
    if style == CommentStyle::Slash {
        let inner = |span: &&Span| matches!(span.slice(text).get(..3), Some("//!" | "/*!"));
        let outside = blocks.iter().filter(|block| !block.in_body);
        let spans: Vec<Span> = outside.flat_map(|block| block.spans.iter().filter(inner)).copied().collect();
        if !spans.is_empty() {
            return prose::of_comments(&spans, text);
        }
    }
    let first_code = walked.definitions.iter().map(|found| lines.line_of(found.definition.span.start)).min();
    let first_import = walked.imports.iter().map(|import| import.line).min();
    let first = first_code.into_iter().chain(first_import).min().unwrap_or(u32::MAX);
    // The comment right above the first definition is that definition's.
    let heads = blocks.iter().take_while(|block| block.lines.start() < first && !block.trails && !block.in_body);
    heads
        .filter(|block| first_code.is_none_or(|code| block.lines.end() + 1 != code))
        .take(3)
        .find_map(|block| prose::of_comments(&block.spans, text))
}

fn notes(walked: &Walked, blocks: &[Block], text: &str, lines: &LineIndex) -> Vec<Note> {
    let code = text;
    let strings = walked.messages.iter().filter_map(|message| {
        let parts: Vec<String> = message.spans.iter().filter_map(|span| messages::words_of(span.slice(text))).collect();
        let line = lines.line_of(message.spans.first()?.start);
        (!parts.is_empty()).then(|| Note { kind: message.kind, text: parts.join(" "), line, branch: None })
    });
    let comments = blocks.iter().filter(|block| block.in_body).filter_map(|block| {
        let text = prose::of_comments(&block.spans, code)?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let branch = block.branch.map(|branch| lines_of(branch, code, lines));
        Some(Note { kind: NoteKind::Comment, text, line: block.lines.start(), branch })
    });
    let mut notes: Vec<Note> = strings.chain(comments).collect();
    notes.sort_by_key(|note| note.line);
    notes
}

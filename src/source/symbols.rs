//! Symbols from definitions: ranges in lines, order, documentation, signatures.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::collections::HashSet;

use super::comments;
use super::comments::Block;
use super::languages::spec::CommentStyle;
use super::languages::spec::Definition;
use super::languages::spec::Exports;
use super::prose;
use super::walked;
use crate::base::LineIndex;
use crate::base::LineRange;
use crate::base::Span;
use crate::source::Complexity;
use crate::source::LineKind;
use crate::source::Symbol;
use crate::source::SymbolKind;
use crate::source::Visibility;

/// Longest signature and parameter list, in bytes; longer ones are cut at a character.
const MAX_SIGNATURE: usize = 2_000;

/// What the walk found that bears on symbols.
pub(crate) struct Found {
    pub(crate) definitions: Vec<walked::Found>,
    /// Every comment, in order.
    pub(crate) comments: Vec<Span>,
    /// Names that are exported by a statement of their own.
    pub(crate) exports: Exports,
    /// Qualified names of types, and what blocks elsewhere say that they implement.
    pub(crate) bases: Vec<(String, Vec<String>)>,
}

/// The symbols in their order: by start, then larger range first.
pub(crate) fn build(
    found: &Found,
    style: CommentStyle,
    blocks: &[Block],
    text: &str,
    lines: &LineIndex,
    kinds: &[LineKind],
) -> Vec<Symbol> {
    let code_before = code_lines_before(kinds);
    let mut built: Vec<(usize, Symbol)> = Vec::new();
    for (at, one) in found.definitions.iter().enumerate() {
        if !one.complete {
            continue;
        }
        let mut symbol = symbol(one, &found.comments, text, lines, &code_before);
        (symbol.doc, symbol.doc_lines) = documentation(&one.definition, symbol.range, style, blocks, text);
        built.push((at, symbol));
    }
    built.sort_by_key(|(_, symbol)| (symbol.range.start(), std::cmp::Reverse(symbol.range.end())));
    let crossing = crossing(&built);
    let mut at = 0..;
    built.retain(|_| at.next().is_some_and(|at| !crossing.contains(&at)));
    let mut place = vec![None; found.definitions.len()];
    for (new, (old, _)) in built.iter().enumerate() {
        place[*old] = Some(new as u32);
    }
    let ranges: Vec<LineRange> = built.iter().map(|(_, symbol)| symbol.range).collect();
    for (new, (old, symbol)) in built.iter_mut().enumerate() {
        // Where the definition around it is not listed, the next one out holds it.
        let mut outward =
            std::iter::successors(found.definitions[*old].container, |at| found.definitions[*at].container);
        let holds = |at: &u32| (*at as usize) < new && ranges[*at as usize].contains(symbol.range);
        symbol.container = outward.find_map(|at| place[at].filter(holds));
    }
    let mut symbols: Vec<Symbol> = built.into_iter().map(|(_, symbol)| symbol).collect();
    add_exports(&mut symbols, &found.exports);
    add_bases(&mut symbols, &found.bases);
    drop_reassigned(symbols)
}

/// The symbols that end within another one that they do not hold. Only broken text gives such: the one that begins
/// first has an end that was guessed, so it goes, and its intact neighbour stays.
fn crossing(sorted: &[(usize, Symbol)]) -> HashSet<usize> {
    let mut crossing = HashSet::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, (_, symbol)) in sorted.iter().enumerate() {
        let crosses = |before: &usize| {
            let before = sorted[*before].1.range;
            let shares_a_line_only = before.end() == symbol.range.start();
            before.end() < symbol.range.end() && !shares_a_line_only && before.start() < symbol.range.start()
        };
        open.retain(|before| sorted[*before].1.range.end() >= symbol.range.start());
        crossing.extend(open.iter().copied().filter(crosses));
        open.retain(|before| !crosses(before));
        open.push(at);
    }
    crossing
}

fn symbol(found: &walked::Found, comments: &[Span], text: &str, lines: &LineIndex, code_before: &[u32]) -> Symbol {
    let definition = &found.definition;
    let range = comments::lines_of(definition.span, text, lines);
    let head = Span::new(definition.head, definition.head_end.max(definition.head));
    Symbol {
        name: definition.name.clone(),
        qualified_name: found.qualified_name.clone(),
        kind: definition.kind.unwrap_or(SymbolKind::Module),
        container: None,
        range,
        definition_line: lines.line_of(definition.head).clamp(range.start(), range.end()),
        body: definition.body.filter(|body| !body.is_empty()).map(|body| comments::lines_of(body, text, lines)),
        signature: signature(&without_comments(head, comments, text)),
        parameters: definition.parameters.map(|span| parameters(&without_comments(span, comments, text))),
        doc: None,
        doc_lines: None,
        visibility: definition.visibility,
        complexity: Complexity {
            branches: found.branches,
            code_lines: definition.body.map_or(0, |body| {
                let body = comments::lines_of(body, text, lines);
                let until = |line: u32| code_before[(line as usize).min(code_before.len() - 1)];
                if definition.body.is_some_and(Span::is_empty) {
                    0
                } else {
                    until(body.end()) - until(body.start() - 1)
                }
            }),
        },
        calls: found.calls.clone(),
        bases: definition.bases.clone(),
    }
}

/// Code lines up to each line, the line itself included; index 0 stands before line 1.
fn code_lines_before(kinds: &[LineKind]) -> Vec<u32> {
    let mut sums = vec![0];
    let mut sum = 0;
    sums.extend(kinds.iter().map(|kind| {
        sum += u32::from(*kind == LineKind::Code);
        sum
    }));
    sums
}

/// The doc string, or the comment right above.
fn documentation(
    definition: &Definition,
    range: LineRange,
    style: CommentStyle,
    blocks: &[Block],
    text: &str,
) -> (Option<String>, Option<LineRange>) {
    let above = comments::block_above(blocks, range.start());
    // Between attributes and the definition itself a comment is in the range and documents it all the same.
    let within = comments::block_above(blocks, head_line_of(definition, range, text))
        .filter(|block| block.lines.start() > range.start());
    let of_block = |block: &Block| {
        let is_doc = |span: &&Span| style == CommentStyle::Slash && is_doc_comment(span.slice(text));
        let mut spans: Vec<Span> = block.spans.iter().filter(is_doc).copied().collect();
        if spans.is_empty() {
            spans.clone_from(&block.spans);
        }
        spans.retain(|span| !is_inner(span.slice(text)));
        prose::of_comments(&spans, text)
    };
    let lines = above.map(|block| block.lines);
    let string = definition.doc_string.and_then(|string| prose::of_string(string.slice(text)));
    let doc = string.or_else(|| above.and_then(of_block)).or_else(|| within.and_then(of_block));
    (doc, lines)
}

fn head_line_of(definition: &Definition, range: LineRange, text: &str) -> u32 {
    let before = text.get(definition.span.start..definition.head).unwrap_or_default();
    range.start() + before.matches('\n').count() as u32
}

fn is_doc_comment(comment: &str) -> bool {
    (comment.starts_with("///") && !comment.starts_with("////"))
        || (comment.starts_with("/**") && !comment.starts_with("/***") && comment.len() > 4)
}

fn is_inner(comment: &str) -> bool {
    comment.starts_with("//!") || comment.starts_with("/*!")
}

/// The text of a span with the comments in it left out.
fn without_comments<'a>(span: Span, comments: &[Span], text: &'a str) -> Cow<'a, str> {
    let first = comments.partition_point(|comment| comment.start < span.start);
    let inner: Vec<Span> = comments[first..].iter().take_while(|comment| comment.end <= span.end).copied().collect();
    if inner.is_empty() {
        return Cow::Borrowed(text.get(span.range()).unwrap_or_default());
    }
    let (mut kept, mut at) = (String::new(), span.start);
    for comment in inner.into_iter().chain([Span::new(span.end, span.end)]) {
        kept.push_str(text.get(at..comment.start).unwrap_or_default());
        kept.push(' ');
        at = comment.end;
    }
    Cow::Owned(kept)
}

/// A declaration on one line, without what opens its body.
fn signature(head: &str) -> String {
    let folded = fold(head);
    let end = folded.trim_end_matches("=>").trim_end_matches(['{', '=', ' ', '\\', ',']).len();
    let mut signature = folded[..end].to_owned();
    if signature.ends_with(':') && !signature.ends_with("::") {
        signature.pop();
    }
    signature.trim_end_matches([' ', ';']).to_owned()
}

fn parameters(inside: &str) -> String {
    fold(inside).trim_end_matches([',', ' ']).to_owned()
}

/// White space runs become one space, and none is left inside brackets.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len().min(MAX_SIGNATURE));
    for word in text.split_whitespace() {
        if folded.len() + word.len() > MAX_SIGNATURE {
            break;
        }
        if folded.ends_with(',') && word.starts_with([')', ']']) {
            folded.pop();
        } else if !folded.is_empty() && !folded.ends_with(['(', '[']) && !word.starts_with([')', ']', ',']) {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

fn add_exports(symbols: &mut [Symbol], exports: &Exports) {
    let names: HashSet<&str> = exports.names.iter().map(String::as_str).collect();
    for symbol in symbols.iter_mut().filter(|symbol| symbol.container.is_none()) {
        if names.contains(symbol.name.as_str()) {
            symbol.visibility = Visibility::Public;
        } else if exports.is_whole && symbol.visibility == Visibility::Public && symbol.qualified_name == symbol.name {
            symbol.visibility = Visibility::Internal;
        }
    }
}

fn add_bases(symbols: &mut [Symbol], bases: &[(String, Vec<String>)]) {
    for (name, bases) in bases {
        let Some(symbol) = symbols.iter_mut().find(|symbol| symbol.kind.is_type() && symbol.qualified_name == *name)
        else {
            continue;
        };
        for base in bases {
            if !symbol.bases.contains(base) {
                symbol.bases.push(base.clone());
            }
        }
    }
}

/// A constant that is given a value again is still defined where it was first; later assignments are no symbols.
fn drop_reassigned(symbols: Vec<Symbol>) -> Vec<Symbol> {
    let mut known = BTreeSet::new();
    let keep: Vec<bool> = symbols
        .iter()
        .map(|symbol| {
            symbol.kind != SymbolKind::Constant || known.insert((symbol.container, symbol.qualified_name.clone()))
        })
        .collect();
    let mut shift = Vec::with_capacity(keep.len());
    let mut kept = 0u32;
    for keep in &keep {
        shift.push(kept);
        kept += u32::from(*keep);
    }
    let mut symbols: Vec<Symbol> =
        symbols.into_iter().zip(&keep).filter(|(_, keep)| **keep).map(|(symbol, _)| symbol).collect();
    for symbol in &mut symbols {
        symbol.container = symbol.container.filter(|at| keep[*at as usize]).map(|at| shift[at as usize]);
    }
    symbols
}

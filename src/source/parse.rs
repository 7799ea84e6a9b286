//! From a file's text to its facts.
//!
//! The parser's work is bounded by counting its steps, not by a clock, so that the same text always gives the same facts.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::ControlFlow;

use tree_sitter::ParseOptions;
use tree_sitter::ParseState;
use tree_sitter::Parser;
use tree_sitter::Point;
use tree_sitter::Range;
use tree_sitter::Tree;

use super::comments;
use super::languages;
use super::languages::spec::Spec;
use super::mend;
use super::preprocess;
use super::preprocess::Program;
use super::tokens;
use super::torn::Torn;
use super::walk;
use super::walked::Walked;
use super::wordless::is_wordless;
use crate::base::LineIndex;
use crate::base::Span;
use crate::source::FileFacts;
use crate::source::Language;
use crate::source::LineKind;

/// The parser reports after every hundred of its steps. Of 6,200 real files, broken ones included, none needs more than
/// one report for 34 bytes; ten times as many are allowed, and these at least.
const REPORTS_AT_LEAST: usize = 2_000;
/// The parser is shown at most this many bytes at a time, so that what it reads can be counted: a scanner may look for
/// the end of something through the whole text, at every step.
const READ_BYTES: usize = 1_024;
/// Times that it may ask for bytes, beside once for each byte of the text: on average it may read every byte a thousand
/// times.
const READS_AT_LEAST: usize = 4_000;
/// Broken text that would fall into more pieces is left as it is.
const MAX_PIECES: usize = 2_000;

/// Everything that is known of a file's text. Broken source gives what can be known; nothing panics.
///
/// A text that the parser cannot get through within its bounds has no symbols and `has_syntax_errors` set.
pub fn parse(language: Language, text: &str) -> FileFacts {
    parse_while(language, text, &|| true).0
}

/// The facts, and whether the parser got through the text while `go_on` held.
pub(crate) fn parse_while(language: Language, text: &str, go_on: &dyn Fn() -> bool) -> (FileFacts, bool) {
    let spec = languages::spec(language);
    let lines = LineIndex::new(text);
    let mut facts = FileFacts {
        language,
        line_count: lines.line_count(),
        module_doc: None,
        symbols: Vec::new(),
        imports: Vec::new(),
        notes: Vec::new(),
        line_tokens: tokens::line_tokens(text),
        line_kinds: nonblank(text, lines.line_count()),
        has_syntax_errors: true,
    };
    if is_wordless(text) {
        return (facts, false);
    }
    let one_side = mend::one_side(text);
    let is_merged = matches!(one_side, Cow::Owned(_));
    let program = if spec.quirks.preprocessed {
        preprocess::one_program(&one_side)
    } else {
        Program { text: Cow::Borrowed(&*one_side), attributes: Vec::new() }
    };
    let (code, tree) = one_reading(spec, &program.text, go_on);
    let Some(tree) = tree else { return (facts, false) };
    facts.has_syntax_errors = tree.root_node().has_error() || is_merged;
    let mut walked = walk::walk(language, spec, &code, &tree);
    if tree.root_node().has_error()
        && let Some(pieces) = piecewise(language, spec, &code, &lines, go_on)
    {
        walked = best_of(walked, pieces);
    }
    if spec.quirks.loses_else
        && let Some(code) = mend::without_directives(&code)
        && let Some(tree) = self::tree(spec, &code, &[], go_on)
    {
        walked.complete_with(walk::walk(language, spec, &code, &tree));
    }
    for found in &mut walked.definitions {
        found.definition.span.start = program.with_attributes(found.definition.span.start);
    }
    // What was taken out of the code of C still belongs to signatures and comments.
    let shown = if matches!(code, Cow::Owned(_)) { &code } else { &one_side };
    comments::join(walked, spec, shown, &lines, &mut facts);
    (facts, true)
}

/// A reading that swallowed something knows less; what only the other one knows is added.
fn best_of(one: Walked, other: Walked) -> Walked {
    let (mut best, other) = if other.known() >= one.known() { (other, one) } else { (one, other) };
    best.complete_with(other);
    best
}

/// The tree of a text, or, where it has errors, of the text as its language mends it.
fn one_reading<'a>(spec: &Spec, text: &'a str, go_on: &dyn Fn() -> bool) -> (Cow<'a, str>, Option<Tree>) {
    if spec.quirks.mends_first
        && let Cow::Owned(mended) = (spec.mend)(text)
        && let tree = tree(spec, &mended, &[], go_on)
    {
        return (Cow::Owned(mended), tree);
    }
    let first = tree(spec, text, &[], go_on);
    let reads = |tree: &Option<Tree>| tree.as_ref().is_some_and(|tree| !tree.root_node().has_error());
    if !reads(&first)
        && let Cow::Owned(mended) = (spec.mend)(text)
        && let second = tree(spec, &mended, &[], go_on)
        && second.is_some()
    {
        return (Cow::Owned(mended), second);
    }
    (Cow::Borrowed(text), first)
}

fn nonblank(text: &str, line_count: u32) -> Vec<LineKind> {
    let kind = |line: &str| if line.trim().is_empty() { LineKind::Blank } else { LineKind::Code };
    let mut kinds: Vec<LineKind> = text.split_inclusive('\n').map(kind).collect();
    kinds.resize(line_count as usize, LineKind::Blank);
    kinds
}

/// The text read in pieces, each as if it were a file of its own: an error in one cannot swallow the next. `None` where
/// there is nothing to cut.
fn piecewise(
    language: Language,
    spec: &'static Spec,
    text: &str,
    lines: &LineIndex,
    go_on: &dyn Fn() -> bool,
) -> Option<Walked> {
    let starts = mend::fresh_starts(text, spec.quirks.equations);
    if starts.len() < 2 || starts.len() > MAX_PIECES {
        return None;
    }
    let mut whole: Option<Walked> = None;
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let point = |at: usize| Point::new(lines.line_of(at) as usize - 1, 0);
    for (start, end) in starts.iter().copied().zip(ends) {
        let range = |start: usize, end: usize| Range {
            start_byte: start,
            end_byte: end,
            start_point: point(start),
            end_point: point(end),
        };
        let Some(tree) = self::tree(spec, text, &[range(start, end)], go_on) else { continue };
        let mut walked = walk::walk(language, spec, text, &tree);
        if tree.root_node().has_error()
            && let Some(torn) = Torn::find(text, Span::new(start, end))
            && let Some(tree) = torn.sound_parts(|parts| {
                let ranges: Vec<Range> = parts.iter().map(|part| range(part.start, part.end)).collect();
                self::tree(spec, text, &ranges, go_on)
            })
        {
            walked = best_of(walked, walk::walk(language, spec, text, &tree));
        }
        match &mut whole {
            Some(whole) => whole.append(walked),
            None => whole = Some(walked),
        }
    }
    whole
}

/// The syntax tree of the text, or of some parts of it as if nothing stood between them, or `None` where the parser would need more steps than any real source does.
fn tree(spec: &Spec, text: &str, parts: &[Range], go_on: &dyn Fn() -> bool) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&(spec.load)()).ok()?;
    parser.set_included_ranges(parts).ok()?;
    let bytes = text.as_bytes();
    let size: usize = parts.iter().map(|part| part.end_byte - part.start_byte).sum();
    let size = if parts.is_empty() { bytes.len() } else { size };
    let (most_reports, most_reads) = (REPORTS_AT_LEAST + size / 3, READS_AT_LEAST + size);
    let (mut reports, reads) = (0, Cell::new(0));
    let mut progress = |_: &ParseState| {
        reports += 1;
        let goes_on = reports <= most_reports && reads.get() <= most_reads && go_on();
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tail = spec.quirks.tail.as_bytes();
    let mut read = |at: usize, _| {
        reads.set(reads.get() + 1);
        match bytes.get(at..) {
            // As if the text ended here, which soon brings it to the end.
            _ if reads.get() > most_reads => &[],
            None | Some([]) => tail.get(at.saturating_sub(bytes.len())..).unwrap_or_default(),
            Some(rest) => &rest[..rest.len().min(READ_BYTES)],
        }
    };
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    tree.filter(|_| reads.get() <= most_reads)
}

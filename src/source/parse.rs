//! From a file's text to its facts.
//!
//! The parser's work is bounded by counting its steps, not by a clock, so that the same text always gives the same facts.

use std::borrow::Cow;
use std::ops::ControlFlow;

use tree_sitter::ParseOptions;
use tree_sitter::ParseState;
use tree_sitter::Parser;
use tree_sitter::Tree;

use super::comments;
use super::languages;
use super::languages::spec::Spec;
use super::mend;
use super::tokens;
use super::walk;
use crate::base::LineIndex;
use crate::source::FileFacts;
use crate::source::Language;
use crate::source::LineKind;

/// The parser reports after every hundred of its steps; ordinary code needs well under one report for ten bytes.
const REPORTS_AT_LEAST: usize = 20_000;

/// Everything that is known of a file's text. Broken source gives what can be known; nothing panics.
///
/// A text that the parser cannot get through within its bounds has no symbols and `has_syntax_errors` set.
pub fn parse(language: Language, text: &str) -> FileFacts {
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
    let code = mend::one_side(text);
    if let Some(tree) = tree(spec, &code) {
        facts.has_syntax_errors = tree.root_node().has_error() || matches!(code, Cow::Owned(_));
        let walked = walk::walk(language, spec, &code, &tree);
        comments::join(walked, spec, &code, &lines, &mut facts);
    }
    facts
}

fn nonblank(text: &str, line_count: u32) -> Vec<LineKind> {
    let kind = |line: &str| if line.trim().is_empty() { LineKind::Blank } else { LineKind::Code };
    let mut kinds: Vec<LineKind> = text.split_inclusive('\n').map(kind).collect();
    kinds.resize(line_count as usize, LineKind::Blank);
    kinds
}

/// The syntax tree, or `None` where the parser would need more steps than any real source does.
fn tree(spec: &Spec, text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&(spec.load)()).ok()?;
    let bytes = text.as_bytes();
    let mut reports = 0;
    let limit = REPORTS_AT_LEAST + bytes.len() / 4;
    let mut progress = |_: &ParseState| {
        reports += 1;
        if reports > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let mut read = |at: usize, _| bytes.get(at..).unwrap_or_default();
    parser.parse_with_options(&mut read, None, Some(options))
}

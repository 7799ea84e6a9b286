//! CAT006: characters that nobody sees: bidirectional controls, zero-width characters, control codes.

use crate::base::Span;
use crate::base::TextEdit;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let text = context.text();
    let mut before = None;
    let mut chars = text.char_indices().peekable();
    // Neighbours on one line make one finding.
    let mut run: Vec<(Span, char)> = Vec::new();
    while let Some((at, c)) = chars.next() {
        let after = chars.peek().map(|(_, next)| *next);
        if at > 0 && !c.is_ascii_graphic() && is_invisible(c, before, after) {
            run.push((Span::new(at, at + c.len_utf8()), c));
        } else if !run.is_empty() {
            report(&std::mem::take(&mut run), sink);
        }
        before = Some(c);
    }
    if !run.is_empty() {
        report(&run, sink);
    }
}

fn report(run: &[(Span, char)], sink: &mut Sink<'_>) {
    let (first, c) = run[0];
    let span = Span::new(first.start, run[run.len() - 1].0.end);
    let code = format!("U+{:04X}", u32::from(c));
    let message = match run.len() {
        1 => format!("an invisible character ({code}) stands in the text"),
        count => format!("{count} invisible characters (the first is {code}) stand in the text"),
    };
    let removals = vec![TextEdit { span, text: String::new() }];
    sink.report(span, code, message).fix = edits::edits("remove what is invisible", Safety::Unsafe, removals);
}

/// Whether a character shows nothing and has no business between its neighbours. Joiners are part of how some scripts
/// and emoji are written, so they pass between two characters beyond ASCII, as does the emoji selector after one.
fn is_invisible(c: char, before: Option<char>, after: Option<char>) -> bool {
    let beyond_ascii = |c: Option<char>| c.is_some_and(|c| !c.is_ascii());
    match c {
        '\n' | '\r' | '\t' => false,
        '\u{200c}' | '\u{200d}' => !(beyond_ascii(before) && beyond_ascii(after)),
        '\u{fe00}'..='\u{fe0f}' => {
            !beyond_ascii(before) && !before.is_some_and(|c| c.is_ascii_digit() || matches!(c, '#' | '*'))
        }
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e01ef}' => true,
        c => c.is_control(),
    }
}

//! CAT503: a symbol that nobody looks for, listed by name alone.

use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::listed::Verdict;
use crate::lint::sink::Sink;
use crate::source::Symbol;

/// Lines of code up to which an undocumented function without branches says all in its name.
const MAX_CODE_LINES: u32 = 3;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    // A wrong mention is another rule's business; what somebody found words for is not trivial to them.
    let right = context.listed().iter().filter(|listed| listed.verdict == Verdict::Right && listed.is_name_alone);
    for listed in right {
        if let Some(symbol) = listed.symbol().filter(|symbol| is_trivial(symbol)) {
            let count = symbol.complexity.code_lines;
            let lines = if count == 1 { "one line".to_owned() } else { format!("{count} lines") };
            let message = format!("`{}` is trivial: {lines}, no branch, no documentation", listed.mention.name);
            let fix = edits::remove_symbol(context, listed.file, listed.mention);
            sink.report(listed.mention.span, listed.subject(), message).fix = fix;
        }
    }
}

fn is_trivial(symbol: &Symbol) -> bool {
    let complexity = symbol.complexity;
    symbol.kind.is_callable()
        && symbol.doc.is_none()
        && complexity.branches == 0
        && (1..=MAX_CODE_LINES).contains(&complexity.code_lines)
}

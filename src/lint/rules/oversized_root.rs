//! CAT405: a root catalog over its token budget.

use crate::lint::context::LintContext;
use crate::lint::shedding;
use crate::lint::sink::Sink;
use crate::source::tokens;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let (text, limit) = (context.text(), context.config.max_root_tokens);
    // Loading the tokenizer takes longer than a whole run. English prose with paths has more than three bytes a token,
    // and even a list of nothing but ranges has more than two, so a text of twice the budget's bytes is within it.
    if !context.directory().is_root() || text.len() <= limit.saturating_mul(2) {
        return;
    }
    let count = tokens::count(text) as usize;
    if count > limit {
        let message = format!("the root catalog has {count} tokens, at most {limit} are allowed");
        let fix = shedding::shed(context, limit, &|text| tokens::count(text) as usize);
        sink.report(context.first_line(), "", message).fix = fix;
    }
}

//! CAT008: a `libra-ignore` comment that silences nothing.

use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::registry;
use crate::lint::sink::Sink;
use crate::lint::suppress::Unused;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for unused in context.unused.get().into_iter().flatten() {
        let fix = fix(context, unused);
        let names = unused.names.join(", ");
        sink.report(unused.suppression.span, names, message(unused)).fix = fix;
    }
}

fn message(unused: &Unused<'_>) -> String {
    let Some(name) = unused.names.iter().find(|name| !registry::means_a_rule(name)) else {
        let quoted: Vec<_> = unused.names.iter().map(|name| format!("`{name}`")).collect();
        return match quoted.as_slice() {
            [] => "the comment silences nothing".to_owned(),
            names => format!("the comment silences no finding of {}", names.join(", ")),
        };
    };
    match registry::suggestion(name) {
        Some(suggestion) => format!("`{name}` is not a rule; did you mean `{suggestion}`?"),
        None => format!("`{name}` is not a rule"),
    }
}

/// Takes the names away that do nothing, and the comment if none is left, with its line if it stands alone.
fn fix(context: &LintContext<'_>, unused: &Unused<'_>) -> Option<Fix> {
    let suppression = unused.suppression;
    let left: Vec<_> =
        suppression.rules.iter().map(String::as_str).filter(|name| !unused.names.contains(name)).collect();
    if !left.is_empty() {
        let comment = format!("<!-- libra-ignore {} -->", left.join(", "));
        return edits::replace("keep only what is needed", Safety::Safe, suppression.span, comment);
    }
    edits::remove_comment("remove the comment", Safety::Safe, context, suppression.span)
}

//! CAT105: two entries for one file or module.

use std::collections::BTreeMap;

use crate::catalog::Entry;
use crate::catalog::Target;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let mut first_of: BTreeMap<&Target, &Entry> = BTreeMap::new();
    for entry in context.entries().filter(|entry| entry.target != Target::Other) {
        let Some(first) = first_of.get(&entry.target) else {
            first_of.insert(&entry.target, entry);
            continue;
        };
        let line = context.lines.line_of(first.heading.span.start);
        let message = format!("`{}` already has an entry on line {line}", entry.heading.text);
        sink.report(entry.heading.span, subject(entry), message).fix = fix(context, entry);
    }
}

/// The first entry stays, whatever the further ones say.
fn fix(context: &LintContext<'_>, entry: &Entry) -> Option<Fix> {
    edits::remove_entry("remove the further entry", context, entry)
}

//! CAT105: two entries for one file or module.

use std::collections::BTreeMap;

use crate::catalog::CatalogEdit;
use crate::catalog::Entry;
use crate::catalog::Target;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
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
        sink.report(entry.heading.span, subject(entry), message).fix = fix(context, first, entry);
    }
}

/// What says nothing new can go; two different texts are for a person to join. The edit takes the last entry.
fn fix(context: &LintContext<'_>, first: &Entry, entry: &Entry) -> Option<Fix> {
    let said = |entry: &Entry| entry.body.slice(context.text()).lines().map(str::trim_end).collect::<Vec<_>>();
    let last = context.entries().filter(|other| other.target == entry.target).last();
    if said(first) != said(entry) || last.is_none_or(|last| last.span != entry.span) {
        return None;
    }
    let change = CatalogEdit::RemoveEntry { target: entry.target.clone() };
    edits::by_catalog_edits("remove the second entry", Safety::Unsafe, context, &[change])
}

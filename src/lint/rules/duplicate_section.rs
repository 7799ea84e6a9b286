//! CAT108: two sections of one name.

use std::collections::BTreeMap;

use crate::lint::context::LintContext;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let mut lines: BTreeMap<String, u32> = BTreeMap::new();
    for section in &context.catalog.sections {
        let line = context.lines.line_of(section.heading.span.start);
        let first = *lines.entry(section.heading.text.to_lowercase()).or_insert(line);
        if first != line {
            let message = format!("a section `{}` already stands on line {first}", section.heading.text);
            sink.report(section.heading.span, section.heading.text.as_str(), message);
        }
    }
}

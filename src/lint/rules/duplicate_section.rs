//! CAT108: two sections of one name.

use std::collections::BTreeMap;

use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Section;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let mut firsts: BTreeMap<String, &Section> = BTreeMap::new();
    let mut offered = false;
    for section in &context.catalog.sections {
        let Some(first) = firsts.get(&section.heading.text.to_lowercase()) else {
            firsts.insert(section.heading.text.to_lowercase(), section);
            continue;
        };
        let line = context.lines.line_of(first.heading.span.start);
        let message = format!("a section `{}` already stands on line {line}", section.heading.text);
        let finding = sink.report(section.heading.span, section.heading.text.as_str(), message);
        // One move at a time: the next pass sees where the others are to go.
        if !offered {
            finding.fix = joined(context, first, section);
            offered = true;
        }
    }
}

/// Puts what stands in the further section at the end of the first one.
fn joined(context: &LintContext<'_>, first: &Section, section: &Section) -> Option<Fix> {
    let (text, end) = (context.text(), context.line_end());
    let heading = context.lines.range_span(context.lines.lines_of(section.heading.span));
    if first.span.end == section.span.start {
        let rest = &text[heading.end..section.span.end];
        let content = heading.end + rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        let heading = Span::new(heading.start, content);
        return edits::replace("join it with the first", Safety::Unsafe, heading, "");
    }
    let content = text[heading.end..section.span.end].trim_matches(['\r', '\n']).trim_end();
    let at = first.span.start + first.span.slice(text).trim_end().len();
    // The last section takes the blank line before it along, so that none is left at the end.
    let start = match section.span.end == text.len() {
        true => text[..section.span.start].trim_end().len() + end.len(),
        false => section.span.start,
    };
    let insertion = TextEdit { span: Span::new(at, at), text: format!("{end}{end}{content}") };
    let removal = TextEdit { span: Span::new(start.min(section.span.start), section.span.end), text: String::new() };
    edits::edits("join it with the first", Safety::Unsafe, vec![insertion, removal])
}

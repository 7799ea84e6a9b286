//! CAT107: Glossary, Architecture Overview or Notes after the sections that they should precede.

use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Section;
use crate::catalog::SectionKind;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let sections = &context.catalog.sections;
    let mut offered = false;
    for (at, section) in sections.iter().enumerate() {
        let Some(later) = sections[..at].iter().find(|before| rank(before.kind) > rank(section.kind)) else { continue };
        let message = format!("the section `{}` belongs before `{}`", section.heading.text, later.heading.text);
        let finding = sink.report(section.heading.span, section.heading.text.as_str(), message);
        // One move at a time: the next pass sees where the others are to go.
        if !offered {
            finding.fix = moved(context, section, later);
            offered = true;
        }
    }
}

/// Where a kind of section stands among the others.
fn rank(kind: SectionKind) -> u8 {
    match kind {
        SectionKind::Glossary => 0,
        SectionKind::Architecture => 1,
        SectionKind::Notes => 2,
        SectionKind::Group | SectionKind::Submodules => 3,
    }
}

fn moved(context: &LintContext<'_>, section: &Section, before: &Section) -> Option<Fix> {
    let end = context.line_end();
    let text = section.span.slice(context.text()).trim_end();
    let at = Span::new(before.span.start, before.span.start);
    // The last section takes the blank line before it along, so that none is left at the end.
    let mut start = section.span.start;
    if section.span.end == context.text().len() {
        start = context.text()[..start].trim_end().len() + end.len();
    }
    let title = format!("move it before `{}`", before.heading.text);
    let insert = TextEdit { span: at, text: format!("{text}{end}{end}") };
    let removal = TextEdit { span: Span::new(start.min(section.span.start), section.span.end), text: String::new() };
    edits::edits(title, Safety::Safe, vec![insert, removal])
}

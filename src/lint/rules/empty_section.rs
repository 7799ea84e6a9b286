//! CAT109: a section with nothing in it.

use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for section in &context.catalog.sections {
        if !(section.entries.is_empty() && section.prose.is_empty() && section.bullets.is_empty()) {
            continue;
        }
        // A table or an image is not nothing, whatever another rule thinks of it.
        if context.catalog.problems.iter().any(|problem| section.span.contains(problem.span)) {
            continue;
        }
        let message = format!("the section `{}` is empty", section.heading.text);
        let fix = edits::replace("remove the section", Safety::Unsafe, section.span, "");
        sink.report(section.heading.span, section.heading.text.as_str(), message).fix = fix;
    }
}

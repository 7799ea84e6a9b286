//! CAT207: an entry whose heading shows another name than that of its file or module.

use crate::catalog::Target;
use crate::catalog::text;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for entry in context.entries() {
        let (Some(link), Target::File(path) | Target::Module(path)) = (&entry.link, &entry.target) else { continue };
        let shown = link.text.trim_matches('`').trim_end_matches('/');
        let known = context.project.files.contains_key(path) || context.project.modules.contains_key(path);
        if !known || is_name_of(shown, path.as_str()) {
            continue;
        }
        let name = path.relative_to(context.directory());
        let message = format!("the heading shows `{shown}` but leads to `{name}`");
        let label = format!("[{}]", text::label(&name));
        // Everything up to the destination's parenthesis is the label.
        let written = link.span.slice(context.text());
        let fix = written.rfind("](").and_then(|at| {
            let span = crate::base::Span::new(link.span.start, link.span.start + at + 1);
            edits::replace(format!("show `{name}`"), Safety::Safe, span, label)
        });
        sink.report(link.span, subject(entry), message).fix = fix;
    }
}

/// Whether a heading's words are the last parts of a path. Markdown shows any blanks of a name as one, and none at the
/// ends of a heading.
fn is_name_of(shown: &str, path: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (shown, path) = (words(shown), words(path));
    path.strip_suffix(&shown)
        .is_some_and(|before| !shown.is_empty() && (before.trim().is_empty() || before.trim_end().ends_with('/')))
}

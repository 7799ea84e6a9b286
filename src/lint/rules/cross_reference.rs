//! CAT501: an entry that refers to another one.

use std::collections::BTreeSet;

use crate::base::Span;
use crate::catalog::Entry;
use crate::catalog::Target;
use crate::catalog::wording;
use crate::lint::context::LintContext;
use crate::lint::context::Prose;
use crate::lint::context::directory_meant;
use crate::lint::context::subject;
use crate::lint::cutting;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let names: BTreeSet<&str> = context.entries().filter_map(file_name).collect();
    for prose in context.prose() {
        let words = prose.span.slice(context.text());
        let (at, message) = if let Some(said) = wording::elsewhere(words) {
            (said.start, format!("`{}` sends the reader elsewhere; say what is here", &words[said]))
        } else if let Some(at) = words.find("](") {
            (at, "a link sends the reader elsewhere; say what is here".to_owned())
        } else if let Some((at, other)) = other_file(context, prose, words, &names) {
            (at, format!("`{other}` has an entry of its own; say what is here"))
        } else {
            continue;
        };
        let at = prose.span.start + at;
        let finding = sink.report(prose.span, subject(prose.entry), message);
        finding.fix = cutting::without_clause(context, Span::new(at, at + 1));
    }
}

/// The file of another entry that the words name as code. A submodule's entry may name its own files, which are
/// sometimes called like files here.
fn other_file<'t>(
    context: &LintContext<'_>,
    prose: &Prose<'_>,
    words: &'t str,
    names: &BTreeSet<&str>,
) -> Option<(usize, &'t str)> {
    let own = file_name(prose.entry).filter(|_| directory_meant(context, prose.entry).is_none())?;
    wording::codes(words).find(|(_, code)| *code != own && names.contains(code) && wording::is_telling_file_name(code))
}

fn file_name(entry: &Entry) -> Option<&str> {
    match &entry.target {
        Target::File(path) => Some(path.file_name()),
        Target::Module(_) | Target::Other => None,
    }
}

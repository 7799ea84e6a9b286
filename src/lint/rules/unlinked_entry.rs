//! CAT104: an entry whose heading is no link.

use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Entry;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for entry in context.entries().filter(|entry| entry.link.is_none()) {
        let message = format!("the entry `{}` is no link to its source file or catalog", entry.heading.text);
        sink.report(entry.heading.span, subject(entry), message).fix = fix(context, entry);
    }
}

/// Links the heading where its words name a file or a submodule of this module.
fn fix(context: &LintContext<'_>, entry: &Entry) -> Option<Fix> {
    let module = context.module()?;
    let directory = context.directory();
    let words = entry.heading.text.trim_matches('`').trim_end_matches('/');
    let named = |path: &&RepoPath| path.relative_to(directory) == words;
    let destination = match module.files.iter().find(named) {
        Some(file) => file.relative_to(directory),
        None => format!("{}/{CATALOG_FILE}", module.children.iter().find(named)?.relative_to(directory)),
    };
    // Names that need escapes are left to whoever writes the catalog's links.
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '/') || c == '_';
    if !destination.chars().all(plain) {
        return None;
    }
    let heading = format!("### [{words}]({destination})");
    edits::replace(format!("link it to `{destination}`"), Safety::Safe, entry.heading.span, heading)
}

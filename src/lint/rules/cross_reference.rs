//! CAT501: an entry that refers to another one.

use std::collections::BTreeSet;

use crate::catalog::Entry;
use crate::catalog::Target;
use crate::lint::context::LintContext;
use crate::lint::context::Prose;
use crate::lint::context::subject;
use crate::lint::sink::Sink;

const PHRASES: &[&str] = &["see also", "refer to the entry", "described above", "described below", "as above"];

/// Names that many directories have, so that one of them in a sentence speaks of no particular file.
const COMMON: &[&str] =
    &["__init__.py", "__main__.py", "mod.rs", "lib.rs", "main.rs", "index.js", "index.ts", "main.go"];

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let names: BTreeSet<&str> = context.entries().filter_map(file_name).collect();
    for prose in context.prose() {
        let words = prose.span.slice(context.text());
        let message = if let Some(said) = prose.phrase(context.text(), PHRASES) {
            format!("`{said}` sends the reader elsewhere; say what is here")
        } else if words.contains("](") {
            "a link sends the reader elsewhere; say what is here".to_owned()
        } else if let Some(other) = other_file(prose, words, &names) {
            format!("`{other}` has an entry of its own; say what is here")
        } else {
            continue;
        };
        sink.report(prose.span, subject(prose.entry), message);
    }
}

/// The file of another entry that the words name as code. A submodule's entry may name its own files, which are
/// sometimes called like files here.
fn other_file<'t>(prose: &Prose<'_>, words: &'t str, names: &BTreeSet<&str>) -> Option<&'t str> {
    let own = file_name(prose.entry)?;
    let mut codes = words.split('`').skip(1).step_by(2);
    codes.find(|code| *code != own && names.contains(code) && !COMMON.contains(code))
}

fn file_name(entry: &Entry) -> Option<&str> {
    match &entry.target {
        Target::File(path) => Some(path.file_name()),
        Target::Module(_) | Target::Other => None,
    }
}

//! CAT501: an entry that refers to another one.

use crate::base::RepoPath;
use crate::catalog::Target;
use crate::lint::context::LintContext;
use crate::lint::context::phrase;
use crate::lint::context::prose;
use crate::lint::context::subject;
use crate::lint::sink::Sink;

const PHRASES: &[&str] = &["see also", "refer to the entry", "described above", "described below", "as above"];

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let names: Vec<&str> =
        context.entries().filter_map(|entry| target(&entry.target)).map(RepoPath::file_name).collect();
    for entry in context.entries() {
        let own = target(&entry.target).map_or("", RepoPath::file_name);
        for span in prose(entry) {
            let words = span.slice(context.text());
            let other = || {
                let codes = words.split('`').skip(1).step_by(2);
                codes.into_iter().find(|code| *code != own && code.contains('.') && names.contains(code))
            };
            let message = if let Some(said) = phrase(words, PHRASES) {
                format!("`{said}` sends the reader elsewhere; say what is here")
            } else if words.contains("](") {
                "a link sends the reader elsewhere; say what is here".to_owned()
            } else if let Some(other) = other() {
                format!("`{other}` has an entry of its own; say what is here")
            } else {
                continue;
            };
            sink.report(span, subject(entry), message);
        }
    }
}

fn target(target: &Target) -> Option<&RepoPath> {
    match target {
        Target::File(path) | Target::Module(path) => Some(path),
        Target::Other => None,
    }
}

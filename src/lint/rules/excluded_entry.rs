//! CAT203: an entry for a file that catalogs leave out: a test, generated, vendored or excluded code.

use crate::catalog::CatalogEdit;
use crate::catalog::Target;
use crate::lint::context::LintContext;
use crate::lint::context::subject;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::sink::Sink;
use crate::source::classify::FileClass;
use crate::source::classify::SkipReason;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for entry in context.entries() {
        let Target::File(path) = &entry.target else { continue };
        // A link into another directory is foreign, whatever it leads to.
        if path.parent().as_ref() != Some(context.directory()) {
            continue;
        }
        let Some(FileClass::Skipped { reason, .. }) = context.project.files.get(path).map(|file| &file.class) else {
            continue;
        };
        let message = format!("`{}` {}, which catalogs leave out", entry.heading.text, words(*reason));
        let change = CatalogEdit::RemoveEntry { target: entry.target.clone() };
        let fix = edits::by_catalog_edits("remove the entry", Safety::Unsafe, context, &[change]);
        sink.report(entry.heading.span, subject(entry), message).fix = fix;
    }
}

fn words(reason: SkipReason) -> &'static str {
    match reason {
        SkipReason::NotSource => "is of no known programming language",
        SkipReason::Test => "is a test",
        SkipReason::Generated => "is generated",
        SkipReason::Vendored => "is vendored",
        SkipReason::Minified => "is minified",
        SkipReason::Excluded => "is excluded in `libra.toml`",
        SkipReason::TooLarge => "is over the size limit",
        SkipReason::NotText => "is not text",
        SkipReason::Encoding => "is not UTF-8 text",
        SkipReason::TooComplex => "is too much work for the parser",
        SkipReason::NotAFile => "is a symlink or a submodule",
        SkipReason::Empty => "has no code in it",
    }
}

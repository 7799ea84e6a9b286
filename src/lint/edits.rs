//! Makes fixes: from spans, or from catalog edits, whose result is narrowed to the lines that it changes.

use crate::base::EditSet;
use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog;
use crate::catalog::CatalogEdit;
use crate::lint::context::LintContext;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;

/// A fix of several edits; `None` where they overlap, which would be a finding that cannot be mended at once.
pub(crate) fn edits(title: impl Into<String>, safety: Safety, edits: Vec<TextEdit>) -> Option<Fix> {
    let edits = EditSet::new(edits).ok().filter(|edits| !edits.is_empty())?;
    Some(Fix { title: title.into(), safety, edits })
}

/// A fix that replaces one span.
pub(crate) fn replace(title: impl Into<String>, safety: Safety, span: Span, text: impl Into<String>) -> Option<Fix> {
    edits(title, safety, vec![TextEdit { span, text: text.into() }])
}

/// A fix by catalog edits; `None` where the catalog refuses them or nothing would change.
pub(crate) fn by_catalog_edits(
    title: impl Into<String>,
    safety: Safety,
    context: &LintContext<'_>,
    changes: &[CatalogEdit],
) -> Option<Fix> {
    let new = catalog::apply(context.catalog, changes).ok()?;
    edits(title, safety, vec![changed_lines(context.text(), &new)?])
}

/// The one edit of whole lines that makes `new` of `old`, or `None` where they are equal.
fn changed_lines(old: &str, new: &str) -> Option<TextEdit> {
    if old == new {
        return None;
    }
    let same = |(a, b): &(&str, &str)| a == b;
    let head: usize =
        old.split_inclusive('\n').zip(new.split_inclusive('\n')).take_while(same).map(|(line, _)| line.len()).sum();
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let old_back = old_rest.split_inclusive('\n').rev();
    let tail: usize =
        old_back.zip(new_rest.split_inclusive('\n').rev()).take_while(same).map(|(line, _)| line.len()).sum();
    let text = new_rest[..new_rest.len() - tail].to_owned();
    Some(TextEdit { span: Span::new(head, old.len() - tail), text })
}

#[cfg(test)]
mod tests {
    use super::changed_lines;

    #[test]
    fn narrows_to_whole_lines() {
        let edit = |old, new| changed_lines(old, new).map(|edit| (edit.span.start, edit.span.end, edit.text));
        assert_eq!(edit("a\nb\nc\n", "a\nx\nc\n"), Some((2, 4, "x\n".to_owned())));
        assert_eq!(edit("a\nc\n", "a\nb\nc\n"), Some((2, 2, "b\n".to_owned())));
        assert_eq!(edit("a\na\n", "a\n"), Some((2, 4, String::new())));
        assert_eq!(edit("a\nb", "a\nb\n"), Some((2, 3, "b\n".to_owned())));
        assert_eq!(edit("a\n", "a\n"), None);
    }
}

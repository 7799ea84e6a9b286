//! Makes fixes: from spans, or from catalog edits, whose result is narrowed to the lines that it changes.

use crate::base::EditSet;
use crate::base::RepoPath;
use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::Entry;
use crate::catalog::SymbolMention;
use crate::catalog::Target;
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

/// A fix that takes whole lines away, those that `span` touches, and the blank lines that nothing is left for.
pub(crate) fn remove_lines(
    title: impl Into<String>,
    safety: Safety,
    context: &LintContext<'_>,
    span: Span,
) -> Option<Fix> {
    replace(title, safety, lines_with_blanks(context, span), "")
}

/// The whole lines that `span` touches, with the blank lines after them where blank lines (or nothing) stand before
/// them, too; at the end of the text those before them.
pub(crate) fn lines_with_blanks(context: &LintContext<'_>, span: Span) -> Span {
    let text = context.text();
    let lines = context.lines.range_span(context.lines.lines_of(span));
    let rest = &text[lines.end..];
    let blank_after = rest.len() - rest.trim_start().len();
    // A line's own indentation stays with it.
    let blank_after = rest[..blank_after].rfind('\n').map_or(0, |at| at + 1);
    let before = text[..lines.start].trim_end();
    let end_of_before = match text[before.len()..lines.start].find('\n') {
        Some(at) => before.len() + at + 1,
        None => before.len(),
    };
    let is_block = end_of_before < lines.start || before.is_empty();
    match (rest.trim().is_empty(), is_block) {
        (true, _) => Span::new(end_of_before, text.len()),
        (false, true) => Span::new(lines.start, lines.end + blank_after),
        (false, false) => lines,
    }
}

/// A fix that takes an entry away, whatever it leads to.
pub(crate) fn remove_entry(title: impl Into<String>, context: &LintContext<'_>, entry: &Entry) -> Option<Fix> {
    remove_lines(title, Safety::Unsafe, context, entry.body)
}

/// A fix that takes the mention of a symbol away; the bullet too, if nothing is left in it.
pub(crate) fn remove_symbol(context: &LintContext<'_>, file: &RepoPath, mention: &SymbolMention) -> Option<Fix> {
    if !context.may_render() {
        return None;
    }
    let target = Target::File(file.clone());
    let same = |other: &&SymbolMention| other.name == mention.name;
    let entry = context.entries().find(|entry| entry.body.contains(mention.span))?;
    // An edit names a symbol, and takes the first of that name.
    let is_first = entry.mentions().into_iter().find(same).is_some_and(|first| first.span == mention.span);
    let change = CatalogEdit::RemoveSymbol { target, symbol: mention.name.clone() };
    is_first.then(|| by_catalog_edits("remove the symbol", Safety::Unsafe, context, &[change])).flatten()
}

/// A fix that takes a comment away, with its line if it stands alone.
pub(crate) fn remove_comment(
    title: impl Into<String>,
    safety: Safety,
    context: &LintContext<'_>,
    comment: Span,
) -> Option<Fix> {
    let text = context.text();
    let line = context.lines.line_span(context.lines.line_of(comment.start));
    let before = &text[line.start..comment.start];
    let after = text.get(comment.end..line.end).unwrap_or_default();
    let span = match (before.trim().is_empty(), after.trim().is_empty()) {
        (true, true) => line,
        // What follows moves to where the comment began.
        (true, false) => Span::new(comment.start, comment.end + after.len() - after.trim_start().len()),
        (false, _) => Span::new(line.start + before.trim_end().len(), comment.end),
    };
    replace(title, safety, span, "")
}

/// A fix by catalog edits; `None` where the catalog refuses them or nothing would change.
pub(crate) fn by_catalog_edits(
    title: impl Into<String>,
    safety: Safety,
    context: &LintContext<'_>,
    changes: &[CatalogEdit],
) -> Option<Fix> {
    if !context.may_render() {
        return None;
    }
    let new = catalog::apply(context.catalog, changes).ok()?;
    edits(title, safety, vec![changed_lines(context.text(), &new)?])
}

/// The one edit of whole lines that makes `new` of `old`, or `None` where they are equal.
pub(crate) fn changed_lines(old: &str, new: &str) -> Option<TextEdit> {
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
    use crate::config::LintConfig;
    use crate::lint::check::check;
    use crate::lint::scope::Scope;
    use crate::lint::testing::project_of;

    #[test]
    fn a_catalog_of_faults_has_some_fixes_at_a_time() {
        let mut catalog = "# x\n\n## Files\n\n### [a.py](a.py)\nSolves.\n".to_owned();
        let words = "word ".repeat(500);
        (0..300).for_each(|number| catalog.push_str(&format!("- `gone{number}` (L1-L2) - {words}\n")));
        let project = project_of([("a.py", b"def one():\n    return 1\n".to_vec()), ("catalog.md", catalog.into())]);
        let findings = check(&project, &LintConfig::default(), &Scope::everything());
        let unknown: Vec<_> = findings.iter().filter(|finding| finding.code == "CAT307").collect();
        let fixable = unknown.iter().filter(|finding| finding.fix.is_some()).count();
        assert_eq!(unknown.len(), 300);
        assert!(0 < fixable && fixable < 200, "{fixable}");
    }

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

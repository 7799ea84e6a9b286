//! Fixes of headings that stand deeper than a catalog goes.

use crate::base::Span;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;

/// Makes an entry's heading of one that is a link and takes any other away: what stands under it stays where it is.
pub(crate) fn mended(context: &LintContext<'_>, heading: Span) -> Option<Fix> {
    let written = heading.slice(context.text());
    let signs = written.len() - written.trim_start_matches('#').len();
    // A heading inside a bullet is part of somebody's list.
    let line = context.lines.line_span(context.lines.line_of(heading.start));
    if signs == 0 || line.start != heading.start {
        return None;
    }
    let is_entry = written[signs..].trim_start().starts_with('[') && written.trim_end().ends_with(')');
    if is_entry {
        let marks = Span::new(heading.start, heading.start + signs);
        return edits::replace("make it an entry", Safety::Unsafe, marks, "###");
    }
    edits::remove_lines("remove the heading", Safety::Unsafe, context, heading)
}

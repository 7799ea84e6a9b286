//! Ranges that do not fit are made to fit, wherever they stand.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::EditSet;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Entry;
use crate::catalog::SymbolMention;
use crate::catalog::Target;
use crate::catalog::resolve;
use crate::source::FileFacts;

use crate::heal::plan::Before;
use crate::heal::refresh::desk::Action;
use crate::heal::refresh::desk::Desk;

/// Sets every stale, malformed, misplaced or missing range of every catalog.
pub(super) fn set_all(desk: &mut Desk<'_>, before: &BTreeMap<RepoPath, Before>) {
    let directories: Vec<RepoPath> = desk.now.catalogs.keys().cloned().collect();
    for directory in directories {
        let Some(catalog) = desk.catalog(&directory) else {
            continue;
        };
        let mut edits = Vec::new();
        let mut actions = Vec::new();
        for entry in catalog.entries() {
            let Target::File(file) = &entry.target else {
                continue;
            };
            let Some(facts) = desk.now.facts(file) else {
                continue;
            };
            for (mention, range) in stale(facts, before.get(file).map(|before| &*before.facts), entry) {
                edits.extend(edits_of(mention, range));
                actions.push(Action::RangeSet { file: file.clone(), symbol: mention.name.clone(), range });
            }
        }
        let Ok(edits) = EditSet::new(edits) else {
            continue;
        };
        if desk.splice(&directory, "ranges", &edits) {
            desk.actions.extend(actions);
        }
    }
}

/// The mentions of an entry whose range does not fit, with the range that does. A mention that resolves to nothing is
/// not among them.
fn stale<'a>(facts: &FileFacts, before: Option<&FileFacts>, entry: &'a Entry) -> Vec<(&'a SymbolMention, LineRange)> {
    let mentions = entry.mentions();
    let fits = |mention: &SymbolMention, at: usize| {
        let note = mention.range.as_ref().filter(|note| note.adjacent);
        let lines = note.and_then(|note| note.lines);
        lines.is_some_and(|lines| resolve::accepts(&facts.symbols[at], lines))
    };
    let mut claimed = BTreeSet::new();
    let mut open = Vec::new();
    for mention in mentions {
        let candidates = resolve::resolve_mention(facts, mention);
        match candidates.iter().find(|at| fits(mention, **at)) {
            Some(at) => {
                claimed.insert(*at);
            }
            None => open.push((mention, candidates)),
        }
    }
    let mut found = Vec::new();
    for (mention, candidates) in open {
        let free: Vec<usize> = candidates.iter().copied().filter(|at| !claimed.contains(at)).collect();
        let choice = ordinal(before, mention, &candidates)
            .filter(|at| free.contains(at))
            .or_else(|| nearest(facts, mention, if free.is_empty() { &candidates } else { &free }));
        if let Some(at) = choice {
            claimed.insert(at);
            found.push((mention, facts.symbols[at].range));
        }
    }
    found
}

/// Of several definitions of one name, the one at the place that the mention's had before the file changed.
fn ordinal(before: Option<&FileFacts>, mention: &SymbolMention, candidates: &[usize]) -> Option<usize> {
    let before = before?;
    let lines = mention.range.as_ref()?.lines?;
    let old = resolve::resolve_mention(before, mention);
    let place = old.iter().position(|at| resolve::accepts(&before.symbols[*at], lines))?;
    (old.len() == candidates.len()).then(|| candidates[place])
}

fn nearest(facts: &FileFacts, mention: &SymbolMention, candidates: &[usize]) -> Option<usize> {
    let lines = mention.range.as_ref().and_then(|range| range.lines);
    let distance = |at: &usize| {
        let start = facts.symbols[*at].range.start();
        (lines.map_or(start, |lines| start.abs_diff(lines.start())), *at)
    };
    candidates.iter().copied().min_by_key(distance)
}

/// Writes a range right after its symbol, whatever stood there.
fn edits_of(mention: &SymbolMention, range: LineRange) -> Vec<TextEdit> {
    let after = mention.span.end;
    let text = format!(" ({range})");
    match &mention.range {
        None => vec![TextEdit { span: Span::new(after, after), text }],
        Some(note) if note.span.start >= after && note.adjacent => {
            vec![TextEdit { span: Span::new(after, note.span.end), text }]
        }
        // Written into the code span: the span is written anew, the range behind it.
        Some(note) if mention.span.contains(note.span) => {
            vec![TextEdit { span: mention.span, text: format!("`{}`{text}", mention.declaration) }]
        }
        Some(note) => {
            vec![TextEdit { span: Span::new(after, after), text }, TextEdit { span: note.span, text: String::new() }]
        }
    }
}

//! Recognises a symbol that was renamed in place.

use std::collections::BTreeSet;

use crate::base::LineRange;
use crate::base::words;
use crate::source::FileFacts;
use crate::source::Symbol;

/// Of 10 points, what a renamed symbol must reach.
const ENOUGH: f64 = 6.0;
/// How far it must be ahead of the next candidate.
const AHEAD: f64 = 1.0;

/// Of 10 points, what a symbol of the same name in another file must reach to be the same symbol.
pub(super) const SAME_NAME: f64 = 5.0;
/// How far it must be ahead of the next such symbol.
pub(super) const CLEARLY: f64 = 0.5;

/// The symbol of `facts` that the vanished symbol `old` of `before` has become: one that is new, alike in what it calls,
/// takes, says and how long it is, and clearly more so than any other.
pub(super) fn renamed(before: &FileFacts, old: usize, facts: &FileFacts) -> Option<usize> {
    let known: BTreeSet<&str> = before.symbols.iter().map(|symbol| symbol.qualified_name.as_str()).collect();
    let old = &before.symbols[old];
    let mut scored: Vec<(f64, usize)> = facts
        .symbols
        .iter()
        .enumerate()
        .filter(|(_, symbol)| symbol.kind == old.kind && !known.contains(symbol.qualified_name.as_str()))
        .map(|(at, symbol)| (likeness(old, symbol), at))
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let (best, at) = *scored.first()?;
    let next = scored.get(1).map_or(0.0, |(score, _)| *score);
    (best >= ENOUGH && best - next >= AHEAD).then_some(at)
}

/// The only new place that a vanished mention can mean when the file's former facts are not known: a symbol that no
/// other mention means, exactly as long as the mention's range, and sharing a word of its name.
pub(super) fn same_length(facts: &FileFacts, name: &str, lines: LineRange, listed: &BTreeSet<usize>) -> Option<usize> {
    let parts: BTreeSet<String> = words::stems(name).into_iter().collect();
    let mut fitting = facts.symbols.iter().enumerate().filter(|(at, symbol)| {
        let length = symbol.range.line_count();
        !listed.contains(at)
            && length >= 3
            && length == lines.line_count()
            && words::stems(&symbol.name).iter().any(|part| parts.contains(part))
    });
    let (at, _) = fitting.next()?;
    fitting.next().is_none().then_some(at)
}

/// How alike two definitions are, from 0 to 10.
pub(super) fn likeness(old: &Symbol, new: &Symbol) -> f64 {
    let same = |equal: bool, points: f64| if equal { points } else { 0.0 };
    let calls = match (old.calls.is_empty(), new.calls.is_empty()) {
        (true, true) => 1.0,
        _ => 3.0 * share(&old.calls, &new.calls),
    };
    let documented = match (&old.doc, &new.doc) {
        (None, None) => 0.5,
        (Some(old), Some(new)) => 2.0 * share(&words::stems(old), &words::stems(new)),
        _ => 0.0,
    };
    let (short, long) = (
        old.complexity.code_lines.min(new.complexity.code_lines),
        old.complexity.code_lines.max(new.complexity.code_lines),
    );
    let length = if long == 0 { 1.0 } else { f64::from(short) / f64::from(long) };
    calls
        + documented
        + 1.5 * length
        + same(old.complexity.branches == new.complexity.branches, 1.0)
        + same(old.parameters == new.parameters, 1.0)
        + same(holder(&old.qualified_name) == holder(&new.qualified_name), 0.5)
        + share(&words::stems(&old.name), &words::stems(&new.name))
}

/// The qualified name without its last part.
fn holder(qualified: &str) -> &str {
    qualified.rsplit_once('.').map_or("", |(holder, _)| holder)
}

/// The part of two lists that both have, from 0 to 1.
fn share(a: &[String], b: &[String]) -> f64 {
    let (a, b): (BTreeSet<_>, BTreeSet<_>) = (a.iter().collect(), b.iter().collect());
    let all = a.union(&b).count();
    if all == 0 { 0.0 } else { a.intersection(&b).count() as f64 / all as f64 }
}

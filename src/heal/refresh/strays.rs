//! Symbols that went to another file: the words about them go along.

use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::catalog::Bullet;
use crate::catalog::CatalogEdit;
use crate::catalog::Entry;
use crate::catalog::Limits;
use crate::catalog::SymbolLine;
use crate::catalog::Target;
use crate::catalog::resolve;
use crate::heal::hands::Unit;
use crate::heal::plan::Cause;
use crate::heal::plan::Plan;
use crate::heal::refresh::desk::Action;
use crate::heal::refresh::desk::Desk;
use crate::heal::refresh::similar;
use crate::heal::refresh::symbols;

/// A bullet about a symbol that stands in another file now.
struct Stray {
    from: RepoPath,
    to: RepoPath,
    symbol: String,
    line: SymbolLine,
}

/// Moves the bullets of symbols that went from one changed file to another. A bullet without words stays where it is: it
/// is nothing to lose, and new symbols are listed anyway.
pub(super) fn follow(desk: &mut Desk<'_>, plan: &Plan, limits: &Limits) {
    for from in plan.before.keys() {
        for stray in strays(desk, plan, from) {
            carry(desk, &stray, limits);
        }
    }
}

/// The bullets with words of a file's entry whose symbol is in another file now.
fn strays(desk: &Desk<'_>, plan: &Plan, from: &RepoPath) -> Vec<Stray> {
    let Some((catalog, entry)) = desk.now.entry_of(from) else {
        return Vec::new();
    };
    let Some(before) = plan.before.get(from) else {
        return Vec::new();
    };
    // Of a file that is gone, every symbol may be somewhere else.
    let facts = desk.now.facts(from);
    let mut found = Vec::new();
    for bullet in entry.all_bullets() {
        let [mention] = bullet.mentions.as_slice() else {
            continue;
        };
        let has_words = bullet.description.is_some() || !bullet.children.is_empty();
        if !has_words
            || catalog.is_kept(bullet.extent)
            || facts.is_some_and(|facts| !symbols::is_vanished(mention, facts))
        {
            continue;
        }
        let Some(old) = symbols::former(mention, &before.facts).map(|at| &before.facts.symbols[at]) else {
            continue;
        };
        let mut places: Vec<(f64, &RepoPath, usize)> = Vec::new();
        for to in receivers(plan).filter(|to| *to != from) {
            let Some(facts) = desk.now.facts(to) else {
                continue;
            };
            let known: BTreeSet<&str> = plan
                .before
                .get(to)
                .into_iter()
                .flat_map(|before| &before.facts.symbols)
                .map(|symbol| symbol.qualified_name.as_str())
                .collect();
            for (at, symbol) in facts.symbols.iter().enumerate() {
                if symbol.name == old.name && symbol.kind == old.kind && !known.contains(symbol.qualified_name.as_str())
                {
                    places.push((similar::likeness(old, symbol), to, at));
                }
            }
        }
        places.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)).then_with(|| a.2.cmp(&b.2)));
        let (Some((best, to, at)), next) = (places.first(), places.get(1).map_or(0.0, |place| place.0)) else {
            continue;
        };
        // Two homes that are as good as each other say nothing about which one it went to.
        if *best < similar::SAME_NAME || *best - next < similar::CLEARLY {
            continue;
        }
        let Some(symbol) = desk.now.facts(to).map(|facts| &facts.symbols[*at]) else {
            continue;
        };
        let line = SymbolLine {
            declaration: symbols::redeclared(&mention.declaration, symbol),
            range: symbol.range,
            summary: bullet.description.as_ref().map(|words| words.text.clone()),
            paths: bullet.children.iter().map(|child| child.text.clone()).collect(),
        };
        found.push(Stray { from: from.clone(), to: (*to).clone(), symbol: mention.name.clone(), line });
    }
    found
}

/// The files that a symbol may have gone to.
fn receivers(plan: &Plan) -> impl Iterator<Item = &RepoPath> {
    let stands = plan.files.iter().filter(|file| !matches!(file.cause, Cause::Deleted | Cause::StaleRange));
    stands.map(|file| &file.path)
}

/// Writes a bullet into its symbol's new entry and takes it from the old one.
fn carry(desk: &mut Desk<'_>, stray: &Stray, limits: &Limits) {
    let (Some(old_home), Some(home)) = (stray.from.parent(), stray.to.parent()) else {
        return;
    };
    let target = Target::File(stray.to.clone());
    if stands_with_words(desk, &home, &target, stray) {
        return;
    }
    let subject = format!("{}::{}", stray.from, stray.symbol);
    let Some(before) = desk.catalog(&home).filter(|catalog| catalog.entry(&target).is_some()) else {
        return;
    };
    let set = CatalogEdit::SetSymbol { target: target.clone(), line: stray.line.clone() };
    if !desk.apply(&home, &subject, &[set]) {
        return;
    }
    let fits = desk
        .catalog(&home)
        .and_then(|catalog| catalog.entry(&target).map(symbols::bullets_of))
        .is_some_and(|bullets| bullets <= limits.bullets);
    if !fits {
        desk.write(&home, &before.text);
        return;
    }
    let remove = CatalogEdit::RemoveSymbol { target: Target::File(stray.from.clone()), symbol: stray.symbol.clone() };
    if !desk.apply(&old_home, &subject, &[remove]) {
        return;
    }
    let theirs = desk.hands.origin(&old_home, &Unit::Entry(Target::File(stray.from.clone()))).cloned();
    if let Some(origin) = theirs {
        // The words are a person's in their new place, too.
        desk.hands.insert(home, Unit::Entry(target), origin);
    }
    desk.actions.push(Action::SymbolMoved {
        from: stray.from.clone(),
        to: stray.to.clone(),
        symbol: stray.symbol.clone(),
    });
}

/// Whether the new entry has words of its own about the symbol. Those of an entry that was just made from the source are
/// nobody's.
fn stands_with_words(desk: &Desk<'_>, home: &RepoPath, target: &Target, stray: &Stray) -> bool {
    let made = Action::EntryAdded { module: home.clone(), path: stray.to.clone() };
    if desk.actions.contains(&made) || desk.actions.contains(&Action::CatalogAdded { module: home.clone() }) {
        return false;
    }
    let (Some(catalog), Some(facts)) = (desk.catalog(home), desk.now.facts(&stray.to)) else {
        return false;
    };
    let means_it = |bullet: &&Bullet| {
        bullet.mentions.iter().any(|mention| {
            let meant = resolve::resolve_mention(facts, mention);
            meant.iter().any(|at| facts.symbols[*at].range == stray.line.range)
        })
    };
    let bullets = catalog.entry(target).map(Entry::all_bullets).unwrap_or_default();
    bullets.into_iter().filter(means_it).any(|bullet| bullet.description.is_some() || !bullet.children.is_empty())
}

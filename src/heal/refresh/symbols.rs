//! Symbols that vanished, got another name, or are new.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::EditSet;
use crate::base::RepoPath;
use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog;
use crate::catalog::BulletKind;
use crate::catalog::Catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::Entry;
use crate::catalog::Facts;
use crate::catalog::Limits;
use crate::catalog::SymbolLine;
use crate::catalog::SymbolMention;
use crate::catalog::Target;
use crate::catalog::bootstrap;
use crate::catalog::resolve;
use crate::heal::hands;
use crate::heal::hands::Unit;
use crate::heal::plan::Before;
use crate::heal::plan::Plan;
use crate::heal::refresh::desk::Action;
use crate::heal::refresh::desk::Desk;
use crate::heal::refresh::similar;
use crate::source::FileFacts;
use crate::source::Symbol;

/// Re-points the mentions of renamed symbols and removes those of vanished ones, in every catalog: a range cannot fit a
/// symbol that is not there.
pub(super) fn settle_vanished(desk: &mut Desk<'_>, before: &BTreeMap<RepoPath, Before>) {
    let directories: Vec<RepoPath> = desk.now.catalogs.keys().cloned().collect();
    for directory in directories {
        rename(desk, &directory, before);
        remove(desk, &directory);
    }
}

/// Gives mentions of renamed symbols the new name and range.
fn rename(desk: &mut Desk<'_>, directory: &RepoPath, before: &BTreeMap<RepoPath, Before>) {
    let Some(catalog) = desk.catalog(directory) else {
        return;
    };
    let mut edits = Vec::new();
    let mut actions = Vec::new();
    for (entry, file, facts) in described(desk, &catalog) {
        let listed: BTreeSet<usize> =
            entry.mentions().iter().flat_map(|mention| resolve::resolve_mention(&facts, mention)).collect();
        let mut taken = BTreeSet::new();
        for mention in vanished(entry, &facts) {
            let Some(at) = became(mention, before.get(&file).map(|before| &*before.facts), &facts, &listed) else {
                continue;
            };
            if catalog.is_kept(mention.span) || !taken.insert(at) {
                continue;
            }
            let symbol = &facts.symbols[at];
            let end = mention.range.as_ref().map_or(mention.span.end, |note| note.span.end.max(mention.span.end));
            let text = format!("`{}` ({})", redeclared(&mention.declaration, symbol), symbol.range);
            edits.push(TextEdit { span: Span::new(mention.span.start, end), text });
            actions.push(Action::SymbolRenamed {
                file: file.clone(),
                from: mention.name.clone(),
                to: symbol.qualified_name.clone(),
            });
        }
    }
    if let Ok(edits) = EditSet::new(edits)
        && desk.splice(directory, "renamed symbols", &edits)
    {
        desk.actions.extend(actions);
    }
}

/// What a vanished mention has become.
fn became(
    mention: &SymbolMention,
    before: Option<&FileFacts>,
    facts: &FileFacts,
    listed: &BTreeSet<usize>,
) -> Option<usize> {
    let lines = mention.range.as_ref().and_then(|note| note.lines);
    match before {
        Some(before) => {
            let old = former(mention, before)?;
            similar::renamed(before, old, facts).filter(|at| !listed.contains(at))
        }
        None => similar::same_length(facts, &mention.name, lines?, listed),
    }
}

/// What a mention meant in the file as it was: of several symbols the one that its range fits.
pub(super) fn former(mention: &SymbolMention, before: &FileFacts) -> Option<usize> {
    let lines = mention.range.as_ref().and_then(|note| note.lines);
    let old = resolve::resolve_mention(before, mention);
    let fits = |at: &&usize| lines.is_some_and(|lines| resolve::accepts(&before.symbols[**at], lines));
    old.iter().find(fits).or(old.first()).copied()
}

/// Whether a mention means nothing in its file.
pub(super) fn is_vanished(mention: &SymbolMention, facts: &FileFacts) -> bool {
    resolve::resolve_mention(facts, mention).is_empty()
}

/// A mention that means nothing any more.
struct Gone {
    target: Target,
    file: RepoPath,
    symbol: String,
    span: Span,
    /// Whether the file could not be parsed whole.
    unsure: bool,
    /// Whether a person's words would go with it.
    theirs: bool,
}

/// Whether words that a person wrote would go with a mention: a description, paths under it, a sentence around it.
fn would_lose(
    desk: &Desk<'_>,
    catalog: &Catalog,
    directory: &RepoPath,
    entry: &Entry,
    mention: &SymbolMention,
) -> bool {
    let unit = Unit::Entry(entry.target.clone());
    if desk.hands.origin(directory, &unit).is_none() {
        return false;
    }
    let bullets = entry.all_bullets();
    let own = bullets.into_iter().find(|bullet| bullet.mentions.iter().any(|other| other.span == mention.span));
    own.is_none_or(|bullet| {
        let says_something =
            bullet.kind != BulletKind::Symbols || bullet.description.is_some() || !bullet.children.is_empty();
        says_something && desk.hands.would_lose(directory, &unit, &hands::of_bullet(catalog, bullet))
    })
}

/// Takes mentions away that mean nothing any more.
fn remove(desk: &mut Desk<'_>, directory: &RepoPath) {
    let Some(catalog) = desk.catalog(directory) else {
        return;
    };
    let mut gone = Vec::new();
    for (entry, file, facts) in described(desk, &catalog) {
        for mention in vanished(entry, &facts) {
            gone.push(Gone {
                target: entry.target.clone(),
                file: file.clone(),
                symbol: mention.name.clone(),
                span: mention.span,
                unsure: facts.has_syntax_errors,
                theirs: would_lose(desk, &catalog, directory, entry, mention),
            });
        }
    }
    for Gone { target, file, symbol, span, unsure, theirs } in gone {
        let subject = format!("{file}::{symbol}");
        if catalog.is_kept(span) {
            desk.leave(directory, &subject, "a person keeps these words".to_owned());
        } else if theirs {
            let why = "it is gone, but somebody wrote by hand what stands there; delete or move the words";
            desk.leave(directory, &subject, why.to_owned());
        } else if unsure {
            // What could not be parsed may still define it.
            desk.leave(directory, &subject, "the file has syntax errors, so the symbol may still be there".to_owned());
        } else if desk.apply(directory, &subject, &[CatalogEdit::RemoveSymbol { target, symbol: symbol.clone() }]) {
            desk.actions.push(Action::SymbolRemoved { file, symbol });
        }
    }
}

/// Lists the significant symbols that changed files have gained, as far as the entry has room.
pub(super) fn add_new(desk: &mut Desk<'_>, plan: &Plan, limits: &Limits) {
    for (file, before) in &plan.before {
        let (Some(facts), Some(directory)) = (desk.now.facts(file).cloned(), file.parent()) else {
            continue;
        };
        let known: BTreeSet<&str> = before.facts.symbols.iter().map(|symbol| symbol.qualified_name.as_str()).collect();
        for line in bootstrap::entry(file, &facts, limits).symbols {
            let meant = resolve::resolve(&facts, &catalog::name_in(&line.declaration));
            let is_new = meant.iter().any(|at| !known.contains(facts.symbols[*at].qualified_name.as_str()));
            if is_new && !is_listed(desk, &directory, file, &facts, &meant) {
                list(desk, &directory, file, line, limits);
            }
        }
    }
}

/// Adds one symbol with its words, or by name alone where the entry has no room for words.
fn list(desk: &mut Desk<'_>, directory: &RepoPath, file: &RepoPath, line: SymbolLine, limits: &Limits) {
    let target = Target::File(file.clone());
    let name = catalog::name_in(&line.declaration);
    let bare = SymbolLine { summary: None, paths: Vec::new(), ..line.clone() };
    for line in [line, bare] {
        let before = desk.catalog(directory);
        let edit = CatalogEdit::SetSymbol { target: target.clone(), line };
        if !desk.apply(directory, &format!("{file}::{name}"), &[edit]) {
            return;
        }
        let fits = desk
            .catalog(directory)
            .and_then(|catalog| catalog.entry(&target).map(bullets_of))
            .is_some_and(|bullets| bullets <= limits.bullets);
        if fits {
            desk.actions.push(Action::SymbolAdded { file: file.clone(), symbol: name });
            return;
        }
        if let Some(before) = before {
            desk.write(directory, &before.text);
        }
    }
}

pub(super) fn bullets_of(entry: &Entry) -> usize {
    entry.bullets.iter().map(catalog::Bullet::count).sum()
}

/// Whether an entry lists any of these symbols; an entry that is not there or that a person keeps counts as listing
/// them, since nothing can be added.
fn is_listed(desk: &Desk<'_>, directory: &RepoPath, file: &RepoPath, facts: &FileFacts, meant: &[usize]) -> bool {
    let Some(catalog) = desk.catalog(directory) else {
        return true;
    };
    let Some(entry) = catalog.entry(&Target::File(file.clone())) else {
        return true;
    };
    catalog.is_kept(entry.span)
        || entry
            .mentions()
            .iter()
            .any(|mention| resolve::resolve_mention(facts, mention).iter().any(|at| meant.contains(at)))
}

/// The file entries of a catalog whose facts are known.
fn described<'c>(desk: &Desk<'_>, catalog: &'c catalog::Catalog) -> Vec<(&'c Entry, RepoPath, Facts)> {
    catalog
        .entries()
        .filter_map(|entry| match &entry.target {
            Target::File(file) => Some((entry, file.clone(), desk.now.facts(file)?.clone())),
            _ => None,
        })
        .collect()
}

/// The mentions of an entry that its file does not define.
fn vanished<'e>(entry: &'e Entry, facts: &FileFacts) -> Vec<&'e SymbolMention> {
    let gone = |mention: &&SymbolMention| is_vanished(mention, facts);
    entry.mentions().into_iter().filter(gone).collect()
}

/// A declaration with a renamed symbol's name, with parameters if it had some.
pub(super) fn redeclared(declaration: &str, symbol: &Symbol) -> String {
    match &symbol.parameters {
        Some(parameters) if declaration.contains('(') => format!("{}({parameters})", symbol.qualified_name),
        _ => symbol.qualified_name.clone(),
    }
}

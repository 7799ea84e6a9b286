//! Files and modules with another name: their words move with them.

use std::collections::BTreeMap;

use crate::base::EditSet;
use crate::base::RepoPath;
use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::Entry;
use crate::catalog::EntryDraft;
use crate::catalog::Target;
use crate::heal::plan::Plan;
use crate::heal::refresh::desk::Action;
use crate::heal::refresh::desk::Desk;
use crate::heal::refresh::place;

/// Moves whole catalogs of modules that have another directory now and whose catalog stayed behind.
pub(super) fn modules(desk: &mut Desk<'_>, plan: &Plan) {
    for (from, to) in renamed_modules(desk, plan) {
        let (Some(catalog), None) = (desk.catalog(&from), desk.catalog(&to)) else {
            continue;
        };
        let mut text = catalog.text.clone();
        // A title that only named the directory names the new one.
        if let Some(title) = catalog.titles.first().filter(|title| title.text == from.file_name()) {
            let heading = format!("# {}", to.file_name());
            text.replace_range(title.span.range(), &heading);
        }
        desk.remove(&from);
        desk.write(&to, &text);
        desk.hands.follow_catalog(&from, &to);
        desk.actions.push(Action::CatalogMoved { from, to });
    }
}

/// Moves the entries of renamed files and modules, within a catalog or to another.
pub(super) fn entries(desk: &mut Desk<'_>, plan: &Plan) {
    let modules = renamed_modules(desk, plan);
    let files = plan.renames().into_iter().map(|(from, to)| (Target::File(from.clone()), Target::File(to.clone())));
    let modules = modules.into_iter().map(|(from, to)| (Target::Module(from), Target::Module(to)));
    let moves: Vec<(Target, Target)> = files.chain(modules).collect();
    for (from, to) in moves {
        for home in homes(desk, &to) {
            move_entry(desk, &from, &to, &home);
        }
    }
}

/// Directories that are no module any more while the files that stood in them stand together elsewhere: old to new.
fn renamed_modules(desk: &Desk<'_>, plan: &Plan) -> Vec<(RepoPath, RepoPath)> {
    let mut votes: BTreeMap<(RepoPath, RepoPath), usize> = BTreeMap::new();
    for (from, to) in plan.renames() {
        let (Some(from), Some(to)) = (from.parent(), to.parent()) else {
            continue;
        };
        // Each directory above that moved along has moved, too: `a/b/x` to `c/b/x` moves `a/b` and `a`.
        let (mut old, mut new) = (from, to);
        while old != new && !old.is_root() && !new.is_root() {
            *votes.entry((old.clone(), new.clone())).or_default() += 1;
            if old.file_name() != new.file_name() {
                break;
            }
            let (Some(up), Some(over)) = (old.parent(), new.parent()) else {
                break;
            };
            (old, new) = (up, over);
        }
    }
    let mut best: BTreeMap<RepoPath, (usize, RepoPath)> = BTreeMap::new();
    for ((from, to), count) in votes {
        let vanished = !desk.now.modules.contains_key(&from) && desk.now.modules.contains_key(&to);
        if vanished && best.get(&from).is_none_or(|(known, _)| count > *known) {
            best.insert(from, (count, to));
        }
    }
    best.into_iter().map(|(from, (_, to))| (from, to)).collect()
}

/// The catalogs that should have an entry for a target: a file's own module; for a module every catalog that lists it.
fn homes(desk: &Desk<'_>, target: &Target) -> Vec<RepoPath> {
    let modules = &desk.now.modules;
    match target {
        Target::File(path) => path.parent().filter(|directory| modules.contains_key(directory)).into_iter().collect(),
        Target::Module(directory) => modules
            .iter()
            .filter(|(_, module)| module.children.contains(directory))
            .map(|(above, _)| above.clone())
            .collect(),
        Target::Other => Vec::new(),
    }
}

/// Moves the entry for `from` to the catalog of `home` as one for `to`, unless that has one already.
fn move_entry(desk: &mut Desk<'_>, from: &Target, to: &Target, home: &RepoPath) {
    let (Target::File(old) | Target::Module(old), Target::File(new) | Target::Module(new)) = (from, to) else {
        return;
    };
    let Some(there) = desk.catalog(home) else {
        return;
    };
    let subject = old.to_string();
    // A catalog that was just made has an entry without anybody's words; they replace it.
    let is_fresh = desk.actions.contains(&Action::CatalogAdded { module: home.clone() });
    if there.entry(to).is_some() && !is_fresh {
        return;
    }
    let moved = if there.entry(from).is_some() {
        let edit = CatalogEdit::RetargetEntry { target: from.clone(), to: to.clone() };
        let moved = desk.apply(home, &subject, &[edit]);
        if moved {
            desk.hands.follow((home, from), (home, to));
        }
        moved
    } else {
        let holder = desk.now.catalogs.iter().find(|(_, catalog)| catalog.entry(from).is_some());
        let Some((directory, catalog)) = holder.map(|(directory, catalog)| (directory.clone(), catalog.clone())) else {
            return;
        };
        let moved = carry(desk, &catalog, from, to, home)
            // Submodules may be listed by several catalogs; the old entry goes when coverage is checked.
            && (matches!(from, Target::Module(_))
                || desk.apply(&directory, &subject, &[CatalogEdit::RemoveEntry { target: from.clone() }]));
        if moved {
            desk.hands.follow((&directory, from), (home, to));
        }
        moved
    };
    if moved {
        desk.actions.push(Action::EntryMoved { from: old.clone(), to: new.clone() });
    }
}

/// Writes the entry for `from` of another catalog into the catalog of `home`, word for word, as one for `to`.
fn carry(desk: &mut Desk<'_>, source: &Catalog, from: &Target, to: &Target, home: &RepoPath) -> bool {
    let (Some(entry), Some(catalog)) = (source.entry(from), desk.catalog(home)) else {
        return false;
    };
    let body = body_of(source, entry).to_owned();
    let subject = desk_subject(to);
    if catalog.entry(to).is_none() {
        let summary = entry.summary.as_ref().map_or_else(String::new, |summary| summary.text.clone());
        let draft = EntryDraft { target: to.clone(), summary, symbols: Vec::new(), notes: Vec::new(), caveat: None };
        let section = place::section(&catalog, &draft);
        if !desk.apply(home, &subject, &[CatalogEdit::AddEntry { section, entry: draft }]) {
            return false;
        }
    }
    let Some(catalog) = desk.catalog(home) else {
        return false;
    };
    let Some(added) = catalog.entry(to) else {
        return false;
    };
    let span = Span::new(added.heading.span.end, added.body.end);
    match EditSet::new(vec![TextEdit { span, text: format!("\n{}", body.trim_matches(['\n', '\r'])) }]) {
        Ok(edits) => desk.splice(home, &subject, &edits),
        Err(_) => false,
    }
}

/// What stands under an entry's heading, comments and blank lines after it left out.
fn body_of<'c>(catalog: &'c Catalog, entry: &Entry) -> &'c str {
    Span::new(entry.heading.span.end, entry.body.end).slice(&catalog.text)
}

fn desk_subject(target: &Target) -> String {
    match target {
        Target::File(path) | Target::Module(path) => path.to_string(),
        Target::Other => String::new(),
    }
}

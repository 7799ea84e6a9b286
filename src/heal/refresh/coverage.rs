//! Entries and catalogs come and go with what they describe.

use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::catalog::Catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::EntryDraft;
use crate::catalog::Limits;
use crate::catalog::SectionKind;
use crate::catalog::Target;
use crate::catalog::bootstrap;
use crate::heal::hands::Origin;
use crate::heal::hands::Unit;
use crate::heal::plan::Plan;
use crate::heal::refresh::desk::Action;
use crate::heal::refresh::desk::Desk;
use crate::heal::refresh::desk::path_of;
use crate::heal::refresh::place;

/// Writes a first catalog for every module in scope that has none.
pub(super) fn add_catalogs(desk: &mut Desk<'_>, plan: &Plan, limits: &Limits) {
    let missing: Vec<RepoPath> = plan
        .catalogs
        .iter()
        .filter(|directory| desk.now.modules.contains_key(*directory) && desk.catalog(directory).is_none())
        .filter(|directory| !desk.now.unreadable_catalogs.contains_key(*directory))
        .cloned()
        .collect();
    // Deepest first: a parent's entry for a submodule is made from what the submodule's catalog says.
    for directory in missing.into_iter().rev() {
        let text = bootstrap::catalog(&desk.now, &directory, limits);
        desk.write(&directory, &text);
        desk.actions.push(Action::CatalogAdded { module: directory });
    }
}

/// Removes entries in scope whose file or module is not one that their catalog describes.
pub(super) fn remove_entries(desk: &mut Desk<'_>, plan: &Plan) {
    for directory in &plan.catalogs {
        let Some(catalog) = desk.catalog(directory) else {
            continue;
        };
        let module = desk.now.modules.get(directory).cloned().unwrap_or_default();
        let dead: Vec<Target> = catalog
            .entries()
            .filter(|entry| match &entry.target {
                Target::File(file) => !module.files.contains(file),
                Target::Module(child) => !module.children.contains(child),
                Target::Other => false,
            })
            .map(|entry| entry.target.clone())
            .collect();
        for target in dead {
            let Some(path) = path_of(&target).cloned() else {
                continue;
            };
            let kept = catalog.entry(&target).is_some_and(|entry| catalog.is_kept(entry.body));
            let origin = desk.hands.origin(directory, &Unit::Entry(target.clone()));
            if kept {
                desk.leave(directory, &path.to_string(), "a person keeps these words".to_owned());
            } else if origin == Some(&Origin::Uncommitted) {
                // Committed words can be had back from git; these would be lost for good.
                let why = "what it describes is gone, but its words are committed nowhere; commit or delete them";
                desk.leave(directory, &path.to_string(), why.to_owned());
            } else if desk.apply(directory, &path.to_string(), &[CatalogEdit::RemoveEntry { target }]) {
                desk.actions.push(Action::EntryRemoved { path });
            }
        }
    }
}

/// Adds an entry for every file and submodule in scope that its catalog does not list.
pub(super) fn add_entries(desk: &mut Desk<'_>, plan: &Plan, limits: &Limits) {
    // Deepest first, as above.
    for directory in plan.catalogs.iter().rev() {
        let (Some(module), Some(_)) = (desk.now.modules.get(directory).cloned(), desk.catalog(directory)) else {
            continue;
        };
        for file in &module.files {
            let target = Target::File(file.clone());
            let Some(facts) = desk.now.facts(file).cloned() else {
                continue;
            };
            let Some(catalog) = desk.catalog(directory).filter(|catalog| catalog.entry(&target).is_none()) else {
                continue;
            };
            let entry = bootstrap::entry(file, &facts, limits);
            let section = place::section(&catalog, &entry);
            add(desk, directory, file, section, entry);
        }
        for child in &module.children {
            let target = Target::Module(child.clone());
            if let Some(catalog) = desk.catalog(directory).filter(|catalog| catalog.entry(&target).is_none()) {
                let mut entry = bootstrap::module_entry(&desk.now, child, limits);
                // A root catalog that is short on room says no more of a new module than of the others.
                if directory.is_root() && is_terse(&catalog) {
                    entry.notes.clear();
                }
                let section = place::section(&catalog, &entry);
                add(desk, directory, child, section, entry);
            }
        }
    }
}

/// Whether a catalog lists modules without any bullets under them.
fn is_terse(catalog: &Catalog) -> bool {
    let mut modules = catalog.entries().filter(|entry| matches!(entry.target, Target::Module(_))).peekable();
    modules.peek().is_some() && modules.all(|entry| entry.bullets.is_empty())
}

fn add(desk: &mut Desk<'_>, directory: &RepoPath, path: &RepoPath, section: String, entry: EntryDraft) {
    if desk.apply(directory, &path.to_string(), &[CatalogEdit::AddEntry { section, entry }]) {
        desk.actions.push(Action::EntryAdded { module: directory.clone(), path: path.clone() });
    }
}

/// Removes the catalogs of modules that are gone, once nothing is left in them. What never described source here, such
/// as somebody's own page of that name, stays.
pub(super) fn remove_catalogs(desk: &mut Desk<'_>, plan: &Plan) {
    let emptied: BTreeSet<RepoPath> = desk
        .actions
        .iter()
        .filter_map(|action| match action {
            Action::EntryRemoved { path } | Action::EntryMoved { from: path, .. } => path.parent(),
            _ => None,
        })
        .collect();
    for directory in &plan.catalogs {
        let Some(catalog) = desk.catalog(directory) else {
            continue;
        };
        let vanished = !desk.now.modules.contains_key(directory);
        if !vanished || !emptied.contains(directory) || catalog.entries().next().is_some() {
            continue;
        }
        let own_words = catalog.sections.iter().any(|section| section.kind != SectionKind::Submodules);
        if own_words || !catalog.kept.is_empty() {
            let why = "its module is gone, but it holds words that belong to no entry; delete or move it".to_owned();
            desk.leave(directory, "catalog.md", why);
        } else {
            desk.remove(directory);
            desk.actions.push(Action::CatalogRemoved { module: directory.clone() });
        }
    }
}

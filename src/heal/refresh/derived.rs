//! Words of ours that only list names: `Files: ...`, `Defines ...`. They are made anew when a name in them is gone;
//! anybody else's words stay.

use std::collections::BTreeSet;

use crate::base::EditSet;
use crate::base::RepoPath;
use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Catalog;
use crate::catalog::Entry;
use crate::catalog::EntryDraft;
use crate::catalog::Limits;
use crate::catalog::Target;
use crate::catalog::bootstrap;
use crate::heal::plan::Plan;
use crate::heal::refresh::desk::Action;
use crate::heal::refresh::desk::Desk;

/// Makes lists of names anew in every entry that leads to, or describes, a file in scope.
pub(super) fn renew_lists(desk: &mut Desk<'_>, plan: &Plan, limits: &Limits) {
    let files: BTreeSet<&RepoPath> = plan.files.iter().map(|file| &file.path).collect();
    let modules: BTreeSet<RepoPath> = files.iter().filter_map(|file| file.parent()).collect();
    let directories: Vec<RepoPath> = desk.now.catalogs.keys().cloned().collect();
    for directory in directories {
        let Some(catalog) = desk.catalog(&directory) else {
            continue;
        };
        let mut edits = Vec::new();
        let mut actions = Vec::new();
        for entry in catalog.entries() {
            let fresh = match &entry.target {
                Target::File(file) if files.contains(file) => {
                    desk.now.facts(file).map(|facts| bootstrap::entry(file, facts, limits))
                }
                Target::Module(module) if modules.contains(module) => {
                    Some(bootstrap::module_entry(&desk.now, module, limits))
                }
                _ => None,
            };
            let Some(fresh) = fresh else {
                continue;
            };
            let known = names_of(desk, &entry.target);
            let changes = renewed(&catalog, entry, &fresh, &known);
            if let (false, Target::File(path) | Target::Module(path)) = (changes.is_empty(), &entry.target) {
                actions.push(Action::ListRenewed { path: path.clone() });
            }
            edits.extend(changes);
        }
        if let Ok(edits) = EditSet::new(edits)
            && desk.splice(&directory, "lists of names", &edits)
        {
            desk.actions.extend(actions);
        }
    }
}

/// The lists of an entry that name what is gone, as they read now.
fn renewed(catalog: &Catalog, entry: &Entry, fresh: &EntryDraft, known: &BTreeSet<String>) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    let stale = |text: &str| code_spans(text).iter().any(|name| !known.contains(name));
    if let Some(summary) = &entry.summary
        && is_list(&summary.text)
        && stale(&summary.text)
        && !catalog.is_kept(summary.span)
        && summary.text != fresh.summary
    {
        edits.push(TextEdit { span: summary.span, text: fresh.summary.clone() });
    }
    for bullet in &entry.bullets {
        let Some((label, _)) = bullet.text.split_once(": `") else {
            continue;
        };
        if !matches!(label, "Files" | "Defines") || !stale(&bullet.text) || catalog.is_kept(bullet.span) {
            continue;
        }
        let note = fresh.notes.iter().find(|note| note.starts_with(&format!("{label}: ")));
        if let Some(note) = note.filter(|note| **note != bullet.text) {
            let start = bullet.span.start + bullet.span.slice(&catalog.text).find(label).unwrap_or_default();
            edits.push(TextEdit { span: Span::new(start, bullet.span.end), text: note.clone() });
        }
    }
    edits
}

/// Whether a summary is one of ours that only lists names.
fn is_list(summary: &str) -> bool {
    ["Defines `", "Exports `", "Holds `"].iter().any(|start| summary.starts_with(start)) && !summary.contains(": ")
}

/// What may be named in an entry: a file's symbols and imported names; a module's files and their symbols.
fn names_of(desk: &Desk<'_>, target: &Target) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    let files = match target {
        Target::File(file) => vec![file.clone()],
        Target::Module(module) => desk.now.modules.get(module).map(|module| module.files.clone()).unwrap_or_default(),
        Target::Other => Vec::new(),
    };
    for file in files {
        known.insert(file.file_name().to_owned());
        let Some(facts) = desk.now.facts(&file) else {
            continue;
        };
        for symbol in &facts.symbols {
            known.insert(symbol.name.clone());
            known.insert(symbol.qualified_name.clone());
        }
        for import in &facts.imports {
            known.extend(import.names.iter().cloned());
            known.insert(import.module.rsplit(['/', '.', ':']).next().unwrap_or_default().to_owned());
        }
    }
    known
}

/// The texts of the code spans of a line.
fn code_spans(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

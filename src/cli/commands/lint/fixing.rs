//! What becomes of fixed catalogs: written into the work tree, printed, or, where the staged version and the work tree's
//! differ, left to the person as a patch. The index is never written.

use std::collections::BTreeMap;

use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::cli::context::Workspace;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::lint::Fixed;
use crate::repo::Overlay;
use crate::repo::Tree;
use crate::repo::Wait;

/// New texts of catalogs by directory; an empty one stands for a catalog that goes.
pub(super) type Texts = BTreeMap<RepoPath, String>;

/// Prints what would change, as a patch.
pub(super) fn print(project: &Project, texts: &Texts, printer: &mut Printer) -> Result<(), CommandError> {
    for (directory, text) in texts {
        let before = project.catalogs.get(directory).map(|catalog| catalog.text.as_str());
        let after = Some(text.as_str()).filter(|text| !text.is_empty());
        printer.write(&catalog::unified_diff(&directory.join(CATALOG_FILE)?, before, after))?;
    }
    Ok(())
}

/// Writes fixed catalogs into the work tree that they were read from.
pub(super) fn write(workspace: &Workspace, texts: &Texts, wait: Wait) -> Result<(), CommandError> {
    write_over(workspace, workspace.tree.as_ref(), texts, wait)
}

fn write_over(workspace: &Workspace, tree: &dyn Tree, texts: &Texts, wait: Wait) -> Result<(), CommandError> {
    if texts.is_empty() {
        return Ok(());
    }
    let mut overlay = Overlay::new(tree);
    for (directory, text) in texts {
        let path = directory.join(CATALOG_FILE)?;
        match text.is_empty() {
            true => overlay.remove(&path),
            false => overlay.write(&path, text.as_bytes())?,
        }
    }
    let _lock = workspace.repository.lock(wait)?;
    workspace.repository.flush(overlay.edits())?;
    Ok(())
}

/// Writes catalogs that were fixed as they are staged: into the work tree where it holds what is staged, otherwise as a
/// patch on standard output. Returns how many were written and how many were printed.
pub(super) fn write_staged(
    workspace: &Workspace,
    texts: &Texts,
    wait: Wait,
    printer: &mut Printer,
) -> Result<(usize, usize), CommandError> {
    let work_tree = workspace.repository.work_tree()?;
    let blob = |tree: &dyn Tree, path: &RepoPath| tree.entry(path).map(|entry| entry.blob);
    let (mut same, mut other) = (Texts::new(), Texts::new());
    for (directory, text) in texts {
        let path = directory.join(CATALOG_FILE)?;
        let is_same = blob(workspace.tree.as_ref(), &path) == blob(&work_tree, &path);
        let texts = if is_same { &mut same } else { &mut other };
        texts.insert(directory.clone(), text.clone());
    }
    write_over(workspace, &work_tree, &same, wait)?;
    print(&workspace.project, &other, printer)?;
    Ok((same.len(), other.len()))
}

/// Says what was fixed, and what could not be.
pub(super) fn tell(fixed: &Fixed, printer: &mut Printer) -> Result<(), CommandError> {
    for disagreement in &fixed.disagreements {
        printer.warning(&format!(
            "`{}` was left as it was: the fixes of {} undo each other",
            disagreement.directory.join(CATALOG_FILE)?,
            disagreement.rules.join(" and ")
        ));
    }
    let fixes: usize = fixed.fixed.values().sum();
    if fixes > 0 {
        let catalogs = fixed.catalogs.len();
        printer.note(&format!("fixed {fixes} in {catalogs} catalog{}", if catalogs == 1 { "" } else { "s" }));
    }
    Ok(())
}

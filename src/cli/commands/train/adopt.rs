//! `git libra train adopt`: a step's catalogs into the work tree.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::cli::ExitStatus;
use crate::cli::commands::train::target::RunSteps;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::repo::Overlay;
use crate::repo::Tree;
use crate::repo::Wait;
use crate::trajectory::Trajectory;

/// Put the catalogs of a step into the work tree
#[derive(Debug, clap::Args)]
pub(super) struct AdoptArgs {
    /// The run and, after a colon, the step; without one, the step with the best test
    #[arg(value_name = "RUN[:STEP]")]
    target: RunSteps,
    /// Replace catalogs that were changed and not committed
    #[arg(long)]
    force: bool,
}

/// Writes the catalogs.
pub(super) fn run(args: &AdoptArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let repository = context.repository()?;
    let trajectory = Trajectory::load(&repository, &args.target.run)?;
    let step = args.target.one(&trajectory)?;
    let (taken, base) = (repository.commit_tree(step.commit)?, repository.commit_tree(trajectory.base)?);
    let (work, head) = (repository.work_tree()?, repository.head_tree()?);
    let (taken_catalogs, dropped) = (catalogs(&taken), catalogs(&base));
    let mut overlay = Overlay::new(&work);
    for path in &taken_catalogs {
        overlay.write(path, taken.read(path)?.to_vec())?;
    }
    // A catalog of a module that came after the base is nothing that the run decided on.
    dropped.difference(&taken_catalogs).for_each(|path| overlay.remove(path));
    let edits = overlay.into_edits();
    let dirty = edits.keys().find(|path| text(&work, path) != text(&head, path) && text(&work, path).is_some());
    if let Some(path) = dirty.filter(|_| !args.force) {
        return Err(CommandError::new(format!("{path} was changed and not committed"))
            .hint("commit it, or give `--force` to replace it"));
    }
    if repository.head()?.commit != Some(trajectory.base) {
        let base = trajectory.base.short();
        printer.warning(&format!("the run was begun on {base}, not on HEAD; `git libra heal` brings it up to date"));
    }
    let _lock = repository.lock(Wait::Yes)?;
    repository.flush(&edits)?;
    for path in edits.keys() {
        printer.line(path.as_str())?;
    }
    printer.note(&format!("step {} of {}: {} catalogs differ", step.number, trajectory.run, edits.len()));
    Ok(ExitStatus::Success)
}

fn catalogs(tree: &dyn Tree) -> BTreeSet<RepoPath> {
    let entries = tree.entries().iter().filter(|entry| entry.path.file_name() == CATALOG_FILE);
    entries.map(|entry| entry.path.clone()).collect()
}

/// A file's bytes; `None` where it is not there.
fn text(tree: &dyn Tree, path: &RepoPath) -> Option<Arc<[u8]>> {
    tree.entry(path)?;
    tree.read(path).ok()
}

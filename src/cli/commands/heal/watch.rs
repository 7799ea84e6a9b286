//! `--watch`: refreshes whenever files are saved, until interrupted.

use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use notify::RecursiveMode;
use notify::Watcher;

use crate::catalog::CATALOG_FILE;
use crate::cli::ExitStatus;
use crate::cli::commands::heal::HealArgs;
use crate::cli::commands::heal::command;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;

/// How long the tree must be quiet before it is looked at: editors save in several steps, and branches switch in many.
const QUIET: Duration = Duration::from_millis(300);

/// Watches the work tree and refreshes after each burst of changes.
pub(super) fn run(args: &HealArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let repository = context.repository()?;
    let Some(root) = repository.work_dir() else {
        return Err(CommandError::new("a bare repository has no work tree to watch"));
    };
    command::settle(args, context, printer)?;
    let (sender, events) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(sender)?;
    watcher.watch(root, RecursiveMode::Recursive)?;
    printer.note(&format!("watching {}", root.display()));
    while let Ok(first) = events.recv() {
        let mut relevant = is_relevant(root, repository.git_dir(), &first);
        while let Ok(next) = events.recv_timeout(QUIET) {
            relevant |= is_relevant(root, repository.git_dir(), &next);
        }
        if !relevant {
            continue;
        }
        // A file that cannot be read just now, or a repository in the middle of a rebase, is no reason to end.
        if let Err(error) = command::settle(args, context, printer) {
            printer.error(&error.message(), &error.hints());
        }
    }
    Ok(ExitStatus::Success)
}

/// Whether an event speaks of a file that catalogs describe: not git's own, not a catalog, which we write ourselves.
fn is_relevant(root: &Path, git_dir: &Path, event: &notify::Result<notify::Event>) -> bool {
    let Ok(event) = event else {
        return true;
    };
    if event.kind.is_access() {
        return false;
    }
    event.paths.iter().any(|path| {
        let is_git = path.starts_with(git_dir) || path.starts_with(root.join(".git"));
        !is_git && path.file_name().is_none_or(|name| name != CATALOG_FILE)
    })
}

//! One run at a time in a work tree: the second waits, and says so.

use std::thread;
use std::time::Duration;

use crate::cli::error::CommandError;
use crate::cli::interrupts::Interrupts;
use crate::cli::printer::Printer;
use crate::repo::RepoError;
use crate::repo::Repository;
use crate::repo::Wait;
use crate::repo::WorkTreeLock;

/// How often it is looked whether the other run is done.
const PAUSE: Duration = Duration::from_millis(50);

/// Holds the work tree for this run; `None` where an interrupt came while it waited.
pub(super) fn hold(
    repository: &Repository,
    no_wait: bool,
    interrupts: &Interrupts,
    printer: &mut Printer,
) -> Result<Option<WorkTreeLock>, CommandError> {
    let mut told = false;
    loop {
        match repository.lock(Wait::No) {
            Err(RepoError::Locked { path }) if no_wait => return Err(RepoError::Locked { path }.into()),
            Err(RepoError::Locked { .. }) => {
                if !told {
                    printer.note("another run of git-libra is at work here; waiting until it is done");
                    told = true;
                }
                if interrupts.came() {
                    return Ok(None);
                }
                thread::sleep(PAUSE);
            }
            held => return Ok(Some(held?)),
        }
    }
}

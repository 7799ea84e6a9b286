//! One writer at a time in a work tree, and on a reference of ours.

#![expect(clippy::disallowed_methods, reason = "the lock is a file under the git directory")]

use std::fs;
use std::fs::File;
use std::fs::TryLockError;
use std::io;
use std::path::Path;

use super::RepoError;
use super::Repository;

/// What to do while another run holds the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Wait until it is done.
    Yes,
    /// Give up at once.
    No,
}

/// Held as long as this value lives. The operating system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub struct WorkTreeLock {
    _file: File,
}

/// Held as long as this value lives; the operating system lets go of it, too.
#[derive(Debug)]
pub struct ReferenceLock {
    _file: File,
}

impl Repository {
    /// Keeps other runs of this program from writing in this work tree. Git is not kept from anything.
    pub fn lock(&self, wait: Wait) -> Result<WorkTreeLock, RepoError> {
        Ok(WorkTreeLock { _file: locked(&self.git_dir().join("libra").join("lock"), wait)? })
    }

    /// Keeps other runs of this program from moving references, of which the first names the lock. Git's own lock on one
    /// of them that a killed run left behind is taken away: nobody but this program moves them.
    pub fn lock_references(&self, names: &[String]) -> Result<ReferenceLock, RepoError> {
        let name = names.first().map(|name| name.replace('/', "-")).unwrap_or_default();
        let lock = locked(&self.common_dir().join("libra").join("locks").join(name), Wait::No)?;
        for name in names {
            let left = self.common_dir().join(format!("{name}.lock"));
            match fs::remove_file(&left) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    return Err(RepoError::Write { path: left, source });
                }
                _ => {}
            }
        }
        Ok(ReferenceLock { _file: lock })
    }
}

fn locked(path: &Path, wait: Wait) -> Result<File, RepoError> {
    let failed = |source: io::Error| RepoError::Write { path: path.to_owned(), source };
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
    let file = File::options().create(true).append(true).open(path).map_err(failed)?;
    match wait {
        Wait::Yes => file.lock().map_err(failed)?,
        Wait::No => file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => RepoError::Locked { path: path.to_owned() },
            TryLockError::Error(source) => failed(source),
        })?,
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::Wait;
    use crate::repo::RepoError;
    use crate::repo::testing::TestRepo;

    #[test]
    fn the_second_writer_is_told_or_waits() {
        let repo = TestRepo::new();
        let opened = repo.open();
        let first = opened.lock(Wait::No).expect("free");
        let refused = repo.open().lock(Wait::No);
        assert!(matches!(refused, Err(RepoError::Locked { .. })), "{refused:?}");
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let second = repo.open().lock(Wait::Yes);
                sender.send(second.is_ok()).expect("listened to");
            });
            assert!(receiver.recv_timeout(std::time::Duration::from_millis(50)).is_err());
            drop(first);
            assert_eq!(receiver.recv(), Ok(true));
        });
    }

    #[test]
    fn a_reference_is_held_by_one_and_freed_of_what_a_killed_run_left() {
        let repo = TestRepo::with("//- a\n1\n");
        let opened = repo.open();
        let names = ["refs/libra/kept/one".to_owned(), "refs/libra/kept/two".to_owned()];
        repo.write(".git/refs/libra/kept/two.lock", "");
        assert!(opened.keep(&names[1], b"x").is_err(), "git's lock is in the way");
        let held = opened.lock_references(&names).expect("free");
        opened.keep(&names[1], b"x").expect("nothing is in the way any more");
        assert!(matches!(repo.open().lock_references(&names), Err(RepoError::Locked { .. })));
        repo.open().lock_references(&names[1..]).expect("another lock");
        drop(held);
        repo.open().lock_references(&names).expect("free again");
    }
}

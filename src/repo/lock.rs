//! One writer at a time in a work tree.

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

impl Repository {
    /// Keeps other runs of this program from writing in this work tree. Git is not kept from anything.
    pub fn lock(&self, wait: Wait) -> Result<WorkTreeLock, RepoError> {
        let directory = self.git_dir().join("libra");
        let path = directory.join("lock");
        let failed = |source: io::Error| RepoError::Write { path: path.clone(), source };
        let file = open(&directory, &path).map_err(failed)?;
        match wait {
            Wait::Yes => file.lock().map_err(failed)?,
            Wait::No => file.try_lock().map_err(|error| match error {
                TryLockError::WouldBlock => RepoError::Locked { path: path.clone() },
                TryLockError::Error(source) => failed(source),
            })?,
        }
        Ok(WorkTreeLock { _file: file })
    }
}

fn open(directory: &Path, path: &Path) -> io::Result<File> {
    fs::create_dir_all(directory)?;
    File::options().create(true).append(true).open(path)
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
}

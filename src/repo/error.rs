//! What can go wrong between this program and a repository.

use std::io;
use std::path::PathBuf;

use crate::base::RepoPath;

use super::CommitId;

/// Why the repository could not do what was asked. Where git's own data is at fault, the cause says more.
#[derive(Debug, thiserror::Error)]
pub enum RepoError {
    /// Neither the directory nor one above it belongs to a repository.
    #[error("`{}` is not in a git repository", .directory.display())]
    NotFound {
        /// Where the search began.
        directory: PathBuf,
    },
    /// Somebody else owns it, and `safe.directory` does not list it; git itself refuses to work there.
    #[error("the repository at `{}` belongs to another user", .directory.display())]
    Unowned {
        /// Where the search began.
        directory: PathBuf,
    },
    /// It is there, but cannot be opened.
    #[error("failed to open the repository at `{}`", .directory.display())]
    Open {
        /// Where the search began.
        directory: PathBuf,
        /// What git's data or the file system said.
        #[source]
        source: Box<gix::Error>,
    },
    /// `GIT_COMMON_DIR` names another directory than the repository does.
    #[error("GIT_COMMON_DIR `{}` is not the common directory of this repository, `{}`", .given.display(), .found.display())]
    CommonDirectory {
        /// The variable's value.
        given: PathBuf,
        /// What the repository says.
        found: PathBuf,
    },
    /// The repository is bare, and the work tree was asked for.
    #[error("the repository has no work tree")]
    Bare,
    /// The index cannot be read.
    #[error("failed to read the index `{}`", .path.display())]
    Index {
        /// The index file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        source: Box<gix::Error>,
    },
    /// The text names no commit.
    #[error("`{text}` names no commit")]
    Revision {
        /// What was given.
        text: String,
        /// What git's data said, where that is more than that nothing of this name is there.
        #[source]
        source: Option<Box<gix::Error>>,
    },
    /// Git's data could not be read or written.
    #[error("failed to {doing}")]
    Git {
        /// What was tried, such as `read the history`.
        doing: &'static str,
        /// What git's data said.
        #[source]
        source: Box<gix::Error>,
    },
    /// The work tree could not be read.
    #[error("failed to read `{}`", .path.display())]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// What the file system said.
        #[source]
        source: io::Error,
    },
    /// A file could not be written; nothing of it was changed.
    #[error("failed to write `{}`", .path.display())]
    Write {
        /// The file or directory.
        path: PathBuf,
        /// What the file system said.
        #[source]
        source: io::Error,
    },
    /// Writing would have gone through a symlink or something else that is no plain directory or file.
    #[error("refused to write `{path}`: `{at}` is not a plain directory or file of the work tree")]
    Confined {
        /// The file that was to be written.
        path: RepoPath,
        /// The part of its path that is at fault.
        at: RepoPath,
    },
    /// The path lies outside of the work tree.
    #[error("`{}` is outside of the repository", .path.display())]
    Outside {
        /// As it was given.
        path: PathBuf,
    },
    /// Somebody else changed the file since it was read; it was left as it is.
    #[error("`{path}` was changed by somebody else meanwhile")]
    ChangedMeanwhile {
        /// The file.
        path: RepoPath,
    },
    /// A reference of ours does not stand where it was left.
    #[error("`{reference}` was moved by somebody else meanwhile")]
    Moved {
        /// The reference's full name.
        reference: String,
    },
    /// Another run holds the lock of this work tree.
    #[error("another run of git-libra is at work here")]
    Locked {
        /// The lock file.
        path: PathBuf,
    },
    /// A merge, rebase, or the like is under way, or the index holds conflicts.
    #[error("{operation} is in progress")]
    InProgress {
        /// What is under way, such as `a merge`.
        operation: &'static str,
    },
    /// Git, or another program, is writing the index.
    #[error("git is at work on its index: `{}` exists", .path.display())]
    IndexLocked {
        /// Git's lock file.
        path: PathBuf,
    },
    /// The `git` program could not be run, or refused.
    #[error("failed to run `{command}`")]
    Program {
        /// What was run, such as `git update-index`.
        command: String,
        /// What it, or the system, said.
        #[source]
        source: io::Error,
    },
    /// The branch moved while a commit was made; nothing was changed.
    #[error("`{branch}` moved meanwhile")]
    BranchMoved {
        /// The branch, or `HEAD` where it is detached.
        branch: String,
        /// Where it stood when the commit was begun.
        expected: Option<CommitId>,
    },
    /// Neither configuration nor environment says who commits.
    #[error("user.name and user.email are not set")]
    NoIdentity,
}

/// Shortens the way from gix's errors to ours.
pub(super) trait Doing<T> {
    /// Names what was tried when it failed.
    fn doing(self, what: &'static str) -> Result<T, RepoError>;
}

impl<T, E: Into<gix::Error>> Doing<T> for Result<T, E> {
    fn doing(self, what: &'static str) -> Result<T, RepoError> {
        self.map_err(|source| RepoError::Git { doing: what, source: Box::new(source.into()) })
    }
}

//! Throw-away repositories for tests, made with the `git` program in an environment of their own.

#![expect(clippy::disallowed_methods, reason = "tests make their own files and start git")]

use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use super::ConfigSources;
use super::GitEnvironment;
use super::Repository;
use super::Tree;

/// A repository on branch `main` without commits, gone when this value is.
pub(crate) struct TestRepo {
    directory: TempDir,
    root: PathBuf,
}

impl TestRepo {
    /// An empty repository.
    pub(crate) fn new() -> Self {
        let directory = TempDir::new().expect("a temporary directory");
        let root = directory.path().canonicalize().expect("real path").join("repo");
        fs::create_dir(&root).expect("writable");
        let repo = Self { directory, root };
        repo.git(&["init", "--quiet", "--initial-branch=main"]);
        repo
    }

    /// A repository whose first commit holds the files of a fixture (see `MemoryTree::fixture`).
    pub(crate) fn with(fixture: &str) -> Self {
        let repo = Self::new();
        repo.write_all(fixture);
        repo.commit("first");
        repo
    }

    /// The top of its work tree.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A place beside the work tree.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.directory.path().canonicalize().expect("real path").join(name)
    }

    /// Writes the files of a fixture.
    pub(crate) fn write_all(&self, fixture: &str) {
        let tree = super::MemoryTree::fixture(fixture);
        for entry in tree.entries() {
            self.write(entry.path.as_str(), tree.read(&entry.path).expect("a file"));
        }
    }

    /// Writes one file.
    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let file = self.root.join(path);
        fs::create_dir_all(file.parent().expect("below the root")).expect("writable");
        fs::write(file, bytes).expect("writable");
    }

    /// Reads one file.
    pub(crate) fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.root.join(path)).expect("readable")
    }

    /// Removes one file.
    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.root.join(path)).expect("there");
    }

    /// Adds everything and commits it; the commit's id.
    pub(crate) fn commit(&self, message: &str) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    /// Runs git at the top of the work tree, and gives what it prints, less the last line end.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        self.git_in(&self.root, arguments)
    }

    /// Runs git in some directory.
    pub(crate) fn git_in(&self, directory: &Path, arguments: &[&str]) -> String {
        let (success, printed) = self.try_git_in(directory, arguments);
        assert!(success, "git {arguments:?}: {printed}");
        printed
    }

    /// Runs git, which may fail; what it prints on both streams.
    pub(crate) fn try_git_in(&self, directory: &Path, arguments: &[&str]) -> (bool, String) {
        let mut command = Command::new("git");
        command.args(["-c", "protocol.file.allow=always"]).args(arguments).current_dir(directory);
        for variable in GitEnvironment::LOCAL_VARIABLES {
            command.env_remove(variable);
        }
        let output = command
            .env("HOME", self.directory.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_AUTHOR_NAME", "A U Thor")
            .env("GIT_AUTHOR_EMAIL", "author@example.com")
            .env("GIT_COMMITTER_NAME", "C O Mitter")
            .env("GIT_COMMITTER_EMAIL", "committer@example.com")
            .env("GIT_AUTHOR_DATE", "1600000000 +0000")
            .env("GIT_COMMITTER_DATE", "1600000000 +0000")
            .output()
            .expect("git runs");
        let mut printed = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() {
            printed.push_str(&String::from_utf8_lossy(&output.stderr));
        }
        (output.status.success(), printed.trim_end_matches('\n').to_owned())
    }

    /// Opens it as a program without any environment would.
    pub(crate) fn open(&self) -> Repository {
        open_at(&self.root, &environment())
    }
}

/// Opens what is found from a directory.
pub(crate) fn open_at(directory: &Path, environment: &GitEnvironment) -> Repository {
    Repository::discover(directory, environment).expect("a repository")
}

/// An environment that says nothing.
pub(crate) fn environment() -> GitEnvironment {
    GitEnvironment { config: ConfigSources::RepositoryOnly, ..GitEnvironment::default() }
}

/// The files of a tree, one a line: `path first-line`, with `?` for untracked ones and `->`, `@` for leaves.
pub(crate) fn listing(tree: &dyn Tree) -> Vec<String> {
    tree.entries()
        .iter()
        .map(|entry| {
            let mark = if entry.tracked { "" } else { "? " };
            match entry.kind {
                super::FileKind::Symlink => format!("{mark}{} ->", entry.path),
                super::FileKind::Submodule => format!("{mark}{} @", entry.path),
                super::FileKind::File => {
                    let bytes = tree.read(&entry.path).expect("readable");
                    assert_eq!(super::blob_id(&bytes).ok(), Some(entry.blob), "{}", entry.path);
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    format!("{mark}{} {}", entry.path, text.lines().next().unwrap_or_default())
                }
            }
        })
        .collect()
}

//! Throw-away repositories with a sealed environment, and the binary run in them.

use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

/// A repository in a directory of its own. Nothing of the user's configuration, home or environment reaches it.
pub(crate) struct TestRepo {
    root: TempDir,
    home: TempDir,
}

/// What a command said.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl std::fmt::Display for Answer {
    /// Status and both streams, for snapshots.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "exit {}\n--- stdout\n{}--- stderr\n{}", self.status, self.stdout, self.stderr)
    }
}

impl TestRepo {
    /// A directory without a repository.
    pub(crate) fn without_git() -> Self {
        Self { root: TempDir::new().expect("temporary directory"), home: TempDir::new().expect("temporary directory") }
    }

    /// An empty repository on branch `main`, without commits.
    pub(crate) fn unborn() -> Self {
        let repo = Self::without_git();
        repo.git(&["init", "-q", "-b", "main"]);
        repo
    }

    /// A repository with the files of a fixture (`//- path` headers) committed.
    pub(crate) fn with(fixture: &str) -> Self {
        let repo = Self::unborn();
        repo.write_all(fixture);
        repo.commit("Begin");
        repo
    }

    /// The work tree.
    pub(crate) fn path(&self) -> &Path {
        self.root.path()
    }

    /// Writes the files of a fixture.
    pub(crate) fn write_all(&self, fixture: &str) {
        for part in fixture.split("//- ").skip(1) {
            let (path, text) = part.split_once('\n').expect("a path and a text");
            self.write(path.trim(), text);
        }
    }

    /// Writes a file.
    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let file = self.path().join(path);
        fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
        fs::write(file, text).expect("written");
    }

    /// Reads a file.
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Whether a file stands.
    pub(crate) fn exists(&self, path: &str) -> bool {
        self.path().join(path).exists()
    }

    /// Every file of the work tree with its bytes, to compare before and after.
    pub(crate) fn snapshot(&self) -> Vec<(PathBuf, Vec<u8>)> {
        fn walk(directory: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
            for entry in fs::read_dir(directory).expect("readable") {
                let path = entry.expect("entry").path();
                if path.file_name().is_some_and(|name| name == ".git") {
                    continue;
                }
                if path.is_dir() {
                    walk(&path, found);
                } else {
                    found.push((path.clone(), fs::read(&path).expect("readable")));
                }
            }
        }
        let mut found = Vec::new();
        walk(self.path(), &mut found);
        found.sort();
        found
    }

    /// Adds and commits everything.
    pub(crate) fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
    }

    /// Runs git and returns its standard output; panics if it fails.
    pub(crate) fn git(&self, args: &[&str]) -> String {
        let answer = self.answer(self.seal(Command::new("git")).args(args));
        assert_eq!(answer.status, 0, "git {args:?}: {answer}");
        answer.stdout
    }

    /// Runs git, which may fail.
    pub(crate) fn try_git(&self, args: &[&str]) -> Answer {
        self.answer(self.seal(Command::new("git")).args(args))
    }

    /// Runs `git-libra` in the work tree.
    pub(crate) fn libra(&self, args: &[&str]) -> Answer {
        self.answer(self.command().args(args))
    }

    /// The binary, sealed, to be given arguments or variables.
    pub(crate) fn command(&self) -> Command {
        self.seal(Command::new(env!("CARGO_BIN_EXE_git-libra")))
    }

    /// Runs a command and replaces what differs from run to run.
    pub(crate) fn answer(&self, command: &mut Command) -> Answer {
        let output = command.output().expect("started");
        let text = |bytes: &[u8]| {
            let root = self.path().canonicalize().expect("a path");
            let text = String::from_utf8_lossy(bytes).into_owned();
            let text = text.replace(&root.display().to_string(), "[REPO]");
            text.replace(&self.path().display().to_string(), "[REPO]")
        };
        Answer {
            status: output.status.code().unwrap_or(-1),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }

    fn seal(&self, mut command: Command) -> Command {
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.current_dir(self.path()).env_clear().env("PATH", path).env("HOME", self.home.path());
        command.env("XDG_CONFIG_HOME", self.home.path()).env("GIT_CONFIG_NOSYSTEM", "1").env("LC_ALL", "C");
        command.env("GIT_AUTHOR_NAME", "A").env("GIT_AUTHOR_EMAIL", "a@example.com");
        command.env("GIT_COMMITTER_NAME", "A").env("GIT_COMMITTER_EMAIL", "a@example.com");
        command.env("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z").env("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z");
        command
    }
}

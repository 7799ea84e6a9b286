//! Git's hooks: installed, run by git itself, chained, taken out.

use crate::harness::Answer;
use crate::harness::TestRepo;

const SOURCE: &str = "//- a.py\ndef first(x):\n    if x:\n        return 1\n    return 2\n";

fn initialised() -> TestRepo {
    let repo = TestRepo::with(SOURCE);
    assert_eq!(repo.libra(&["init"]).status, 0);
    repo.commit("Add catalogs");
    let answer = repo.libra(&["hook", "install"]);
    assert_eq!(answer.status, 0, "{answer}");
    repo
}

fn stale(repo: &TestRepo) {
    let text = repo.read("a.py");
    repo.write("a.py", format!("import os\n\n{text}"));
}

fn commit(repo: &TestRepo, args: &[&str]) -> Answer {
    repo.try_git(&[&["commit", "-q", "-m", "Change"], args].concat())
}

#[test]
fn a_commit_with_a_stale_catalog_is_stopped() {
    let repo = initialised();
    stale(&repo);
    repo.git(&["add", "-A"]);
    let stopped = commit(&repo, &[]);
    assert_ne!(stopped.status, 0, "{stopped}");
    assert!(stopped.stderr.contains("git libra heal"), "{stopped}");
    assert_eq!(repo.libra(&["lint", "--fix"]).status, 0);
    repo.git(&["add", "-A"]);
    let through = commit(&repo, &[]);
    assert_eq!(through.status, 0, "{through}");
}

#[test]
fn commit_all_and_commit_path_are_judged_by_the_index_that_git_hands_over() {
    for args in [&["-a"][..], &["a.py"], &["--only", "a.py"], &["--amend", "-a"]] {
        let repo = initialised();
        stale(&repo);
        let stopped = commit(&repo, args);
        assert_ne!(stopped.status, 0, "{args:?}: {stopped}");
        assert!(stopped.stdout.contains("CAT306") || stopped.stderr.contains("CAT306"), "{args:?}: {stopped}");
    }
}

#[test]
fn it_can_be_skipped_once() {
    let repo = initialised();
    stale(&repo);
    repo.git(&["add", "-A"]);
    let mut git = std::process::Command::new("git");
    git.args(["commit", "-q", "-m", "Change"]).current_dir(repo.path()).env("LIBRA", "0");
    git.env("GIT_AUTHOR_NAME", "A").env("GIT_AUTHOR_EMAIL", "a@example.com");
    git.env("GIT_COMMITTER_NAME", "A").env("GIT_COMMITTER_EMAIL", "a@example.com");
    let answer = repo.answer(&mut git);
    assert_eq!(answer.status, 0, "{answer}");
}

#[test]
fn a_hook_that_stood_there_runs_first_and_comes_back() {
    let repo = TestRepo::with(SOURCE);
    assert_eq!(repo.libra(&["init"]).status, 0);
    repo.commit("Add catalogs");
    repo.write(".git/hooks/pre-commit", "#!/bin/sh\necho theirs >> ran\nexit 0\n");
    make_executable(&repo, ".git/hooks/pre-commit");
    let installed = repo.libra(&["hook", "install"]);
    assert!(installed.stdout.contains("runs first"), "{installed}");
    let again = repo.libra(&["hook", "install"]);
    assert!(again.stdout.contains("updated"), "{again}");
    assert_eq!(commit(&repo, &["--allow-empty"]).status, 0);
    assert_eq!(repo.read("ran"), "theirs\n");
    let uninstalled = repo.libra(&["hook", "uninstall"]);
    assert!(uninstalled.stdout.contains("is back"), "{uninstalled}");
    assert!(repo.read(".git/hooks/pre-commit").contains("theirs"));
    assert!(!repo.exists(".git/hooks/pre-commit.before-libra"));
    let nothing = repo.libra(&["hook", "uninstall"]);
    assert!(nothing.stderr.contains("no hook of git-libra"), "{nothing}");
}

#[test]
fn git_says_where_hooks_live() {
    let repo = TestRepo::with(SOURCE);
    repo.git(&["config", "core.hooksPath", ".hooks"]);
    assert_eq!(repo.libra(&["hook", "install"]).status, 0);
    assert!(repo.exists(".hooks/pre-commit") && !repo.exists(".git/hooks/pre-commit"));
    let status = repo.libra(&["hook", "status"]);
    assert!(status.stdout.contains("pre-commit: installed"), "{status}");
}

#[test]
fn a_hooks_directory_shared_by_all_repositories_is_refused() {
    let repo = TestRepo::with(SOURCE);
    let shared = repo.path().join("shared-hooks");
    repo.git(&["config", "--global", "core.hooksPath", &shared.display().to_string()]);
    let refused = repo.libra(&["hook", "install"]);
    assert_eq!(refused.status, 2, "{refused}");
    assert!(refused.stderr.contains("--force"), "{refused}");
    assert_eq!(repo.libra(&["hook", "install", "--force"]).status, 0);
    assert!(repo.exists("shared-hooks/pre-commit"));
}

#[test]
fn a_linked_work_tree_uses_the_same_hook() {
    let repo = initialised();
    repo.git(&["worktree", "add", "-q", "linked", "-b", "other"]);
    repo.write("linked/a.py", format!("import os\n\n{}", repo.read("a.py")));
    let stopped = repo.try_git(&["-C", "linked", "commit", "-q", "-a", "-m", "Change"]);
    assert_ne!(stopped.status, 0, "{stopped}");
}

#[cfg(unix)]
fn make_executable(repo: &TestRepo, path: &str) {
    use std::os::unix::fs::PermissionsExt;
    let file = repo.path().join(path);
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).expect("set");
}

#[cfg(not(unix))]
fn make_executable(_: &TestRepo, _: &str) {}

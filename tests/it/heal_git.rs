//! `heal` in the states that a repository can be in, beside other runs, and cut off.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use git_libra::repo::GitEnvironment;
use git_libra::repo::Repository;
use git_libra::repo::Wait;

use crate::harness::TestRepo;

const FIRST: &str = "\"\"\"Adds numbers.\"\"\"\n\n\ndef add(a, b):\n    \"\"\"Adds two numbers and refuses anything \
                     else.\"\"\"\n    if not isinstance(a, int):\n        raise TypeError(\"only whole numbers can be \
                     added\")\n    return a + b\n";
const SECOND: &str = "\"\"\"Shows numbers.\"\"\"\n\n\ndef show(number, width):\n    \"\"\"Writes a number with leading \
                      zeros.\"\"\"\n    if width < 1:\n        raise ValueError(\"there must be room for a digit\")\n    \
                      return str(number).zfill(width)\n";

/// Catalogs of two files in two modules, committed; then both files change.
fn stale() -> TestRepo {
    let repo = TestRepo::unborn();
    repo.write("sums/add.py", FIRST);
    repo.write("texts/show.py", SECOND);
    assert_eq!(repo.libra(&["init"]).status, 0);
    repo.commit("Begin");
    repo.write("sums/add.py", format!("import sys\n\n{FIRST}"));
    repo.write("texts/show.py", format!("import sys\n\n{SECOND}"));
    repo
}

const COMMIT: [&str; 4] = ["heal", "--commit", "--probes", "0"];

/// The files of a commit.
fn files(repo: &TestRepo, commit: &str) -> String {
    repo.git(&["show", "--name-only", "--format=", commit])
}

#[test]
fn a_linked_work_tree_commits_on_its_own_branch() {
    let repo = stale();
    repo.git(&["stash", "-q"]);
    repo.git(&["worktree", "add", "-q", "-b", "side", "linked"]);
    repo.write("linked/sums/add.py", format!("import sys\n\n{FIRST}"));
    let main = repo.git(&["rev-parse", "main"]);
    let answer = repo.libra(&[&["-C", "linked"], &COMMIT[..]].concat());
    assert!(answer.stdout.contains("committed"), "{answer}");
    assert_eq!(files(&repo, "side"), "sums/catalog.md\n");
    assert_eq!(repo.git(&["rev-parse", "main"]), main);
    assert_eq!(repo.git(&["-C", "linked", "status", "--porcelain"]), " M sums/add.py\n");
}

#[test]
fn a_detached_head_moves_and_no_branch_does() {
    let repo = stale();
    repo.git(&["checkout", "-q", "--detach"]);
    let main = repo.git(&["rev-parse", "main"]);
    let answer = repo.libra(&COMMIT);
    assert!(answer.stdout.contains("committed"), "{answer}");
    assert_eq!(files(&repo, "HEAD"), "sums/catalog.md\ntexts/catalog.md\n");
    assert_eq!(repo.git(&["rev-parse", "main"]), main);
}

#[test]
fn the_first_commit_may_be_a_heal() {
    let repo = TestRepo::unborn();
    repo.write("sums/add.py", FIRST);
    assert_eq!(repo.libra(&["init"]).status, 0);
    repo.write("sums/add.py", format!("import sys\n\n{FIRST}"));
    let answer = repo.libra(&COMMIT);
    assert!(answer.stdout.contains("committed"), "{answer}");
    assert!(answer.stdout.starts_with("scope: everything, since there is no commit yet\n"), "{answer}");
    assert_eq!(repo.git(&["ls-tree", "-r", "--name-only", "HEAD"]), "catalog.md\nsums/catalog.md\n");
}

#[test]
fn during_a_merge_nothing_is_committed_and_what_was_healed_stands() {
    let repo = stale();
    repo.commit("Change");
    repo.git(&["checkout", "-q", "-b", "side", "HEAD~"]);
    repo.write("other.txt", "theirs\n");
    repo.commit("Side");
    repo.git(&["merge", "-q", "--no-commit", "--no-ff", "main"]);
    let head = repo.git(&["rev-parse", "HEAD"]);
    let answer = repo.libra(&[&COMMIT[..], &["--all"]].concat());
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.stderr.contains("a merge is in progress"), "{answer}");
    assert_eq!(repo.git(&["rev-parse", "HEAD"]), head);
    assert!(repo.read("sums/catalog.md").contains("(L6-"), "{answer}");
}

#[test]
fn a_partly_staged_index_is_as_it_was() {
    let repo = stale();
    repo.git(&["add", "sums/add.py"]);
    repo.write("sums/add.py", format!("import sys\nimport os\n\n{FIRST}"));
    let staged = repo.git(&["ls-files", "--stage", "sums/add.py"]);
    let answer = repo.libra(&COMMIT);
    assert!(answer.stdout.contains("committed"), "{answer}");
    assert_eq!(repo.git(&["ls-files", "--stage", "sums/add.py"]), staged);
    assert_eq!(repo.git(&["status", "--porcelain"]), "MM sums/add.py\n M texts/show.py\n");
}

#[test]
fn the_index_that_git_hands_over_is_read_and_not_written() {
    let repo = stale();
    fs::copy(repo.path().join(".git/index"), repo.path().join(".git/other")).expect("copied");
    let other = |args: &[&str]| {
        repo.answer(Command::new("git").current_dir(repo.path()).env("GIT_INDEX_FILE", ".git/other").args(args))
    };
    assert_eq!(other(&["add", "sums/add.py"]).status, 0);
    let before = fs::read(repo.path().join(".git/other")).expect("there");
    let index = fs::read(repo.path().join(".git/index")).expect("there");
    let answer =
        repo.answer(repo.command().env("GIT_INDEX_FILE", ".git/other").args(["heal", "--staged", "--probes", "0"]));
    assert_eq!(answer.status, 0, "{answer}");
    // What is staged there is healed, what is only in the work tree is not.
    assert!(answer.stdout.contains("wrote sums/catalog.md") && !answer.stdout.contains("texts"), "{answer}");
    assert_eq!(fs::read(repo.path().join(".git/other")).expect("there"), before);
    assert_eq!(fs::read(repo.path().join(".git/index")).expect("there"), index);
}

#[test]
fn a_hook_heals_what_is_being_committed() {
    let repo = stale();
    let hook = format!("#!/bin/sh\nexec {:?} heal --staged --probes 0 --check\n", env!("CARGO_BIN_EXE_git-libra"));
    repo.write(".git/hooks/pre-commit", hook);
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(repo.path().join(".git/hooks/pre-commit"), mode).expect("allowed");
    let refused = repo.try_git(&["commit", "-q", "-m", "Change", "sums/add.py"]);
    assert_eq!(refused.status, 1, "{refused}");
    assert!(refused.to_string().contains("stale: sums/catalog.md"), "{refused}");
    assert_eq!(repo.libra(&["heal", "--probes", "0"]).status, 0);
    let done = repo.try_git(&["commit", "-q", "-m", "Change", "sums"]);
    assert_eq!(done.status, 0, "{done}");
}

#[test]
fn a_second_run_waits_and_says_so() {
    let repo = stale();
    let opened = Repository::discover(repo.path(), &GitEnvironment::from_variables(|_| None)).expect("a repository");
    let held = opened.lock(Wait::No).expect("free");
    let refused = repo.libra(&["heal", "--no-wait", "--probes", "0"]);
    assert_eq!(refused.status, 2, "{refused}");
    assert!(refused.stderr.contains("another run of git-libra is at work here"), "{refused}");
    // What writes nothing need not wait.
    assert_eq!(repo.libra(&["heal", "--check"]).status, 1);
    assert_eq!(repo.libra(&["heal", "--dry-run", "--probes", "0"]).status, 0);
    let start = || {
        let mut command = repo.command();
        command.args(["heal", "--probes", "0"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("started")
    };
    let (waiting, mut interrupted) = (start(), start());
    thread::sleep(Duration::from_millis(700));
    assert!(repo.read("sums/catalog.md").contains("(L4-"), "the second run did not wait");
    let killed = Command::new("kill").args(["-INT", &interrupted.id().to_string()]).status();
    assert!(killed.expect("started").success());
    assert_eq!(interrupted.wait().expect("ended").code(), Some(130));
    drop(held);
    let output = waiting.wait_with_output().expect("ended");
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("another run of git-libra is at work here; waiting until it is done"), "{said}");
    assert!(repo.read("sums/catalog.md").contains("(L6-"));
}

#[test]
fn what_cannot_be_written_stops_before_anything_is() {
    let repo = stale();
    let mode = |mode: u32| fs::set_permissions(repo.path().join("texts/catalog.md"), fs::Permissions::from_mode(mode));
    mode(0o444).expect("allowed");
    let before = repo.snapshot();
    let answer = repo.libra(&["heal", "--probes", "0"]);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.stderr.contains("failed to write `[REPO]/texts/catalog.md`"), "{answer}");
    assert_eq!(repo.snapshot(), before);
    mode(0o644).expect("allowed");
    assert_eq!(repo.libra(&["heal", "--probes", "0"]).status, 0);
}

#[test]
fn a_reached_limit_leaves_what_was_done_and_says_what_was_not() {
    let repo = stale();
    for (limit, value, said) in
        [("--max-calls", "3", "3 calls"), ("--max-time", "0s", "0 s"), ("--max-tokens", "0", "0 tokens")]
    {
        let answer = repo.libra(&["heal", limit, value, "--dry-run"]);
        assert_eq!(answer.status, 3, "{answer}");
        assert!(
            answer.stdout.contains(&format!("stopped: the budget of {said} is used up; what was done stands")),
            "{answer}"
        );
    }
    let answer = repo.libra(&["heal", "--max-calls", "3", "--format", "json"]);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.stdout.contains("\"status\": \"stopped\""), "{answer}");
    assert!(repo.read("sums/catalog.md").contains("(L6-"), "what refreshing did is lost");
}

#[test]
fn a_killed_run_is_finished_by_the_next() {
    let whole = stale();
    assert_eq!(whole.libra(&["heal"]).status, 0);
    // The root catalog is called after the directory, which is another one each time.
    let body = |text: String| text.split_once('\n').map(|(_, body)| body.to_owned());
    let bytes =
        |repo: &TestRepo| ["catalog.md", "sums/catalog.md", "texts/catalog.md"].map(|path| body(repo.read(path)));
    for moment in [5, 40, 120, 250, 400] {
        let repo = stale();
        let mut run = repo.command();
        let mut run = run.arg("heal").stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("started");
        thread::sleep(Duration::from_millis(moment));
        run.kill().expect("killed or ended");
        run.wait().expect("ended");
        assert_eq!(repo.libra(&["heal"]).status, 0);
        assert_eq!(bytes(&repo), bytes(&whole), "killed after {moment} ms");
        let left: Vec<_> = fs::read_dir(repo.path().join(".git/libra")).expect("there").flatten().collect();
        assert!(left.iter().all(|entry| !entry.file_name().to_string_lossy().starts_with("write-")), "{left:?}");
    }
}

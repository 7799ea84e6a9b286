//! What `lint` reads, what it writes beside standard output, and how fixes meet what is staged.

use std::io::Write;
use std::process::Stdio;

use crate::harness::Answer;
use crate::harness::TestRepo;

const FILES: &str = "\
//- one/a.py
def first(x):
    if x:
        return 1
    return 2
//- one/b b.py
def second(x):
    if x:
        return 1
    return 2
//- two/\u{e4}.py
def third(x):
    if x:
        return 1
    return 2
";

fn initialised() -> TestRepo {
    let repo = TestRepo::with(FILES);
    assert_eq!(repo.libra(&["init"]).status, 0);
    repo.commit("Add catalogs");
    assert_eq!(repo.libra(&["lint"]).status, 0);
    repo
}

fn push_down(repo: &TestRepo, path: &str) {
    repo.write(path, format!("import os\n\n{}", repo.read(path)));
}

fn with_input(repo: &TestRepo, args: &[&str], input: &str) -> Answer {
    let mut command = repo.command();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("started");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("taken");
    let output = child.wait_with_output().expect("ended");
    Answer {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The codes and paths of a concise report, sorted.
fn found(answer: &Answer) -> Vec<String> {
    let line = |line: &str| {
        let mut words = line.split(": ");
        let path = words.next().unwrap_or_default().split(':').next().unwrap_or_default().to_owned();
        format!("{path} {}", words.next().unwrap_or_default().split(' ').next().unwrap_or_default())
    };
    let mut lines: Vec<_> = answer.stdout.lines().map(line).collect();
    lines.sort();
    lines
}

#[test]
fn a_revision_is_read_also_in_a_bare_repository() {
    let repo = initialised();
    push_down(&repo, "one/a.py");
    repo.commit("Push down");
    assert_eq!(repo.libra(&["lint", "--rev", "HEAD~1"]).status, 0);
    let stale = repo.libra(&["lint", "--rev", "HEAD", "--format", "concise"]);
    assert_eq!((stale.status, found(&stale)), (1, vec!["one/catalog.md CAT306".to_owned()]), "{stale}");
    repo.git(&["clone", "-q", "--bare", ".", "bare.git"]);
    let bare = repo.libra(&["-C", "bare.git", "lint", "--rev", "main", "--format", "concise"]);
    assert_eq!((bare.status, found(&bare)), (1, vec!["one/catalog.md CAT306".to_owned()]), "{bare}");
    let diff = repo.libra(&["-C", "bare.git", "lint", "--rev", "main", "--diff"]);
    assert!(diff.status == 1 && diff.stdout.contains("+++ b/one/catalog.md"), "{diff}");
    let unknown = repo.libra(&["lint", "--rev", "nowhere"]);
    assert_eq!(unknown.status, 2, "{unknown}");
}

#[test]
fn standard_input_stands_for_a_catalog() {
    let repo = initialised();
    let text = repo.read("one/catalog.md").replace("(L1-L4)", "(L1-L3)");
    let args = ["lint", "--stdin-filename", "one/catalog.md", "--format", "concise"];
    let stale = with_input(&repo, &args, &text);
    assert_eq!(stale.status, 1, "{stale}");
    assert!(stale.stdout.lines().all(|line| line.starts_with("one/catalog.md:") && line.contains("CAT306")), "{stale}");
    let fixed = with_input(&repo, &["lint", "--stdin-filename", "one/catalog.md", "--fix"], &text);
    assert_eq!((fixed.status, fixed.stdout), (0, repo.read("one/catalog.md")));
    let other = with_input(&repo, &["lint", "--stdin-filename", "one/a.py"], &text);
    assert_eq!(other.status, 2, "{other}");
    assert_eq!(repo.git(&["status", "--porcelain"]), "");
}

#[test]
fn any_split_of_a_list_finds_the_same() {
    let repo = initialised();
    for path in ["one/a.py", "one/b b.py", "two/\u{e4}.py"] {
        push_down(&repo, path);
    }
    repo.write("three/new.py", "def fresh(x):\n    if x:\n        return 1\n    return 2\n");
    std::fs::remove_file(repo.path().join("one/a.py")).expect("removed");
    let names = ["one/a.py", "one/b b.py", "two/\u{e4}.py", "three/new.py", "libra.toml"];
    let lint = |names: &[&str]| {
        let list: String = names.iter().flat_map(|name| [name, "\0"]).collect();
        with_input(&repo, &["lint", "--files-from", "-", "--format", "concise"], &list)
    };
    let whole = found(&lint(&names));
    assert!(!whole.is_empty());
    for at in 1..names.len() {
        let mut parts = found(&lint(&names[..at]));
        parts.extend(found(&lint(&names[at..])));
        parts.sort();
        parts.dedup();
        let mut once = whole.clone();
        once.dedup();
        assert_eq!(parts, once, "split at {at}");
    }
    let named = repo.libra(&[&["lint", "--format", "concise"][..], &names].concat());
    assert_eq!(found(&named), whole);
    let everything = repo.libra(&["lint", "--format", "concise"]);
    assert_eq!(found(&everything), whole);
}

#[test]
fn what_is_staged_is_mended_in_the_work_tree_or_left_as_a_patch() {
    let repo = initialised();
    push_down(&repo, "one/a.py");
    repo.git(&["add", "one/a.py"]);
    let staged_before = repo.git(&["ls-files", "--stage"]);
    let mended = repo.libra(&["lint", "--staged", "--fix"]);
    assert_eq!(mended.status, 1, "what was mended is not staged yet: {mended}");
    assert!(mended.stderr.contains("stage what changed"), "{mended}");
    assert_eq!(repo.git(&["ls-files", "--stage"]), staged_before, "the index is never written");
    repo.git(&["add", "one/catalog.md"]);
    assert_eq!(repo.libra(&["lint", "--staged", "--fix"]).status, 0);
    // Now a catalog that is staged in part: the work tree has words that are not staged.
    repo.commit("Push down");
    push_down(&repo, "one/a.py");
    repo.git(&["add", "one/a.py"]);
    let with_words = repo.read("one/catalog.md").replacen("# one\n", "# one\n\nNot staged.\n", 1);
    repo.write("one/catalog.md", &with_words);
    let patch = repo.libra(&["lint", "--staged", "--fix"]);
    assert_eq!(patch.status, 1, "{patch}");
    assert_eq!(repo.read("one/catalog.md"), with_words, "the work tree's words stay");
    assert!(patch.stdout.starts_with("--- a/one/catalog.md\n+++ b/one/catalog.md\n"), "{patch}");
    repo.write(".git/patch", &patch.stdout);
    repo.git(&["apply", "--cached", ".git/patch"]);
    assert_eq!(repo.libra(&["lint", "--staged"]).status, 0);
}

#[test]
fn a_baseline_silences_what_is_known() {
    let repo = initialised();
    push_down(&repo, "one/a.py");
    let written = repo.libra(&["lint", "--write-baseline"]);
    assert_eq!(written.status, 0, "{written}");
    let known = repo.libra(&["lint", "--baseline", "libra-baseline.json"]);
    assert_eq!((known.status, known.stdout.as_str()), (0, ""), "{known}");
    assert!(known.stderr.contains("1 known"), "{known}");
    push_down(&repo, "one/a.py");
    assert_eq!(repo.libra(&["lint", "--baseline", "libra-baseline.json"]).status, 0, "lines may move");
    push_down(&repo, "two/\u{e4}.py");
    let new = repo.libra(&["lint", "--baseline", "libra-baseline.json", "--format", "concise"]);
    assert_eq!((new.status, found(&new)), (1, vec!["two/catalog.md CAT306".to_owned()]), "{new}");
    assert_eq!(repo.libra(&["lint", "--fix"]).status, 0);
    let gone = repo.libra(&["lint", "--baseline", "libra-baseline.json"]);
    assert!(gone.status == 0 && gone.stderr.contains("write it again"), "{gone}");
    repo.write("broken.json", "{}");
    assert_eq!(repo.libra(&["lint", "--baseline", "broken.json"]).status, 2);
}

#[test]
fn several_outputs_and_what_would_be_checked() {
    let repo = initialised();
    push_down(&repo, "one/a.py");
    let answer =
        repo.libra(&["lint", "--format", "concise", "--format", "sarif=lint.sarif", "--format", "junit=j.xml"]);
    assert_eq!(answer.status, 1, "{answer}");
    assert!(answer.stdout.contains("CAT306") && repo.read("lint.sarif").contains("\"CAT306\""), "{answer}");
    assert!(repo.read("j.xml").starts_with("<?xml"));
    let twice = repo.libra(&["lint", "--format", "concise", "--format", "json"]);
    assert_eq!(twice.status, 2, "{twice}");
    let typo = repo.libra(&["lint", "--format", "sarf"]);
    assert!(typo.status == 2 && typo.stderr.contains("did you mean `sarif`"), "{typo}");
    let files = repo.libra(&["lint", "--show-files", "one/a.py"]);
    assert_eq!((files.status, files.stdout.as_str()), (0, "one/catalog.md\n"), "{files}");
    let mut command = repo.command();
    command.args(["lint", "--format", "github"]).env("GITHUB_STEP_SUMMARY", repo.path().join("summary.md"));
    repo.write("summary.md", "before\n");
    assert_eq!(repo.answer(&mut command).status, 1);
    assert!(repo.read("summary.md").starts_with("before\n| place |"), "{}", repo.read("summary.md"));
    assert_eq!(repo.libra(&["lint", "--exit-zero"]).status, 0);
    let statistics = repo.libra(&["lint", "--statistics"]);
    assert!(statistics.stdout.contains("CAT306  stale-range  (1 fixable)"), "{statistics}");
}

#[test]
fn what_a_partial_clone_lacks_is_said_and_skipped() {
    let repo = initialised();
    push_down(&repo, "one/a.py");
    push_down(&repo, "two/\u{e4}.py");
    repo.commit("Push down");
    repo.git(&["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", repo.path().canonicalize().expect("a path").display());
    repo.git(&["clone", "-q", "--bare", "--filter=blob:none", &url, "partial.git"]);
    let nothing = repo.libra(&["-C", "partial.git", "lint", "--rev", "main"]);
    assert_eq!((nothing.status, nothing.stdout.as_str()), (0, ""), "{nothing}");
    assert!(nothing.stderr.contains("never fetched"), "{nothing}");
    for path in ["one/a.py", "one/b b.py", "one/catalog.md"] {
        let id = repo.git(&["rev-parse", &format!("HEAD:{path}")]);
        repo.git(&["-C", "partial.git", "cat-file", "blob", id.trim()]);
    }
    let part = repo.libra(&["-C", "partial.git", "lint", "--rev", "main", "--format", "concise"]);
    assert_eq!((part.status, found(&part)), (1, vec!["one/catalog.md CAT306".to_owned()]), "{part}");
}

#[test]
fn a_rule_or_key_that_is_not_known_is_an_error() {
    let repo = initialised();
    repo.write("libra.toml", "[lint.rules]\nstale-rnage = \"off\"\n");
    let rule = repo.libra(&["lint"]);
    assert!(rule.status == 2 && rule.stderr.contains("did you mean `stale-range`?"), "{rule}");
    repo.write("libra.toml", "[lint]\nmax-line-lenght = 3\n");
    let key = repo.libra(&["lint"]);
    assert!(key.status == 2 && key.stderr.contains("did you mean `max-line-length`?"), "{key}");
    let page = repo.libra(&["explain", "stale-rnage"]);
    assert!(page.status == 2 && page.stderr.contains("did you mean `stale-range`?"), "{page}");
}

//! Situations in which a command can do nothing useful: each has a clear sentence and the right exit code.

use crate::harness::TestRepo;

#[test]
fn not_a_repository() {
    let repo = TestRepo::without_git();
    for args in [&["lint"][..], &["init"], &["heal"], &["evidence", "-m", "x"], &["locate", "x"], &["symbols"]] {
        let answer = repo.libra(args);
        assert_eq!(answer.status, 2, "{args:?}: {answer}");
        assert_eq!(answer.stdout, "", "{args:?}");
        assert!(answer.stderr.starts_with("error: "), "{args:?}: {answer}");
        assert!(answer.stderr.contains("not in a git repository"), "{args:?}: {answer}");
        assert!(!answer.stderr.contains("panicked"), "{args:?}: {answer}");
    }
}

#[test]
fn an_unreadable_configuration_says_where() {
    let repo = TestRepo::with("//- libra.toml\n[catalog]\nexlude = []\n//- a.py\ndef f():\n    return 1\n");
    for args in [&["lint"][..], &["init"], &["heal"], &["evidence", "-m", "x"], &["locate", "x"]] {
        let answer = repo.libra(args);
        assert_eq!(answer.status, 2, "{args:?}: {answer}");
        assert!(
            answer.stderr.contains("libra.toml:2:1: unknown key `exlude`, did you mean `exclude`?"),
            "{args:?}: {answer}"
        );
    }
}

#[test]
fn no_commits_yet() {
    let repo = TestRepo::unborn();
    repo.write("a.py", "def first(x):\n    if x:\n        return 1\n    return 2\n");
    let answer = repo.libra(&["init"]);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(repo.exists("catalog.md"), "{answer}");
    assert_eq!(repo.libra(&["lint"]).status, 0);
    assert_eq!(repo.libra(&["heal"]).status, 0);
}

#[test]
fn an_empty_repository() {
    let repo = TestRepo::unborn();
    let lint = repo.libra(&["lint"]);
    assert_eq!(lint.status, 0, "{lint}");
    assert!(lint.stderr.contains("nothing was checked"), "{lint}");
    let init = repo.libra(&["init"]);
    assert_eq!(init.status, 0, "{init}");
    assert!(init.stderr.contains("no source files"), "{init}");
    let evidence = repo.libra(&["evidence", "-m", "where is the parser"]);
    assert_eq!(evidence.status, 1, "{evidence}");
}

#[test]
fn no_source_files() {
    let repo = TestRepo::with("//- README.md\n# Hello\n//- notes.xyz\nwords\n");
    let init = repo.libra(&["init"]);
    assert_eq!(init.status, 0, "{init}");
    assert!(init.stderr.contains("no source files"), "{init}");
    let lint = repo.libra(&["lint"]);
    assert_eq!(lint.status, 0, "{lint}");
    let locate = repo.libra(&["locate", "where is the parser"]);
    assert_eq!(locate.status, 0, "{locate}");
    assert!(locate.stderr.contains("no source file was found"), "{locate}");
}

#[test]
fn an_unknown_language_is_said_to_be_skipped() {
    let repo = TestRepo::with("//- a.py\ndef f(x):\n    return x\n//- main.zz\nfn main\n");
    let answer = repo.libra(&["doctor", "main.zz"]);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.stdout.contains("main.zz") && answer.stdout.contains("no known programming language"), "{answer}");
}

#[test]
fn a_bare_repository_is_refused_where_a_work_tree_is_needed() {
    let repo = TestRepo::without_git();
    repo.git(&["init", "-q", "--bare", "-b", "main"]);
    let answer = repo.libra(&["init"]);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.stderr.contains("work tree"), "{answer}");
}

#[test]
fn a_mistyped_command_is_refused() {
    let repo = TestRepo::unborn();
    let answer = repo.libra(&["lnt"]);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.stderr.contains("lint"), "{answer}");
}

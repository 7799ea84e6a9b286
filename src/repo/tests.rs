//! Trees, discovery and names against repositories that git made.

#![expect(clippy::disallowed_methods, reason = "tests make their own files")]

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::fs::symlink;

use crate::base::RepoPath;

use super::GitEnvironment;
use super::ReadError;
use super::RepoError;
use super::Repository;
use super::SkippedPath;
use super::Tree;
use super::testing::TestRepo;
use super::testing::environment;
use super::testing::listing;
use super::testing::open_at;

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("plain")
}

#[test]
fn the_work_tree_is_what_stands_there_now() {
    let repo =
        TestRepo::with("//- .gitignore\nignored\n//- a.rs\nold\n//- dir/b.rs\nb\n//- gone.rs\nx\n//- same.rs\ns\n");
    repo.write("a.rs", "new\n");
    repo.write("dir/new.rs", "n\n");
    repo.write("ignored/c.rs", "c\n");
    repo.write("fresh/deep/er.rs", "d\n");
    repo.remove("gone.rs");
    let tree = repo.open().work_tree().expect("readable");
    assert_eq!(
        listing(&tree),
        [".gitignore ignored", "a.rs new", "dir/b.rs b", "? dir/new.rs n", "? fresh/deep/er.rs d", "same.rs s"]
    );
    assert!(tree.skipped().is_empty());
}

#[test]
fn a_file_written_in_the_same_second_with_the_same_size_is_seen() {
    let repo = TestRepo::with("//- a\none\n");
    for text in ["two\n", "six\n", "ten\n"] {
        repo.write("a", text);
        assert_eq!(listing(&repo.open().work_tree().expect("readable")), [format!("a {}", text.trim())]);
    }
}

#[test]
fn a_change_after_the_look_is_an_error_or_hidden_but_never_other_bytes() {
    let repo = TestRepo::with("//- clean\nstored\n//- dirty\nstored\n");
    repo.write("dirty", "seen\n");
    let tree = repo.open().work_tree().expect("readable");
    repo.write("clean", "later\n");
    repo.write("dirty", "later\n");
    assert_eq!(&*tree.read(&path("clean")).expect("stored"), b"stored\n");
    assert_eq!(&*tree.read(&path("dirty")).expect("held"), b"seen\n");
    assert!(matches!(tree.read(&path("none")), Err(ReadError::Missing(_))));
}

#[test]
fn the_index_is_what_would_be_committed() {
    let repo = TestRepo::with("//- a\none\n//- b\none\n");
    repo.write("a", "staged\n");
    repo.git(&["add", "a"]);
    repo.write("a", "staged\nand more\n");
    repo.write("b", "not staged\n");
    repo.write("announced", "x\n");
    repo.git(&["add", "--intent-to-add", "announced"]);
    let opened = repo.open();
    assert_eq!(listing(&opened.index_tree().expect("readable")), ["a staged", "b one"]);
    assert_eq!(listing(&opened.revision_tree("HEAD").expect("readable")), ["a one", "b one"]);
    assert_eq!(listing(&opened.work_tree().expect("readable")), ["a staged", "announced x", "b not staged"]);
}

#[test]
fn the_index_of_the_environment_counts() {
    let repo = TestRepo::with("//- a\none\n");
    repo.write("a", "two\n");
    let other = repo.beside("other-index");
    fs::copy(repo.root().join(".git/index"), &other).expect("copied");
    let blob = repo.git(&["hash-object", "-w", "a"]);
    // `git commit PATH` gives its hook an index like this one.
    let (done, said) = repo.try_git_in(repo.root(), &["update-index", "--cacheinfo", &format!("100644,{blob},a")]);
    assert!(done, "{said}");
    fs::rename(repo.root().join(".git/index"), repo.beside("next")).expect("moved");
    fs::rename(&other, repo.root().join(".git/index")).expect("moved");
    let environment = GitEnvironment { index_file: Some("../next".into()), ..environment() };
    let opened = open_at(repo.root(), &environment);
    assert_eq!(listing(&opened.index_tree().expect("readable")), ["a two"]);
    assert_eq!(listing(&repo.open().index_tree().expect("readable")), ["a one"]);
}

#[test]
fn links_and_repositories_inside_are_leaves() {
    let library = TestRepo::with("//- lib.rs\nlib\n");
    let repo = TestRepo::with("//- dir/a.rs\na\n");
    symlink("dir", repo.root().join("link")).expect("linked");
    repo.git(&["submodule", "--quiet", "add", library.root().to_str().expect("UTF-8"), "vendor/lib"]);
    repo.commit("leaves");
    repo.git(&["init", "--quiet", "nested"]);
    repo.write("nested/inner.rs", "inner\n");
    symlink("/etc", repo.root().join("etc")).expect("linked");
    let tree = repo.open().work_tree().expect("readable");
    let listed = listing(&tree);
    assert_eq!(listed[1..], ["dir/a.rs a", "? etc ->", "link ->", "? nested @", "vendor/lib @"]);
    assert!(listed[0].starts_with(".gitmodules"));
    assert!(matches!(tree.read(&path("link")), Err(ReadError::NotAFile(_))));
    let inside = open_at(&repo.root().join("vendor/lib"), &environment());
    assert_eq!(listing(&inside.work_tree().expect("readable")), ["lib.rs lib"]);
}

#[test]
fn a_directory_replaced_by_a_symlink_hides_its_files() {
    let repo = TestRepo::with("//- dir/sub/a.rs\na\n//- z\nz\n");
    fs::rename(repo.root().join("dir"), repo.beside("outside")).expect("moved");
    symlink("../outside", repo.root().join("dir")).expect("linked");
    let tree = repo.open().work_tree().expect("readable");
    assert_eq!(listing(&tree), ["? dir ->", "z z"]);
}

#[test]
fn line_ends_are_compared_as_git_stores_them() {
    let repo = TestRepo::with("//- .gitattributes\n*.txt text eol=crlf\n//- a.txt\none\n//- b.txt\none\n//- c.rs\nc\n");
    repo.git(&["rm", "--quiet", "--cached", "a.txt", "b.txt"]);
    repo.git(&["reset", "--quiet", "--hard"]);
    repo.remove("a.txt");
    repo.git(&["checkout", "--", "a.txt"]);
    assert_eq!(repo.read("a.txt"), b"one\r\n");
    repo.write("b.txt", "two\r\n");
    repo.write("new.txt", "n\r\n");
    repo.write("c.rs", "c\r\n");
    let opened = repo.open();
    let tree = opened.work_tree().expect("readable");
    assert_eq!(&*tree.read(&path("a.txt")).expect("there"), b"one\n");
    assert_eq!(&*tree.read(&path("b.txt")).expect("there"), b"two\n");
    assert_eq!(&*tree.read(&path("new.txt")).expect("there"), b"n\n");
    assert_eq!(&*tree.read(&path("c.rs")).expect("there"), b"c\r\n");
    let changes = super::changes(&opened.head_tree().expect("readable"), &tree).expect("readable");
    let names: Vec<_> = changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(names, ["b.txt", "c.rs", "new.txt"]);
}

#[test]
fn a_touched_file_is_clean() {
    let repo = TestRepo::with("//- .gitattributes\n*.txt text eol=crlf\n//- a.txt\none\n");
    repo.git(&["rm", "--quiet", "--cached", "a.txt"]);
    repo.git(&["reset", "--quiet", "--hard"]);
    repo.write("a.txt", "one\r\n");
    let opened = repo.open();
    let tree = opened.work_tree().expect("readable");
    let changes = super::changes(&opened.head_tree().expect("readable"), &tree).expect("readable");
    assert!(changes.is_empty(), "{changes:?}");
}

#[test]
fn a_merge_in_progress_lists_each_path_once() {
    let repo = TestRepo::with("//- a\nbase\n//- b\nb\n");
    repo.git(&["checkout", "--quiet", "-b", "other"]);
    repo.write("a", "theirs\n");
    repo.commit("theirs");
    repo.git(&["checkout", "--quiet", "main"]);
    repo.write("a", "ours\n");
    repo.commit("ours");
    let (merged, _) = repo.try_git_in(repo.root(), &["merge", "other"]);
    assert!(!merged);
    let opened = repo.open();
    assert_eq!(listing(&opened.work_tree().expect("readable")), ["a <<<<<<< HEAD", "b b"]);
    assert_eq!(listing(&opened.index_tree().expect("readable")), ["a ours", "b b"]);
    assert_eq!(opened.operation(), Some("a merge"));
}

#[test]
fn a_directory_that_may_not_be_read_hides_nothing_else() {
    let repo = TestRepo::with("//- a\na\n");
    repo.write("closed/secret", "s\n");
    repo.write("open/new", "n\n");
    let closed = repo.root().join("closed");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("allowed");
    // Root reads it all the same.
    let readable = fs::read_dir(&closed).is_ok();
    let listed = repo.open().work_tree().map(|tree| (listing(&tree), tree.skipped().len()));
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).expect("allowed");
    let (mut expected, skipped) = (vec!["a a", "? open/new n"], usize::from(!readable));
    if readable {
        expected.insert(1, "? closed/secret s");
    }
    assert_eq!(listed.expect("readable"), (expected.into_iter().map(str::to_owned).collect(), skipped));
}

#[test]
fn the_repository_of_another_user_is_refused() {
    let repo = TestRepo::with("//- a\na\n");
    // Only root may give files away.
    for part in [repo.root().to_owned(), repo.root().join(".git")] {
        if std::os::unix::fs::chown(part, Some(12_345), None).is_err() {
            return;
        }
    }
    let refused = Repository::discover(repo.root(), &environment()).err();
    assert!(matches!(refused, Some(RepoError::Unowned { .. })), "{refused:?}");
}

#[test]
fn names_that_are_no_text_are_told() {
    let repo = TestRepo::with("//- a\na\n");
    let odd = std::ffi::OsStr::from_bytes(b"tracked-\xff.rs");
    fs::write(repo.root().join(odd), "x\n").expect("written");
    repo.commit("odd");
    fs::write(repo.root().join(std::ffi::OsStr::from_bytes(b"new-\xfe.rs")), "x\n").expect("written");
    let opened = repo.open();
    let tree = opened.work_tree().expect("readable");
    assert_eq!(listing(&tree), ["a a"]);
    let skipped: Vec<_> = tree.skipped().iter().map(|skip| (skip.path.as_str(), skip.reason)).collect();
    let name = SkippedPath::Name;
    assert_eq!(skipped, [("new-\u{fffd}.rs", name), ("tracked-\u{fffd}.rs", name)]);
    assert_eq!(opened.index_tree().expect("readable").skipped().len(), 1);
}

#[test]
fn deep_paths_are_read() {
    let deep = format!("{}file.rs", "d/".repeat(200));
    let repo = TestRepo::new();
    repo.write(&deep, "deep\n");
    repo.commit("deep");
    repo.write(&deep, "deeper\n");
    let tree = repo.open().work_tree().expect("readable");
    assert_eq!(&*tree.read(&path(&deep)).expect("there"), b"deeper\n");
}

#[test]
fn attributes_mark_generated_and_vendored_files() {
    let fixture = "//- .gitattributes\n[attr]made linguist-generated\n*.pb.rs made\nkept.pb.rs -linguist-generated\n\
        third/** linguist-vendored=true\n//- a.pb.rs\na\n//- b.rs\nb\n//- kept.pb.rs\nk\n//- third/x.rs\nx\n";
    let repo = TestRepo::with(fixture);
    let opened = repo.open();
    let marks = |tree: &dyn Tree| -> Vec<(String, Option<bool>, Option<bool>)> {
        let entries = tree.entries().iter().filter(|entry| !entry.path.file_name().starts_with('.'));
        entries.map(|entry| (entry.path.to_string(), entry.generated, entry.vendored)).collect()
    };
    let expected = [
        ("a.pb.rs".to_owned(), Some(true), None),
        ("b.rs".to_owned(), None, None),
        ("kept.pb.rs".to_owned(), Some(false), None),
        ("third/x.rs".to_owned(), None, Some(true)),
    ];
    assert_eq!(marks(&opened.work_tree().expect("readable")), expected);
    repo.write(".gitattributes", "b.rs linguist-generated\n");
    assert_eq!(marks(&opened.index_tree().expect("readable")), expected);
    assert_eq!(marks(&opened.revision_tree("HEAD").expect("readable")), expected);
    assert_eq!(marks(&opened.work_tree().expect("readable"))[1].1, Some(true));
}

#[test]
fn a_sparse_checkout_keeps_what_it_leaves_out() {
    for arguments in [&["set", "in"][..], &["set", "--sparse-index", "in"]] {
        let repo = TestRepo::with("//- in/a\na\n//- out/b\nb\n//- out/deep/c\nc\n//- top\nt\n");
        repo.git(&[&["sparse-checkout"], arguments].concat());
        assert!(!repo.root().join("out").exists());
        let tree = repo.open().work_tree().expect("readable");
        assert_eq!(listing(&tree), ["in/a a", "out/b b", "out/deep/c c", "top t"], "{arguments:?}");
    }
}

#[test]
fn linked_work_trees_have_their_own_files_and_share_the_rest() {
    let repo = TestRepo::with("//- a\nmain\n");
    let linked = repo.beside("linked");
    repo.git(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().expect("UTF-8")]);
    fs::create_dir(linked.join("sub")).expect("made");
    fs::write(linked.join("sub/b"), "b\n").expect("written");
    let opened = open_at(&linked.join("sub"), &environment());
    assert_eq!(listing(&opened.work_tree().expect("readable")), ["a main", "? sub/b b"]);
    assert_eq!(opened.work_dir(), Some(linked.as_path()));
    assert_eq!(opened.common_dir(), repo.root().join(".git"));
    assert_eq!(opened.git_dir(), repo.root().join(".git/worktrees/linked"));
    assert_eq!(opened.head().expect("readable").branch.as_deref(), Some("side"));
    assert_eq!(opened.hooks_dir(), repo.root().join(".git/hooks"));
}

#[test]
fn a_hook_of_a_linked_work_tree_gets_its_git_dir() {
    let repo = TestRepo::with("//- a\nmain\n");
    let linked = repo.beside("linked");
    repo.git(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().expect("UTF-8")]);
    let environment = GitEnvironment {
        git_dir: Some(repo.root().join(".git/worktrees/linked")),
        common_dir: Some(repo.root().join(".git")),
        index_file: Some(repo.root().join(".git/worktrees/linked/index")),
        ..environment()
    };
    let opened = open_at(&linked, &environment);
    assert_eq!(opened.work_dir(), Some(linked.as_path()));
    assert_eq!(listing(&opened.index_tree().expect("readable")), ["a main"]);
    let elsewhere = GitEnvironment { common_dir: Some(linked.clone()), ..environment };
    let refused = Repository::discover(&linked, &elsewhere).err();
    assert!(matches!(refused, Some(RepoError::CommonDirectory { .. })), "{refused:?}");
}

#[test]
fn git_dir_and_work_tree_may_be_apart() {
    let repo = TestRepo::with("//- a\na\n");
    fs::rename(repo.root().join(".git"), repo.beside("data")).expect("moved");
    let given = |work_tree: Option<&str>| GitEnvironment {
        git_dir: Some("../data".into()),
        work_tree: work_tree.map(Into::into),
        ..environment()
    };
    assert_eq!(listing(&open_at(repo.root(), &given(None)).work_tree().expect("readable")), ["a a"]);
    fs::create_dir(repo.root().join("below")).expect("made");
    let below = GitEnvironment { git_dir: Some("../../data".into()), ..given(Some("..")) };
    let opened = open_at(&repo.root().join("below"), &below);
    assert_eq!(opened.work_dir(), Some(repo.root()));
}

#[test]
fn a_bare_repository_has_revisions_only() {
    let repo = TestRepo::with("//- a\na\n");
    let bare = repo.beside("bare.git");
    repo.git(&["clone", "--quiet", "--bare", ".", bare.to_str().expect("UTF-8")]);
    let opened = open_at(&bare, &environment());
    assert!(opened.is_bare());
    assert!(matches!(opened.work_tree().err(), Some(RepoError::Bare)));
    assert_eq!(listing(&opened.revision_tree("main").expect("readable")), ["a a"]);
    let given = GitEnvironment { git_dir: Some(bare.clone()), ..environment() };
    assert!(open_at(repo.root(), &given).is_bare());
    // A work tree of a bare repository is none the less one.
    let linked = repo.beside("of-bare");
    repo.git_in(&bare, &["worktree", "add", "--quiet", linked.to_str().expect("UTF-8"), "main"]);
    assert_eq!(listing(&open_at(&linked, &environment()).work_tree().expect("readable")), ["a a"]);
}

#[test]
fn nothing_committed_yet() {
    let repo = TestRepo::new();
    let opened = repo.open();
    let head = opened.head().expect("readable");
    assert_eq!((head.branch.as_deref(), head.commit), (Some("main"), None));
    assert!(opened.work_tree().expect("readable").entries().is_empty());
    assert!(opened.index_tree().expect("readable").entries().is_empty());
    assert!(opened.head_tree().expect("readable").entries().is_empty());
    assert!(matches!(opened.revision_tree("HEAD").err(), Some(RepoError::Revision { .. })));
    repo.write("a", "a\n");
    assert_eq!(listing(&opened.work_tree().expect("readable")), ["? a a"]);
}

#[test]
fn no_repository_is_told() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let ceiling = GitEnvironment { ceiling_directories: Some(directory.path().into()), ..environment() };
    let missing = Repository::discover(directory.path(), &ceiling).err();
    assert!(matches!(missing, Some(RepoError::NotFound { .. })), "{missing:?}");
    let wrong = GitEnvironment { git_dir: Some("nowhere".into()), ..environment() };
    let missing = Repository::discover(directory.path(), &wrong).err();
    assert!(matches!(missing, Some(RepoError::NotFound { .. })), "{missing:?}");
}

#[test]
fn branches_have_names() {
    let origin = TestRepo::with("//- a\na\n");
    let repo = TestRepo::new();
    repo.git(&["remote", "add", "origin", origin.root().to_str().expect("UTF-8")]);
    repo.git(&["fetch", "--quiet", "origin"]);
    repo.git(&["checkout", "--quiet", "-b", "work", "--track", "origin/main"]);
    let opened = repo.open();
    let first = opened.head().expect("readable").commit.expect("a commit");
    assert_eq!(opened.upstream().expect("readable"), Some(first));
    assert_eq!(opened.default_branch().expect("readable"), Some(("main".to_owned(), first)));
    repo.git(&["branch", "trunk"]);
    repo.git(&["config", "init.defaultBranch", "trunk"]);
    assert_eq!(repo.open().default_branch().expect("readable"), Some(("trunk".to_owned(), first)));
    repo.git(&["remote", "set-head", "origin", "main"]);
    assert_eq!(repo.open().default_branch().expect("readable"), Some(("main".to_owned(), first)));
    repo.write("b", "b\n");
    let second = repo.commit("second").parse().expect("an id");
    assert_eq!(opened.merge_base(first, second).expect("readable"), Some(first));
    repo.git(&["checkout", "--quiet", "--detach"]);
    let head = repo.open().head().expect("readable");
    assert_eq!((head.branch, head.commit), (None, Some(second)));
    assert_eq!(repo.open().upstream().expect("readable"), None);
    repo.git(&["checkout", "--quiet", "--orphan", "alone"]);
    let alone = repo.commit("alone").parse().expect("an id");
    assert_eq!(opened.merge_base(first, alone).expect("readable"), None);
}

#[test]
fn hooks_stand_where_git_looks() {
    let repo = TestRepo::with("//- a\na\n");
    assert_eq!(repo.open().hooks_dir(), repo.root().join(".git/hooks"));
    repo.git(&["config", "core.hooksPath", ".husky"]);
    let opened = repo.open();
    assert_eq!(opened.hooks_dir(), repo.root().join(".husky"));
    assert_eq!(opened.hooks_scope(), super::HooksScope::Own);
    let given = GitEnvironment {
        config_parameters: Some("'core.hooksPath=/elsewhere' 'libra.engine'='x y'".into()),
        ..environment()
    };
    let opened = open_at(repo.root(), &given);
    assert_eq!(opened.hooks_dir(), std::path::Path::new("/elsewhere"));
    assert_eq!(opened.config_value("libra.engine"), Some(("x y".to_owned(), super::ConfigScope::Command)));
}

#[test]
fn a_shallow_clone_says_so() {
    let origin = TestRepo::with("//- a\na\n");
    origin.commit("second");
    let clone = origin.beside("clone");
    let url = format!("file://{}", origin.root().display());
    origin.git(&["clone", "--quiet", "--depth=1", &url, clone.to_str().expect("UTF-8")]);
    assert!(open_at(&clone, &environment()).is_shallow());
    assert!(!origin.open().is_shallow());
}

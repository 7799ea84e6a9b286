//! History as its users meet it: over throw-away repositories.

use super::History;
use crate::base::RepoPath;
use crate::base::Silent;
use crate::index::Index;
use crate::repo::CommitId;
use crate::repo::testing::TestRepo;
use crate::repo::testing::environment;
use crate::repo::testing::open_at;

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("plain")
}

fn head(repo: &TestRepo) -> CommitId {
    repo.git(&["rev-parse", "HEAD"]).parse().expect("an id")
}

fn history(index: &Index, repo: &TestRepo) -> History {
    index.history(&repo.open(), head(repo), &Silent).expect("readable")
}

fn subjects(history: &History) -> Vec<&str> {
    history.commits().iter().map(|commit| commit.subject.as_str()).collect()
}

/// Four files, with a history: the solver and its printer change together, the parser is renamed.
fn repository() -> TestRepo {
    let repo = TestRepo::with("//- solver.py\na\n//- printer.py\na\n//- reader.py\nparser code\n//- notes.md\na\n");
    for number in 0..3 {
        repo.write("solver.py", format!("roots {number}\n"));
        repo.write("printer.py", format!("roots {number}\n"));
        repo.write("notes.md", format!("{number}\n"));
        repo.commit(&format!("Print the roots of equations, step {number}"));
    }
    repo.write("reader.py", "parser code\nof cookies\n");
    repo.commit("Read cookies from the headers");
    repo.git(&["mv", "reader.py", "parser.py"]);
    repo.commit("Rename the reader");
    repo.write("parser.py", "parser code\nof headers\nof cookies\n");
    repo.write("solver.py", "unrelated\n");
    repo.commit("Bump version");
    repo
}

#[test]
fn partners_changed_together() {
    let repo = repository();
    let history = history(&Index::in_memory(), &repo);
    let partners = history.partners(&[path("solver.py")], &|_| true);
    assert_eq!(partners[0], (path("printer.py"), 1.0));
    assert!(partners.iter().all(|(partner, _)| partner.as_str() != "notes.md"), "only sources: {partners:?}");
    assert!(history.partners(&[path("solver.py")], &|path| path.as_str() != "printer.py").len() < partners.len());
    assert!(history.partners(&[path("nowhere.py")], &|_| true).is_empty());
}

#[test]
fn commits_are_remembered_by_their_messages() {
    let repo = repository();
    let history = history(&Index::in_memory(), &repo);
    let remembered = history.remembered("cookies in a header are lost", &|_| true);
    assert_eq!(remembered, [(path("parser.py"), 1.0)], "under today's name");
    let remembered = history.remembered("roots of an equation", &|_| true);
    assert_eq!(remembered.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), ["printer.py", "solver.py"]);
    assert!(history.similar("version", 9).is_empty(), "a bump is no answer");
    assert_eq!(history.changes()[&path("solver.py")], 4);
}

#[test]
fn lines_of_a_commit_can_be_had() {
    let repo = repository();
    let history = history(&Index::in_memory(), &repo);
    let (at, _) = history.similar("cookies", 1)[0];
    let files = history.changed_lines(&repo.open(), &history.commits()[at]).expect("readable");
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].path, path("parser.py"));
    assert_eq!((files[0].hunks[0].line, files[0].hunks[0].added.as_slice()), (2, ["of cookies".to_owned()].as_slice()));
    assert!(files[0].hunks[0].removed.is_empty());
}

#[test]
fn a_kept_history_grows_with_its_branch() {
    let repo = repository();
    let index = || Index::open(&repo.beside("shared"), &repo.beside("private")).expect("opens");
    history(&index(), &repo);
    repo.git(&["checkout", "--quiet", "-b", "other"]);
    repo.write("solver.py", "theirs\n");
    repo.commit("On another branch");
    history(&index(), &repo);
    repo.git(&["checkout", "--quiet", "main"]);
    repo.write("printer.py", "ours\n");
    repo.commit("On the main branch");
    let grown = history(&index(), &repo);
    let subjects = subjects(&grown);
    assert!(!subjects.contains(&"On another branch"), "only ancestors: {subjects:?}");
    assert_eq!(subjects.len(), 8);
    repo.git(&["merge", "--quiet", "--no-edit", "other"]);
    let (grown, fresh) = (history(&index(), &repo), history(&Index::in_memory(), &repo));
    assert_eq!(grown.commits().len(), 10);
    let names = |history: &History| history.commits().iter().map(|commit| commit.id).collect::<Vec<_>>();
    assert_eq!(names(&grown), names(&fresh));
    assert_eq!(grown.partners(&[path("solver.py")], &|_| true), fresh.partners(&[path("solver.py")], &|_| true));
    // Kept as it is, it says the same again; damaged, it is read anew.
    let kept = history(&index(), &repo);
    assert_eq!(kept.commits(), grown.commits());
    let folder = index().shared.inside("history");
    for name in folder.names() {
        assert!(folder.write(&name, b"damaged"));
    }
    assert_eq!(names(&history(&index(), &repo)), names(&fresh));
}

#[test]
fn a_shallow_clone_gives_what_it_has() {
    let origin = repository();
    let clone = origin.beside("clone");
    let url = format!("file://{}", origin.root().display());
    origin.git(&["clone", "--quiet", "--depth=2", &url, clone.to_str().expect("UTF-8")]);
    let repository = open_at(&clone, &environment());
    let history = Index::in_memory().history(&repository, head(&origin), &Silent).expect("readable");
    assert_eq!(subjects(&history), ["Bump version", "Rename the reader"]);
}

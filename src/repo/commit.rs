//! A commit of some files alone, beside whatever else is going on in the work tree and the index.
//!
//! # What the user then sees
//!
//! The commit is HEAD's tree with the given files replaced, and the branch moves onto it. If nothing else happened, git's
//! index would still hold the files as they were before, so that `git status` would show them as staged *back*, and the
//! next `git commit` would undo this one without a word. `git commit -- FILE` has the same task and solves it by updating
//! the index for just these files; that is what git users know, so it is what happens here, with one difference: a file
//! whose index entry is not HEAD's was staged by the user, and stays as staged. It is named in the result, because the
//! next `git commit` will commit that version.
//!
//! The index is updated by `git update-index`, never by us: only git knows all of its extensions, its lock and its
//! races. It is updated *before* the branch moves and put back should the branch have moved meanwhile, since a kill
//! between the two then leaves files that are staged but not committed, which `git status` shows, instead of a silent
//! reversal.
//!
//! As with `git commit-tree`, no hook of git's is run. A commit is signed if `commit.gpgSign` asks for it.

#![expect(clippy::disallowed_methods, reason = "git alone writes the index, and signs")]

use std::collections::BTreeMap;
use std::io;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::process::Stdio;

use gix::bstr::BStr;
use gix::bstr::ByteSlice;
use gix::hash::ObjectId;
use gix::index::entry::Stage;
use gix::objs::tree::EntryKind;
use gix::refs::Target;
use gix::refs::transaction::PreviousValue;
use gix::refs::transaction::RefEdit;

use crate::base::RepoPath;

use super::CommitId;
use super::Doing;
use super::Edit;
use super::GitEnvironment;
use super::RepoError;
use super::Repository;
use super::index_file;

/// What `commit_files` did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The new commit.
    pub commit: CommitId,
    /// Committed files that the user had staged in another version, which is still staged. Sorted.
    pub still_staged: Vec<RepoPath>,
}

/// A file's place in a tree or the index: its mode and blob.
type Slot = Option<(EntryKind, ObjectId)>;

/// What becomes of one file.
struct Update {
    path: RepoPath,
    head: Slot,
    new: Slot,
}

impl Repository {
    /// Commits the outcome of the edits, which must have been flushed, on top of HEAD, and nothing else. `None` if HEAD
    /// has these files already.
    ///
    /// Refused while a merge or the like is under way, and while git holds its index (in a hook, say).
    pub fn commit_files(
        &self,
        edits: &BTreeMap<RepoPath, Edit>,
        message: &str,
    ) -> Result<Option<Committed>, RepoError> {
        if let Some(operation) = self.operation() {
            return Err(RepoError::InProgress { operation });
        }
        // A hook's index may be one of its own, while git holds the real one.
        let mut lock = self.index_path().as_os_str().to_owned();
        lock.push(".lock");
        for lock in [PathBuf::from(lock), self.git_dir().join("index.lock")] {
            if lock.exists() {
                return Err(RepoError::IndexLocked { path: lock });
            }
        }
        let head = self.head()?;
        let branch = head.branch.unwrap_or_else(|| "HEAD".to_owned());
        let (updates, tree) = self.new_tree(head.commit, edits)?;
        if updates.is_empty() {
            return Ok(None);
        }
        let commit = self.new_commit(tree, head.commit, message)?;
        let (untouched, still_staged) = self.staging(&updates)?;
        let forth: Vec<_> = untouched.iter().map(|update| (&update.path, update.new)).collect();
        let back: Vec<_> = untouched.iter().map(|update| (&update.path, update.head)).collect();
        self.update_index(&forth)?;
        if let Err(error) = self.move_head(commit, head.commit, message) {
            self.update_index(&back)?;
            return Err(match self.head()?.commit {
                now if now == head.commit => error,
                _ => RepoError::BranchMoved { branch, expected: head.commit },
            });
        }
        Ok(Some(Committed { commit, still_staged }))
    }

    /// Writes HEAD's tree with the edits; what differs from HEAD, sorted by path.
    fn new_tree(
        &self,
        head: Option<CommitId>,
        edits: &BTreeMap<RepoPath, Edit>,
    ) -> Result<(Vec<Update>, ObjectId), RepoError> {
        const DOING: &str = "write the commit's tree";
        self.handles.with(|gix| {
            let old = match head {
                Some(head) => gix.find_commit(head.object_id()).and_then(|commit| commit.tree()).doing(DOING)?,
                None => gix.empty_tree(),
            };
            let mut editor = old.edit().doing(DOING)?;
            let mut updates = Vec::new();
            for (path, edit) in edits {
                let head = old.lookup_entry_by_path(path.as_str()).doing(DOING)?;
                let head = head.map(|entry| (entry.mode().kind(), entry.object_id()));
                let new = match &edit.after {
                    Some(bytes) => {
                        let blob = gix.write_blob(bytes).doing(DOING)?.detach();
                        let kind = head.map(|(kind, _)| kind).filter(|kind| *kind == EntryKind::BlobExecutable);
                        Some((kind.unwrap_or(EntryKind::Blob), blob))
                    }
                    None => None,
                };
                if new == head {
                    continue;
                }
                match new {
                    Some((kind, blob)) => editor.upsert(path.as_str(), kind, blob).doing(DOING)?,
                    None => editor.remove(path.as_str()).doing(DOING)?,
                };
                let path = path.clone();
                updates.push(Update { path, head, new });
            }
            Ok((updates, editor.write().doing(DOING)?.detach()))
        })
    }

    fn new_commit(&self, tree: ObjectId, parent: Option<CommitId>, message: &str) -> Result<CommitId, RepoError> {
        if self.config_bool("commit.gpgSign") == Some(true) {
            return self.new_signed_commit(tree, parent, message);
        }
        self.handles.with(|gix| {
            if gix.author().is_none() || gix.committer().is_none() {
                return Err(RepoError::NoIdentity);
            }
            let parents = parent.map(CommitId::object_id);
            let commit = gix.new_commit(message, tree, parents).doing("write the commit")?;
            Ok(CommitId::from_object_id(&commit.id))
        })
    }

    fn new_signed_commit(
        &self,
        tree: ObjectId,
        parent: Option<CommitId>,
        message: &str,
    ) -> Result<CommitId, RepoError> {
        let mut arguments = vec!["commit-tree".to_owned(), "-S".to_owned()];
        arguments.extend(parent.map(|parent| format!("-p{parent}")));
        arguments.push(tree.to_string());
        let printed = self.git(&arguments, message.as_bytes())?;
        let printed = String::from_utf8_lossy(&printed).trim().to_owned();
        printed.parse().map_err(|error| program_failed("commit-tree", io::Error::other(error)))
    }

    /// The files whose index entries are HEAD's, and those that the user staged in another version.
    fn staging<'a>(&self, updates: &'a [Update]) -> Result<(Vec<&'a Update>, Vec<RepoPath>), RepoError> {
        if self.is_bare() {
            return Ok((Vec::new(), Vec::new()));
        }
        let index = index_file::load(self)?;
        let slot = |path: &RepoPath| -> Slot {
            let path: &BStr = path.as_str().into();
            let entry = index.entry_by_path_and_stage(path, Stage::Unconflicted)?;
            Some((entry.mode.to_tree_entry_mode()?.kind(), entry.id))
        };
        let (untouched, staged): (Vec<_>, Vec<_>) =
            updates.iter().partition(|update| slot(&update.path) == update.head);
        let staged = staged.into_iter().filter(|update| slot(&update.path) != update.new);
        Ok((untouched, staged.map(|update| update.path.clone()).collect()))
    }

    fn update_index(&self, slots: &[(&RepoPath, Slot)]) -> Result<(), RepoError> {
        if slots.is_empty() {
            return Ok(());
        }
        let mut lines = Vec::new();
        for (path, slot) in slots {
            let (mode, id) = match slot {
                Some((EntryKind::BlobExecutable, id)) => ("100755", *id),
                Some((_, id)) => ("100644", *id),
                // Mode 0 takes the entry out.
                None => ("0", ObjectId::null(gix::hash::Kind::Sha1)),
            };
            lines.extend_from_slice(format!("{mode} {id}\t{path}\0").as_bytes());
        }
        self.git(&["update-index".to_owned(), "-z".to_owned(), "--index-info".to_owned()], &lines).map(drop)
    }

    /// Moves the branch that HEAD names, or a detached HEAD, if it still stands where it stood.
    fn move_head(&self, to: CommitId, from: Option<CommitId>, message: &str) -> Result<(), RepoError> {
        let expected = match from {
            Some(from) => PreviousValue::MustExistAndMatch(Target::Object(from.object_id())),
            None => PreviousValue::MustNotExist,
        };
        let subject = message.lines().next().unwrap_or_default();
        let log = format!("commit{}: {subject}", if from.is_none() { " (initial)" } else { "" });
        let head = "HEAD".try_into().map_err(gix::Error::from_error).doing("move the branch")?;
        let edit = RefEdit::update(head, to.object_id(), expected, log).with_deref(true);
        self.handles.with(|gix| gix.edit_reference(edit).doing("move the branch").map(drop))
    }

    /// Runs git on exactly this repository, work tree and index.
    fn git(&self, arguments: &[String], input: &[u8]) -> Result<Vec<u8>, RepoError> {
        let name = arguments.first().map_or("git", String::as_str);
        let failed = |source| program_failed(name, source);
        let mut command = Command::new("git");
        for variable in GitEnvironment::LOCAL_VARIABLES {
            command.env_remove(variable);
        }
        if self.isolated {
            command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        }
        if let Some(root) = self.work_dir() {
            command.current_dir(root).arg("--work-tree").arg(root);
        }
        command.env("GIT_INDEX_FILE", self.index_path()).arg("--git-dir").arg(self.git_dir());
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        if let Some(mut stdin) = child.stdin.take() {
            // A program that does not read to the end says why itself.
            let _ = stdin.write_all(input);
        }
        let output = child.wait_with_output().map_err(failed)?;
        if output.status.success() {
            Ok(output.stdout)
        } else {
            let said = output.stderr.trim().to_str_lossy().into_owned();
            Err(failed(io::Error::other(said)))
        }
    }
}

fn program_failed(name: &str, source: io::Error) -> RepoError {
    RepoError::Program { command: format!("git {name}"), source }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::base::RepoPath;
    use crate::repo::Committed;
    use crate::repo::Edit;
    use crate::repo::Overlay;
    use crate::repo::RepoError;
    use crate::repo::testing::TestRepo;
    use crate::repo::testing::environment;
    use crate::repo::testing::open_at;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("plain")
    }

    fn with_identity(fixture: &str) -> TestRepo {
        let repo = TestRepo::with(fixture);
        repo.git(&["config", "user.name", "Somebody"]);
        repo.git(&["config", "user.email", "somebody@example.com"]);
        repo
    }

    fn write(repo: &TestRepo, files: &[(&str, Option<&str>)]) -> BTreeMap<RepoPath, Edit> {
        let opened = repo.open();
        let tree = opened.work_tree().expect("readable");
        let mut overlay = Overlay::new(&tree);
        for (name, text) in files {
            match text {
                Some(text) => overlay.write(&path(name), text.as_bytes()).expect("no collision"),
                None => overlay.remove(&path(name)),
            }
        }
        opened.flush(overlay.edits()).expect("writable");
        overlay.into_edits()
    }

    fn commit(repo: &TestRepo, edits: &BTreeMap<RepoPath, Edit>) -> Committed {
        let committed = repo.open().commit_files(edits, "catalogs: healed\n\nLibra-Healed: 1\n");
        committed.expect("committed").expect("something to commit")
    }

    #[test]
    fn what_is_staged_stays_staged_and_status_is_quiet() {
        let repo =
            with_identity("//- a/catalog.md\nold\n//- dead/catalog.md\nold\n//- src.rs\nold\n//- work.rs\nold\n");
        repo.write("src.rs", "staged\n");
        repo.git(&["add", "src.rs"]);
        repo.write("work.rs", "not staged\n");
        let files = [("a/catalog.md", Some("new\n")), ("b/catalog.md", Some("b\n")), ("dead/catalog.md", None)];
        let edits = write(&repo, &files);
        let before = repo.git(&["rev-parse", "HEAD"]);
        let committed = commit(&repo, &edits);
        assert!(committed.still_staged.is_empty());
        assert_eq!(repo.git(&["rev-parse", "HEAD", "HEAD~"]), format!("{}\n{before}", committed.commit));
        assert_eq!(repo.git(&["status", "--porcelain"]), "M  src.rs\n M work.rs");
        let shown = repo.git(&["show", "--no-renames", "--name-status", "--format=%B", "HEAD"]);
        assert_eq!(
            shown,
            "catalogs: healed\n\nLibra-Healed: 1\n\n\nM\ta/catalog.md\nA\tb/catalog.md\nD\tdead/catalog.md"
        );
        assert_eq!(repo.git(&["log", "-g", "-1", "--format=%gs", "main"]), "commit: catalogs: healed");
        repo.git(&["fsck", "--strict"]);
        let again = repo.open().commit_files(&edits, "again").expect("nothing to do");
        assert_eq!(again, None);
    }

    #[test]
    fn a_catalog_that_the_user_staged_is_left_as_staged() {
        let repo = with_identity("//- catalog.md\nold\n");
        repo.write("catalog.md", "by hand\n");
        repo.git(&["add", "catalog.md"]);
        let edits = write(&repo, &[("catalog.md", Some("by hand\nhealed\n"))]);
        let committed = commit(&repo, &edits);
        assert_eq!(committed.still_staged, [path("catalog.md")]);
        assert_eq!(repo.git(&["show", ":catalog.md"]), "by hand");
        assert_eq!(repo.git(&["show", "HEAD:catalog.md"]), "by hand\nhealed");
    }

    #[test]
    fn the_first_commit_and_a_detached_head_work_too() {
        let repo = TestRepo::new();
        repo.git(&["config", "user.name", "Somebody"]);
        repo.git(&["config", "user.email", "somebody@example.com"]);
        repo.write("other", "x\n");
        let edits = write(&repo, &[("catalog.md", Some("new\n"))]);
        commit(&repo, &edits);
        assert_eq!(repo.git(&["ls-tree", "--name-only", "HEAD"]), "catalog.md");
        assert_eq!(repo.git(&["status", "--porcelain", "--branch"]), "## main\n?? other");
        repo.git(&["checkout", "--quiet", "--detach"]);
        let edits = write(&repo, &[("catalog.md", Some("newer\n"))]);
        let committed = commit(&repo, &edits);
        assert_eq!(repo.git(&["rev-parse", "HEAD"]), committed.commit.to_string());
        assert_ne!(repo.git(&["rev-parse", "main"]), committed.commit.to_string());
    }

    #[test]
    fn it_is_refused_when_git_is_busy_or_nobody_commits() {
        let repo = TestRepo::with("//- catalog.md\nold\n");
        let edits = write(&repo, &[("catalog.md", Some("new\n"))]);
        let refused = |repo: &TestRepo| repo.open().commit_files(&edits, "message").expect_err("refused");
        assert!(matches!(refused(&repo), RepoError::NoIdentity));
        repo.git(&["config", "user.name", "Somebody"]);
        repo.git(&["config", "user.email", "somebody@example.com"]);
        repo.write(".git/index.lock", "");
        assert!(matches!(refused(&repo), RepoError::IndexLocked { .. }));
        repo.remove(".git/index.lock");
        repo.write(".git/MERGE_HEAD", format!("{}\n", repo.git(&["rev-parse", "HEAD"])));
        assert!(matches!(refused(&repo), RepoError::InProgress { operation: "a merge" }));
        repo.remove(".git/MERGE_HEAD");
        assert_eq!(repo.git(&["status", "--porcelain"]), " M catalog.md");
    }

    #[test]
    fn a_branch_that_moved_stays_and_so_does_the_index() {
        let repo = with_identity("//- catalog.md\nold\n");
        let edits = write(&repo, &[("catalog.md", Some("new\n"))]);
        // Git's own lock of the branch stands for any reason why it cannot move now.
        repo.write(".git/refs/heads/main.lock", "");
        let head = repo.git(&["rev-parse", "HEAD"]);
        assert!(repo.open().commit_files(&edits, "message").is_err());
        repo.remove(".git/refs/heads/main.lock");
        assert_eq!(repo.git(&["rev-parse", "HEAD"]), head);
        assert_eq!(repo.git(&["status", "--porcelain"]), " M catalog.md");
    }

    #[test]
    fn a_linked_work_tree_commits_on_its_own_branch() {
        let repo = with_identity("//- catalog.md\nold\n");
        let linked = repo.beside("linked");
        repo.git(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().expect("UTF-8")]);
        let opened = open_at(&linked, &environment());
        let tree = opened.work_tree().expect("readable");
        let mut overlay = Overlay::new(&tree);
        overlay.write(&path("catalog.md"), *b"new\n").expect("no collision");
        opened.flush(overlay.edits()).expect("writable");
        opened.commit_files(overlay.edits(), "message").expect("committed").expect("something");
        assert_eq!(repo.git(&["show", "side:catalog.md"]), "new");
        assert_eq!(repo.git(&["show", "main:catalog.md"]), "old");
        assert_eq!(repo.git_in(&linked, &["status", "--porcelain"]), "");
    }
}

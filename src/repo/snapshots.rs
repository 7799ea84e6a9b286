//! Commits that no branch holds: the snapshots of a training run, and texts kept beside them. Neither the work tree nor
//! the index is touched, and who commits is fixed, so that the same run gives the same commits everywhere.

use std::collections::BTreeMap;

use gix::bstr::ByteSlice;
use gix::objs::tree::EntryKind;

use crate::base::RepoPath;

use super::CommitId;
use super::Doing;
use super::RepoError;
use super::Repository;
use super::loose;

/// A commit to be made on a reference.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    /// The reference's full name, such as `refs/libra/trajectory/run-1`.
    pub reference: &'a str,
    /// Where the reference stands; `None` where it is to be made.
    pub expected: Option<CommitId>,
    /// What the commit is made on.
    pub parent: CommitId,
    /// The commit whose tree holds everything but `files`.
    pub base: CommitId,
    /// Files that the tree has otherwise than `base`; `None` for one that it lacks.
    pub files: &'a BTreeMap<RepoPath, Option<Vec<u8>>>,
    /// The message.
    pub message: &'a str,
    /// The commit's time, in seconds since 1970.
    pub seconds: i64,
}

impl Repository {
    /// Makes a commit and lets its reference point to it, if that still stands where it is expected.
    pub fn snapshot(&self, snapshot: Snapshot<'_>) -> Result<CommitId, RepoError> {
        const DOING: &str = "write a snapshot";
        self.handles.with(|gix| {
            let base = gix.find_commit(snapshot.base.object_id()).and_then(|commit| commit.tree()).doing(DOING)?;
            let mut editor = base.edit().doing(DOING)?;
            for (path, bytes) in snapshot.files {
                match bytes {
                    Some(bytes) => {
                        let blob = gix.write_blob(bytes).doing(DOING)?.detach();
                        editor.upsert(path.as_str(), EntryKind::Blob, blob).doing(DOING)?;
                    }
                    None => {
                        editor.remove(path.as_str()).doing(DOING)?;
                    }
                }
            }
            let tree = editor.write().doing(DOING)?.detach();
            let time = format!("{} +0000", snapshot.seconds);
            let signature =
                gix::actor::SignatureRef { name: "git-libra".into(), email: "git-libra@localhost".into(), time: &time };
            let commit = gix
                .new_commit_as(signature, signature, snapshot.message, tree, [snapshot.parent.object_id()])
                .doing(DOING)?;
            let id = CommitId::from_object_id(&commit.id);
            let expected = snapshot.expected.map(CommitId::object_id);
            loose::point(gix, self.common_dir(), snapshot.reference, expected, id.object_id())?;
            Ok(id)
        })
    }

    /// The commit that a full reference name stands for, if there is such a reference.
    pub fn reference(&self, name: &str) -> Result<Option<CommitId>, RepoError> {
        self.handles.with(|gix| {
            let Some(mut reference) = gix.try_find_reference(name).doing("read a reference")? else {
                return Ok(None);
            };
            let commit = reference.peel_to_commit().doing("read a reference")?;
            Ok(Some(CommitId::from_object_id(&commit.id)))
        })
    }

    /// The names, without the prefix, and commits of the references below a prefix that ends in `/`, sorted.
    pub fn references(&self, prefix: &str) -> Result<Vec<(String, CommitId)>, RepoError> {
        const DOING: &str = "list references";
        self.handles.with(|gix| {
            let mut found = Vec::new();
            for reference in gix.references().doing(DOING)?.all().doing(DOING)? {
                // A broken reference is somebody else's to mend.
                let Ok(mut reference) = reference else { continue };
                let name = reference.name().as_bstr().to_str_lossy().into_owned();
                if let (Some(name), Ok(commit)) = (name.strip_prefix(prefix), reference.peel_to_commit()) {
                    found.push((name.to_owned(), CommitId::from_object_id(&commit.id)));
                }
            }
            found.sort();
            Ok(found)
        })
    }

    /// Keeps a text under a full reference name, in place of what was kept there.
    pub fn keep(&self, reference: &str, bytes: &[u8]) -> Result<(), RepoError> {
        const DOING: &str = "keep a text";
        self.handles.with(|gix| {
            let blob = gix.write_blob(bytes).doing(DOING)?.detach();
            let before =
                gix.try_find_reference(reference).doing(DOING)?.and_then(|found| found.try_id().map(gix::Id::detach));
            if before == Some(blob) {
                return Ok(());
            }
            loose::point(gix, self.common_dir(), reference, before, blob)
        })
    }

    /// What is kept under a full reference name, if anything is.
    pub fn kept(&self, reference: &str) -> Result<Option<Vec<u8>>, RepoError> {
        const DOING: &str = "read a kept text";
        self.handles.with(|gix| {
            let Some(found) = gix.try_find_reference(reference).doing(DOING)? else {
                return Ok(None);
            };
            let Some(id) = found.try_id() else {
                return Ok(None);
            };
            let object = id.object().doing(DOING)?;
            Ok((object.kind == gix::objs::Kind::Blob).then(|| object.data.clone()))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::base::RepoPath;
    use crate::repo::CommitId;
    use crate::repo::RepoError;
    use crate::repo::Repository;
    use crate::repo::Snapshot;
    use crate::repo::testing::TestRepo;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("plain")
    }

    const REFERENCE: &str = "refs/libra/trajectory/one";

    fn take(
        repo: &Repository,
        expected: Option<CommitId>,
        parent: CommitId,
        base: CommitId,
    ) -> Result<CommitId, RepoError> {
        let files = BTreeMap::from([(path("dir/catalog.md"), Some(b"# x\n".to_vec())), (path("gone"), None)]);
        repo.snapshot(Snapshot {
            reference: REFERENCE,
            expected,
            parent,
            base,
            files: &files,
            message: "step\n",
            seconds: 7,
        })
    }

    #[test]
    fn a_snapshot_touches_nothing_else_and_is_the_same_for_everybody() {
        let repo = TestRepo::with("//- a\n1\n//- gone\n2\n");
        repo.write("a", "in the work tree\n");
        let opened = repo.open();
        let base = opened.head().expect("readable").commit.expect("a commit");
        let first = take(&opened, None, base, base).expect("written");
        assert_eq!(opened.reference(REFERENCE).expect("readable"), Some(first));
        assert_eq!(repo.git(&["ls-tree", "-r", "--name-only", REFERENCE]), "a\ndir/catalog.md");
        assert_eq!(
            repo.git(&["log", "-1", "--format=%an %ae %at %s", REFERENCE]),
            "git-libra git-libra@localhost 7 step"
        );
        assert_eq!(repo.git(&["status", "--porcelain"]), " M a");
        assert_eq!(repo.git(&["rev-parse", "HEAD"]), base.to_string());
        // No identity is needed, and none goes in.
        let again = TestRepo::with("//- a\n1\n//- gone\n2\n");
        let opened_again = again.open();
        let base_again = opened_again.head().expect("readable").commit.expect("a commit");
        assert_eq!(base, base_again);
        assert_eq!(take(&opened_again, None, base, base).expect("written"), first);
        // The reference must stand where it is expected.
        assert!(take(&opened, None, first, base).is_err());
        let second = take(&opened, Some(first), first, base).expect("written");
        assert_eq!(opened.references("refs/libra/trajectory/").expect("readable"), [("one".to_owned(), second)]);
        repo.git(&["fsck", "--strict"]);
    }

    #[test]
    fn texts_are_kept_and_replaced() {
        let repo = TestRepo::with("//- a\n1\n");
        let opened = repo.open();
        let name = "refs/libra/probes/one/test";
        assert_eq!(opened.kept(name).expect("readable"), None);
        for text in ["one", "one", "two"] {
            opened.keep(name, text.as_bytes()).expect("kept");
            assert_eq!(opened.kept(name).expect("readable").as_deref(), Some(text.as_bytes()));
        }
        assert_eq!(opened.references("refs/libra/probes/").expect("readable"), []);
    }
}

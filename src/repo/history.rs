//! Commits and what each one changed.

use std::collections::BTreeMap;

use gix::bstr::ByteSlice;
use gix::diff::tree::recorder;
use gix::hash::ObjectId;
use gix::revision::walk::Sorting;
use gix::traverse::commit::simple::CommitTimeOrder;

use crate::base::BlobId;
use crate::base::RepoPath;

use super::CommitId;
use super::Doing;
use super::RepoError;
use super::Repository;
use super::digest;

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its name.
    pub id: CommitId,
    /// The commits that it builds on, the first one being what it was made on. In a shallow clone they need not be there.
    pub parents: Vec<CommitId>,
    /// When it was committed, in seconds since 1970.
    pub time: i64,
    /// The message; bytes that are no UTF-8 are replaced.
    pub message: String,
    /// The files that differ from the first parent, sorted by path. Empty for a merge, whose changes are those of the
    /// commits that it merges, and where the parent is not in this clone.
    pub changes: Vec<PathChange>,
}

/// A file that a commit changed. Paths that are no UTF-8 are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathChange {
    /// Where it stands after the commit; a deleted file, where it stood.
    pub path: RepoPath,
    /// Where it stood before, if the commit moved it without touching its bytes.
    pub from: Option<RepoPath>,
    /// What became of it.
    pub kind: PathChangeKind,
    /// What it held before; `None` for a new file.
    pub old: Option<BlobId>,
    /// What it held after; `None` for a deleted file.
    pub new: Option<BlobId>,
}

/// What a commit did to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathChangeKind {
    /// It is new, or came from elsewhere with the same bytes.
    Added,
    /// Its bytes, or its mode, differ.
    Modified,
    /// It is gone.
    Deleted,
}

impl Repository {
    /// The commit and its ancestors, by the time of the commit, newest first, at most `limit` of them.
    pub fn history(&self, start: CommitId, limit: usize) -> Result<Vec<Commit>, RepoError> {
        const DOING: &str = "read the history";
        self.handles.with(|gix| {
            let mut diff = Diff::default();
            let mut commits = Vec::new();
            for id in walk(gix, start)?.take(limit) {
                commits.push(read(gix, id.doing(DOING)?, Some(&mut diff))?);
            }
            Ok(commits)
        })
    }

    /// The newest commit among `start` and at most `limit - 1` ancestors of it whose message says yes.
    pub fn find_commit(
        &self,
        start: CommitId,
        limit: usize,
        mut says_yes: impl FnMut(&str) -> bool,
    ) -> Result<Option<CommitId>, RepoError> {
        self.handles.with(|gix| {
            for id in walk(gix, start)?.take(limit) {
                let commit = read(gix, id.doing("read the history")?, None)?;
                if says_yes(&commit.message) {
                    return Ok(Some(commit.id));
                }
            }
            Ok(None)
        })
    }

    /// One commit with what it changed.
    pub fn read_commit(&self, id: CommitId) -> Result<Commit, RepoError> {
        self.handles.with(|gix| read(gix, id.object_id(), Some(&mut Diff::default())))
    }
}

impl Repository {
    /// One commit without what it changed; `None` where this clone does not have it.
    pub fn commit_alone(&self, id: CommitId) -> Result<Option<Commit>, RepoError> {
        self.handles.with(|gix| match gix.try_find_object(id.object_id()).doing("read a commit")? {
            Some(object) if object.kind == gix::objs::Kind::Commit => read(gix, id.object_id(), None).map(Some),
            _ => Ok(None),
        })
    }

    /// The blob that stands at a path in a commit; `None` where no file stands there, or this clone lacks the commit or
    /// one of its trees.
    pub fn blob_at(&self, commit: CommitId, path: &RepoPath) -> Result<Option<BlobId>, RepoError> {
        const DOING: &str = "read a tree";
        self.handles.with(|gix| {
            let Some(object) = gix.try_find_object(commit.object_id()).doing(DOING)? else {
                return Ok(None);
            };
            let Ok(tree) = object.peel_to_tree() else {
                return Ok(None);
            };
            let entry = tree.lookup_entry_by_path(path.as_str()).ok().flatten();
            Ok(entry.filter(|entry| entry.mode().is_blob()).map(|entry| digest::from_object_id(&entry.object_id())))
        })
    }
}

fn walk(
    gix: &gix::Repository,
    start: CommitId,
) -> Result<impl Iterator<Item = Result<ObjectId, gix::Error>> + '_, RepoError> {
    let walk = gix
        .rev_walk([start.object_id()])
        .sorting(Sorting::ByCommitTime(CommitTimeOrder::NewestFirst))
        .all()
        .doing("read the history")?;
    Ok(walk.map(|info| info.map(|info| info.id)))
}

#[derive(Default)]
struct Diff {
    state: gix::diff::tree::State,
    old: Vec<u8>,
    new: Vec<u8>,
}

fn read(gix: &gix::Repository, id: ObjectId, diff: Option<&mut Diff>) -> Result<Commit, RepoError> {
    const DOING: &str = "read a commit";
    let object = gix.find_commit(id).doing(DOING)?;
    let commit = object.decode().doing(DOING)?;
    let parents: Vec<ObjectId> = commit.parents().collect();
    let changes = match (diff, parents.as_slice()) {
        (Some(diff), []) => diff.changes(gix, None, commit.tree()),
        (Some(diff), [parent]) => match tree_of(gix, *parent) {
            Some(parent) => diff.changes(gix, Some(parent), commit.tree()),
            None => Vec::new(),
        },
        _ => Vec::new(),
    };
    Ok(Commit {
        id: CommitId::from_object_id(&id),
        parents: parents.iter().map(|id| CommitId::from_object_id(id)).collect(),
        time: commit.time().doing(DOING)?.seconds,
        message: commit.message.to_str_lossy().into_owned(),
        changes,
    })
}

/// The tree of a commit, unless this clone does not have it.
fn tree_of(gix: &gix::Repository, commit: ObjectId) -> Option<ObjectId> {
    let commit = gix.try_find_object(commit).ok()??.try_into_commit().ok()?;
    Some(commit.tree_id().ok()?.detach())
}

impl Diff {
    /// What differs between two trees. Trees that this clone does not have, as a clone without trees may, give nothing:
    /// history is a hint, and not worth fetching for or failing over.
    fn changes(&mut self, gix: &gix::Repository, old: Option<ObjectId>, new: ObjectId) -> Vec<PathChange> {
        use gix::objs::FindExt;
        let empty = gix::objs::TreeRefIter::from_bytes(&[], gix::hash::Kind::Sha1);
        let old = match old {
            Some(old) => gix.objects.find_tree_iter(&old, &mut self.old).ok(),
            None => Some(empty),
        };
        let (Some(old), Ok(new)) = (old, gix.objects.find_tree_iter(&new, &mut self.new)) else {
            return Vec::new();
        };
        let mut recorder = gix::diff::tree::Recorder::default();
        match gix::diff::tree(old, new, &mut self.state, &gix.objects, &mut recorder) {
            Ok(()) => path_changes(recorder.records),
            Err(_) => Vec::new(),
        }
    }
}

fn blob(id: ObjectId) -> BlobId {
    digest::from_object_id(&id)
}

/// Trees and submodules left out, and files that only moved joined.
fn path_changes(records: Vec<recorder::Change>) -> Vec<PathChange> {
    let mut gone: BTreeMap<ObjectId, Vec<RepoPath>> = BTreeMap::new();
    let mut here: Vec<(RepoPath, ObjectId)> = Vec::new();
    let mut changes = Vec::new();
    for record in records {
        let (mode, id, before, path, kind) = match record {
            recorder::Change::Addition { entry_mode, oid, path, .. } => {
                (entry_mode, oid, None, path, PathChangeKind::Added)
            }
            recorder::Change::Deletion { entry_mode, oid, path, .. } => {
                (entry_mode, oid, None, path, PathChangeKind::Deleted)
            }
            recorder::Change::Modification { entry_mode, oid, path, previous_oid, .. } => {
                (entry_mode, oid, Some(previous_oid), path, PathChangeKind::Modified)
            }
        };
        let path = path.to_str().ok().and_then(|path| RepoPath::new(path).ok());
        let Some(path) = path.filter(|_| mode.is_blob_or_symlink()) else {
            continue;
        };
        match kind {
            PathChangeKind::Added => here.push((path, id)),
            PathChangeKind::Deleted => gone.entry(id).or_default().push(path),
            PathChangeKind::Modified => {
                let (old, new) = (before.map(blob), Some(blob(id)));
                changes.push(PathChange { path, from: None, kind, old, new });
            }
        }
    }
    here.sort();
    for paths in gone.values_mut() {
        paths.sort();
    }
    // Of several files with the same bytes, the one that kept its name moved.
    for same_name in [true, false] {
        here.retain(|(path, id)| {
            let sources = gone.get_mut(id).filter(|_| *id != ObjectId::empty_blob(gix::hash::Kind::Sha1));
            let found = sources.and_then(|sources| {
                let at = sources.iter().position(|from| !same_name || from.file_name() == path.file_name())?;
                Some(sources.remove(at))
            });
            let moved = found.is_some();
            if let Some(from) = found {
                let same = Some(blob(*id));
                let kind = PathChangeKind::Added;
                changes.push(PathChange { path: path.clone(), from: Some(from), kind, old: same, new: same });
            }
            !moved
        });
    }
    changes.extend(here.into_iter().map(|(path, id)| {
        let kind = PathChangeKind::Added;
        PathChange { path, from: None, kind, old: None, new: Some(blob(id)) }
    }));
    for (id, paths) in gone {
        changes.extend(paths.into_iter().map(|path| {
            let kind = PathChangeKind::Deleted;
            PathChange { path, from: None, kind, old: Some(blob(id)), new: None }
        }));
    }
    changes.sort_by(|a, b| a.path.cmp(&b.path));
    changes
}

#[cfg(test)]
mod tests {
    use super::Commit;
    use super::PathChangeKind;
    use crate::repo::testing::TestRepo;
    use crate::repo::testing::environment;
    use crate::repo::testing::open_at;

    fn told(commit: &Commit) -> String {
        let changes = commit.changes.iter().map(|change| {
            let letter = match change.kind {
                PathChangeKind::Added => "A",
                PathChangeKind::Modified => "M",
                PathChangeKind::Deleted => "D",
            };
            let from = change.from.as_ref().map(|from| format!("{from}>")).unwrap_or_default();
            format!(" {letter} {from}{}", change.path)
        });
        format!("{}:{}", commit.message.trim(), changes.collect::<String>())
    }

    #[test]
    fn commits_come_newest_first_with_what_they_changed() {
        let repo = TestRepo::with("//- a\n1\n//- dir/b\n2\n//- dir/c\n3\n");
        repo.write("a", "changed\n");
        repo.remove("dir/c");
        repo.write("d", "4\n");
        let second = repo.commit("second").parse().expect("an id");
        repo.git(&["mv", "dir/b", "moved"]);
        let third = repo.commit("third").parse().expect("an id");
        let opened = repo.open();
        let history = opened.history(third, 10).expect("readable");
        let told: Vec<_> = history.iter().map(told).collect();
        assert_eq!(told, ["third: A dir/b>moved", "second: M a A d D dir/c", "first: A a A dir/b A dir/c"]);
        assert_eq!(history[0].parents, [second]);
        assert_eq!(history[0].time, 1_600_000_000);
        assert_eq!(opened.history(third, 2).expect("readable").len(), 2);
        let found = opened.find_commit(third, 10, |message| message.starts_with("sec"));
        assert_eq!(found.expect("readable"), Some(second));
        assert_eq!(opened.find_commit(third, 1, |message| message.starts_with("sec")).expect("readable"), None);
    }

    #[test]
    fn a_merge_changes_nothing_itself() {
        let repo = TestRepo::with("//- a\n1\n");
        repo.git(&["checkout", "--quiet", "-b", "other"]);
        repo.write("b", "2\n");
        repo.commit("theirs");
        repo.git(&["checkout", "--quiet", "main"]);
        repo.write("c", "3\n");
        repo.commit("ours");
        repo.git(&["merge", "--quiet", "--no-edit", "other"]);
        let opened = repo.open();
        let head = opened.head().expect("readable").commit.expect("a commit");
        let merge = opened.read_commit(head).expect("readable");
        assert_eq!((merge.parents.len(), merge.changes.len()), (2, 0));
        assert_eq!(opened.history(head, 10).expect("readable").len(), 4);
    }

    #[test]
    fn where_a_shallow_clone_ends_nothing_is_claimed() {
        let origin = TestRepo::with("//- a\n1\n//- b\n2\n");
        origin.write("a", "changed\n");
        let head = origin.commit("second").parse().expect("an id");
        let clone = origin.beside("clone");
        let url = format!("file://{}", origin.root().display());
        origin.git(&["clone", "--quiet", "--depth=1", &url, clone.to_str().expect("UTF-8")]);
        let history = open_at(&clone, &environment()).history(head, 10).expect("readable");
        assert_eq!(history.iter().map(told).collect::<Vec<_>>(), ["second:"]);
    }
}

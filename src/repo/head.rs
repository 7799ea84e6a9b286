//! The last commit's files, read with the help of the index.
//!
//! Beside its entries the index keeps the ids of the trees that they would be committed as, for every directory in which
//! nothing was staged since. Where the last commit has the same tree, its files are those of the index, and no object is
//! read: a hook that looks at what is staged reads as many trees as directories changed, not all of them.

use gix::bstr::BString;
use gix::hash::ObjectId;
use gix::index::entry::Flags;
use gix::index::entry::Stage;
use gix::index::extension;

use super::CommitId;
use super::Doing;
use super::FileEntry;
use super::FileKind;
use super::ObjectTree;
use super::RepoError;
use super::Repository;
use super::Skipped;
use super::index_file;
use super::object_tree::file;

impl Repository {
    /// The files of HEAD's commit; none where nothing was committed yet.
    pub fn head_tree(&self) -> Result<ObjectTree, RepoError> {
        let Some(commit) = self.head()?.commit else {
            return Ok(self.empty_tree());
        };
        // An index that cannot be read is no reason not to read a commit.
        match index_file::load(self) {
            Ok(index) if !index.is_sparse() => self.commit_beside(commit, &index),
            _ => self.commit_tree(commit),
        }
    }

    /// The files of a commit that has much in common with an index.
    fn commit_beside(&self, commit: CommitId, index: &gix::index::State) -> Result<ObjectTree, RepoError> {
        let (entries, skipped) = self.handles.with(|gix| files(gix, commit, index))?;
        let tree = ObjectTree::new(self, entries, skipped);
        // Attributes are rare, and looking them up needs all of the commit as an index.
        if tree.has_attributes() { self.commit_tree(commit) } else { Ok(tree) }
    }
}

/// A directory that is still to be read.
struct Open<'i> {
    /// Its path, with a slash behind it unless it is the root.
    path: BString,
    tree: ObjectId,
    /// What the index says of it.
    indexed: Option<&'i extension::Tree>,
}

fn files(
    gix: &gix::Repository,
    commit: CommitId,
    index: &gix::index::State,
) -> Result<(Vec<FileEntry>, Vec<Skipped>), RepoError> {
    let root =
        gix.find_commit(commit.object_id()).and_then(|commit| Ok(commit.tree_id()?.detach())).doing("read a commit")?;
    let (mut entries, mut skipped) = (Vec::with_capacity(index.entries().len()), Vec::new());
    let mut keep = |found: Result<FileEntry, Skipped>| match found {
        Ok(entry) => entries.push(entry),
        Err(skip) => skipped.push(skip),
    };
    let mut open = vec![Open { path: BString::default(), tree: root, indexed: index.tree() }];
    while let Some(Open { path, tree, indexed }) = open.pop() {
        if indexed.is_some_and(|indexed| indexed.num_entries.is_some() && indexed.id == tree) {
            for entry in index.prefixed_entries(path.as_ref()).unwrap_or_default() {
                if entry.stage() == Stage::Unconflicted && !entry.flags.contains(Flags::INTENT_TO_ADD) {
                    keep(file(entry.path(index), &entry.id, index_file::kind(entry.mode)));
                }
            }
            continue;
        }
        let object = gix.find_tree(tree).doing("read a tree")?;
        for entry in object.iter() {
            let entry = entry.doing("read a tree")?;
            let mut path = path.clone();
            path.extend_from_slice(entry.filename());
            let mode = entry.mode();
            if mode.is_tree() {
                let mut children = indexed.into_iter().flat_map(|indexed| &indexed.children);
                let indexed = children.find(|child| child.name.as_slice() == entry.filename().as_ref() as &[u8]);
                path.push(b'/');
                open.push(Open { path, tree: entry.object_id(), indexed });
            } else {
                let kind = if mode.is_commit() {
                    FileKind::Submodule
                } else if mode.is_link() {
                    FileKind::Symlink
                } else {
                    FileKind::File
                };
                keep(file(path.as_ref(), &entry.object_id(), kind));
            }
        }
    }
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    entries.dedup_by(|a, b| a.path == b.path);
    skipped.sort();
    Ok((entries, skipped))
}

#[cfg(test)]
mod tests {
    use crate::repo::Tree;
    use crate::repo::testing::TestRepo;

    const FILES: &str = "//- a.py\n1\n//- a/b/one.py\n1\n//- a/b/two.py\n2\n//- a-b/three.py\n3\n//- a/c/four.py\n4\n\
                         //- deep/er/still/five.py\n5\n";

    /// The commit as the index helps to read it, and as it is.
    #[track_caller]
    fn assert_same(repository: &TestRepo) {
        let opened = repository.open();
        let commit = opened.head().expect("readable").commit.expect("committed");
        let whole = opened.commit_tree(commit).expect("readable");
        let helped = opened.head_tree().expect("readable");
        assert!(!whole.entries().is_empty());
        assert_eq!(helped.entries(), whole.entries());
        assert_eq!(helped.skipped(), whole.skipped());
    }

    #[test]
    fn whatever_is_staged_the_commit_is_read_as_it_is() {
        let repository = TestRepo::with(FILES);
        repository.commit("all");
        assert_same(&repository);
        repository.write("a/b/one.py", "changed\n");
        repository.write("new/six.py", "6\n");
        repository.git(&["add", "--all"]);
        assert_same(&repository);
        repository.git(&["rm", "-r", "--quiet", "deep"]);
        repository.git(&["mv", "a/c", "a-b/c"]);
        assert_same(&repository);
        repository.write("a/b/seven.py", "7\n");
        repository.git(&["add", "--intent-to-add", "a/b/seven.py"]);
        assert_same(&repository);
        repository.git(&["write-tree"]);
        assert_same(&repository);
        // The index has nothing to do with the commit.
        repository.git(&["read-tree", "--empty"]);
        assert_same(&repository);
        repository.git(&["read-tree", "HEAD"]);
        assert_same(&repository);
    }

    #[test]
    fn attributes_and_links_are_those_of_the_commit() {
        let repository = TestRepo::with(FILES);
        repository.write(".gitattributes", "deep/** linguist-generated\n");
        repository.commit("all");
        assert_same(&repository);
        repository.write(".gitattributes", "");
        repository.git(&["add", "--all"]);
        assert_same(&repository);
        let generated = |tree: &dyn Tree| tree.entries().iter().filter(|entry| entry.generated == Some(true)).count();
        assert_eq!(generated(&repository.open().head_tree().expect("readable")), 1);
    }

    #[test]
    fn a_damaged_index_hides_no_commit() {
        let repository = TestRepo::with(FILES);
        repository.commit("all");
        repository.write(".git/index", "DIRC, and then nothing");
        assert_same(&repository);
    }
}

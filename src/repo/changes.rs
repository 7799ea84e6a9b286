//! What differs between two trees, file by file.

use std::cmp::Ordering;

use crate::base::BlobId;
use crate::base::RepoPath;

use super::FileEntry;
use super::FileKind;
use super::ReadError;
use super::Tree;
use super::renames;

/// One regular file that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where it stands now; a deleted file, where it stood.
    pub path: RepoPath,
    /// What became of it.
    pub kind: ChangeKind,
    /// Its content before; `None` for an added file.
    pub old: Option<BlobId>,
    /// Its content now; `None` for a deleted file.
    pub new: Option<BlobId>,
}

impl Change {
    /// Where a renamed file stood before.
    pub fn renamed_from(&self) -> Option<&RepoPath> {
        match &self.kind {
            ChangeKind::Renamed { from, .. } => Some(from),
            ChangeKind::Added | ChangeKind::Modified | ChangeKind::Deleted => None,
        }
    }
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// Its bytes differ.
    Modified,
    /// It is gone.
    Deleted,
    /// It stood elsewhere, with the same or similar bytes.
    Renamed {
        /// Where.
        from: RepoPath,
        /// How alike the two are, in percent of the larger one's bytes; 100 means byte for byte.
        similarity: u8,
    },
}

/// Compares two trees, renames found, sorted by path.
///
/// Only regular files count: one that turns into a symlink is deleted. A mode alone is no change.
pub fn changes(old: &dyn Tree, new: &dyn Tree) -> Result<Vec<Change>, ReadError> {
    let mut changes = changes_without_renames(old, new);
    renames::find(&mut changes, old, new)?;
    changes.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(changes)
}

/// Compares two trees by their ids alone, reading nothing: a moved file is deleted and added.
pub fn changes_without_renames(old: &dyn Tree, new: &dyn Tree) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut before = old.entries().iter().filter(|entry| entry.kind == FileKind::File).peekable();
    let mut after = new.entries().iter().filter(|entry| entry.kind == FileKind::File).peekable();
    loop {
        let order = match (before.peek(), after.peek()) {
            (None, None) => return changes,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(gone), Some(here)) => gone.path.cmp(&here.path),
        };
        let gone = if order == Ordering::Greater { None } else { before.next() };
        let here = if order == Ordering::Less { None } else { after.next() };
        changes.extend(difference(gone, here));
    }
}

fn difference(old: Option<&FileEntry>, new: Option<&FileEntry>) -> Option<Change> {
    let kind = match (old, new) {
        (Some(old), Some(new)) if old.blob == new.blob => return None,
        (Some(_), Some(_)) => ChangeKind::Modified,
        (None, Some(_)) => ChangeKind::Added,
        (Some(_), None) => ChangeKind::Deleted,
        (None, None) => return None,
    };
    Some(Change {
        path: new.or(old)?.path.clone(),
        kind,
        old: old.map(|entry| entry.blob),
        new: new.map(|entry| entry.blob),
    })
}

#[cfg(test)]
mod tests {
    use super::ChangeKind;
    use super::changes;
    use crate::repo::MemoryTree;

    fn told(old: &str, new: &str) -> Vec<String> {
        let changes = changes(&MemoryTree::fixture(old), &MemoryTree::fixture(new)).expect("readable");
        changes
            .iter()
            .map(|change| match &change.kind {
                ChangeKind::Added => format!("A {}", change.path),
                ChangeKind::Modified => format!("M {}", change.path),
                ChangeKind::Deleted => format!("D {}", change.path),
                ChangeKind::Renamed { from, similarity } => format!("R{similarity} {from} {}", change.path),
            })
            .collect()
    }

    #[test]
    fn each_kind_is_told() {
        let old = "//- a\n1\n//- b\n2\n//- c\n3\n//- d\n4\n//- e\nfive\n";
        let new = "//- a\n1\n//- b\nchanged\n//- d [symlink]\n4\n//- e2\nfive\n//- z\nnew\n";
        assert_eq!(told(old, new), ["M b", "D c", "D d", "R100 e e2", "A z"]);
        assert!(told(old, old).is_empty());
    }

    #[test]
    fn a_moved_and_edited_file_is_a_rename() {
        let body = "one\ntwo\nthree\nfour\nfive\nsix\n";
        let old = format!("//- old/name.py\n{body}//- other.py\nsomething else\n");
        let new = format!("//- new/name.py\n{body}seven\n//- more.py\nunrelated text\n");
        assert_eq!(told(&old, &new), ["A more.py", "R82 old/name.py new/name.py", "D other.py"]);
    }

    #[test]
    fn half_a_file_is_no_rename() {
        let old = "//- a\none\ntwo\nthree\n";
        let new = "//- b\none\nand\nmany\nother\nlines\n";
        assert_eq!(told(old, new), ["D a", "A b"]);
    }

    #[test]
    fn the_same_name_wins_among_equals() {
        let old = "//- x/mod.rs\nsame\n//- y/lib.rs\nsame\n";
        let new = "//- z/lib.rs\nsame\n//- z/mod.rs\nsame\n";
        assert_eq!(told(old, new), ["R100 y/lib.rs z/lib.rs", "R100 x/mod.rs z/mod.rs"]);
    }

    #[test]
    fn empty_files_are_not_moved() {
        assert_eq!(told("//- a/__init__.py\n", "//- b/__init__.py\n"), ["D a/__init__.py", "A b/__init__.py"]);
    }
}

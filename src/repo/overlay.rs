//! Edits laid over a tree: what healing writes into, and what a command may flush or throw away.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use crate::base::BlobId;
use crate::base::RepoPath;

use super::FileEntry;
use super::FileKind;
use super::ReadError;
use super::Tree;
use super::blob_id;

/// A tree as it would be with some files written or removed. The tree below is never touched.
pub struct Overlay<'a> {
    base: &'a dyn Tree,
    edits: BTreeMap<RepoPath, Edit>,
    /// The merged entries; `None` as long as nothing was edited.
    entries: Option<Vec<FileEntry>>,
}

/// What is to become of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The content that the edit was made against; `None` where the file is new. A flush refuses to overwrite
    /// anything else.
    pub before: Option<BlobId>,
    /// The new bytes; `None` removes the file.
    pub after: Option<Arc<[u8]>>,
}

impl<'a> Overlay<'a> {
    /// Lays nothing over `base`.
    pub fn new(base: &'a dyn Tree) -> Self {
        Self { base, edits: BTreeMap::new(), entries: None }
    }

    /// Gives a file new bytes. Bytes equal to those below take an earlier edit back.
    ///
    /// # Errors
    /// If the bytes were made to collide under SHA-1.
    pub fn write(&mut self, path: &RepoPath, bytes: impl Into<Arc<[u8]>>) -> io::Result<()> {
        let bytes = bytes.into();
        let blob = blob_id(&bytes)?;
        let below = self.base.entry(path);
        let before = below.map(|entry| entry.blob);
        let entry = FileEntry {
            path: path.clone(),
            blob,
            kind: FileKind::File,
            generated: below.and_then(|entry| entry.generated),
            vendored: below.and_then(|entry| entry.vendored),
            tracked: below.is_some_and(|entry| entry.tracked),
        };
        if below.is_some_and(|below| *below == entry) {
            self.edits.remove(path);
        } else {
            self.edits.insert(path.clone(), Edit { before, after: Some(bytes) });
        }
        self.set_entry(path, Some(entry));
        Ok(())
    }

    /// Takes a file out; one that was only written here is forgotten.
    pub fn remove(&mut self, path: &RepoPath) {
        match self.base.entry(path).map(|entry| entry.blob) {
            Some(blob) => {
                let edit = Edit { before: Some(blob), after: None };
                self.edits.insert(path.clone(), edit);
            }
            None => {
                self.edits.remove(path);
            }
        }
        self.set_entry(path, None);
    }

    /// What differs from the tree below, by path.
    pub fn edits(&self) -> &BTreeMap<RepoPath, Edit> {
        &self.edits
    }

    /// The edits alone, when the overlay is no longer needed.
    pub fn into_edits(self) -> BTreeMap<RepoPath, Edit> {
        self.edits
    }

    fn set_entry(&mut self, path: &RepoPath, entry: Option<FileEntry>) {
        let entries = self.entries.get_or_insert_with(|| self.base.entries().to_vec());
        let place = entries.binary_search_by(|known| known.path.cmp(path));
        match (place, entry) {
            (Ok(at), Some(entry)) => entries[at] = entry,
            (Err(at), Some(entry)) => entries.insert(at, entry),
            (Ok(at), None) => drop(entries.remove(at)),
            (Err(_), None) => {}
        }
    }
}

impl Tree for Overlay<'_> {
    fn entries(&self) -> &[FileEntry] {
        self.entries.as_deref().unwrap_or_else(|| self.base.entries())
    }

    fn read(&self, path: &RepoPath) -> Result<Arc<[u8]>, ReadError> {
        match self.edits.get(path) {
            Some(edit) => edit.after.clone().ok_or_else(|| ReadError::Missing(path.clone())),
            None => self.base.read(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Overlay;
    use crate::base::RepoPath;
    use crate::repo::MemoryTree;
    use crate::repo::ReadError;
    use crate::repo::Tree;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("plain")
    }

    fn names(tree: &dyn Tree) -> Vec<&str> {
        tree.entries().iter().map(|entry| entry.path.as_str()).collect()
    }

    #[test]
    fn edits_hide_what_is_below() {
        let base = MemoryTree::fixture("//- a\n1\n//- c\n3\n");
        let mut overlay = Overlay::new(&base);
        overlay.write(&path("b"), *b"2").expect("no collision");
        overlay.write(&path("a"), *b"new").expect("no collision");
        overlay.remove(&path("c"));
        assert_eq!(names(&overlay), ["a", "b"]);
        assert_eq!(&*overlay.read(&path("a")).expect("there"), b"new");
        assert!(matches!(overlay.read(&path("c")), Err(ReadError::Missing(_))));
        assert!(overlay.entry(&path("a")).expect("there").tracked);
        assert!(!overlay.entry(&path("b")).expect("there").tracked);
        assert_eq!(names(&base), ["a", "c"]);
        let below = base.entry(&path("a")).expect("there").blob;
        assert_eq!(overlay.edits()[&path("a")].before, Some(below));
        assert_eq!(overlay.edits()[&path("c")].after, None);
    }

    #[test]
    fn going_back_leaves_no_edit() {
        let base = MemoryTree::fixture("//- a\n1\n");
        let mut overlay = Overlay::new(&base);
        overlay.write(&path("a"), *b"2").expect("no collision");
        overlay.write(&path("a"), *b"1\n").expect("no collision");
        overlay.write(&path("b"), *b"x").expect("no collision");
        overlay.remove(&path("b"));
        overlay.remove(&path("b"));
        assert!(overlay.edits().is_empty());
        assert_eq!(overlay.entries(), base.entries());
    }

    #[test]
    fn overlays_stack() {
        let base = MemoryTree::fixture("//- a\n1\n");
        let mut lower = Overlay::new(&base);
        lower.write(&path("b"), *b"2").expect("no collision");
        let mut upper = Overlay::new(&lower);
        upper.remove(&path("a"));
        assert_eq!(names(&upper), ["b"]);
        assert_eq!(&*upper.read(&path("b")).expect("there"), b"2");
    }
}

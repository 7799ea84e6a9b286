//! A tree that lives in memory, and the notation in which tests write one down.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use crate::base::RepoPath;

use super::FileEntry;
use super::FileKind;
use super::ReadError;
use super::Tree;
use super::blob_id;

/// Files in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryTree {
    entries: Vec<FileEntry>,
    contents: BTreeMap<RepoPath, Arc<[u8]>>,
}

impl MemoryTree {
    /// A tree without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads several files from one text. A line `//- path` begins a file; the lines up to the next such line are its
    /// content. What all lines are indented by is taken off, and lines before the first header are no part of any file.
    ///
    /// Words in brackets after the path say what else the entry is: `[generated]`, `[vendored]`, `[untracked]`,
    /// `[symlink]`, `[submodule]`.
    ///
    /// # Panics
    /// If a header names no plain path or an unknown word: the text is part of a test, which must not pass by accident.
    pub fn fixture(text: &str) -> Self {
        let mut tree = Self::new();
        let mut open: Option<(FileEntry, String)> = None;
        for line in unindented(text) {
            if let Some(header) = line.strip_prefix("//- ") {
                let next = (header_entry(header), String::new());
                if let Some((entry, content)) = open.replace(next) {
                    tree.put(entry, content.into_bytes());
                }
            } else if let Some((_, content)) = &mut open {
                content.push_str(line);
            }
        }
        if let Some((entry, content)) = open {
            tree.put(entry, content.into_bytes());
        }
        tree
    }

    /// Adds or replaces a tracked regular file.
    ///
    /// # Errors
    /// If the bytes were made to collide under SHA-1.
    pub fn insert(&mut self, path: RepoPath, bytes: impl Into<Arc<[u8]>>) -> io::Result<()> {
        let bytes = bytes.into();
        let entry = FileEntry {
            blob: blob_id(&bytes)?,
            path,
            kind: FileKind::File,
            generated: None,
            vendored: None,
            tracked: true,
        };
        self.place(entry, bytes);
        Ok(())
    }

    /// Takes a file out, if it is there.
    pub fn remove(&mut self, path: &RepoPath) {
        self.entries.retain(|entry| entry.path != *path);
        self.contents.remove(path);
    }

    fn put(&mut self, mut entry: FileEntry, bytes: Vec<u8>) {
        entry.blob = blob_id(&bytes).expect("a fixture holds no colliding bytes");
        self.place(entry, bytes.into());
    }

    fn place(&mut self, entry: FileEntry, bytes: Arc<[u8]>) {
        self.contents.insert(entry.path.clone(), bytes);
        match self.entries.binary_search_by(|known| known.path.cmp(&entry.path)) {
            Ok(at) => self.entries[at] = entry,
            Err(at) => self.entries.insert(at, entry),
        }
    }
}

impl Tree for MemoryTree {
    fn entries(&self) -> &[FileEntry] {
        &self.entries
    }

    fn read(&self, path: &RepoPath) -> Result<Arc<[u8]>, ReadError> {
        match self.entry(path) {
            None => Err(ReadError::Missing(path.clone())),
            Some(entry) if entry.kind != FileKind::File => Err(ReadError::NotAFile(path.clone())),
            Some(_) => self.contents.get(path).cloned().ok_or_else(|| ReadError::Missing(path.clone())),
        }
    }
}

/// The lines with their ends, less the indentation that all lines with text share.
fn unindented(text: &str) -> impl Iterator<Item = &str> {
    let indent = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    text.split_inclusive('\n').map(move |line| line.get(indent..).unwrap_or_else(|| line.trim_start_matches(' ')))
}

fn header_entry(header: &str) -> FileEntry {
    let mut rest = header.trim();
    let mut words = Vec::new();
    while let Some((before, word)) = rest.strip_suffix(']').and_then(|rest| rest.rsplit_once(" [")) {
        words.push(word);
        rest = before.trim_end();
    }
    let path = RepoPath::new(rest)
        .ok()
        .filter(|path| !path.is_root())
        .unwrap_or_else(|| panic!("`{rest}` in a fixture is no plain path"));
    let mut entry = FileEntry {
        path,
        blob: crate::base::BlobId::from_bytes([0; 20]),
        kind: FileKind::File,
        generated: None,
        vendored: None,
        tracked: true,
    };
    for word in words {
        match word {
            "generated" => entry.generated = Some(true),
            "vendored" => entry.vendored = Some(true),
            "untracked" => entry.tracked = false,
            "symlink" => entry.kind = FileKind::Symlink,
            "submodule" => entry.kind = FileKind::Submodule,
            other => panic!("`[{other}]` in a fixture is unknown"),
        }
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::MemoryTree;
    use crate::base::RepoPath;
    use crate::repo::FileKind;
    use crate::repo::ReadError;
    use crate::repo::Tree;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("plain")
    }

    #[test]
    fn a_fixture_is_files() {
        let tree = MemoryTree::fixture(
            "
            //- b/two.py [generated] [untracked]
            def two():
                return 2

            //- a.rs
            //- link [symlink]
            a.rs
            ",
        );
        let paths: Vec<&str> = tree.entries().iter().map(|entry| entry.path.as_str()).collect();
        assert_eq!(paths, ["a.rs", "b/two.py", "link"]);
        assert_eq!(&*tree.read(&path("b/two.py")).expect("there"), b"def two():\n    return 2\n\n");
        assert_eq!(&*tree.read(&path("a.rs")).expect("there"), b"");
        let entry = tree.entry(&path("b/two.py")).expect("there");
        assert_eq!((entry.generated, entry.tracked), (Some(true), false));
        assert_eq!(tree.entry(&path("link")).expect("there").kind, FileKind::Symlink);
        assert!(matches!(tree.read(&path("link")), Err(ReadError::NotAFile(_))));
        assert!(matches!(tree.read(&path("none")), Err(ReadError::Missing(_))));
    }

    #[test]
    fn files_come_and_go() {
        let mut tree = MemoryTree::fixture("//- b\nold\n");
        tree.insert(path("a"), *b"a").expect("no collision");
        tree.insert(path("b"), *b"new").expect("no collision");
        assert_eq!(&*tree.read(&path("b")).expect("there"), b"new");
        tree.remove(&path("a"));
        assert_eq!(tree.entries().len(), 1);
    }
}

//! A folder under the git directory that may be missing, damaged, read-only or written by somebody else right now.
//!
//! Nothing that is kept here is needed: reading gives nothing where something is wrong, writing says whether it worked,
//! and neither is an error. Files and folders appear whole or not at all, by a rename. Nothing above the given folder is
//! touched.

#![expect(clippy::disallowed_methods, reason = "caches are files under the git directory")]

use std::fs;
use std::fs::File;
use std::io::Read;
use std::io::Seek;
use std::io::SeekFrom;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use tempfile::TempDir;

/// How long something that this version cannot use stays: another version may still be in use beside this one.
const KEPT_FOR: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// What an unfinished file or folder begins with.
const UNFINISHED: &str = ".unfinished-";

/// A folder of derived files, or no folder at all.
#[derive(Clone, Debug)]
pub(in crate::index) struct Folder {
    path: Option<PathBuf>,
}

impl Folder {
    /// The folder at `path`, made when something is first written.
    pub(in crate::index) fn at(path: &Path) -> Self {
        Self { path: Some(path.to_owned()) }
    }

    /// A folder that keeps nothing.
    pub(in crate::index) fn nowhere() -> Self {
        Self { path: None }
    }

    /// A folder inside this one.
    pub(in crate::index) fn inside(&self, name: &str) -> Self {
        Self { path: self.path.as_ref().map(|path| path.join(name)) }
    }

    /// Where a file or folder of this one stands.
    pub(in crate::index) fn path_of(&self, name: &str) -> Option<PathBuf> {
        self.path.as_ref().map(|path| path.join(name))
    }

    /// The names in the folder, sorted, unfinished ones left out.
    pub(in crate::index) fn names(&self) -> Vec<String> {
        let Some(entries) = self.path.as_ref().and_then(|path| fs::read_dir(path).ok()) else {
            return Vec::new();
        };
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| !name.starts_with(UNFINISHED))
            .collect();
        names.sort();
        names
    }

    /// The names in the folder, the one that was written longest ago first.
    pub(in crate::index) fn oldest_first(&self) -> Vec<String> {
        let mut names = self.names();
        names.sort_by_key(|name| {
            let path = self.path_of(name)?;
            fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
        });
        names
    }

    /// The bytes of a file, if it can be read.
    pub(in crate::index) fn read(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.path_of(name)?).ok()
    }

    /// A file to read stretches of, if it can be opened.
    pub(in crate::index) fn open(&self, name: &str) -> Option<Stretches> {
        let file = File::open(self.path_of(name)?).ok()?;
        let length = file.metadata().ok()?.len();
        Some(Stretches { file: Mutex::new(file), length })
    }

    /// Writes a file as a whole; whether that worked.
    pub(in crate::index) fn write(&self, name: &str, bytes: &[u8]) -> bool {
        let Some(folder) = self.make() else {
            return false;
        };
        let written = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder);
        let Ok(mut file) = written else {
            return false;
        };
        file.write_all(bytes).is_ok() && file.persist(folder.join(name)).is_ok()
    }

    /// A new folder in this one that vanishes unless it is adopted; `None` where nothing can be written.
    pub(in crate::index) fn unfinished(&self) -> Option<TempDir> {
        tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(self.make()?).ok()
    }

    /// Gives a finished folder its name. Where one of that name stands already it is kept: names follow content.
    pub(in crate::index) fn adopt(&self, finished: TempDir, name: &str) -> bool {
        let Some(to) = self.path_of(name) else {
            return false;
        };
        if fs::rename(finished.path(), &to).is_ok() {
            // The folder has its name now; there is nothing left to clean up under the old one.
            let _ = finished.keep();
            return true;
        }
        to.is_dir()
    }

    /// Removes a file or folder; failing is of no consequence.
    pub(in crate::index) fn remove(&self, name: &str) {
        if let Some(path) = self.path_of(name) {
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }

    /// Removes what has been of no use for a week: unfinished things, and names for which `useful` is false. Age is
    /// counted back from `newest`, a name that was written just now.
    pub(in crate::index) fn sweep(&self, newest: &str, useful: impl Fn(&str) -> bool) {
        let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
        let Some((folder, now)) = self.path.as_ref().and_then(|path| Some((path, modified(&path.join(newest))?)))
        else {
            return;
        };
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let age = modified(&entry.path()).and_then(|then| now.duration_since(then).ok());
            if !useful(&name) && age.is_some_and(|age| age > KEPT_FOR) {
                self.remove(&name);
            }
        }
    }

    fn make(&self) -> Option<&Path> {
        let path = self.path.as_deref()?;
        fs::create_dir_all(path).ok()?;
        Some(path)
    }
}

/// An open file of which stretches are read when they are wanted: most of a cache is of no use to a run, and bringing
/// all of it into memory costs more than the rest of a lint. Files of a folder are never changed, only replaced.
#[derive(Debug)]
pub(in crate::index) struct Stretches {
    file: Mutex<File>,
    length: u64,
}

impl Stretches {
    /// Bytes of the file.
    pub(in crate::index) fn len(&self) -> u64 {
        self.length
    }

    /// The `length` bytes from `start` (0-based); `None` where the file does not have them.
    pub(in crate::index) fn read(&self, start: u64, length: usize) -> Option<Vec<u8>> {
        if start.checked_add(length as u64)? > self.length {
            return None;
        }
        let mut bytes = vec![0; length];
        let mut file = self.file.lock().ok()?;
        file.seek(SeekFrom::Start(start)).ok()?;
        file.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::Folder;

    #[test]
    fn writes_whole_files_and_folders() {
        let root = tempfile::tempdir().expect("temporary folder");
        let folder = Folder::at(root.path()).inside("deep").inside("deeper");
        assert!(folder.names().is_empty());
        assert!(folder.write("b", b"two") && folder.write("a", b"one"));
        assert_eq!(folder.names(), ["a", "b"]);
        assert_eq!(folder.read("a").as_deref(), Some(b"one".as_slice()));
        let stretches = folder.open("b").expect("written");
        assert_eq!((stretches.len(), stretches.read(1, 2)), (3, Some(b"wo".to_vec())));
        assert_eq!((stretches.read(1, 3), stretches.read(u64::MAX, 1)), (None, None), "beyond the end");
        let unfinished = folder.unfinished().expect("writable");
        assert_eq!(folder.names(), ["a", "b"], "an unfinished folder does not show");
        assert!(folder.adopt(unfinished, "c"));
        folder.remove("a");
        assert_eq!(folder.names(), ["b", "c"]);
    }

    #[test]
    fn nowhere_keeps_nothing() {
        let folder = Folder::nowhere();
        assert!(!folder.write("a", b"one"));
        assert_eq!(folder.read("a"), None);
        assert!(folder.unfinished().is_none());
    }
}

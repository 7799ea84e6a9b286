//! Edits of several files that are finished by the next run if this one is killed between two of them.
//!
//! The edits are noted under the git directory before the first file is replaced, and the note is taken away after the
//! last. Whoever finds a note finds a flush that was cut off; it is finished only where at least one file was replaced
//! and no file was touched by anybody else since, so that nothing comes back that somebody has thrown away.

#![expect(clippy::disallowed_methods, reason = "the journal is a file under the git directory")]

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Deserialize;
use serde::Serialize;

use crate::base::BlobId;
use crate::base::RepoPath;

use super::Edit;
use super::RepoError;
use super::Repository;
use super::Tree;
use super::blob_id;

const MAGIC: &[u8; 8] = b"lbjourn1";
/// Bytes before the edits: the magic and a digest of what follows.
const HEADER: usize = MAGIC.len() + 20;

/// One edit as it is noted.
#[derive(Serialize, Deserialize)]
struct Noted {
    path: String,
    before: Option<BlobId>,
    after: Option<Vec<u8>>,
}

impl Repository {
    /// Writes the edits like `flush`, and leaves a note from which `finish` goes on if this process is killed.
    pub fn flush_whole(&self, edits: &BTreeMap<RepoPath, Edit>) -> Result<Vec<RepoPath>, RepoError> {
        if edits.len() < 2 {
            return self.flush(edits);
        }
        let path = self.journal();
        write(&path, edits).map_err(|source| RepoError::Write { path: path.clone(), source })?;
        let flushed = self.flush(edits);
        remove(&path)?;
        flushed
    }

    /// Finishes what a killed `flush_whole` left half done, and tidies up behind it; the files that were written now.
    /// To be called under the lock.
    pub fn finish(&self) -> Result<Vec<RepoPath>, RepoError> {
        self.sweep();
        let path = self.journal();
        let Ok(bytes) = fs::read(&path) else {
            return Ok(Vec::new());
        };
        let edits = decode(&bytes).unwrap_or_default();
        let tree = self.work_tree()?;
        let stands = |path: &RepoPath| tree.entry(path).map(|entry| entry.blob);
        let becomes = |edit: &Edit| edit.after.as_ref().and_then(|bytes| blob_id(bytes).ok());
        let (done, open): (BTreeMap<_, _>, BTreeMap<_, _>) =
            edits.into_iter().partition(|(path, edit)| stands(path) == becomes(edit));
        let untouched = open.iter().all(|(path, edit)| stands(path) == edit.before);
        let written = if done.is_empty() || !untouched { Vec::new() } else { self.flush(&open)? };
        remove(&path)?;
        Ok(written)
    }

    fn journal(&self) -> PathBuf {
        self.git_dir().join("libra").join("journal")
    }

    /// Removes what killed runs had staged; nobody else is writing under the lock.
    fn sweep(&self) {
        let Ok(entries) = fs::read_dir(self.git_dir().join("libra")) else {
            return;
        };
        for entry in entries.flatten() {
            if entry.file_name().to_string_lossy().starts_with("write-") {
                // What cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn write(path: &Path, edits: &BTreeMap<RepoPath, Edit>) -> io::Result<()> {
    let noted: Vec<Noted> = edits
        .iter()
        .map(|(path, edit)| Noted {
            path: path.as_str().to_owned(),
            before: edit.before,
            after: edit.after.as_ref().map(|bytes| bytes.to_vec()),
        })
        .collect();
    let body = postcard::to_allocvec(&noted).map_err(io::Error::other)?;
    let directory = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let mut file = tempfile::Builder::new().prefix("write-").tempfile_in(directory)?;
    file.write_all(MAGIC)?;
    file.write_all(blob_id(&body)?.as_bytes())?;
    file.write_all(&body)?;
    file.persist(path)?;
    Ok(())
}

/// The edits of a note; `None` where it is damaged.
fn decode(bytes: &[u8]) -> Option<BTreeMap<RepoPath, Edit>> {
    let body = bytes.get(HEADER..)?;
    if !bytes.starts_with(MAGIC) || bytes[MAGIC.len()..HEADER] != *blob_id(body).ok()?.as_bytes() {
        return None;
    }
    let noted: Vec<Noted> = postcard::from_bytes(body).ok()?;
    noted
        .into_iter()
        .map(|noted| {
            let edit = Edit { before: noted.before, after: noted.after.map(Arc::from) };
            Some((RepoPath::new(noted.path).ok()?, edit))
        })
        .collect()
}

fn remove(path: &Path) -> Result<(), RepoError> {
    match fs::remove_file(path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            Err(RepoError::Write { path: path.to_owned(), source })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::base::RepoPath;
    use crate::repo::Edit;
    use crate::repo::Overlay;
    use crate::repo::testing::TestRepo;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("plain")
    }

    /// A repository, and edits of three of its files of which a killed run left a note.
    fn cut_off() -> (TestRepo, BTreeMap<RepoPath, Edit>) {
        let repo = TestRepo::with("//- a\none\n//- b\none\n//- c\none\n");
        let opened = repo.open();
        let tree = opened.work_tree().expect("readable");
        let mut overlay = Overlay::new(&tree);
        overlay.write(&path("a"), *b"two\n").expect("no collision");
        overlay.write(&path("b"), *b"two\n").expect("no collision");
        overlay.remove(&path("c"));
        let edits = overlay.into_edits();
        super::write(&opened.journal(), &edits).expect("writable");
        repo.write(".git/libra/write-left", "behind");
        (repo, edits)
    }

    fn finish(repo: &TestRepo) -> Vec<String> {
        let opened = repo.open();
        let written = opened.finish().expect("finished");
        assert!(!opened.journal().exists() && !repo.root().join(".git/libra/write-left").exists());
        written.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_was_begun_is_finished() {
        let (repo, _) = cut_off();
        repo.write("a", "two\n");
        assert_eq!(finish(&repo), ["b", "c"]);
        assert_eq!(repo.git(&["status", "--porcelain"]), " M a\n M b\n D c");
        assert!(finish(&repo).is_empty());
    }

    #[test]
    fn what_never_began_or_was_thrown_away_does_not_come_back() {
        let (repo, _) = cut_off();
        assert!(finish(&repo).is_empty());
        assert_eq!(repo.git(&["status", "--porcelain"]), "");
    }

    #[test]
    fn what_somebody_touched_since_is_left_alone() {
        let (repo, _) = cut_off();
        repo.write("a", "two\n");
        repo.write("b", "theirs\n");
        assert!(finish(&repo).is_empty());
        assert_eq!(repo.git(&["status", "--porcelain"]), " M a\n M b");
    }

    #[test]
    fn a_damaged_note_is_forgotten() {
        let (repo, _) = cut_off();
        repo.write("a", "two\n");
        repo.write(".git/libra/journal", "lbjourn1 and then nonsense that is long enough");
        assert!(finish(&repo).is_empty());
    }

    #[test]
    fn a_flush_leaves_no_note() {
        let (repo, edits) = cut_off();
        let opened = repo.open();
        assert_eq!(opened.flush_whole(&edits).expect("writable").len(), 3);
        assert!(!opened.journal().exists());
    }
}

//! Writes the edits of an overlay to disk, file by file and each one whole.

#![expect(clippy::disallowed_methods, reason = "this room owns the work tree")]

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;

use gix::bstr::BStr;
use tempfile::NamedTempFile;

use crate::base::BlobId;
use crate::base::RepoPath;

use super::Edit;
use super::RepoError;
use super::Repository;
use super::confine;
use super::conversion::Conversion;
use super::digest;
use super::index_file;

/// A file that is ready to take its place.
struct Staged {
    path: RepoPath,
    file: PathBuf,
    before: Option<BlobId>,
    /// `None` removes the file.
    content: Option<NamedTempFile>,
}

impl Repository {
    /// Writes the edits; the paths that were written or removed, sorted. Line ends and encoding become what the
    /// repository asks for, permissions stay.
    ///
    /// First all new bytes are written beside the scenes, so that a full disk or a read-only file is an error before
    /// anything has changed. Then each file is replaced by a rename: whoever looks, and whenever this process is killed,
    /// sees the old file or the new one. A file that no longer has the content that the edit was made against is an
    /// error, and it is left as it is.
    pub fn flush(&self, edits: &BTreeMap<RepoPath, Edit>) -> Result<Vec<RepoPath>, RepoError> {
        if edits.is_empty() {
            return Ok(Vec::new());
        }
        let root = self.work_dir_or_bare()?;
        let index = index_file::load(self)?;
        let mut conversion = self.handles.with(|gix| Conversion::new(gix, &index))?;
        let mut present = |file: &Path, path: &RepoPath| -> io::Result<Option<BlobId>> {
            match fs::read(file) {
                Ok(bytes) => stored_id(&mut conversion, path, &bytes, &index).map(Some),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            }
        };
        let mut staged = Vec::with_capacity(edits.len());
        for (path, edit) in edits {
            let file = confine::place(root, path)?;
            check(&mut present, &file, path, edit.before)?;
            staged.push(Staged { path: path.clone(), before: edit.before, content: None, file });
        }
        let mut conversion = self.handles.with(|gix| Conversion::new(gix, &index))?;
        for (staged, edit) in staged.iter_mut().zip(edits.values()) {
            let failed = |source| RepoError::Write { path: staged.file.clone(), source };
            if let Some(bytes) = &edit.after {
                let path: &BStr = staged.path.as_str().into();
                let bytes = conversion.for_work_tree(path, bytes).map_err(failed)?;
                staged.content = Some(self.stage(&staged.file, &bytes).map_err(failed)?);
            }
        }
        let mut written = Vec::with_capacity(staged.len());
        for staged in staged {
            confine::place(root, &staged.path)?;
            check(&mut present, &staged.file, &staged.path, staged.before)?;
            replace(root, staged.content, &staged.file)
                .map_err(|source| RepoError::Write { path: staged.file.clone(), source })?;
            written.push(staged.path);
        }
        Ok(written)
    }

    /// Writes bytes where nobody looks: under the git directory, so that a killed run leaves nothing in the work tree.
    fn stage(&self, target: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
        let permissions = match fs::metadata(target) {
            Ok(metadata) if metadata.permissions().readonly() => return Err(io::ErrorKind::PermissionDenied.into()),
            Ok(metadata) => Some(metadata.permissions()),
            Err(_) => None,
        };
        let directory = self.git_dir().join("libra");
        fs::create_dir_all(&directory)?;
        let mut content = new_file(&directory)?;
        content.write_all(bytes)?;
        content.flush()?;
        if let Some(permissions) = permissions {
            content.as_file().set_permissions(permissions)?;
        }
        Ok(content)
    }
}

/// A new file with the permissions that the user's umask gives to any new file.
fn new_file(directory: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("write-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666)).tempfile_in(directory)
    }
    #[cfg(not(unix))]
    builder.tempfile_in(directory)
}

fn stored_id(
    conversion: &mut Conversion,
    path: &RepoPath,
    bytes: &[u8],
    index: &gix::index::State,
) -> io::Result<BlobId> {
    let stored = conversion.for_git(path.as_str().into(), bytes, index)?;
    digest::blob_id(&stored)
}

fn check(
    present: &mut impl FnMut(&Path, &RepoPath) -> io::Result<Option<BlobId>>,
    file: &Path,
    path: &RepoPath,
    before: Option<BlobId>,
) -> Result<(), RepoError> {
    let now = present(file, path).map_err(|source| RepoError::Read { path: file.to_owned(), source })?;
    if now == before { Ok(()) } else { Err(RepoError::ChangedMeanwhile { path: path.clone() }) }
}

fn replace(root: &Path, content: Option<NamedTempFile>, file: &Path) -> io::Result<()> {
    let Some(content) = content else {
        fs::remove_file(file)?;
        // As git does: a directory that holds nothing any more goes, too.
        let above = file.ancestors().skip(1).take_while(|directory| *directory != root);
        for directory in above {
            if fs::remove_dir(directory).is_err() {
                break;
            }
        }
        return Ok(());
    };
    let directory = file.parent().unwrap_or(root);
    fs::create_dir_all(directory)?;
    match content.persist(file) {
        Ok(_) => Ok(()),
        // The git directory is on another file system: once more, from beside the target.
        Err(refused) if refused.error.kind() == io::ErrorKind::CrossesDevices => {
            let permissions = fs::metadata(refused.file.path())?.permissions();
            let mut beside = new_file(directory)?;
            beside.write_all(&fs::read(refused.file.path())?)?;
            beside.as_file().set_permissions(permissions)?;
            beside.persist(file)?;
            Ok(())
        }
        Err(refused) => Err(refused.error),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use crate::base::RepoPath;
    use crate::repo::Overlay;
    use crate::repo::RepoError;
    use crate::repo::testing::TestRepo;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("plain")
    }

    #[test]
    fn edits_reach_the_disk_and_nothing_else_does() {
        let repo = TestRepo::with("//- a\none\n//- dir/gone\nx\n//- run\n#!\n");
        fs::set_permissions(repo.root().join("run"), fs::Permissions::from_mode(0o755)).expect("allowed");
        let opened = repo.open();
        let tree = opened.work_tree().expect("readable");
        let mut overlay = Overlay::new(&tree);
        overlay.write(&path("a"), *b"two\n").expect("no collision");
        overlay.write(&path("run"), *b"#!x\n").expect("no collision");
        overlay.write(&path("new/deep/b"), *b"b\n").expect("no collision");
        overlay.remove(&path("dir/gone"));
        let written = opened.flush(overlay.edits()).expect("writable");
        let names: Vec<_> = written.iter().map(RepoPath::as_str).collect();
        assert_eq!(names, ["a", "dir/gone", "new/deep/b", "run"]);
        assert_eq!((repo.read("a"), repo.read("new/deep/b")), (b"two\n".to_vec(), b"b\n".to_vec()));
        assert!(!repo.root().join("dir").exists());
        let mode = |name: &str| fs::metadata(repo.root().join(name)).expect("there").permissions().mode() & 0o777;
        assert_eq!((mode("run"), mode("new/deep/b") & 0o600), (0o755, 0o600));
        assert_eq!(repo.git(&["status", "--porcelain"]), " M a\n D dir/gone\n M run\n?? new/");
        let left: Vec<_> = fs::read_dir(repo.root().join(".git/libra")).expect("there").collect();
        assert!(left.is_empty(), "{left:?}");
    }

    #[test]
    fn what_somebody_else_wrote_stays() {
        let repo = TestRepo::with("//- a\none\n//- b\none\n");
        let opened = repo.open();
        let tree = opened.work_tree().expect("readable");
        let mut overlay = Overlay::new(&tree);
        overlay.write(&path("a"), *b"ours\n").expect("no collision");
        overlay.write(&path("b"), *b"ours\n").expect("no collision");
        repo.write("b", "theirs\n");
        let refused = opened.flush(overlay.edits());
        assert!(matches!(refused, Err(RepoError::ChangedMeanwhile { .. })), "{refused:?}");
        assert_eq!((repo.read("a"), repo.read("b")), (b"one\n".to_vec(), b"theirs\n".to_vec()));
        repo.write("new", "theirs\n");
        let mut overlay = Overlay::new(&tree);
        overlay.write(&path("new"), *b"ours\n").expect("no collision");
        assert!(opened.flush(overlay.edits()).is_err());
    }

    #[test]
    fn a_read_only_file_stops_the_flush_before_it_began() {
        let repo = TestRepo::with("//- a\none\n//- b\none\n");
        fs::set_permissions(repo.root().join("b"), fs::Permissions::from_mode(0o444)).expect("allowed");
        let opened = repo.open();
        let tree = opened.work_tree().expect("readable");
        let mut overlay = Overlay::new(&tree);
        overlay.write(&path("a"), *b"two\n").expect("no collision");
        overlay.write(&path("b"), *b"two\n").expect("no collision");
        let refused = opened.flush(overlay.edits());
        assert!(matches!(refused, Err(RepoError::Write { .. })), "{refused:?}");
        assert_eq!(repo.read("a"), b"one\n");
    }

    #[test]
    fn line_ends_are_written_as_the_repository_asks() {
        let repo = TestRepo::with("//- .gitattributes\n*.md text eol=crlf\n//- catalog.md\none\n");
        repo.remove("catalog.md");
        repo.git(&["checkout", "--", "catalog.md"]);
        assert_eq!(repo.read("catalog.md"), b"one\r\n");
        let opened = repo.open();
        let tree = opened.work_tree().expect("readable");
        let mut overlay = Overlay::new(&tree);
        overlay.write(&path("catalog.md"), *b"one\ntwo\n").expect("no collision");
        opened.flush(overlay.edits()).expect("writable");
        assert_eq!(repo.read("catalog.md"), b"one\r\ntwo\r\n");
    }
}

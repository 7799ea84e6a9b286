//! Keeps every write inside the work tree, whatever a path or the directories on disk look like.

use std::fs;
use std::io;
use std::path::Path;
use std::path::PathBuf;

use crate::base::RepoPath;

use super::RepoError;

/// Where a file may be written: its place on disk, checked. The directories above it are plain directories of this
/// work tree (no symlink, no submodule, nothing of git's own) or do not exist yet, and so is the file itself.
pub(super) fn place(root: &Path, path: &RepoPath) -> Result<PathBuf, RepoError> {
    let confined = |at: &RepoPath| RepoError::Confined { path: path.clone(), at: at.clone() };
    if path.is_root() || path.parts().any(|part| !is_harmless(part)) {
        return Err(confined(path));
    }
    let mut above: Vec<RepoPath> = path.ancestors().filter(|directory| !directory.is_root()).collect();
    above.reverse();
    for directory in above {
        let on_disk = root.join(directory.as_str());
        match fs::symlink_metadata(&on_disk) {
            Ok(metadata) if metadata.is_dir() && !is_repository(&on_disk) => {}
            Ok(_) => return Err(confined(&directory)),
            // Nothing below can exist either.
            Err(error) if error.kind() == io::ErrorKind::NotFound => break,
            Err(source) => return Err(RepoError::Read { path: on_disk, source }),
        }
    }
    let file = root.join(path.as_str());
    match fs::symlink_metadata(&file) {
        Ok(metadata) if !metadata.is_file() => Err(confined(path)),
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(RepoError::Read { path: file, source }),
        _ => Ok(file),
    }
}

/// Whether git itself would check out such a name: not `.git` in any spelling that some file system takes for it.
fn is_harmless(part: &str) -> bool {
    let options = gix::validate::path::component::Options {
        protect_windows: cfg!(windows),
        protect_hfs: true,
        protect_ntfs: true,
    };
    gix::validate::path::component(part.into(), None, options).is_ok()
}

fn is_repository(directory: &Path) -> bool {
    fs::symlink_metadata(directory.join(".git")).is_ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::place;
    use crate::base::RepoPath;
    use crate::repo::RepoError;
    use crate::repo::testing::TestRepo;

    #[test]
    fn nothing_leads_out() {
        let repo = TestRepo::with("//- dir/a\na\n");
        symlink("/tmp", repo.root().join("out")).expect("linked");
        symlink("a", repo.root().join("dir/link")).expect("linked");
        repo.git(&["init", "--quiet", "inner"]);
        let at = |text: &str| match place(repo.root(), &RepoPath::new(text).expect("plain")) {
            Ok(_) => "fine".to_owned(),
            Err(RepoError::Confined { at, .. }) => at.to_string(),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(at("dir/a"), "fine");
        assert_eq!(at("dir/new/deep/file"), "fine");
        assert_eq!(at("out/file"), "out");
        assert_eq!(at("dir/link"), "dir/link");
        assert_eq!(at("dir"), "dir");
        assert_eq!(at("dir/a/below"), "dir/a");
        assert_eq!(at("inner/file"), "inner");
        assert_eq!(at(".git/hooks/pre-commit"), ".git/hooks/pre-commit");
        assert_eq!(at("dir/.GIT/config"), "dir/.GIT/config");
        assert_eq!(at("git~1/config"), "git~1/config");
    }
}

//! Moving a reference of ours the way git writes a loose one. The library also locks the packed references for it; a run
//! that is killed just then would leave a lock in the way of git itself. Here only the reference's own lock is taken,
//! which the next run takes away (`lock_references`).

#![expect(clippy::disallowed_methods, reason = "references are files under the git directory")]

use std::fs;
use std::io;
use std::io::Write as _;
use std::path::Path;

use gix::hash::ObjectId;

use super::Doing;
use super::RepoError;

/// Lets a reference point to an object, if it stands where it is expected: `None` where there is to be none yet.
pub(super) fn point(
    gix: &gix::Repository,
    common_dir: &Path,
    name: &str,
    expected: Option<ObjectId>,
    to: ObjectId,
) -> Result<(), RepoError> {
    // A name that git takes cannot lead out of the directory.
    gix::refs::FullName::try_from(name).map_err(gix::Error::from_error).doing("move a reference")?;
    let file = common_dir.join(name);
    let lock = common_dir.join(format!("{name}.lock"));
    let failed = |source: io::Error| RepoError::Write { path: lock.clone(), source };
    file.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
    let mut content = fs::File::options().write(true).create_new(true).open(&lock).map_err(failed)?;
    let moved = || -> Result<(), RepoError> {
        if stands(gix, name)? != expected {
            return Err(RepoError::Moved { reference: name.to_owned() });
        }
        content.write_all(format!("{to}\n").as_bytes()).map_err(failed)?;
        drop(content);
        fs::rename(&lock, &file).map_err(failed)
    };
    let result = moved();
    if result.is_err() {
        // What stands in the way of the next is worse than what could not be tidied up.
        let _ = fs::remove_file(&lock);
    }
    result
}

/// Where a reference stands, loose or packed.
fn stands(gix: &gix::Repository, name: &str) -> Result<Option<ObjectId>, RepoError> {
    let found = gix.try_find_reference(name).doing("read a reference")?;
    Ok(found.and_then(|found| found.try_id().map(gix::Id::detach)))
}

#[cfg(test)]
mod tests {
    use crate::repo::testing::TestRepo;

    #[test]
    fn what_git_packed_is_moved_too_and_the_packed_ones_are_never_locked() {
        let repo = TestRepo::with("//- a\n1\n");
        let opened = repo.open();
        let name = "refs/libra/kept/one";
        opened.keep(name, b"x").expect("kept");
        repo.git(&["pack-refs", "--all"]);
        // As a killed git leaves it.
        repo.write(".git/packed-refs.lock", "");
        opened.keep(name, b"y").expect("nothing is in the way");
        assert_eq!(opened.kept(name).expect("readable").as_deref(), Some(&b"y"[..]));
        assert_eq!(repo.git(&["cat-file", "-p", name]), "y");
        repo.remove(".git/packed-refs.lock");
        repo.git(&["pack-refs", "--all"]);
        assert_eq!(repo.git(&["cat-file", "-p", name]), "y");
        repo.git(&["fsck", "--strict"]);
    }
}

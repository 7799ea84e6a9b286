//! Git's index, read only.

use gix::bstr::BStr;
use gix::bstr::BString;
use gix::index::entry::Flags;
use gix::index::entry::Stage;

use super::Doing;
use super::FileKind;
use super::RepoError;
use super::Repository;

/// Reads the index of the environment; one that does not exist yet is empty. Directories that a sparse index keeps
/// folded are unfolded, so that every file has its own entry.
pub(super) fn load(repository: &Repository) -> Result<gix::index::File, RepoError> {
    let path = repository.index_path();
    // Git does not verify the checksum when it reads the index either.
    let skip_hash = true;
    let mut index =
        gix::index::File::at_or_default(path, gix::hash::Kind::Sha1, skip_hash, gix::index::decode::Options::default())
            .map_err(|source| RepoError::Index { path: path.to_owned(), source: Box::new(source) })?;
    if index.is_sparse() {
        repository.handles.with(|gix| unfold(&mut index, gix))?;
    }
    Ok(index)
}

fn unfold(index: &mut gix::index::File, gix: &gix::Repository) -> Result<(), RepoError> {
    let folded: Vec<(BString, gix::hash::ObjectId)> = index
        .entries()
        .iter()
        .filter(|entry| entry.mode.is_sparse())
        .map(|entry| (entry.path(index).to_owned(), entry.id))
        .collect();
    index.remove_entries(|_, _, entry| entry.mode.is_sparse());
    for (directory, tree) in folded {
        let below = gix.index_from_tree(&tree).doing("unfold the sparse index")?;
        for entry in below.entries() {
            let mut path = directory.clone();
            if !path.ends_with(b"/") {
                path.push(b'/');
            }
            path.extend_from_slice(entry.path(&below));
            let flags = Flags::EXTENDED | Flags::SKIP_WORKTREE;
            index.dangerously_push_entry(entry.stat, entry.id, flags, entry.mode, path.as_ref());
        }
    }
    index.sort_entries();
    Ok(())
}

/// Every path of the index once, with the entry that speaks for it: the merged one, or of a conflict our side, else
/// theirs. A path that both sides deleted or moved away has neither, only the common base.
pub(super) fn paths(index: &gix::index::State) -> Vec<(&BStr, &gix::index::Entry)> {
    let rank = |entry: &gix::index::Entry| match entry.stage() {
        Stage::Unconflicted => 0,
        Stage::Ours => 1,
        Stage::Theirs => 2,
        Stage::Base => 3,
    };
    let mut paths: Vec<(&BStr, &gix::index::Entry)> = Vec::with_capacity(index.entries().len());
    for entry in index.entries() {
        let path = entry.path(index);
        match paths.last_mut() {
            Some((last, chosen)) if *last == path => {
                if rank(entry) < rank(chosen) {
                    *chosen = entry;
                }
            }
            _ => paths.push((path, entry)),
        }
    }
    paths
}

/// What git takes an index entry for; a directory of a sparse index is nothing of these.
pub(super) fn kind(mode: gix::index::entry::Mode) -> FileKind {
    if mode.is_submodule() || mode.is_sparse() {
        FileKind::Submodule
    } else if mode == gix::index::entry::Mode::SYMLINK {
        FileKind::Symlink
    } else {
        FileKind::File
    }
}

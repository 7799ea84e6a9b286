//! Which deleted and added files are one file that moved.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::hash::DefaultHasher;
use std::hash::Hash;
use std::hash::Hasher;
use std::sync::Arc;

use crate::base::BlobId;
use crate::base::RepoPath;

use super::Change;
use super::ChangeKind;
use super::ReadError;
use super::Tree;

/// Two files are one if at least this share of the larger one's bytes stands in lines of both, in percent.
const ENOUGH: u8 = 50;
/// With more deleted or added files than this, only those with equal names are compared, as git does.
const MANY: usize = 400;
/// Larger files are compared by their id only.
const MAX_BYTES: usize = 1 << 20;
/// The id of the empty file; where all are alike, nothing says which one moved.
const EMPTY: BlobId = BlobId::from_bytes([
    0xe6, 0x9d, 0xe2, 0x9b, 0xb2, 0xd1, 0xd6, 0x43, 0x4b, 0x8b, 0x29, 0xae, 0x77, 0x5a, 0xd8, 0xc2, 0xe4, 0x8c, 0x53,
    0x91,
]);

/// Joins deletions and additions that belong together. The order of `changes` is lost.
pub(super) fn find(changes: &mut Vec<Change>, old: &dyn Tree, new: &dyn Tree) -> Result<(), ReadError> {
    let mut gone = take(changes, |change| match change.kind {
        ChangeKind::Deleted => change.old,
        _ => None,
    });
    let mut here = take(changes, |change| match change.kind {
        ChangeKind::Added => change.new,
        _ => None,
    });
    if !gone.is_empty() && !here.is_empty() {
        exact(&mut gone, &mut here, changes);
        similar(&mut gone, &mut here, changes, old, new)?;
    }
    changes.extend(gone.into_iter().map(|(path, blob)| Change {
        path,
        kind: ChangeKind::Deleted,
        old: Some(blob),
        new: None,
    }));
    changes.extend(here.into_iter().map(|(path, blob)| Change {
        path,
        kind: ChangeKind::Added,
        old: None,
        new: Some(blob),
    }));
    Ok(())
}

type Files = BTreeMap<RepoPath, BlobId>;

fn take(changes: &mut Vec<Change>, blob: impl Fn(&Change) -> Option<BlobId>) -> Files {
    changes
        .extract_if(.., |change| blob(change).is_some())
        .filter_map(|change| Some((blob(&change)?, change.path)))
        .map(|(blob, path)| (path, blob))
        .collect()
}

fn rename(gone: &mut Files, here: &mut Files, from: &RepoPath, to: &RepoPath, similarity: u8) -> Option<Change> {
    let (old, new) = (gone.remove(from)?, here.remove(to)?);
    Some(Change {
        path: to.clone(),
        kind: ChangeKind::Renamed { from: from.clone(), similarity },
        old: Some(old),
        new: Some(new),
    })
}

/// Joins files with the same bytes, first those that also kept their name.
fn exact(gone: &mut Files, here: &mut Files, changes: &mut Vec<Change>) {
    for same_name in [true, false] {
        let mut sources: BTreeMap<BlobId, Vec<RepoPath>> = BTreeMap::new();
        for (path, blob) in gone.iter().filter(|(_, blob)| **blob != EMPTY) {
            sources.entry(*blob).or_default().push(path.clone());
        }
        for (to, blob) in here.clone() {
            let Some(sources) = sources.get_mut(&blob) else {
                continue;
            };
            let fits = |from: &RepoPath| !same_name || from.file_name() == to.file_name();
            if let Some(at) = sources.iter().position(fits) {
                let from = sources.remove(at);
                changes.extend(rename(gone, here, &from, &to, 100));
            }
        }
    }
}

/// Joins files that share enough lines, the most alike first.
fn similar(
    gone: &mut Files,
    here: &mut Files,
    changes: &mut Vec<Change>,
    old: &dyn Tree,
    new: &dyn Tree,
) -> Result<(), ReadError> {
    let by_name_only = gone.len() > MANY || here.len() > MANY;
    let names = |files: &Files| -> BTreeSet<String> { files.keys().map(|path| path.file_name().to_owned()).collect() };
    let (old_names, new_names) = (names(gone), names(here));
    let compared = |path: &RepoPath, others: &BTreeSet<String>| !by_name_only || others.contains(path.file_name());
    let before = lines_of(gone.keys().filter(|path| compared(path, &new_names)), old)?;
    let after = lines_of(here.keys().filter(|path| compared(path, &old_names)), new)?;
    let mut pairs = Vec::new();
    for (from, source) in &before {
        for (to, target) in &after {
            let same_name = from.file_name() == to.file_name();
            if by_name_only && !same_name {
                continue;
            }
            let score = source.similarity(target);
            if score >= ENOUGH {
                pairs.push((Reverse(score), !same_name, (*to).clone(), (*from).clone()));
            }
        }
    }
    drop((before, after));
    pairs.sort_unstable();
    for (Reverse(score), _, to, from) in pairs {
        if gone.contains_key(&from) && here.contains_key(&to) {
            // Lines in another order are all shared, but the bytes are not the same ones.
            changes.extend(rename(gone, here, &from, &to, score.min(99)));
        }
    }
    Ok(())
}

/// The lines of a text as a sorted bag of (hash, bytes of all such lines).
struct Lines {
    bag: Vec<(u64, usize)>,
    bytes: usize,
}

fn lines_of<'a>(
    paths: impl Iterator<Item = &'a RepoPath>,
    tree: &dyn Tree,
) -> Result<Vec<(&'a RepoPath, Lines)>, ReadError> {
    let mut found = Vec::new();
    for path in paths {
        let bytes: Arc<[u8]> = match tree.read(path) {
            Ok(bytes) => bytes,
            // What cannot be compared is just not found to have moved.
            Err(ReadError::TooLarge(_) | ReadError::NotFetched(_) | ReadError::Changed(_)) => continue,
            Err(error) => return Err(error),
        };
        if !bytes.is_empty() && bytes.len() <= MAX_BYTES {
            found.push((path, Lines::new(&bytes)));
        }
    }
    Ok(found)
}

impl Lines {
    fn new(text: &[u8]) -> Self {
        let mut bag: Vec<(u64, usize)> = text
            .split_inclusive(|byte| *byte == b'\n')
            .map(|line| {
                let mut hasher = DefaultHasher::new();
                line.hash(&mut hasher);
                (hasher.finish(), line.len())
            })
            .collect();
        bag.sort_unstable();
        bag.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        Self { bag, bytes: text.len() }
    }

    /// Bytes in lines of both, in percent of the larger text, rounded down.
    fn similarity(&self, other: &Self) -> u8 {
        let larger = self.bytes.max(other.bytes).max(1);
        if self.bytes.min(other.bytes) * 100 < larger * usize::from(ENOUGH) {
            return 0;
        }
        let mut shared = 0;
        let (mut ours, mut theirs) = (self.bag.iter().peekable(), other.bag.iter().peekable());
        while let (Some((hash, bytes)), Some((other_hash, other_bytes))) = (ours.peek(), theirs.peek()) {
            match hash.cmp(other_hash) {
                std::cmp::Ordering::Less => drop(ours.next()),
                std::cmp::Ordering::Greater => drop(theirs.next()),
                std::cmp::Ordering::Equal => {
                    shared += bytes.min(other_bytes);
                    ours.next();
                    theirs.next();
                }
            }
        }
        u8::try_from(shared * 100 / larger).unwrap_or(100)
    }
}

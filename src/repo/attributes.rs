//! `linguist-generated` and `linguist-vendored` from `.gitattributes`.

#![expect(clippy::disallowed_methods, reason = "attributes outside of the tree are files")]

use gix::attrs::StateRef;
use gix::worktree::stack::state::attributes::Source;

use super::Doing;
use super::FileEntry;
use super::RepoError;

const GENERATED: &str = "linguist-generated";
const VENDORED: &str = "linguist-vendored";

/// Sets the two attributes of each entry.
///
/// `in_tree` holds the contents of the tree's own `.gitattributes` files. Looking up attributes costs more than the rest
/// of a status, and most repositories mention neither, so that is asked first.
pub(super) fn mark(
    gix: &gix::Repository,
    index: &gix::index::State,
    source: Source,
    in_tree: &[Vec<u8>],
    entries: &mut [FileEntry],
) -> Result<(), RepoError> {
    if !are_mentioned(gix, in_tree) {
        return Ok(());
    }
    let mut stack = gix.attributes_only(index, source).doing("read the attributes")?;
    let mut matches = stack.selected_attribute_matches([GENERATED, VENDORED]);
    for entry in entries {
        let place = stack.at_entry(entry.path.as_str(), None).doing("read the attributes")?;
        matches.reset();
        place.matching_attributes(&mut matches);
        for found in matches.iter_selected() {
            let state = switched(found.assignment.state);
            match found.assignment.name.as_str() {
                GENERATED => entry.generated = state,
                VENDORED => entry.vendored = state,
                _ => {}
            }
        }
    }
    Ok(())
}

/// Whether the tree's own `.gitattributes` files, or those outside of it, have anything to say of the two.
pub(super) fn are_mentioned(gix: &gix::Repository, in_tree: &[Vec<u8>]) -> bool {
    in_tree.iter().any(|text| mentions(text)) || mentioned_outside(gix)
}

fn mentions(text: &[u8]) -> bool {
    [GENERATED, VENDORED].iter().any(|name| text.windows(name.len()).any(|window| window == name.as_bytes()))
}

/// Attributes can also stand in the git directory and in the user's and system's files.
fn mentioned_outside(gix: &gix::Repository) -> bool {
    let mut files = gix.attribute_global_paths().unwrap_or_default();
    files.push(gix.common_dir().join("info").join("attributes"));
    files.into_iter().filter_map(|file| std::fs::read(file).ok()).any(|text| mentions(&text))
}

fn switched(state: StateRef<'_>) -> Option<bool> {
    match state {
        StateRef::Set => Some(true),
        StateRef::Unset => Some(false),
        StateRef::Value(value) => Some(value.as_bstr() != "false"),
        StateRef::Unspecified => None,
    }
}

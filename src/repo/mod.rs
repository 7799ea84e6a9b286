//! The repository: discovery, trees, differences, history, hooks path, atomic writes.
//!
//! The only room that reads or writes the work tree and git's objects; `gix` is used here and nowhere else. It never
//! writes git's index, and never touches the network.

mod attributes;
mod changes;
mod commit;
mod commit_id;
mod confine;
mod conversion;
mod digest;
mod discover;
mod environment;
mod error;
mod files;
mod flush;
mod handles;
mod head;
mod history;
mod hook_files;
mod hunks;
mod ignored;
mod index_file;
mod journal;
mod lock;
mod loose;
mod memory;
mod object_tree;
mod overlay;
mod patch;
mod renames;
mod revisions;
mod scan;
mod settings;
mod snapshots;
#[cfg(test)]
pub(crate) mod testing;
mod tree;
mod work_tree;

pub use changes::Change;
pub use changes::ChangeKind;
pub use changes::changes;
pub use changes::changes_without_renames;
pub use commit::Committed;
pub use commit_id::CommitId;
pub use commit_id::ParseCommitIdError;
pub use digest::blob_id;
pub use discover::Repository;
pub use environment::ConfigSources;
pub use environment::GitEnvironment;
use error::Doing;
pub use error::RepoError;
pub use files::append_named;
pub use files::read_lines;
pub use files::read_log;
pub use files::read_named;
pub use files::read_named_bytes;
pub use files::write_named;
pub use history::Commit;
pub use history::PathChange;
pub use history::PathChangeKind;
pub use hook_files::HookState;
pub use hook_files::hook_state;
pub use hook_files::install_hook;
pub use hook_files::uninstall_hook;
pub use hunks::Hunk;
pub use hunks::follow_line;
pub use hunks::hunks;
pub use lock::ReferenceLock;
pub use lock::Wait;
pub use lock::WorkTreeLock;
pub use memory::MemoryTree;
pub use object_tree::ObjectTree;
pub use overlay::Edit;
pub use overlay::Overlay;
pub use patch::FilePatch;
pub use patch::PatchText;
pub use patch::patches;
pub use revisions::Head;
pub use scan::Skipped;
pub use scan::SkippedPath;
pub use settings::ConfigScope;
pub use settings::HooksScope;
pub use snapshots::Snapshot;
pub use tree::FileEntry;
pub use tree::FileKind;
pub use tree::ReadError;
pub use tree::Tree;
pub use work_tree::WorkTree;

#[cfg(test)]
mod tests;

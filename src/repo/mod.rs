//! The repository: discovery, trees, differences, history, hooks path, atomic writes.
//!
//! The only room that reads or writes the work tree and git's objects; `gix` is used here and nowhere else. It never
//! writes git's index, and never touches the network.

mod digest;
mod memory;
mod overlay;
mod tree;

pub use digest::blob_id;
pub use memory::MemoryTree;
pub use overlay::Edit;
pub use overlay::Overlay;
pub use tree::FileEntry;
pub use tree::FileKind;
pub use tree::ReadError;
pub use tree::Tree;

//! The repository: discovery, trees, differences, history, hooks path, atomic writes.
//!
//! The only room that reads or writes the work tree and git's objects; `gix` is used here and nowhere else. It never
//! writes git's index, and never touches the network.

mod tree;

pub use tree::FileEntry;
pub use tree::FileKind;
pub use tree::ReadError;
pub use tree::Tree;

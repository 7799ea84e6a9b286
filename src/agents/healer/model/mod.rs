//! The Healer on a model: it chooses edits, we apply them. Ranges come from the source, every edit is tried and linted,
//! and nothing but the target catalog can be reached.

mod edits;
mod heal;
mod trial;

pub use heal::ModelHealer;

//! What a model may look at: functions of ours over one tree, never a shell. The tree holds tracked files and new ones
//! that nothing ignores, so nothing else can be reached whatever is asked for; links are not followed. Answers are
//! bounded, and files that look like secrets are not shown.

mod find;
mod grep;
mod ls;
mod read;
mod secrets;
mod workbench;

pub use workbench::Workbench;
pub(crate) use workbench::bounded;
pub(crate) use workbench::number_of;
pub(crate) use workbench::path_of;
pub(crate) use workbench::text_of;

//! The commands: arguments, one call into a room, printing. What they do stands in the rooms.

pub(crate) mod browse;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod doctor;
pub(crate) mod evidence;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod heal;
pub(crate) mod hook;
pub(crate) mod init;
pub(crate) mod lint;
pub(crate) mod locate;
pub(crate) mod lsp;
pub(crate) mod merge_driver;
pub(crate) mod observe;
pub(crate) mod probes;
pub(crate) mod replay;
pub(crate) mod score;
pub(crate) mod state;
pub(crate) mod symbols;
pub(crate) mod train;

//! `git libra evidence`: what the next step still needs to see.

mod command;
mod serbench;

pub(crate) use command::EvidenceArgs;
pub(crate) use command::run;

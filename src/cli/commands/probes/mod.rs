//! `git libra probes`: questions about chunks of source, written, checked and counted.

mod check;
mod command;
mod generate;
mod rows;
mod stats;

pub(crate) use command::ProbesArgs;
pub(crate) use command::run;

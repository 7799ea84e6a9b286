//! `git libra heal`: brings the catalogs up to date with what changed, and better where questions fail.

mod command;
mod estimate;
mod lock;
mod past;
mod report;
mod scope;
mod watch;

pub(crate) use command::HealArgs;
pub(crate) use command::run;

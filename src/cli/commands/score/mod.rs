//! `git libra score`: how complete the sets are that methods returned.

mod command;
mod output;

pub(crate) use command::ScoreArgs;
pub(crate) use command::run;

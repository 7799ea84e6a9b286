//! `git libra replay`: how well catalogs lead to answers, step by step and setup by setup.

mod command;
mod output;
mod problems;
mod setups;
mod subjects;

pub(crate) use command::ReplayArgs;
pub(crate) use command::run;

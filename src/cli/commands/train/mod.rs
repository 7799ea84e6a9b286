//! `git libra train`: the loop, and what is done with its steps.

mod adopt;
mod command;
mod list;
mod output;
mod start;
mod target;

pub(crate) use command::TrainArgs;
pub(crate) use command::run;
pub(crate) use target::RunSteps;

//! The process: arguments, environment, standard streams, clock, exit status. The only room that may touch them.
//!
//! `arguments` says what can be typed, each file of `commands` what it does; `context` opens the repository for them,
//! `printer` is the one way to the standard streams.

mod arguments;
mod commands;
mod context;
mod ended;
mod engine;
mod environment;
mod error;
mod exit;
mod interrupts;
mod printer;
mod progress;
mod run;
mod situation;
mod table;

pub use environment::Environment;
pub use exit::ExitStatus;
pub use run::run;

//! The thin binary: parse, run, exit.

use std::process::ExitCode;

use git_libra::cli::Environment;
use git_libra::cli::ExitStatus;

fn main() -> ExitCode {
    match Environment::of_process() {
        Ok(environment) => git_libra::cli::run(std::env::args_os(), environment).into(),
        // The directory that the process was started in is gone; nothing can be found from there.
        Err(_) => ExitStatus::Failure.into(),
    }
}

//! From arguments to an exit status.

use std::ffi::OsString;

use clap::Parser;
use clap::error::ErrorKind;

use crate::cli::Environment;
use crate::cli::ExitStatus;
use crate::cli::arguments::Arguments;
use crate::cli::context::Context;
use crate::cli::printer::ColorChoice;
use crate::cli::printer::Printer;
use crate::cli::printer::Verbosity;

/// Runs git-libra with the arguments of a command line, the program's name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>, environment: Environment) -> ExitStatus {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error, &environment),
    };
    let global = arguments.global.clone();
    let mut printer = Printer::of_process(&environment, global.color, global.verbosity());
    let context = Context::new(environment, global);
    let result = arguments.command.run(&context, &mut printer);
    let status = match result {
        Ok(status) => status,
        Err(error) => {
            printer.error(&error.message(), &error.hints());
            ExitStatus::Failure
        }
    };
    match printer.finish() {
        Ok(()) => status,
        Err(error) => {
            printer.error(&format!("failed to write the answer: {error}"), &[]);
            ExitStatus::Failure
        }
    }
}

/// Help and version are answers; anything else that clap says is a mistake in the arguments.
fn refuse(error: &clap::Error, environment: &Environment) -> ExitStatus {
    let mut printer = Printer::of_process(environment, ColorChoice::Auto, Verbosity::Normal);
    let rendered = error.render();
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // The help says what is missing; it is no sentence that `error: ` could stand before.
        printer.note(rendered.to_string().trim_end());
        ExitStatus::Failure
    } else if error.use_stderr() {
        // clap's own layout starts with `error: ` already.
        let text = rendered.to_string();
        printer.error(text.trim_start_matches("error: ").trim_end(), &[]);
        ExitStatus::Failure
    } else {
        let text = if printer.colors_output() { rendered.ansi().to_string() } else { rendered.to_string() };
        match printer.write(&text).and_then(|()| printer.finish()) {
            Ok(()) => ExitStatus::Success,
            Err(_) => ExitStatus::Failure,
        }
    }
}

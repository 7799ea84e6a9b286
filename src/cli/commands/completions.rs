//! `git libra completions`: a shell's completion script.

use clap::CommandFactory;

use crate::cli::ExitStatus;
use crate::cli::arguments::Arguments;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// Writes the script for `git-libra` to standard output.
pub(crate) fn run(args: &CompletionsArgs, _: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "git-libra", &mut script);
    printer.with_output(|out| out.write_all(&script))?;
    Ok(ExitStatus::Success)
}

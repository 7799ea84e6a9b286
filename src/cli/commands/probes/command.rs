//! What can be typed.

use clap::Args;
use clap::Subcommand;

use crate::cli::ExitStatus;
use crate::cli::commands::probes::check;
use crate::cli::commands::probes::generate;
use crate::cli::commands::probes::stats;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;

/// Write, check and count questions about chunks of source
#[derive(Debug, Args)]
pub(crate) struct ProbesArgs {
    #[command(subcommand)]
    command: ProbesCommand,
}

#[derive(Debug, Subcommand)]
enum ProbesCommand {
    Generate(Box<generate::GenerateArgs>),
    Check(check::CheckArgs),
    Stats(stats::StatsArgs),
}

/// Runs the subcommand.
pub(crate) fn run(args: &ProbesArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    match &args.command {
        ProbesCommand::Generate(args) => generate::run(args, context, printer),
        ProbesCommand::Check(args) => check::run(args, context, printer),
        ProbesCommand::Stats(args) => stats::run(args, context, printer),
    }
}

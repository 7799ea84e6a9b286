//! What can be typed.

use clap::Args;
use clap::Subcommand;

use crate::cli::ExitStatus;
use crate::cli::commands::train::adopt;
use crate::cli::commands::train::list;
use crate::cli::commands::train::start;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;

/// Train the catalogs of a commit: ask, heal what misled, keep a snapshot, again
///
/// Each round asks a batch of questions about chunks drawn at random and heals the catalogs with the failures; the
/// snapshots are commits on `refs/libra/trajectory/RUN`. Work tree and index stay as they are. A run that was stopped goes
/// on with `--resume` to the same commits as one that was not.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    command: Option<TrainCommand>,
    #[command(flatten)]
    start: start::StartArgs,
}

#[derive(Debug, Subcommand)]
enum TrainCommand {
    Adopt(adopt::AdoptArgs),
    List(list::ListArgs),
}

/// Runs the subcommand, or trains.
pub(crate) fn run(args: &TrainArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    match &args.command {
        Some(TrainCommand::Adopt(args)) => adopt::run(args, context, printer),
        Some(TrainCommand::List(args)) => list::run(args, context, printer),
        None => start::run(&args.start, context, printer),
    }
}

//! `git libra state`: what evidence would be sought for, as a card.

use crate::cli::ExitStatus;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::cli::situation;
use crate::cli::situation::StateArgs;
use crate::evidence::card;

/// Print the state that evidence would be sought for, as JSON that `--state` accepts
#[derive(Debug, clap::Args)]
pub(crate) struct StateCommandArgs {
    #[command(flatten)]
    state: StateArgs,
}

/// Prints the card.
pub(crate) fn run(
    args: &StateCommandArgs,
    context: &Context,
    printer: &mut Printer,
) -> Result<ExitStatus, CommandError> {
    let workspace = context.open(&TreeSource::WorkTree, printer)?;
    let state = situation::gather(&args.state, context, &workspace, printer)?;
    printer.write(&card::render(&state))?;
    Ok(ExitStatus::Success)
}

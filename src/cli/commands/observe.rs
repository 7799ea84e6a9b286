//! `git libra observe`: remembers what was read, so that evidence leaves it out.

use crate::cli::ExitStatus;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::cli::situation;
use crate::evidence::Observation;

/// Record what was read; evidence leaves it out until it changes
#[derive(Debug, clap::Args)]
pub(crate) struct ObserveArgs {
    /// What was read; without any, what is recorded is listed
    #[arg(value_name = "PATH[:L1-L2]")]
    read: Vec<String>,
    /// Forget everything that was recorded before
    #[arg(long)]
    clear: bool,
}

/// The latest observations that are kept.
const MOST_OBSERVATIONS: usize = 2_000;

/// Records, forgets or lists.
pub(crate) fn run(args: &ObserveArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let workspace = context.open(&TreeSource::WorkTree, printer)?;
    let mut known: Vec<Observation> =
        if args.clear { Vec::new() } else { situation::read_observations(&workspace.repository) };
    if args.read.is_empty() && !args.clear {
        for observation in &known {
            let lines = observation.lines.map_or(String::new(), |lines| format!(":{lines}"));
            printer.line(&format!("{}{lines}", observation.path))?;
        }
        return Ok(ExitStatus::Success);
    }
    for read in &args.read {
        let observation = situation::observation(read, context, &workspace)?;
        known.retain(|known| (&known.path, known.lines) != (&observation.path, observation.lines));
        known.push(observation);
    }
    let oldest = known.len().saturating_sub(MOST_OBSERVATIONS);
    known.drain(..oldest);
    situation::write_observations(&workspace.repository, known)?;
    Ok(ExitStatus::Success)
}

//! `git libra probes check`.

use std::path::PathBuf;

use crate::cli::ExitStatus;
use crate::cli::commands::probes::rows;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::trajectory;
use crate::trajectory::ProbeRow;

/// Check probes against the sources and each other
///
/// Gold files and functions must be there, chunks must have the text that they were written from, no question may hold
/// its answer's name or repeat another, and no two files may ask about the same lines. Exit status 1 if anything is wrong.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// Files of probes, such as a training and a test set
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The commit that they were written for
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    rev: String,
}

/// Prints what is wrong, one line each.
pub(super) fn run(args: &CheckArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let workspace = context.open(&TreeSource::Revision(args.rev.clone()), printer)?;
    let read = |file: &PathBuf| Ok((file.display().to_string(), rows::read(context, file)?));
    let files: Vec<(String, Vec<ProbeRow>)> = args.files.iter().map(read).collect::<Result<_, CommandError>>()?;
    let found = trajectory::inspect(&files, &workspace.project, workspace.tree.as_ref());
    for (file, row, trouble) in &found {
        let (name, rows) = &files[*file];
        printer.line(&format!("{name}: {}: {trouble}", rows[*row].instance_id))?;
    }
    let rows: usize = files.iter().map(|(_, rows)| rows.len()).sum();
    if found.is_empty() {
        printer.note(&format!("{rows} probes, and nothing is wrong with them"));
        return Ok(ExitStatus::Success);
    }
    printer.note(&format!("{} things are wrong in {rows} probes", found.len()));
    Ok(ExitStatus::Findings)
}

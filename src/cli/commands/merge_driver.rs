//! `git libra merge-driver`: merges two sides of a catalog entry by entry, as git calls it.

use std::path::PathBuf;

use crate::catalog::merge::merge;
use crate::cli::ExitStatus;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::repo;

/// Merge two sides of a catalog entry by entry (git calls this)
///
/// To use it: `git config merge.libra.driver "git-libra merge-driver %O %A %B"`, and `catalog.md merge=libra` in
/// `.gitattributes`.
#[derive(Debug, clap::Args)]
pub(crate) struct MergeDriverArgs {
    /// The common ancestor's text (%O)
    base: PathBuf,
    /// Our side's text (%A); the result is written here
    ours: PathBuf,
    /// Their side's text (%B)
    theirs: PathBuf,
}

/// Writes the merged text over our side; exits with 1 if an entry is in conflict.
pub(crate) fn run(args: &MergeDriverArgs, context: &Context, _: &mut Printer) -> Result<ExitStatus, CommandError> {
    let read = |path: &PathBuf| repo::read_named(&context.directory().join(path));
    let merged = merge(&read(&args.base)?, &read(&args.ours)?, &read(&args.theirs)?);
    context.write_output(&args.ours, merged.text.as_bytes())?;
    Ok(if merged.conflicts > 0 { ExitStatus::Findings } else { ExitStatus::Success })
}

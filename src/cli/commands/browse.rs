//! `git libra browse`: the catalogs as a static site.

use std::path::PathBuf;

use crate::catalog::html;
use crate::cli::ExitStatus;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::repo;

/// Write the catalogs as a static, linked site that opens in a browser
#[derive(Debug, clap::Args)]
pub(crate) struct BrowseArgs {
    /// The directory to write to [default: `libra/site` in the git directory]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Writes the site and prints where it begins.
pub(crate) fn run(args: &BrowseArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let workspace = context.open(&TreeSource::WorkTree, printer)?;
    if workspace.project.catalogs.is_empty() {
        return Err(CommandError::new("there are no catalogs to browse").hint("`git libra init` writes the first ones"));
    }
    let output = match &args.output {
        Some(directory) => context.directory().join(directory),
        None => workspace.repository.git_dir().join("libra").join("site"),
    };
    let pages = html::site(&workspace.project, &workspace.repository.name());
    for (name, page) in &pages {
        repo::write_named(&output.join(name), page.as_bytes())?;
    }
    printer.line(&output.join("index.html").display().to_string())?;
    Ok(ExitStatus::Success)
}

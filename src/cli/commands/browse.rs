//! `git libra browse`: the catalogs as a static site.

use std::path::PathBuf;

use crate::catalog::html;
use crate::catalog::html::SiteOptions;
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
    /// Link source files to this address followed by their path, such as `https://example.com/blob/main/`
    #[arg(long, value_name = "URL")]
    source_url: Option<String>,
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
    let options = SiteOptions { source_prefix: args.source_url.clone() };
    for page in html::pages(&workspace.project.catalogs, &options) {
        repo::write_named(&output.join(&page.path), page.html.as_bytes())?;
    }
    printer.line(&output.join("index.html").display().to_string())?;
    Ok(ExitStatus::Success)
}

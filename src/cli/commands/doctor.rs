//! `git libra doctor`: why a file is or is not catalogued, and whether everything is in place.

use std::path::PathBuf;

use crate::base::RepoPath;
use crate::cli::ExitStatus;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::context::Workspace;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::source::classify::FileClass;

/// Say why files are or are not catalogued
#[derive(Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    /// Files to explain; without any, the repository as a whole
    paths: Vec<PathBuf>,
}

/// Explains files, or the repository.
pub(crate) fn run(args: &DoctorArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let workspace = context.open(&TreeSource::WorkTree, printer)?;
    if args.paths.is_empty() {
        return overview(&workspace, printer);
    }
    for typed in &args.paths {
        let path = context.repo_path(&workspace.repository, typed)?;
        printer.line(&format!("{path}: {}", verdict(&workspace, &path)?))?;
    }
    Ok(ExitStatus::Success)
}

fn verdict(workspace: &Workspace, path: &RepoPath) -> Result<String, CommandError> {
    let Some(file) = workspace.project.files.get(path) else {
        return Err(CommandError::new(format!("`{path}` is no file that git tracks or would track")));
    };
    Ok(match &file.class {
        FileClass::Source(language) => {
            let symbols = file.facts.as_ref().map_or(0, |facts| facts.symbols.len());
            format!("catalogued as {}, {symbols} definitions", language.name())
        }
        FileClass::Skipped { reason, .. } => format!("not catalogued: {}", reason.as_str()),
    })
}

fn overview(workspace: &Workspace, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let project = &workspace.project;
    let catalogued = project.files.values().filter(|file| matches!(file.class, FileClass::Source(_))).count();
    printer.line(&format!("files: {}, of which {catalogued} are catalogued", project.files.len()))?;
    printer.line(&format!("modules: {}, catalogs: {}", project.modules.len(), project.catalogs.len()))?;
    printer.line(&format!("cache: {}", workspace.repository.common_dir().join("libra").display()))?;
    printer.line(&format!("hooks: {}", workspace.repository.hooks_dir().display()))?;
    if workspace.repository.is_shallow() {
        printer.line("history: shallow, so what catalogs were last healed against may be unknown")?;
    }
    Ok(ExitStatus::Success)
}

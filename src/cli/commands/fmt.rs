//! `git libra fmt`: the canonical spelling of catalogs.

use std::path::PathBuf;

use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Target;
use crate::cli::ExitStatus;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::repo::Overlay;
use crate::repo::Tree;
use crate::repo::Wait;

/// Write catalogs in their canonical spelling
///
/// Blank lines, bullets, headings, ranges as they are written, and the order of sections and entries. No word and no
/// number changes, and what stands between `libra:keep` and `libra:end` stays. Exit status: 0 done, 1 with `--check` or
/// `--diff` where something would change, 2 could not run.
#[derive(Debug, clap::Args)]
pub(crate) struct FmtArgs {
    /// Catalogs, or directories for everything below them
    paths: Vec<PathBuf>,
    /// Name the catalogs that would change, and change nothing
    #[arg(long)]
    check: bool,
    /// Print what would change, and change nothing
    #[arg(long)]
    diff: bool,
    /// Read a catalog from standard input, which would stand here, and print its canonical spelling
    #[arg(long, value_name = "PATH", conflicts_with_all = ["paths", "check", "diff"])]
    stdin_filename: Option<PathBuf>,
    /// Fail at once when another git-libra is writing in this work tree
    #[arg(long)]
    no_wait: bool,
}

/// Formats catalogs of the work tree.
pub(crate) fn run(args: &FmtArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let repository = context.repository()?;
    if let Some(name) = &args.stdin_filename {
        let path = context.repo_path(&repository, name)?;
        let text = context.read_input(std::path::Path::new("-"))?;
        printer.write(&catalog::format(&path.parent().unwrap_or_else(RepoPath::root), &text))?;
        return Ok(ExitStatus::Success);
    }
    let tree = Context::tree(&repository, &TreeSource::WorkTree)?;
    let named = args.paths.iter().map(|path| context.repo_path(&repository, path)).collect::<Result<Vec<_>, _>>()?;
    let mut overlay = Overlay::new(tree.as_ref());
    let (mut seen, mut changed) = (0, 0);
    for (path, text) in catalogs(tree.as_ref(), &named, printer)? {
        seen += 1;
        let formatted = catalog::format(&path.parent().unwrap_or_else(RepoPath::root), &text);
        if formatted == text {
            continue;
        }
        changed += 1;
        if args.diff {
            printer.write(&catalog::unified_diff(&path, Some(&text), Some(&formatted)))?;
        } else if args.check {
            printer.line(path.as_str())?;
        }
        overlay.write(&path, formatted.as_bytes())?;
    }
    let writes = !(args.check || args.diff);
    if writes && changed > 0 {
        let _lock = repository.lock(if args.no_wait { Wait::No } else { Wait::Yes })?;
        repository.flush(overlay.edits())?;
    }
    let verb = if writes { "formatted" } else { "would format" };
    printer.note(&format!("{verb} {changed} of {seen} catalogs"));
    Ok(if changed > 0 && !writes { ExitStatus::Findings } else { ExitStatus::Success })
}

/// The catalogs with their texts: those that were named, otherwise all that have an entry. Other people's files may be
/// called `catalog.md`, too.
fn catalogs(
    tree: &dyn Tree,
    named: &[RepoPath],
    printer: &mut Printer,
) -> Result<Vec<(RepoPath, String)>, CommandError> {
    let mut found = Vec::new();
    for entry in tree.entries().iter().filter(|entry| entry.path.file_name() == CATALOG_FILE) {
        let is_named = named.contains(&entry.path);
        if !(named.is_empty() || is_named || named.iter().any(|path| entry.path.is_within(path))) {
            continue;
        }
        let Ok(text) = String::from_utf8(tree.read(&entry.path)?.to_vec()) else {
            printer.warning(&format!("`{}` is not UTF-8 and stays as it is", entry.path));
            continue;
        };
        let directory = entry.path.parent().unwrap_or_else(RepoPath::root);
        let is_ours = catalog::parse(&directory, &text).entries().any(|entry| entry.target != Target::Other);
        if is_ours || is_named {
            found.push((entry.path.clone(), text));
        }
    }
    if let Some(missing) = named.iter().find(|path| !found.iter().any(|(catalog, _)| catalog.is_within(path))) {
        return Err(CommandError::new(format!("no catalog stands at or below `{missing}`")));
    }
    Ok(found)
}

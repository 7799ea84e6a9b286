//! `git libra init`: `libra.toml` and the first catalogs.

use std::collections::BTreeMap;

use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::CATALOG_FILE;
use crate::catalog::bootstrap;
use crate::catalog::bootstrap::RootNames;
use crate::cli::ExitStatus;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::context::Workspace;
use crate::cli::context::limits;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::config::CONFIG_FILE;
use crate::heal;
use crate::index;
use crate::repo::Overlay;
use crate::repo::Tree;
use crate::repo::Wait;

/// What a new `libra.toml` says.
const TEMPLATE: &str = include_str!("init.toml");

/// Write libra.toml and the first catalogs
///
/// Every directory that holds source files gets a `catalog.md` with its files, their symbols and line ranges, taken
/// from the source. Catalogs that stand already are left alone.
#[derive(Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// Write catalogs that name the files without describing them
    #[arg(long)]
    empty: bool,
    /// Say what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Fail at once when another git-libra is writing in this work tree
    #[arg(long)]
    no_wait: bool,
}

/// Makes what is not there yet.
pub(crate) fn run(args: &InitArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let workspace = context.open(&TreeSource::WorkTree, printer)?;
    let mut overlay = Overlay::new(workspace.tree.as_ref());
    let config_path = RepoPath::new(CONFIG_FILE)?;
    let writes_config = workspace.tree.entry(&config_path).is_none();
    if writes_config {
        overlay.write(&config_path, TEMPLATE.as_bytes())?;
    }
    let catalogs = new_catalogs(args, &workspace);
    for (directory, text) in &catalogs {
        overlay.write(&directory.join(CATALOG_FILE)?, text.as_bytes())?;
    }
    if !args.dry_run {
        let _lock = workspace.repository.lock(if args.no_wait { Wait::No } else { Wait::Yes })?;
        workspace.repository.flush(overlay.edits())?;
        remember(&workspace, &catalogs);
    }
    report(args, &workspace, writes_config, &catalogs, printer)?;
    Ok(ExitStatus::Success)
}

/// Notes what was written as ours, so that healing knows it from what people change before the first commit.
fn remember(workspace: &Workspace, catalogs: &BTreeMap<RepoPath, String>) {
    let words = |(directory, text): (&RepoPath, &String)| heal::words(&catalog::parse(directory, text));
    let digests: Vec<u64> = catalogs.iter().flat_map(words).map(|(_, words)| words.digest()).collect();
    workspace.index.note_written(&digests);
}

/// The catalogs that are missing, by directory.
fn new_catalogs(args: &InitArgs, workspace: &Workspace) -> BTreeMap<RepoPath, String> {
    let project = &workspace.project;
    let has_sources = project.modules.values().any(|module| !module.files.is_empty());
    if !has_sources {
        return BTreeMap::new();
    }
    let limits = limits(&workspace.config);
    let name = workspace.repository.name();
    let readme = readme(workspace.tree.as_ref());
    let root = RootNames { name: Some(&name), readme: readme.as_deref() };
    let missing = project.modules.keys().filter(|directory| {
        !project.catalogs.contains_key(*directory) && !project.unreadable_catalogs.contains_key(*directory)
    });
    let write = |directory: &RepoPath| {
        let text = if args.empty {
            format!("# {}\n", if directory.is_root() { name.as_str() } else { directory.file_name() })
        } else {
            bootstrap::named_catalog(project, directory, &limits, root)
        };
        (directory.clone(), text)
    };
    missing.map(write).collect()
}

/// The text of the README at the root, if there is one that can be read.
pub(crate) fn readme(tree: &dyn Tree) -> Option<String> {
    let names = ["README.md", "README.rst", "README.txt", "README", "readme.md"];
    let path = names.iter().filter_map(|name| RepoPath::new(*name).ok()).find(|path| tree.entry(path).is_some());
    let bytes = tree.read(&path?).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn report(
    args: &InitArgs,
    workspace: &Workspace,
    writes_config: bool,
    catalogs: &BTreeMap<RepoPath, String>,
    printer: &mut Printer,
) -> Result<(), CommandError> {
    let project = &workspace.project;
    let verb = if args.dry_run { "would write" } else { "wrote" };
    if writes_config {
        printer.line(&format!("{verb} {CONFIG_FILE}"))?;
    }
    let entries: usize = catalogs.keys().filter_map(|d| project.modules.get(d)).map(|module| module.files.len()).sum();
    match catalogs.len() {
        0 => {}
        count if count <= 12 || args.dry_run => {
            for directory in catalogs.keys() {
                printer.line(&format!("{verb} {}", directory.join(CATALOG_FILE)?))?;
            }
        }
        count => printer.line(&format!("{verb} {count} catalogs from {CATALOG_FILE} down"))?,
    }
    let kept = project.catalogs.len() + project.unreadable_catalogs.len();
    if catalogs.is_empty() && kept == 0 {
        printer.note("no source files were found, so there is nothing to catalogue yet");
    } else {
        printer.note(&format!("{} described in {}", count(entries, "file"), count(catalogs.len(), "catalog")));
    }
    if kept > 0 {
        printer.note(&format!("left {} alone", count(kept, "catalog that stands already")));
    }
    for (reason, number) in index::skipped(project) {
        printer.note(&format!("skipped {}: {}", count(number, "file"), reason.as_str()));
    }
    tell_ignored(workspace, writes_config, catalogs, printer)?;
    if !args.dry_run && !catalogs.is_empty() {
        printer.note("next: `git libra lint` checks them, `git libra hook install` checks them at every commit");
    }
    Ok(())
}

/// Says which of the new files git would leave out of a commit, so that nobody else would ever see them.
fn tell_ignored(
    workspace: &Workspace,
    writes_config: bool,
    catalogs: &BTreeMap<RepoPath, String>,
    printer: &mut Printer,
) -> Result<(), CommandError> {
    let mut written: Vec<RepoPath> =
        catalogs.keys().map(|directory| directory.join(CATALOG_FILE)).collect::<Result<_, _>>()?;
    if writes_config {
        written.push(RepoPath::new(CONFIG_FILE)?);
    }
    let ignored = workspace.repository.ignored(&written)?;
    if let Some(first) = ignored.first() {
        printer.note(&format!(
            "git ignores {} of these files, such as `{first}`: `git add --force` adds them all the same, \
             `catalog.exclude` in {CONFIG_FILE} leaves a directory out",
            ignored.len(),
        ));
    }
    Ok(())
}

/// `1 file`, `3 files`.
fn count(number: usize, noun: &str) -> String {
    let (head, tail) = noun.split_once(' ').map_or((noun, String::new()), |(head, tail)| (head, format!(" {tail}")));
    match number {
        1 => format!("1 {head}{tail}"),
        number => format!("{number} {head}s{}", tail.replace("that stands", "that stand")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_the_default_configuration() {
        assert_eq!(crate::config::parse(CONFIG_FILE, TEMPLATE).ok(), Some(crate::config::Config::default()));
    }

    #[test]
    fn nouns_are_counted() {
        assert_eq!(count(1, "file"), "1 file");
        assert_eq!(count(2, "catalog that stands already"), "2 catalogs that stand already");
    }
}

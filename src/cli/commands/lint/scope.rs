//! What a run of `git libra lint` looks at: everything, what paths stand for, or what a change touches.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::cli::commands::lint::LintArgs;
use crate::cli::context::Context;
use crate::cli::context::Workspace;
use crate::cli::context::rules;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::lint::Scope;
use crate::repo;
use crate::repo::FileKind;
use crate::repo::ReadError;
use crate::repo::Tree;
use crate::source::classify;
use crate::source::classify::FileClass;
use crate::source::classify::SkipReason;

/// Which catalogs are checked: everything, what paths stand for, or what a change touches.
pub(super) fn of(
    args: &LintArgs,
    context: &Context,
    workspace: &Workspace,
    settled: &BTreeSet<RepoPath>,
) -> Result<Scope, CommandError> {
    let project = &workspace.project;
    let named = typed_paths(args, context)?;
    let compares =
        args.from_ref.is_some() || args.staged || !named.is_empty() || describes_what_is_gone(project, settled);
    if !compares && args.files_from.is_none() {
        return Ok(Scope::everything());
    }
    let before = match (&args.from_ref, args.staged) {
        (Some(from), _) => workspace.repository.revision_tree(from)?,
        (None, _) => workspace.repository.head_tree()?,
    };
    let changes = repo::changes(&before, workspace.tree.as_ref())?;
    let renames = changes.iter().filter_map(|change| Some((change.renamed_from()?.clone(), change.path.clone())));
    let renames = renames.collect();
    if args.from_ref.is_some() || (args.staged && named.is_empty() && args.files_from.is_none()) {
        let paths = changes.iter().flat_map(|change| change.renamed_from().into_iter().chain([&change.path]));
        return Ok(Scope::of_paths(project, paths).with_renames(renames));
    }
    if args.paths.is_empty() && args.files_from.is_none() {
        return Ok(Scope::everything().with_renames(renames));
    }
    let mut paths = Vec::new();
    for typed in named {
        let path = context.repo_path(&workspace.repository, &typed)?;
        let is_known = workspace.tree.entry(&path).is_some()
            || before.entry(&path).is_some()
            || workspace.tree.entries().iter().any(|entry| entry.path.is_within(&path));
        if !is_known {
            return Err(CommandError::new(format!("`{}` is no file or directory that git knows", typed.display())));
        }
        paths.push(path);
    }
    if args.staged && args.widens {
        paths
            .extend(changes.iter().flat_map(|change| change.renamed_from().into_iter().chain([&change.path])).cloned());
    }
    Ok(Scope::of_paths(project, &paths).with_renames(renames))
}

/// Whether an entry's file is not there, so that it matters where it went. Otherwise the last commit is not read.
fn describes_what_is_gone(project: &Project, settled: &BTreeSet<RepoPath>) -> bool {
    let open = project.catalogs.iter().filter(|(directory, _)| !settled.contains(*directory));
    let mut targets = open.flat_map(|(_, catalog)| catalog.entries()).map(|entry| &entry.target);
    targets.any(|target| matches!(target, Target::File(path) if !project.files.contains_key(path)))
}

/// The paths of the command line and of `--files-from`.
fn typed_paths(args: &LintArgs, context: &Context) -> Result<Vec<PathBuf>, CommandError> {
    let mut paths = args.paths.clone();
    if let Some(file) = &args.files_from {
        let text = context.read_input(file)?;
        paths.extend(text.split('\0').filter(|path| !path.is_empty()).map(PathBuf::from));
    }
    Ok(paths)
}

/// The directories of which nothing can be said, since a file of theirs, or of one below them, cannot be read: a partial
/// clone has not fetched it, its owner forbids it, or it is a catalog of no sane size. How many files that are is said.
/// Of what is settled everything was read once.
pub(super) fn unread(
    workspace: &Workspace,
    settled: &BTreeSet<RepoPath>,
    printer: &mut Printer,
) -> Result<BTreeSet<RepoPath>, CommandError> {
    let entries = workspace.tree.entries().iter().filter(|entry| entry.kind == FileKind::File);
    let unknown: Vec<(&RepoPath, Option<ReadError>)> = entries
        .filter(|entry| !is_read(workspace, settled, &entry.path))
        .map(|entry| (&entry.path, workspace.tree.read(&entry.path).err()))
        .collect();
    let of_error = |is_it: &dyn Fn(&ReadError) -> bool| -> Vec<&RepoPath> {
        unknown.iter().filter(|(_, error)| error.as_ref().is_some_and(is_it)).map(|(path, _)| *path).collect()
    };
    let missing = of_error(&|error| matches!(error, ReadError::NotFetched(_)));
    let rules = rules(&workspace.config)?;
    let matters = |path: &&RepoPath| {
        path.file_name() == CATALOG_FILE || matches!(classify::by_path(&rules, path, None, None), FileClass::Source(_))
    };
    let unreadable = workspace.tree.unreadable();
    let mut closed = of_error(&|error| matches!(error, ReadError::TooLarge(_)));
    closed.extend(unreadable.iter().filter(matters));
    tell_unread(&missing, "never fetched into this partial clone", printer);
    tell_unread(&closed, "not read, being closed to this user or larger than 64 MiB", printer);
    Ok(missing.into_iter().chain(closed).flat_map(RepoPath::ancestors).collect())
}

fn tell_unread(paths: &[&RepoPath], why: &str, printer: &mut Printer) {
    let Some(first) = paths.first() else { return };
    printer.note(&format!(
        "{} {why}, such as `{first}`; the catalogs beside and above were not checked",
        if paths.len() == 1 { "1 file was".to_owned() } else { format!("{} files were", paths.len()) },
    ));
}

/// Whether the content of a file is known.
fn is_read(workspace: &Workspace, settled: &BTreeSet<RepoPath>, path: &RepoPath) -> bool {
    let project = &workspace.project;
    match path.parent().filter(|_| path.file_name() == CATALOG_FILE) {
        Some(directory) => {
            project.catalogs.contains_key(&directory)
                || project.unreadable_catalogs.contains_key(&directory)
                || settled.contains(&directory)
        }
        None => {
            let class = project.files.get(path).map(|file| &file.class);
            class.is_some_and(|class| !matches!(class, FileClass::Skipped { reason: SkipReason::NotAFile, .. }))
        }
    }
}

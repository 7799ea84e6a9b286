//! `git libra lint`: checks catalogs, and repairs what a machine can.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::io::Write;
use std::mem::ManuallyDrop;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;

use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::cli::ExitStatus;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::context::Workspace;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::config::Severity;
use crate::lint;
use crate::lint::Finding;
use crate::lint::Safety;
use crate::lint::Scope;
use crate::lint::report;
use crate::lint::report::Format;
use crate::lint::report::Report;
use crate::lint::report::Style;
use crate::repo;
use crate::repo::Overlay;
use crate::repo::Tree;
use crate::repo::Wait;

/// Check catalogs against the specification
///
/// Without paths every catalog is checked. A source file stands for the catalog that describes it, a directory for
/// everything below it. Exit status: 0 clean or all fixed, 1 findings, 2 could not run.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that a person types")]
pub(crate) struct LintArgs {
    /// Catalogs, source files or directories
    paths: Vec<PathBuf>,
    /// Read further paths from this file, separated by NUL; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    files_from: Option<PathBuf>,
    /// Check the files as they are staged, and only the catalogs that the staged changes touch
    #[arg(long, conflicts_with_all = ["fix", "unsafe_fixes", "diff", "from_ref"])]
    staged: bool,
    /// Check what changed since this revision, for review
    #[arg(long, value_name = "REV", conflicts_with_all = ["fix", "unsafe_fixes", "diff"])]
    from_ref: Option<String>,
    /// The revision to check [default: HEAD]
    #[arg(long, value_name = "REV", requires = "from_ref")]
    to_ref: Option<String>,
    /// Apply safe fixes, such as ranges
    #[arg(long)]
    fix: bool,
    /// Apply fixes that remove or add words, too
    #[arg(long)]
    unsafe_fixes: bool,
    /// Print what fixes would change, and change nothing
    #[arg(long)]
    diff: bool,
    /// How to write the findings
    #[arg(long, default_value_t, value_name = "FORMAT", value_parser = formats())]
    format: Format,
    /// Write the findings to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output_file: Option<PathBuf>,
    /// Count the findings by rule instead of listing them
    #[arg(long)]
    statistics: bool,
    /// Exit with 0 even if there are findings
    #[arg(long)]
    exit_zero: bool,
    /// The least severity that makes the run fail
    #[arg(long, value_enum, default_value_t = FailOn::Warning, value_name = "SEVERITY")]
    fail_on: FailOn,
    /// Fail at once when another git-libra is writing in this work tree
    #[arg(long)]
    no_wait: bool,
}

impl LintArgs {
    /// What a hook asks for: what is staged, or everything, one line a finding.
    pub(crate) fn of_hook(staged: bool) -> Self {
        Self {
            paths: Vec::new(),
            files_from: None,
            staged,
            from_ref: None,
            to_ref: None,
            fix: false,
            unsafe_fixes: false,
            diff: false,
            format: Format::Concise,
            output_file: None,
            statistics: false,
            exit_zero: false,
            fail_on: FailOn::Warning,
            no_wait: true,
        }
    }
}

/// What makes a run fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    /// Anything that is reported
    Hint,
    /// Warnings and errors
    Warning,
    /// Errors alone
    Error,
}

impl FailOn {
    fn severity(self) -> Severity {
        match self {
            Self::Hint => Severity::Hint,
            Self::Warning => Severity::Warning,
            Self::Error => Severity::Error,
        }
    }
}

/// Checks, fixes where asked to, and reports.
pub(crate) fn run(args: &LintArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    // The process ends after this; taking thousands of small values apart first is time that a commit waits for.
    let workspace = ManuallyDrop::new(context.open(&source(args), printer)?);
    if let Some(problem) = lint::validate(&workspace.config.lint).first() {
        return Err(CommandError::new(problem.to_string()));
    }
    let project = &workspace.project;
    let verdicts = workspace.index.verdicts(workspace.tree.as_ref(), project, &settings(&workspace)?);
    let settled: BTreeSet<RepoPath> = verdicts.clean().cloned().collect();
    let scope = scope(args, context, &workspace, &settled)?.without(settled);
    if project.modules.values().all(|module| module.files.is_empty()) && project.catalogs.is_empty() {
        printer.note("nothing was checked: there are no source files and no catalogs");
        return Ok(ExitStatus::Success);
    }
    if scope.catalogs.as_ref().is_some_and(BTreeSet::is_empty) {
        printer.note("nothing was checked: no catalog is touched");
        return Ok(ExitStatus::Success);
    }
    let checked = scope.catalogs.as_ref().map_or(project.modules.len(), BTreeSet::len);
    printer.detail(&format!("checked {checked} catalogs of {} files", project.files.len()));
    let config = &workspace.config.lint;
    if !(args.fix || args.unsafe_fixes || args.diff) {
        let findings = lint::check(project, config, &scope);
        let faulty: BTreeSet<Option<RepoPath>> = findings.iter().map(|finding| finding.catalog.parent()).collect();
        let sites = lint::sites(project, &scope);
        verdicts.keep(sites.into_iter().filter(|site| !faulty.contains(&Some((*site).clone()))));
        return tell(args, context, project, &findings, printer);
    }
    let safety = if args.unsafe_fixes { Safety::Unsafe } else { Safety::Safe };
    let fixed = lint::fix(project, config, &scope, safety);
    if args.diff {
        for (directory, text) in &fixed.catalogs {
            let before = project.catalogs.get(directory).map(|catalog| catalog.text.as_str());
            printer.write(&catalog::unified_diff(&directory.join(CATALOG_FILE)?, before, Some(text)))?;
        }
        let pending = !fixed.catalogs.is_empty() || fails(args, &fixed.remaining);
        return Ok(if pending && !args.exit_zero { ExitStatus::Findings } else { ExitStatus::Success });
    }
    write(args, &workspace, &fixed.catalogs)?;
    for disagreement in &fixed.disagreements {
        printer.warning(&format!(
            "`{}` was left as it was: the fixes of {} undo each other",
            disagreement.directory.join(CATALOG_FILE)?,
            disagreement.rules.join(" and ")
        ));
    }
    let fixes: usize = fixed.fixed.values().sum();
    if fixes > 0 {
        let catalogs = fixed.catalogs.len();
        printer.note(&format!("fixed {fixes} in {catalogs} catalog{}", if catalogs == 1 { "" } else { "s" }));
    }
    let mut project = project.clone();
    for (directory, text) in &fixed.catalogs {
        project = project.with_catalog(directory, text);
    }
    tell(args, context, &project, &fixed.remaining, printer)
}

/// Which tree is read.
fn source(args: &LintArgs) -> TreeSource {
    match (&args.from_ref, args.staged) {
        (Some(_), _) => TreeSource::Revision(args.to_ref.clone().unwrap_or_else(|| "HEAD".to_owned())),
        (None, true) => TreeSource::Index,
        (None, false) => TreeSource::WorkTree,
    }
}

/// What findings depend on beside the project.
fn settings(workspace: &Workspace) -> Result<Vec<u8>, CommandError> {
    Ok(serde_json::to_vec(&(&workspace.config.lint, &workspace.config.catalog))?)
}

/// Which catalogs are checked: everything, what paths stand for, or what a change touches.
fn scope(
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
    if args.from_ref.is_some() || args.staged {
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

/// Writes fixed catalogs into the work tree.
fn write(args: &LintArgs, workspace: &Workspace, catalogs: &BTreeMap<RepoPath, String>) -> Result<(), CommandError> {
    if catalogs.is_empty() {
        return Ok(());
    }
    let mut overlay = Overlay::new(workspace.tree.as_ref());
    for (directory, text) in catalogs {
        let path = directory.join(CATALOG_FILE)?;
        // A fix that leaves nothing of a catalog deletes it.
        match text.is_empty() {
            true => overlay.remove(&path),
            false => overlay.write(&path, text.as_bytes())?,
        }
    }
    let _lock = workspace.repository.lock(if args.no_wait { Wait::No } else { Wait::Yes })?;
    workspace.repository.flush(overlay.edits())?;
    Ok(())
}

fn fails(args: &LintArgs, findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.severity >= args.fail_on.severity())
}

/// The formats by name, so that help lists them.
fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.iter().map(|format| format.as_str())).try_map(|name| name.parse::<Format>())
}

/// Writes the findings, and says how many there are and what can be done.
fn tell(
    args: &LintArgs,
    context: &Context,
    project: &Project,
    findings: &[Finding],
    printer: &mut Printer,
) -> Result<ExitStatus, CommandError> {
    let mut text = Vec::new();
    if args.statistics {
        for count in lint::statistics(findings) {
            writeln!(text, "{:6}  {}  {}", count.count, count.code, count.name)?;
        }
    } else {
        let colored = printer.colors_output() && args.output_file.is_none();
        let style = if colored { Style::Ansi } else { Style::Plain };
        report::write(args.format, &Report { findings, project }, style, &mut text)?;
    }
    match &args.output_file {
        Some(file) => context.write_output(file, &text)?,
        None => printer.with_output(|out| out.write_all(&text))?,
    }
    printer.note(&summary(findings));
    Ok(if fails(args, findings) && !args.exit_zero { ExitStatus::Findings } else { ExitStatus::Success })
}

/// `3 findings, 2 of them fixable with ...`.
fn summary(findings: &[Finding]) -> String {
    let fixable = |safety| findings.iter().filter(|f| f.fix.as_ref().is_some_and(|fix| fix.safety == safety)).count();
    let head = match findings.len() {
        0 => return "no findings".to_owned(),
        1 => "1 finding".to_owned(),
        count => format!("{count} findings"),
    };
    match (fixable(Safety::Safe), fixable(Safety::Unsafe)) {
        (0, 0) => head,
        (0, lossy) => format!("{head}, {lossy} fixable with `git libra lint --unsafe-fixes`"),
        (safe, 0) => format!("{head}, {safe} fixable with `git libra lint --fix`"),
        (safe, lossy) => {
            format!("{head}, {safe} fixable with `git libra lint --fix`, {lossy} more with `--unsafe-fixes`")
        }
    }
}

//! `git libra lint`: checks catalogs, and repairs what a machine can.

mod fixing;
mod output;
mod scope;

use std::collections::BTreeSet;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::path::PathBuf;

use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::cli::ExitStatus;
use crate::cli::commands::lint::output::Output;
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
use crate::lint::baseline::Baseline;
use crate::lint::report::Format;
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
    ///
    /// With `--fix` the work tree's catalogs are mended where they are what is staged; where they are not, the fix is
    /// printed as a patch for the index. What was mended is to be staged, so the run fails.
    #[arg(long, conflicts_with = "from_ref")]
    staged: bool,
    /// Check what changed since this revision, for review
    #[arg(long, value_name = "REV", conflicts_with_all = ["fix", "unsafe_fixes", "diff"])]
    from_ref: Option<String>,
    /// The revision to check [default: HEAD]
    #[arg(long, value_name = "REV", requires = "from_ref")]
    to_ref: Option<String>,
    /// Check every catalog of this revision; a bare repository will do
    #[arg(long, value_name = "REV", conflicts_with_all = ["fix", "unsafe_fixes", "staged", "from_ref"])]
    rev: Option<String>,
    /// Read one catalog from standard input, which would stand here; with `--fix` its new text is printed
    #[arg(
        long,
        value_name = "PATH",
        conflicts_with_all = ["paths", "files_from", "staged", "from_ref", "rev", "write_baseline"]
    )]
    stdin_filename: Option<PathBuf>,
    /// Apply safe fixes, such as ranges
    #[arg(long)]
    fix: bool,
    /// Apply fixes that remove or add words, too
    #[arg(long)]
    unsafe_fixes: bool,
    /// Print what fixes would change, and change nothing
    #[arg(long)]
    diff: bool,
    /// How to write the findings, and where; may be given several times
    ///
    /// human (the default), concise, json, json-lines, sarif, github, gitlab, junit or rdjson. `sarif=lint.sarif` writes
    /// to a file; directories that it lacks are made.
    #[arg(long = "format", value_name = "FORMAT[=FILE]", value_parser = output::parser())]
    formats: Vec<Output>,
    /// Write the findings to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output_file: Option<PathBuf>,
    /// Report nothing that this file knows; see `--write-baseline`
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write down all findings as known, so that `--baseline` reports new ones only
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = "libra-baseline.json",
        conflicts_with_all = ["fix", "unsafe_fixes", "diff", "baseline"]
    )]
    write_baseline: Option<PathBuf>,
    /// Name the catalogs that would be checked, and check none
    #[arg(long)]
    show_files: bool,
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
    /// Whether what is staged is checked beside the paths: a hook manager names no files that are deleted.
    #[arg(skip)]
    widens: bool,
}

impl LintArgs {
    /// What a hook asks for: what is staged and what is named, or everything; one line a finding.
    pub(crate) fn of_hook(staged: bool, fix: bool, paths: Vec<PathBuf>) -> Self {
        Self {
            paths,
            files_from: None,
            staged,
            from_ref: None,
            to_ref: None,
            rev: None,
            stdin_filename: None,
            fix,
            unsafe_fixes: false,
            diff: false,
            formats: vec![Output::of(Format::Concise)],
            output_file: None,
            baseline: None,
            write_baseline: None,
            show_files: false,
            statistics: false,
            exit_zero: false,
            fail_on: FailOn::Warning,
            no_wait: true,
            widens: true,
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
    let mut workspace = ManuallyDrop::new(context.open_sources(&source(args), printer)?);
    if let Some(problem) = lint::validate(&workspace.config.lint).first() {
        return Err(CommandError::new(problem.to_string()));
    }
    if let Some(name) = &args.stdin_filename {
        let path = context.repo_path(&workspace.repository, name)?;
        let text = context.read_input(Path::new("-"))?;
        return standard_input(args, context, &workspace, &path, &text, printer);
    }
    let verdicts = workspace.index.verdicts(workspace.tree.as_ref(), &workspace.project, &settings(&workspace)?);
    if is_plain(args) && verdicts.is_all_clean() {
        // Nothing changed since everything was found without fault: no catalog is read.
        tell_checked(workspace.project.modules.len(), &workspace.project, printer);
        return tell(args, context, &workspace.project, &Scope::everything(), Vec::new(), printer);
    }
    let mut settled: BTreeSet<RepoPath> = verdicts.clean().cloned().collect();
    let looks_at_all = args.show_files || args.baseline.is_some();
    workspace.read_catalogs(&|directory| looks_at_all || !settled.contains(directory))?;
    settled.extend(scope::unread(&workspace, &settled, printer)?);
    let project = &workspace.project;
    let full_scope = scope::of(args, context, &workspace, &settled)?;
    if args.show_files {
        return show_files(project, &full_scope, printer);
    }
    let scope = full_scope.clone().without(settled);
    if project.modules.values().all(|module| module.files.is_empty()) && !has_catalogs(workspace.tree.as_ref()) {
        printer.note("nothing was checked: there are no source files and no catalogs");
        report(args, context, project, &[], printer)?;
        return Ok(ExitStatus::Success);
    }
    if scope.catalogs.as_ref().is_some_and(BTreeSet::is_empty) {
        printer.note("nothing was checked: no catalog is touched");
        report(args, context, project, &[], printer)?;
        return Ok(ExitStatus::Success);
    }
    tell_checked(scope.catalogs.as_ref().map_or(project.modules.len(), BTreeSet::len), project, printer);
    let config = &workspace.config.lint;
    if !fixes(args) {
        let findings = lint::check(project, config, &scope);
        let faulty: BTreeSet<Option<RepoPath>> = findings.iter().map(|finding| finding.catalog.parent()).collect();
        // Other people's files of that name were looked at as well, and are none of our business.
        let read = project.catalogs.keys().chain(project.unreadable_catalogs.keys());
        let looked_at = read.filter(|directory| scope.holds(directory)).chain(lint::sites(project, &scope));
        verdicts.keep(looked_at.filter(|directory| !faulty.contains(&Some((*directory).clone()))));
        if let Some(file) = &args.write_baseline {
            let baseline = Baseline::of(&findings);
            context.write_output(file, baseline.render().as_bytes())?;
            printer.note(&format!("wrote {} findings to `{}`", baseline.len(), file.display()));
            return Ok(ExitStatus::Success);
        }
        return tell(args, context, project, &full_scope, findings, printer);
    }
    let fixed = lint::fix(project, config, &scope, safety(args));
    if args.diff {
        fixing::print(project, &fixed.catalogs, printer)?;
        let pending = !fixed.catalogs.is_empty() || fails(args, &fixed.remaining);
        return Ok(if pending && !args.exit_zero { ExitStatus::Findings } else { ExitStatus::Success });
    }
    let mut unstaged = false;
    if args.staged {
        let (written, printed) = fixing::write_staged(&workspace, &fixed.catalogs, wait(args), printer)?;
        if written > 0 {
            printer.note(&format!("mended {written} in the work tree; stage what changed"));
        }
        if printed > 0 {
            printer.note(&format!(
                "{printed} differ from the work tree and were left: the patch above mends what is staged \
                 (`git apply --cached`)"
            ));
        }
        unstaged = written + printed > 0;
    } else {
        fixing::write(&workspace, &fixed.catalogs, wait(args))?;
    }
    fixing::tell(&fixed, printer)?;
    let mut project = project.clone();
    for (directory, text) in &fixed.catalogs {
        project = project.with_catalog(directory, text);
    }
    let status = tell(args, context, &project, &full_scope, fixed.remaining, printer)?;
    Ok(if unstaged && !args.exit_zero { ExitStatus::Findings } else { status })
}

/// Checks one catalog that does not stand in the tree as it is given.
fn standard_input(
    args: &LintArgs,
    context: &Context,
    workspace: &Workspace,
    path: &RepoPath,
    text: &str,
    printer: &mut Printer,
) -> Result<ExitStatus, CommandError> {
    let directory = path.parent().filter(|_| path.file_name() == CATALOG_FILE);
    let Some(directory) = directory else {
        return Err(CommandError::new(format!("`{path}` is the path of no catalog")));
    };
    let project = workspace.project.with_catalog(&directory, text);
    let scope = Scope::catalogs([directory.clone()]);
    let config = &workspace.config.lint;
    if !fixes(args) {
        let findings = lint::check(&project, config, &scope);
        return tell(args, context, &project, &scope, findings, printer);
    }
    let fixed = lint::fix(&project, config, &scope, safety(args));
    if args.diff {
        fixing::print(&project, &fixed.catalogs, printer)?;
        return Ok(if fixed.catalogs.is_empty() { ExitStatus::Success } else { ExitStatus::Findings });
    }
    printer.write(fixed.catalogs.get(&directory).map_or(text, String::as_str))?;
    fixing::tell(&fixed, printer)?;
    printer.note(&output::summary(&fixed.remaining));
    Ok(if fails(args, &fixed.remaining) && !args.exit_zero { ExitStatus::Findings } else { ExitStatus::Success })
}

/// Names the catalogs that a run would look at; of those that are missing the places.
fn show_files(project: &Project, scope: &Scope, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    for directory in lint::sites(project, scope) {
        let is_there = project.catalogs.contains_key(directory) || project.unreadable_catalogs.contains_key(directory);
        let has_files = project.modules.get(directory).is_some_and(|module| !module.files.is_empty());
        if is_there || has_files {
            let missing = if is_there { "" } else { " (missing)" };
            printer.line(&format!("{}{missing}", directory.join(CATALOG_FILE)?))?;
        }
    }
    Ok(ExitStatus::Success)
}

fn tell_checked(catalogs: usize, project: &Project, printer: &mut Printer) {
    printer.detail(&format!("checked {catalogs} catalogs of {} files", project.files.len()));
}

fn has_catalogs(tree: &dyn Tree) -> bool {
    tree.entries().iter().any(|entry| entry.path.file_name() == CATALOG_FILE)
}

/// Whether a run only reports what is wrong anywhere.
fn is_plain(args: &LintArgs) -> bool {
    let narrows = !args.paths.is_empty() || args.files_from.is_some() || args.staged || args.from_ref.is_some();
    let writes = fixes(args) || args.write_baseline.is_some();
    !narrows && !writes && !args.show_files && args.baseline.is_none()
}

fn fixes(args: &LintArgs) -> bool {
    args.fix || args.unsafe_fixes || args.diff
}

fn safety(args: &LintArgs) -> Safety {
    if args.unsafe_fixes { Safety::Unsafe } else { Safety::Safe }
}

fn wait(args: &LintArgs) -> Wait {
    if args.no_wait { Wait::No } else { Wait::Yes }
}

/// Which tree is read.
fn source(args: &LintArgs) -> TreeSource {
    match (&args.from_ref, &args.rev, args.staged) {
        (Some(_), _, _) => TreeSource::Revision(args.to_ref.clone().unwrap_or_else(|| "HEAD".to_owned())),
        (None, Some(revision), _) => TreeSource::Revision(revision.clone()),
        (None, None, true) => TreeSource::Index,
        (None, None, false) => TreeSource::WorkTree,
    }
}

/// What findings depend on beside the project.
fn settings(workspace: &Workspace) -> Result<Vec<u8>, CommandError> {
    Ok(serde_json::to_vec(&(&workspace.config.lint, &workspace.config.catalog))?)
}

fn fails(args: &LintArgs, findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.severity >= args.fail_on.severity())
}

/// Writes the findings that no baseline knows, and says how many there are and what can be done.
fn tell(
    args: &LintArgs,
    context: &Context,
    project: &Project,
    scope: &Scope,
    findings: Vec<Finding>,
    printer: &mut Printer,
) -> Result<ExitStatus, CommandError> {
    let mut known = 0;
    let mut findings = findings;
    if let Some(file) = &args.baseline {
        let baseline = Baseline::parse(&context.read_input(file)?)
            .map_err(|error| CommandError::new(format!("failed to read `{}`: {error}", file.display())))?;
        let is_checked = |path: &str| {
            let directory = RepoPath::new(path).ok().and_then(|path| path.parent());
            directory.is_some_and(|directory| scope.holds(&directory))
        };
        let sifted = baseline.sift(findings, &is_checked);
        if sifted.gone > 0 {
            printer.note(&format!("{} findings of the baseline are gone; write it again", sifted.gone));
        }
        (findings, known) = (sifted.new, sifted.silenced);
    }
    report(args, context, project, &findings, printer)?;
    let silenced = if known > 0 { format!(" ({known} known to the baseline)") } else { String::new() };
    printer.note(&format!("{}{silenced}", output::summary(&findings)));
    Ok(if fails(args, &findings) && !args.exit_zero { ExitStatus::Findings } else { ExitStatus::Success })
}

/// Writes findings in every format that was asked for. Whoever reads a report wants one of a run without findings, too.
fn report(
    args: &LintArgs,
    context: &Context,
    project: &Project,
    findings: &[Finding],
    printer: &mut Printer,
) -> Result<(), CommandError> {
    if args.statistics {
        return output::statistics(findings, printer);
    }
    let mut outputs = if args.formats.is_empty() { vec![Output::default()] } else { args.formats.clone() };
    if let Some(file) = &args.output_file {
        let mut free = outputs.iter_mut().filter(|output| output.is_standard());
        match (free.next(), free.next()) {
            (Some(output), None) => *output = output.to(file),
            _ => return Err(CommandError::new("`--output-file` needs one format without a file of its own")),
        }
    }
    if outputs.iter().filter(|output| output.is_standard()).count() > 1 {
        let error = CommandError::new("two formats cannot share standard output");
        return Err(error.hint("`--format sarif=lint.sarif` writes to a file"));
    }
    output::write(&outputs, context, project, findings, printer)
}

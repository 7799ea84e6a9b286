//! Arguments, the run, and the writing of what it made.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::agents::AgentError;
use crate::agents::solver::Answers;
use crate::base::RepoPath;
use crate::base::Seed;
use crate::catalog;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::cli::ExitStatus;
use crate::cli::arguments::TextOrJson;
use crate::cli::commands::heal::estimate;
use crate::cli::commands::heal::lock;
use crate::cli::commands::heal::report;
use crate::cli::commands::heal::report::Done;
use crate::cli::commands::heal::scope;
use crate::cli::commands::heal::watch;
use crate::cli::context::Context;
use crate::cli::context::Workspace;
use crate::cli::context::limits;
use crate::cli::engine::Asked;
use crate::cli::engine::Cast;
use crate::cli::engine::LimitArgs;
use crate::cli::engine::ModelArgs;
use crate::cli::engine::ModelRow;
use crate::cli::engine::Models;
use crate::cli::engine::RunMeter;
use crate::cli::engine::TapeArgs;
use crate::cli::error::CommandError;
use crate::cli::interrupts::Interrupts;
use crate::cli::printer::Printer;
use crate::cli::progress;
use crate::heal;
use crate::heal::Agents;
use crate::heal::Hands;
use crate::heal::Options;
use crate::heal::Outcome;
use crate::heal::Plan;
use crate::heal::Projection;
use crate::heal::TraceRow;
use crate::lint;
use crate::repo::Edit;
use crate::repo::Overlay;
use crate::repo::Tree;

/// Bring the catalogs up to date with what changed, and better where questions fail
///
/// Without options the scope is what this branch changed: the work tree against the merge base with its upstream, or on
/// the default branch the commits since the last that healed. Ranges, renames, deletions and new files are settled
/// first; then questions about the changed code are asked, and catalogs that mislead are repaired as long as nothing
/// gets worse. What people wrote is only added to. Exit status: 0 done or nothing to do, 1 with `--check` or `--strict`,
/// 2 could not run, 3 a limit was reached or a model failed, 130 interrupted: what was done stands.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that a person types")]
pub(crate) struct HealArgs {
    /// Look at these source files, catalogs or directories only
    #[arg(conflicts_with_all = ["staged", "since", "from_ref", "all"])]
    pub(super) paths: Vec<PathBuf>,
    /// Look at what is staged
    #[arg(long, conflicts_with_all = ["since", "from_ref", "all"])]
    pub(super) staged: bool,
    /// Look at what changed since this revision
    #[arg(long, value_name = "REV", conflicts_with_all = ["from_ref", "all"])]
    pub(super) since: Option<String>,
    /// Look at what changed between this revision and `--to-ref`
    #[arg(long, value_name = "REV", conflicts_with = "all")]
    pub(super) from_ref: Option<String>,
    /// The newer revision [default: HEAD]
    #[arg(long, value_name = "REV", requires = "from_ref")]
    pub(super) to_ref: Option<String>,
    /// Look at everything
    #[arg(long)]
    pub(super) all: bool,
    /// Ask this many questions about what changed; 0 refreshes only [default: 12, or `heal.probes`]
    #[arg(long, value_name = "N")]
    probes: Option<usize>,
    /// Draw other questions [default: 0, or `heal.seed`]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Catalogs that may be opened for one question [default: 5, or `heal.turns`]
    #[arg(long, value_name = "N")]
    turns: Option<usize>,
    /// Print what would be done and the differences, and write nothing
    #[arg(long, conflicts_with = "commit")]
    dry_run: bool,
    /// Write nothing, and exit with 1 if any catalog in scope is stale
    #[arg(long, conflicts_with_all = ["commit", "dry_run"])]
    check: bool,
    /// Commit the catalogs, and nothing else, afterwards
    #[arg(long)]
    commit: bool,
    /// Keep running, and refresh whenever files are saved
    #[arg(long, conflicts_with_all = ["commit", "dry_run", "check", "staged", "from_ref"])]
    watch: bool,
    /// Exit with 1 if questions still fail or something had to be left as it is
    #[arg(long)]
    strict: bool,
    /// Fail at once when another git-libra is writing in this work tree
    #[arg(long)]
    pub(super) no_wait: bool,
    /// Let healing reword entries that people wrote; `libra:keep` regions stay all the same
    #[arg(long)]
    pub(super) rewrite: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    models: ModelArgs,
    #[command(flatten)]
    tape: TapeArgs,
    /// Write every question, answer, proposal and verdict to this file as JSON lines
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// How to write the report
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: TextOrJson,
}

/// Plans, heals, writes and reports.
pub(crate) fn run(args: &HealArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    if args.watch {
        return watch::run(args, context, printer);
    }
    let interrupts = Interrupts::listen()?;
    let repository = context.repository()?;
    // Held from before the tree is read until the commit is made: what another run writes meanwhile would be lost.
    let lock = if args.check || args.dry_run {
        None
    } else {
        match lock::hold(&repository, args.no_wait, &interrupts, printer)? {
            None => return Ok(ExitStatus::Interrupted),
            held => held,
        }
    };
    let workspace = open(args, context, lock.is_some(), printer)?;
    let plan = scope::plan(args, context, &workspace)?;
    if args.check {
        return check(args.format, &workspace, &plan, printer);
    }
    let asked = Asked { models: &args.models, tape: &args.tape, limits: args.limits.of_models() };
    let models = Models::new(&["prompter", "solver", "healer"], asked, context, &workspace, &interrupts)?;
    let mut rows: Vec<u8> = Vec::new();
    let run = Run { args, workspace: &workspace, plan: &plan, models: &models, interrupts: &interrupts };
    let outcome = run.heal(printer, &mut rows)?;
    if let Some(file) = &args.trace {
        context.write_output(file, &rows)?;
    }
    models.finish(context)?;
    let name = |directory: &RepoPath| directory.join(CATALOG_FILE);
    let catalogs: Vec<RepoPath> = outcome.catalogs.keys().map(name).collect::<Result<_, _>>()?;
    let mut committed = None;
    if args.dry_run {
        if args.format == TextOrJson::Text {
            print_differences(&workspace, &outcome, printer)?;
        }
    } else {
        write(&workspace, &outcome)?;
        if args.commit {
            committed = commit(args, &workspace, &plan, &outcome, printer)?;
        }
    }
    let report = &outcome.report;
    let done = Done {
        report,
        catalogs: &catalogs,
        commit: committed.as_deref(),
        dry_run: args.dry_run,
        models: ModelRow::all(&models),
        estimate: run.only_projects().then(|| estimate::of(&report.projected, &outcome.project, &models)),
    };
    report::print(&done, args.format, printer)?;
    if models.all_failed() {
        printer.warning("no answer of a model was of use");
    }
    Ok(status(args, &models, &outcome))
}

/// Opens the tree that is to be healed. Under the lock, what a killed run left half written is finished first.
pub(super) fn open(
    args: &HealArgs,
    context: &Context,
    locked: bool,
    printer: &mut Printer,
) -> Result<Workspace, CommandError> {
    let source = scope::source(args);
    let mut workspace = context.open(&source, printer)?;
    if locked {
        let finished = workspace.repository.finish()?;
        if !finished.is_empty() {
            printer.note(&format!("finished what an earlier run left half written: {} files", finished.len()));
            workspace = context.open(&source, printer)?;
        }
    }
    if let Some(problem) = lint::validate(&workspace.config.lint).into_iter().next() {
        return Err(problem.into());
    }
    if workspace.project.catalogs.is_empty() && workspace.project.unreadable_catalogs.is_empty() {
        return Err(CommandError::new("there are no catalogs to heal").hint("make them with `git libra init`"));
    }
    Ok(workspace)
}

/// Commits the catalogs in scope where HEAD has them otherwise; the commit, if there was anything to commit.
fn commit(
    args: &HealArgs,
    workspace: &Workspace,
    plan: &Plan,
    outcome: &Outcome,
    printer: &mut Printer,
) -> Result<Option<String>, CommandError> {
    let edits = uncommitted(workspace, plan, outcome)?;
    let message = report::commit_message(&outcome.report, args.rewrite);
    let made = workspace.repository.commit_files(&edits, &message)?;
    for path in made.iter().flat_map(|made| &made.still_staged) {
        printer.warning(&format!("{path} is staged in another version than the one that was committed"));
    }
    Ok(made.map(|made| made.commit.to_string()))
}

/// What a run works on and whom it asks.
struct Run<'a> {
    args: &'a HealArgs,
    workspace: &'a Workspace,
    plan: &'a Plan,
    models: &'a Models,
    interrupts: &'a Interrupts,
}

impl Run<'_> {
    /// Whether nobody is asked: a dry run where asking costs. It shows what refreshing does, and what the rest would come
    /// to.
    fn only_projects(&self) -> bool {
        self.args.dry_run && self.models.any()
    }

    /// Runs the loop with whoever plays the roles.
    fn heal(&self, printer: &Printer, rows: &mut Vec<u8>) -> Result<Outcome, CommandError> {
        let (config, project) = (&self.workspace.config, &self.workspace.project);
        let tree = self.workspace.tree.as_ref();
        let turns = self.args.turns.unwrap_or(config.heal.turns);
        let cast = Cast { models: self.models, tree };
        let (prompter, solver) = (cast.prompter(), cast.solver(turns, Answers::One));
        let healer = cast.healer(&config.lint);
        let wanted = self.args.probes.unwrap_or(config.heal.probes);
        let options = Options {
            probes: if self.only_projects() { 0 } else { wanted },
            seed: Seed(self.args.seed.unwrap_or(config.heal.seed)),
            lint: config.lint.clone(),
            limits: limits(config),
            effort: cast.effort(),
        };
        let meter = RunMeter::of_models(&self.args.limits, self.interrupts, self.models);
        let agents =
            Agents { prompter: prompter.as_ref(), solver: solver.as_ref(), healer: healer.as_ref(), meter: &meter };
        let progress = progress::of(printer);
        let mut failure = None;
        let mut trace = |row: &TraceRow| match serde_json::to_vec(row) {
            Ok(line) => {
                rows.extend(line);
                rows.push(b'\n');
            }
            Err(error) => failure = Some(error),
        };
        let mut outcome = self
            .models
            .wait_together(|| heal::run(tree, project, self.plan, agents, &options, progress.as_ref(), &mut trace))?;
        if self.only_projects() {
            outcome.report.projected = Projection::of(self.plan, &outcome.project, wanted);
        }
        match failure {
            Some(error) => Err(error.into()),
            None => Ok(outcome),
        }
    }
}

/// What `--check` found, as `--format json` prints it.
#[derive(Debug, serde::Serialize)]
struct Stale {
    schema: &'static str,
    /// The catalogs that a heal would change, sorted.
    stale: Vec<String>,
    /// What it would do to them, one sentence each.
    changes: Vec<String>,
}

/// Says what is stale and writes nothing.
fn check(
    format: TextOrJson,
    workspace: &Workspace,
    plan: &Plan,
    printer: &mut Printer,
) -> Result<ExitStatus, CommandError> {
    let config = &workspace.config;
    let refreshed = heal::refresh(&workspace.project, plan, &config.lint, &limits(config));
    let name = |directory: &RepoPath| Ok(directory.join(CATALOG_FILE)?.to_string());
    let stale: Vec<String> = refreshed.catalogs.keys().map(name).collect::<Result<_, CommandError>>()?;
    let found = Stale { schema: "libra.heal-check/1", stale, changes: refreshed.sentences() };
    if format == TextOrJson::Json {
        printer.line(&serde_json::to_string_pretty(&found)?)?;
    } else {
        for catalog in &found.stale {
            printer.line(&format!("stale: {catalog}"))?;
        }
        for sentence in &found.changes {
            printer.note(sentence);
        }
        if found.stale.is_empty() {
            printer.note("every catalog in scope is up to date");
        }
    }
    Ok(if found.stale.is_empty() { ExitStatus::Success } else { ExitStatus::Findings })
}

/// Refreshes without asking anything, writes, and says in a line what was done.
pub(super) fn settle(args: &HealArgs, context: &Context, printer: &mut Printer) -> Result<(), CommandError> {
    let repository = context.repository()?;
    let Some(_lock) = lock::hold(&repository, args.no_wait, &Interrupts::default(), printer)? else {
        return Ok(());
    };
    let workspace = open(args, context, true, printer)?;
    let plan = scope::plan(args, context, &workspace)?;
    let config = &workspace.config;
    let refreshed = heal::refresh(&workspace.project, &plan, &config.lint, &limits(config));
    let edits = edits(&workspace, &refreshed.catalogs)?;
    remember(&workspace, &refreshed.project, &refreshed.hands, &refreshed.catalogs);
    workspace.repository.flush_whole(&edits)?;
    for sentence in refreshed.sentences() {
        printer.line(&sentence)?;
    }
    printer.finish()?;
    Ok(())
}

/// Catalogs as edits of the tree that they were made for.
fn edits(
    workspace: &Workspace,
    catalogs: &BTreeMap<RepoPath, Option<String>>,
) -> Result<BTreeMap<RepoPath, Edit>, CommandError> {
    let mut overlay = Overlay::new(workspace.tree.as_ref());
    for (directory, text) in catalogs {
        let path = directory.join(CATALOG_FILE)?;
        match text {
            Some(text) => overlay.write(&path, text.as_bytes())?,
            None => overlay.remove(&path),
        }
    }
    Ok(overlay.into_edits())
}

/// The catalogs in scope as they stand now, where HEAD has them otherwise: an earlier run may have written what this one
/// found to be right.
fn uncommitted(
    workspace: &Workspace,
    plan: &Plan,
    outcome: &Outcome,
) -> Result<BTreeMap<RepoPath, Edit>, CommandError> {
    let head = workspace.repository.head_tree()?;
    let mut overlay = Overlay::new(&head);
    for directory in plan.catalogs.iter().chain(outcome.catalogs.keys()) {
        let path = directory.join(CATALOG_FILE)?;
        let stands = workspace.project.catalogs.get(directory).map(|catalog| catalog.text.clone());
        match outcome.catalogs.get(directory).cloned().unwrap_or(stands) {
            Some(text) => overlay.write(&path, text.as_bytes())?,
            None if !workspace.project.unreadable_catalogs.contains_key(directory) => overlay.remove(&path),
            None => {}
        }
    }
    Ok(overlay.into_edits())
}

/// Writes the catalogs into the work tree, each file atomically, under the lock.
fn write(workspace: &Workspace, outcome: &Outcome) -> Result<(), CommandError> {
    let edits = edits(workspace, &outcome.catalogs)?;
    // Before the files: a run that is killed between the two has remembered words that stand nowhere, which does no
    // harm; the other way round its own words would count as a person's.
    remember(workspace, &outcome.project, &outcome.hands, &outcome.catalogs);
    workspace.repository.flush_whole(&edits)?;
    Ok(())
}

/// Notes what is about to be written as ours, as far as it is.
fn remember(workspace: &Workspace, project: &Project, hands: &Hands, catalogs: &BTreeMap<RepoPath, Option<String>>) {
    if !catalogs.is_empty() {
        workspace.index.note_written(&hands.ours(project, &catalogs.keys().cloned().collect()));
    }
}

fn print_differences(workspace: &Workspace, outcome: &Outcome, printer: &mut Printer) -> Result<(), CommandError> {
    for (directory, text) in &outcome.catalogs {
        let before = workspace.project.catalogs.get(directory).map(|catalog| catalog.text.as_str());
        printer.write(&catalog::unified_diff(&directory.join(CATALOG_FILE)?, before, text.as_deref()))?;
    }
    Ok(())
}

/// What stopped the run, or went wrong in it, comes before anything else; then what `--strict` asks for.
fn status(args: &HealArgs, models: &Models, outcome: &Outcome) -> ExitStatus {
    let report = &outcome.report;
    match &outcome.stopped {
        Some(AgentError::Interrupted) => ExitStatus::Interrupted,
        Some(_) => ExitStatus::Partial,
        None if models.all_failed() => ExitStatus::Partial,
        None if !report.failures.is_empty() => ExitStatus::Partial,
        None if args.strict && !(report.left.is_empty() && report.left_alone.is_empty()) => ExitStatus::Findings,
        None => ExitStatus::Success,
    }
}

/// The tree of a workspace as a plain reference.
pub(super) fn tree(workspace: &Workspace) -> &dyn Tree {
    workspace.tree.as_ref()
}

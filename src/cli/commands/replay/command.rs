//! Arguments, the replays, and where their report goes.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::agents::AgentError;
use crate::base::Seed;
use crate::cli::ExitStatus;
use crate::cli::commands::replay::output;
use crate::cli::commands::replay::problems;
use crate::cli::commands::replay::problems::Problems;
use crate::cli::commands::replay::setups::Setup;
use crate::cli::commands::replay::setups::Substrate;
use crate::cli::commands::replay::setups::Tools;
use crate::cli::commands::replay::subjects;
use crate::cli::commands::replay::subjects::Target;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::context::Workspace;
use crate::cli::ended;
use crate::cli::engine;
use crate::cli::engine::Cast;
use crate::cli::engine::LimitArgs;
use crate::cli::engine::ModelArgs;
use crate::cli::engine::ModelRow;
use crate::cli::engine::Models;
use crate::cli::engine::RunMeter;
use crate::cli::engine::TapeArgs;
use crate::cli::engine::positive;
use crate::cli::error::CommandError;
use crate::cli::interrupts::Interrupts;
use crate::cli::printer::Printer;
use crate::cli::progress;
use crate::repo::CommitId;
use crate::repo::Repository;
use crate::trajectory;
use crate::trajectory::Asked;
use crate::trajectory::Replayed;
use crate::trajectory::ReplayedRun;
use crate::trajectory::Subject;
use crate::trajectory::Trajectory;

/// Ask questions of catalogs: of a run's steps, of those of the commit, of first ones, of none
///
/// Accuracy is of files and functions, first or among the first five; all gold must be there. Everything is compared with
/// what comes first. Nothing is written but the reports that are asked for.
#[derive(Debug, clap::Args)]
pub(crate) struct ReplayArgs {
    /// Whose catalogs: a run, `RUN:STEP`, `RUN:best`, `RUN:A..B`, or `tree` (the commit's), `bootstrapped`, `none` [default: tree]
    #[arg(value_name = "CATALOGS")]
    targets: Vec<Target>,
    /// Probes or issues as JSON lines [default: the test kept beside the first run that is named]
    #[arg(long, value_name = "FILE")]
    problems: Option<PathBuf>,
    /// Of the issues, those of this repository alone
    #[arg(long, value_name = "OWNER/NAME", requires = "problems")]
    repo: Option<String>,
    /// Turns of the Solver; several times for several setups [default: the run's, or 5]
    #[arg(long, value_name = "N")]
    turns: Vec<usize>,
    /// What the Solver works with; several times for several setups. Without catalogs it is asked once [default: plain]
    #[arg(long, value_enum, value_name = "WHAT")]
    tools: Vec<Tools>,
    /// Files and functions that count of each answer, the first ones
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = positive, allow_negative_numbers = true)]
    top: usize,
    /// Ask everything this many times; means then come with their standard error
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive, allow_negative_numbers = true)]
    times: usize,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    models: ModelArgs,
    /// Of a run's steps, every so many and the last
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// The commit whose sources are asked about, where no run is named
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    rev: String,
    /// The number from which the intervals follow
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write a page with plots and every instance to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ReplayFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ReplayFormat {
    /// Tables for reading
    #[default]
    Text,
    /// Everything, for programs
    Json,
    /// One line a replay
    Csv,
}

/// Replays and reports.
pub(crate) fn run(args: &ReplayArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let repository = context.repository()?;
    let runs = runs(args, &repository)?;
    let base = match runs.first() {
        Some(run) => run.base,
        None => repository.commit(&args.rev)?,
    };
    if let Some(other) = runs.iter().find(|run| run.base != base) {
        return Err(CommandError::new(format!("`{}` was begun on another commit than `{}`", other.run, runs[0].run)));
    }
    let workspace = context.open(&TreeSource::Revision(base.to_string()), printer)?;
    let asked = asked(args, context, &workspace, &runs)?;
    if asked.elsewhere > 0 {
        printer.note(&format!("{} problems are about files that are not catalogued here", asked.elsewhere));
    }
    let interrupts = Interrupts::listen()?;
    // Who asks several times wants several answers.
    let tape = TapeArgs { resume: args.times == 1, ..TapeArgs::default() };
    let typed = engine::Asked { models: &args.models, tape: &tape, limits: args.limits.of_models() };
    let models = Models::new(&["solver"], typed, context, &workspace, &interrupts)?;
    let (replays, stopped) = replays(args, &workspace, base, &runs, &asked, (&models, &interrupts), printer)?;
    for line in ModelRow::all(&models).iter().flat_map(ModelRow::lines) {
        printer.note(&line);
    }
    if let Some(error) = stopped.as_ref().filter(|_| replays.is_empty()) {
        printer.warning(&format!("stopped before anything was replayed: {error}"));
        return Ok(ended::status(error).unwrap_or(ExitStatus::Failure));
    }
    if let Some(file) = &args.html {
        let title = format!("{}: {}", workspace.repository.name(), title(&runs));
        let told =
            ReplayedRun { title: &title, trajectory: runs.first(), problems: &asked.problems, replays: &replays };
        context.write_output(file, trajectory::html(&told).as_bytes())?;
        printer.note(&format!("wrote {}", file.display()));
    }
    let seed = Seed(args.seed);
    match args.format {
        ReplayFormat::Text => printer.write(&output::text(&asked.problems, &replays, seed))?,
        ReplayFormat::Csv => printer.write(&output::csv(&replays))?,
        ReplayFormat::Json => {
            let json = output::json(&asked.problems, &replays, base, seed);
            printer.line(&serde_json::to_string_pretty(&json)?)?;
        }
    }
    let Some(error) = stopped else {
        return Ok(if models.all_failed() { ExitStatus::Partial } else { ExitStatus::Success });
    };
    printer.warning(&format!("stopped before everything was replayed: {error}"));
    Ok(ended::status(&error).unwrap_or(ExitStatus::Failure))
}

fn title(runs: &[Trajectory]) -> String {
    match runs.first() {
        Some(run) => format!("training run {}", run.run),
        None => "replay".to_owned(),
    }
}

/// The runs that are named.
fn runs(args: &ReplayArgs, repository: &Repository) -> Result<Vec<Trajectory>, CommandError> {
    let mut runs: Vec<Trajectory> = Vec::new();
    for target in &args.targets {
        if let Target::Run(steps) = target
            && !runs.iter().any(|run| run.run == steps.run)
        {
            runs.push(Trajectory::load(repository, &steps.run)?);
        }
    }
    Ok(runs)
}

fn asked(
    args: &ReplayArgs,
    context: &Context,
    workspace: &Workspace,
    runs: &[Trajectory],
) -> Result<Problems, CommandError> {
    let asked = match (&args.problems, runs.first()) {
        (Some(file), _) => problems::read(context, file, args.repo.as_deref(), &workspace.project)?,
        (None, Some(run)) => problems::of_run(&workspace.repository, &run.run, &workspace.project)?,
        (None, None) => {
            return Err(CommandError::new("nothing was asked")
                .hint("give `--problems FILE`, or a run, whose test is asked then"));
        }
    };
    if asked.problems.is_empty() {
        return Err(CommandError::new("none of the problems is about catalogued files of this tree"));
    }
    Ok(asked)
}

/// What was replayed, and why it ended before everything was, if it did.
fn replays(
    args: &ReplayArgs,
    workspace: &Workspace,
    base: CommitId,
    runs: &[Trajectory],
    asked: &Problems,
    (models, interrupts): (&Models, &Interrupts),
    printer: &Printer,
) -> Result<(Vec<Replayed>, Option<AgentError>), CommandError> {
    let setups = setups(args, runs.first().map_or(workspace.config.heal.turns, |run| run.options.turns));
    let progress = progress::of(printer);
    let past = if setups.iter().any(|setup| setup.tools == Tools::History) {
        Some(workspace.index.history(&workspace.repository, base, progress.as_ref())?)
    } else {
        None
    };
    let substrate = Substrate::new(&workspace.project, workspace.tree.as_ref(), past.as_ref(), &setups);
    let (named, own, without) = (&args.targets, [Target::Tree], [Target::Without]);
    let meter = RunMeter::of_models(&args.limits, interrupts, models);
    let cast = Cast { models, tree: workspace.tree.as_ref() };
    let mut replays = Vec::new();
    for setup in setups {
        let solver = substrate.solver(setup, cast);
        let targets = match setup.tools {
            Tools::Plain if named.is_empty() => &own[..],
            Tools::Plain => &named[..],
            Tools::Graph | Tools::History => &without[..],
        };
        for target in targets {
            let run = match target {
                Target::Run(steps) => runs.iter().find(|run| run.run == steps.run),
                _ => None,
            };
            for catalogs in subjects::of(target, workspace, run, args.every)? {
                progress.stage(&format!("asking {}", catalogs.name), asked.problems.len() as u64);
                let subject = Subject {
                    project: &catalogs.project,
                    catalogs: catalogs.name,
                    step: catalogs.step,
                    setup: setup.name(models.name("solver")),
                };
                let (problems, seed) = (&asked.problems, Seed(args.seed));
                let asked = Asked { solver: solver.as_ref(), meter: &meter, top: args.top };
                let problems = (problems.as_slice(), args.times);
                let replayed =
                    models.wait_together(|| trajectory::replay(subject, asked, problems, seed, progress.as_ref()))?;
                match replayed {
                    Err(error) if ended::status(&error).is_some() => return Ok((replays, Some(error))),
                    replayed => replays.push(replayed?),
                }
            }
        }
    }
    Ok((replays, None))
}

/// Every kind of tools with every number of turns.
fn setups(args: &ReplayArgs, turns: usize) -> Vec<Setup> {
    let turns = if args.turns.is_empty() { vec![turns] } else { args.turns.clone() };
    let tools = if args.tools.is_empty() { vec![Tools::Plain] } else { args.tools.clone() };
    tools.into_iter().flat_map(|tools| turns.iter().map(move |turns| Setup { tools, turns: *turns })).collect()
}

//! A run, begun or gone on with.

use std::path::PathBuf;

use clap::Args;
use clap::ValueEnum;

use crate::agents::AgentError;
use crate::agents::solver::Answers;
use crate::cli::ExitStatus;
use crate::cli::arguments::TextOrJson;
use crate::cli::commands::train::output;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::context::limits;
use crate::cli::ended;
use crate::cli::engine::Asked;
use crate::cli::engine::Cast;
use crate::cli::engine::LimitArgs;
use crate::cli::engine::ModelArgs;
use crate::cli::engine::ModelRow;
use crate::cli::engine::Models;
use crate::cli::engine::RunMeter;
use crate::cli::engine::TapeArgs;
use crate::cli::engine::number;
use crate::cli::engine::positive;
use crate::cli::error::CommandError;
use crate::cli::interrupts::Interrupts;
use crate::cli::printer::Printer;
use crate::cli::progress;
use crate::heal::Agents;
use crate::lint;
use crate::repo::Repository;
use crate::trajectory;
use crate::trajectory::Claim;
use crate::trajectory::Defaults;
use crate::trajectory::Options;
use crate::trajectory::Stage;
use crate::trajectory::Step;
use crate::trajectory::StoreError;
use crate::trajectory::TrainError;
use crate::trajectory::Trajectory;

/// How a run is done.
#[derive(Debug, Args)]
pub(super) struct StartArgs {
    /// Rounds [default: by the size of the sources]
    #[arg(long, value_name = "T", value_parser = number::<u64>, allow_negative_numbers = true)]
    rounds: Option<u64>,
    /// Questions a round [default: by the size of the sources]
    #[arg(long, value_name = "B", value_parser = positive, allow_negative_numbers = true)]
    batch: Option<usize>,
    /// Questions of the held-out test [default: by the size of the sources]
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    test: Option<usize>,
    /// Draw other questions
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>, allow_negative_numbers = true)]
    seed: u64,
    /// Turns of the Solver
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = positive, allow_negative_numbers = true)]
    turns: usize,
    /// What the run begins with
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    start: StartChoice,
    /// Whether what is proposed is judged before it is kept
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    gate: GateChoice,
    /// Ask the test after every so many rounds; 0 for never
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>, allow_negative_numbers = true)]
    eval_every: u64,
    /// End after so many tests in a row without a better one; 0 for no such end
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>, allow_negative_numbers = true)]
    patience: u64,
    /// Training questions, in place of drawn ones
    #[arg(long, value_name = "FILE")]
    train_set: Option<PathBuf>,
    /// Test questions, in place of drawn ones
    #[arg(long, value_name = "FILE")]
    test_set: Option<PathBuf>,
    /// The commit whose catalogs are trained
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    rev: String,
    /// What the run is called [default: `run-1`, `run-2`, ...]
    #[arg(long, value_name = "NAME")]
    run: Option<String>,
    /// Go on with a run, the last by name if none is named; only `--rounds` may be other than before
    #[arg(
        long,
        value_name = "RUN",
        num_args = 0..=1,
        conflicts_with_all = ["batch", "test", "seed", "turns", "start", "gate", "eval_every", "patience", "train_set", "test_set", "rev", "run"]
    )]
    #[expect(clippy::option_option, reason = "given or not, and if so with a name or without")]
    resume: Option<Option<String>>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    models: ModelArgs,
    /// How to write the report
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: TextOrJson,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum StartChoice {
    /// Catalogs without entries
    #[default]
    Empty,
    /// Catalogs made from what the source says of itself
    Bootstrapped,
    /// The catalogs of the commit
    Current,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum GateChoice {
    /// What breaks an answer of the batch is not kept
    #[default]
    On,
    /// Everything is kept
    Off,
}

/// Trains and reports.
pub(super) fn run(args: &StartArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let repository = context.repository()?;
    let (claim, known) = chosen(args, &repository)?;
    let base = match &known {
        Some(known) => known.base,
        None => repository.commit(&args.rev)?,
    };
    let workspace = context.open(&TreeSource::Revision(base.to_string()), printer)?;
    if let Some(problem) = lint::validate(&workspace.config.lint).into_iter().next() {
        return Err(problem.into());
    }
    let options = options(args, known.as_ref(), Defaults::of(&workspace.project));
    let read = |file: &Option<PathBuf>| file.as_ref().map(|file| context.read_input(file)).transpose();
    let (train_set, test_set) = (read(&args.train_set)?, read(&args.test_set)?);
    let interrupts = Interrupts::listen()?;
    let asked = Asked { models: &args.models, tape: &TapeArgs::resuming(), limits: args.limits.of_models() };
    let models = Models::new(&["prompter", "solver", "healer"], asked, context, &workspace, &interrupts)?;
    let cast = Cast { models: &models, tree: workspace.tree.as_ref() };
    let (prompter, solver) = (cast.prompter(), cast.solver(options.turns, Answers::One));
    let healer = cast.healer(&workspace.config.lint);
    let meter = RunMeter::of_models(&args.limits, &interrupts, &models);
    let clock = || meter.elapsed();
    let stage = Stage {
        repository: &workspace.repository,
        base,
        tree: workspace.tree.as_ref(),
        project: &workspace.project,
        agents: Agents { prompter: prompter.as_ref(), solver: solver.as_ref(), healer: healer.as_ref(), meter: &meter },
        lint: &workspace.config.lint,
        limits: limits(&workspace.config),
        clock: &clock,
    };
    printer.note(&format!("run {} on {}: {} rounds of {}", claim.run(), base.short(), options.rounds, options.batch));
    let progress = progress::of(printer);
    let given = [train_set.as_deref(), test_set.as_deref()];
    let trained = models.wait_together(|| {
        trajectory::train(&stage, &claim, options, given, progress.as_ref(), &mut |step: &Step, took| {
            printer.note(&output::sentence(step, took));
        })
    })?;
    for line in ModelRow::all(&models).iter().flat_map(ModelRow::lines) {
        printer.note(&line);
    }
    let trained = match trained {
        Err(TrainError::Agent(error)) if ended::status(&error).is_some() => {
            return stopped(&repository, claim.run(), &error, printer);
        }
        trained => trained?,
    };
    if trained.stale {
        printer.note("the test no longer gets better, so the run ends here");
    }
    if trained.exhausted {
        printer.note("there are no questions left, so the run ends here");
    }
    match args.format {
        TextOrJson::Text => printer.write(&output::table(&trained.trajectory))?,
        TextOrJson::Json => {
            printer.line(&serde_json::to_string_pretty(&output::json(&trained.trajectory))?)?;
        }
    }
    Ok(if models.all_failed() { ExitStatus::Partial } else { ExitStatus::Success })
}

/// Says how far a run came that its limits or an interrupt ended.
fn stopped(
    repository: &Repository,
    run: &str,
    error: &AgentError,
    printer: &mut Printer,
) -> Result<ExitStatus, CommandError> {
    let known = Trajectory::find(repository, run)?;
    match known {
        Some(known) => {
            printer.warning(&format!("stopped after step {}: {error}", known.last().number));
            printer.note(&format!("`git libra train --resume {run}` goes on"));
        }
        None => printer.warning(&format!("stopped before the first step: {error}")),
    }
    Ok(ended::status(error).unwrap_or(ExitStatus::Failure))
}

/// The run, claimed, and, where it was begun before, what it is.
fn chosen(args: &StartArgs, repository: &Repository) -> Result<(Claim, Option<Trajectory>), CommandError> {
    if let Some(named) = &args.resume {
        let names = Trajectory::names(repository)?;
        let run = match named {
            Some(run) => run,
            None => names.last().ok_or_else(|| CommandError::new("there is no run to go on with"))?,
        };
        let claim = Claim::take(repository, run)?;
        let known = Trajectory::load(repository, run)?;
        return Ok((claim, Some(known)));
    }
    let Some(run) = &args.run else {
        return Ok((fresh(repository)?, None));
    };
    let claim = Claim::take(repository, run)?;
    if Trajectory::find(repository, run)?.is_some() {
        return Err(CommandError::new(format!("there is a run `{run}` already"))
            .hint(format!("`git libra train --resume {run}` goes on with it")));
    }
    Ok((claim, None))
}

/// The first of `run-1`, `run-2` and so on that is neither there nor being begun.
fn fresh(repository: &Repository) -> Result<Claim, CommandError> {
    for number in 1_u32.. {
        let name = format!("run-{number}");
        match Claim::take(repository, &name) {
            Err(StoreError::Busy { .. }) => {}
            claim if Trajectory::find(repository, &name)?.is_none() => return Ok(claim?),
            _ => {}
        }
    }
    Err(CommandError::new("every name is taken"))
}

fn options(args: &StartArgs, known: Option<&Trajectory>, defaults: Defaults) -> Options {
    if let Some(known) = known {
        let rounds = args.rounds.unwrap_or(known.options.rounds);
        return Options { rounds, ..known.options.clone() };
    }
    Options {
        version: Options::VERSION,
        seed: args.seed,
        rounds: args.rounds.unwrap_or(defaults.rounds),
        batch: args.batch.unwrap_or(defaults.batch),
        test: args.test.unwrap_or(defaults.test),
        turns: args.turns,
        start: match args.start {
            StartChoice::Empty => trajectory::Start::Empty,
            StartChoice::Bootstrapped => trajectory::Start::Bootstrapped,
            StartChoice::Current => trajectory::Start::Current,
        },
        gate: match args.gate {
            GateChoice::On => trajectory::Gate::On,
            GateChoice::Off => trajectory::Gate::Off,
        },
        eval_every: args.eval_every,
        patience: args.patience,
        given_questions: args.train_set.is_some(),
    }
}

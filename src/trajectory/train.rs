//! The loop (first paper, Algorithm 1): a batch, its failures, healing, a snapshot. Everything that a step depends on stands
//! in the options, the questions kept beside the run, and the snapshot before it, so that a run that was stopped at any
//! moment goes on to the same commits.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::agents::AgentError;
use crate::agents::prompter::Probe;
use crate::base::Progress;
use crate::base::RepoPath;
use crate::base::Seed;
use crate::catalog;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Limits;
use crate::catalog::Project;
use crate::catalog::bootstrap;
use crate::config::LintConfig;
use crate::heal;
use crate::heal::Agents;
use crate::heal::Gating;
use crate::heal::RoundOptions;
use crate::heal::Spent;
use crate::repo::CommitId;
use crate::repo::ReadError;
use crate::repo::RepoError;
use crate::repo::Repository;
use crate::repo::Tree;
use crate::trajectory::draw::Drawer;
use crate::trajectory::likeness::Known;
use crate::trajectory::options::Gate;
use crate::trajectory::options::Options;
use crate::trajectory::options::Start;
use crate::trajectory::problem::Problem;
use crate::trajectory::problem::problem_of;
use crate::trajectory::row::ProbeRow;
use crate::trajectory::row::RowError;
use crate::trajectory::run;
use crate::trajectory::run::Share;
use crate::trajectory::run::Step;
use crate::trajectory::run::Taken;
use crate::trajectory::solve;
use crate::trajectory::solve::Asked;
use crate::trajectory::solve::Solved;
use crate::trajectory::split::Split;
use crate::trajectory::store;
use crate::trajectory::store::Claim;
use crate::trajectory::store::StoreError;
use crate::trajectory::store::Trajectory;
use crate::trajectory::trailers;

/// Draws of one round stand this far from those of the next.
const ROUND: u64 = 1 << 32;

/// What a run takes place on.
pub struct Stage<'a> {
    /// The repository.
    pub repository: &'a Repository,
    /// The commit that the run is begun on.
    pub base: CommitId,
    /// Its tree.
    pub tree: &'a dyn Tree,
    /// Its sources and catalogs.
    pub project: &'a Project,
    /// Who is asked.
    pub agents: Agents<'a>,
    /// What lint checks and how strictly.
    pub lint: &'a LintConfig,
    /// What entries may hold.
    pub limits: Limits,
    /// The time since some moment.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The run.
    pub trajectory: Trajectory,
    /// Whether it ended before its last round because the test no longer got better.
    pub stale: bool,
    /// Whether it ended before its last round because there were no questions left.
    pub exhausted: bool,
}

/// Why a run stopped.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// An agent failed.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The run could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The repository failed.
    #[error(transparent)]
    Repo(#[from] RepoError),
    /// A snapshot's catalog could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A question cannot be understood.
    #[error("line {line} of the {part} questions: {source}")]
    Row {
        /// `train` or `test`.
        part: &'static str,
        /// The line, 1-based.
        line: usize,
        /// What is wrong with it.
        source: RowError,
    },
    /// A message could not be written.
    #[error("failed to write a message")]
    Json(#[from] serde_json::Error),
    /// Another version began the run.
    #[error("the run `{run}` was begun by another version of git-libra (format {found}, not {known})", known = Options::VERSION)]
    Version {
        /// The run.
        run: String,
        /// Its format.
        found: u32,
    },
    /// There is nothing to ask about.
    #[error("there are no sources to ask about")]
    NoQuestions,
}

/// Begins the run that was claimed, or goes on with it. `given` are training and test questions to be used in place of
/// drawn ones when the run is begun. `told` hears of each step as it is written, and how long it took.
pub fn train(
    stage: &Stage<'_>,
    claim: &Claim,
    options: Options,
    given: [Option<&str>; 2],
    progress: &dyn Progress,
    told: &mut dyn FnMut(&Step, Duration),
) -> Result<Trained, TrainError> {
    let run = claim.run();
    let known = Trajectory::find(stage.repository, run)?;
    let options = match &known {
        Some(known) if known.options.version != Options::VERSION => {
            return Err(TrainError::Version { run: run.to_owned(), found: known.options.version });
        }
        Some(known) => Options { rounds: options.rounds, ..known.options.clone() },
        None => options,
    };
    if known.is_none() {
        // Before the first snapshot, so that a run that has one has its questions, too.
        if let Some(rows) = given[0] {
            questions("train", rows)?;
            store::keep(stage.repository, run, "train", rows)?;
        }
        let test = match given[1] {
            Some(rows) => rows.to_owned(),
            None => test_rows(stage, &options)?,
        };
        questions("test", &test)?;
        store::keep(stage.repository, run, "test", &test)?;
    }
    let test = problems("test", &store::kept(stage.repository, run, "test")?.unwrap_or_default())?;
    let batches = Batches::new(stage, run, &options, &test)?;
    let mut work = Work {
        stage,
        run,
        options: &options,
        test,
        project: stage.project.clone(),
        steps: Vec::new(),
        seconds: BTreeMap::new(),
        began: (stage.clock)(),
    };
    match known {
        Some(known) => {
            work.project = snapshot(stage.repository, stage.project, known.last().commit)?;
            work.steps = known.steps;
            work.seconds = known.seconds;
        }
        None => {
            work.project = beginning(stage, options.start);
            work.write(None, progress)?;
            work.tell(told)?;
        }
    }
    let mut ended = [false, false];
    while work.last() < options.rounds {
        ended = [run::is_stale(&work.steps, options.patience), false];
        if ended[0] {
            break;
        }
        progress.stage("writing questions", options.batch as u64);
        let (batch, written) = batches.batch(work.last() + 1)?;
        if batch.is_empty() {
            ended[1] = true;
            break;
        }
        work.write(Some((batch.as_slice(), written)), progress)?;
        work.tell(told)?;
    }
    let Work { steps, seconds, .. } = work;
    let trajectory = Trajectory { run: run.to_owned(), base: stage.base, options: options.clone(), steps, seconds };
    Ok(Trained { trajectory, stale: ended[0], exhausted: ended[1] })
}

/// The project of a commit with the catalogs of a snapshot.
pub fn snapshot(repository: &Repository, project: &Project, commit: CommitId) -> Result<Project, TrainError> {
    let tree = repository.commit_tree(commit)?;
    let mut project = project.clone();
    project.catalogs.clear();
    project.unreadable_catalogs.clear();
    let catalogs = tree.entries().iter().filter(|entry| entry.path.file_name() == CATALOG_FILE);
    for entry in catalogs {
        let directory = entry.path.parent().unwrap_or_else(RepoPath::root);
        let bytes = tree.read(&entry.path)?;
        project.catalogs.insert(directory.clone(), catalog::parse(&directory, &String::from_utf8_lossy(&bytes)).into());
    }
    Ok(project)
}

/// What a run begins with.
fn beginning(stage: &Stage<'_>, start: Start) -> Project {
    let mut project = stage.project.clone();
    project.unreadable_catalogs.clear();
    if start != Start::Current {
        project.catalogs.clear();
    }
    if start == Start::Bootstrapped {
        return bootstrap::with_catalogs(project, &stage.limits);
    }
    let name = stage.repository.name();
    for directory in stage.project.modules.keys() {
        if !project.catalogs.contains_key(directory) {
            let title = if directory.is_root() { name.as_str() } else { directory.file_name() };
            project = project.with_catalog(directory, &format!("# {title}\n"));
        }
    }
    project
}

/// The test, drawn from chunks that training never sees.
fn test_rows(stage: &Stage<'_>, options: &Options) -> Result<String, TrainError> {
    let seed = Seed(options.seed);
    let split = Split::new(stage.project, seed);
    let drawer = Drawer::new(stage.tree, stage.project, stage.agents.prompter, seed, "test", &split.test);
    let drawer = drawer.within(stage.agents.meter);
    let mut known = Known::default();
    let mut rows = String::new();
    let batch = drawer.batch(0, options.test, &mut known)?;
    for (number, probe) in batch.probes.iter().enumerate() {
        rows += &drawer.probe_row(number as u64, probe).line()?;
    }
    Ok(rows)
}

fn questions(part: &'static str, rows: &str) -> Result<Vec<Probe>, TrainError> {
    let lines = rows.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let probes = lines.filter_map(|(at, line)| {
        let probe = ProbeRow::parse(line).and_then(|row| row.probe());
        probe.map_err(|source| TrainError::Row { part, line: at + 1, source }).transpose()
    });
    probes.collect()
}

fn problems(part: &'static str, rows: &str) -> Result<Vec<Problem>, TrainError> {
    questions(part, rows)?;
    Ok(rows.lines().filter_map(|line| problem_of(line).ok().flatten()).collect())
}

/// Where the questions of each round come from.
enum Batches<'a> {
    /// They were given: as many for each round, in their order.
    Given { probes: Vec<Probe>, size: usize },
    /// They are drawn from the training chunks; those that the test asks are left out.
    Drawn { stage: &'a Stage<'a>, seed: Seed, split: Split, size: usize, test: Known },
}

impl<'a> Batches<'a> {
    fn new(stage: &'a Stage<'a>, run: &str, options: &Options, test: &[Problem]) -> Result<Self, TrainError> {
        let size = options.batch;
        if options.given_questions {
            let rows = store::kept(stage.repository, run, "train")?.unwrap_or_default();
            return Ok(Self::Given { probes: questions("train", &rows)?, size });
        }
        let seed = Seed(options.seed);
        let split = Split::new(stage.project, seed);
        if split.train.is_empty() {
            return Err(TrainError::NoQuestions);
        }
        let mut known = Known::default();
        for problem in test {
            known.add(&problem.statement);
        }
        Ok(Self::Drawn { stage, seed, split, size, test: known })
    }

    /// The questions of a round, from 1, and what the Prompter took for them.
    fn batch(&self, round: u64) -> Result<(Vec<Probe>, Taken), TrainError> {
        match self {
            Self::Given { probes, size } => {
                let first = usize::try_from(round - 1).unwrap_or(usize::MAX).saturating_mul(*size);
                Ok((probes.iter().skip(first).take(*size).cloned().collect(), Taken::default()))
            }
            Self::Drawn { stage, seed, split, size, test } => {
                let prompter = stage.agents.prompter;
                let drawer = Drawer::new(stage.tree, stage.project, prompter, *seed, "train", &split.train);
                let drawer = drawer.within(stage.agents.meter);
                let before = stage.agents.meter.spent();
                let batch = drawer.batch(round * ROUND, *size, &mut test.clone())?;
                let calls = usize::try_from(batch.draws).unwrap_or(usize::MAX);
                Ok((batch.probes, taken(calls, before, stage.agents.meter.spent())))
            }
        }
    }
}

fn taken(calls: usize, before: Spent, after: Spent) -> Taken {
    Taken { calls, spent: after - before }
}

/// A run under way.
struct Work<'a> {
    stage: &'a Stage<'a>,
    run: &'a str,
    options: &'a Options,
    test: Vec<Problem>,
    project: Project,
    steps: Vec<Step>,
    /// By the number of the step.
    seconds: BTreeMap<u64, f64>,
    /// When the step was begun.
    began: Duration,
}

impl Work<'_> {
    /// The number of the last step.
    fn last(&self) -> u64 {
        self.steps.last().map_or(0, |step| step.number)
    }

    /// Tells of the last step, and keeps how long it took.
    fn tell(&mut self, told: &mut dyn FnMut(&Step, Duration)) -> Result<(), TrainError> {
        let now = (self.stage.clock)();
        let took = now.saturating_sub(self.began);
        self.began = now;
        self.seconds.insert(self.last(), took.as_secs_f64());
        store::keep_seconds(self.stage.repository, self.run, &self.seconds)?;
        told(self.steps.last().expect("one was just written"), took);
        Ok(())
    }

    /// Makes and writes the next step: the first without a batch, any other with one.
    fn write(&mut self, batch: Option<(&[Probe], Taken)>, progress: &dyn Progress) -> Result<(), TrainError> {
        let number = if batch.is_some() { self.last() + 1 } else { 0 };
        let mut step = Step {
            number,
            // Known once it is written.
            commit: self.stage.base,
            train: Share::default(),
            train_functions: Share::default(),
            test: None,
            test_functions: None,
            turns: 0,
            catalog_bytes: 0,
            added: 0,
            kept: 0,
            given_up: 0,
            taken: [Taken::default(); 3],
        };
        if let Some((probes, written)) = batch {
            self.heal(probes, &mut step, progress)?;
            step.taken[0] = written;
        }
        if self.options.is_tested(number) {
            progress.stage("asking the test", self.test.len() as u64);
            let (solver, meter) = (self.stage.agents.solver, self.stage.agents.meter);
            // The share of first places is all that a step tells.
            let solved = solve::solve(&self.project, Asked { solver, meter, top: 1 }, &self.test, progress)?;
            let share = |passed: fn(&Solved) -> Option<usize>, asked: usize| {
                Some(Share { passed: solved.iter().filter(|solved| passed(solved) == Some(1)).count(), asked })
            };
            step.test = share(|solved| solved.file_rank, solved.len());
            let with_functions = self.test.iter().filter(|problem| !problem.functions.is_empty()).count();
            step.test_functions = share(|solved| solved.function_rank, with_functions);
        }
        step.catalog_bytes = self.project.catalogs.values().map(|catalog| catalog.text.len()).sum();
        let before = self.stage.project;
        let stood = before.catalogs.keys().chain(before.unreadable_catalogs.keys());
        let gone: Vec<RepoPath> =
            stood.filter(|directory| !self.project.catalogs.contains_key(*directory)).cloned().collect();
        step.commit = store::write(
            self.stage.repository,
            self.run,
            store::Place {
                base: self.stage.base,
                expected: self.steps.last().map(|step| step.commit),
                seconds: store::time(self.stage.repository, self.stage.base, number)?,
            },
            &self.project,
            &gone,
            &trailers::message(&step, self.options)?,
        )?;
        self.steps.push(step);
        Ok(())
    }

    fn heal(&mut self, probes: &[Probe], step: &mut Step, progress: &dyn Progress) -> Result<(), TrainError> {
        let gating = match self.options.gate {
            Gate::On => Gating::On,
            Gate::Off => Gating::Off,
        };
        let options = RoundOptions { lint: self.stage.lint.clone(), limits: self.stage.limits, gating };
        let round = heal::round(&self.project, probes, self.stage.agents, &options, progress)?;
        let share =
            |passed: &[bool]| Share { passed: passed.iter().filter(|passed| **passed).count(), asked: passed.len() };
        step.train = share(&round.passed);
        step.train_functions = share(&round.passed_function);
        step.turns = round.turns;
        step.added = round.added;
        step.kept = round.kept;
        step.given_up = round.given_up;
        let (usage, healer) = (round.usage, round.healer);
        step.taken[1] =
            Taken { calls: usage.solver_calls, spent: Spent { tokens: usage.tokens, cost: usage.cost } - healer };
        step.taken[2] = Taken { calls: usage.healer_calls, spent: healer };
        self.project = round.project;
        Ok(())
    }
}

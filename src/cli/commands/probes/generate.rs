//! `git libra probes generate`: two files, written as the questions come, so that a run that was stopped goes on.

use std::path::Path;
use std::path::PathBuf;

use crate::agents::AgentError;
use crate::agents::prompter::ChunkRef;
use crate::agents::prompter::ProbeOutcome;
use crate::agents::prompter::Prompter;
use crate::base::Progress;
use crate::base::Seed;
use crate::cli::ExitStatus;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::context::Workspace;
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
use crate::cli::error::CommandError;
use crate::cli::interrupts::Interrupts;
use crate::cli::printer::Printer;
use crate::cli::progress;
use crate::repo;
use crate::trajectory::Defaults;
use crate::trajectory::Drawer;
use crate::trajectory::Known;
use crate::trajectory::ProbeRow;
use crate::trajectory::Split;

/// Questions that are written before the file grows.
const AT_ONCE: u64 = 128;
/// Draws for each question that is wanted, before it is said that there are not so many.
const PATIENCE: u64 = 10;

/// Write questions for training and for the test, about different chunks
///
/// `train.jsonl` and `test.jsonl` in the directory hold one row a line with the fields instance_id, problem_statement,
/// gold_files, gold_functions, gold_reasoning, chunk_content, line_numbers and is_valid_chunk. Chunks without anything to
/// ask about are kept as invalid rows; a question in nearly the words of another is dropped. Files that are there already
/// are gone on with.
#[derive(Debug, clap::Args)]
pub(super) struct GenerateArgs {
    /// The directory of the files
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Questions for training [default: by the size of the sources]
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    train: Option<usize>,
    /// Questions for the test [default: by the size of the sources]
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    test: Option<usize>,
    /// Draw other questions
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>, allow_negative_numbers = true)]
    seed: u64,
    /// The commit whose sources are asked about
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    rev: String,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    models: ModelArgs,
}

/// Writes both files and says what is in them.
pub(super) fn run(args: &GenerateArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let workspace = context.open(&TreeSource::Revision(args.rev.clone()), printer)?;
    let defaults = Defaults::of(&workspace.project);
    let seed = Seed(args.seed);
    let split = Split::new(&workspace.project, seed);
    if split.train.is_empty() {
        return Err(CommandError::new("there are no sources to ask about"));
    }
    let train = args.train.unwrap_or(defaults.batch * usize::try_from(defaults.rounds).unwrap_or(usize::MAX));
    let test = args.test.unwrap_or(defaults.test);
    let progress = progress::of(printer);
    let interrupts = Interrupts::listen()?;
    let asked = Asked { models: &args.models, tape: &TapeArgs::resuming(), limits: args.limits.of_models() };
    let models = Models::new(&["prompter"], asked, context, &workspace, &interrupts)?;
    let prompter = Cast { models: &models, tree: workspace.tree.as_ref() }.prompter();
    let prompter = prompter.as_ref();
    let meter = RunMeter::of_models(&args.limits, &interrupts, &models);
    let mut known = Known::default();
    for (purpose, chunks, wanted) in [("test", &split.test, test), ("train", &split.train, train)] {
        progress.stage(&format!("writing {purpose} questions"), wanted as u64);
        let file = args.out.join(format!("{purpose}.jsonl"));
        let set =
            Set { context, workspace: &workspace, file: &file, purpose, chunks, wanted, seed, prompter, meter: &meter };
        let mut counts = Counts::default();
        let stopped = models.wait_together(|| set.write(&mut known, &mut counts, progress.as_ref()))??;
        printer.line(&format!(
            "{}: {} questions, {} chunks without one, {} repetitions dropped",
            file.display(),
            counts.valid,
            counts.invalid,
            counts.repeated
        ))?;
        if let Some(error) = stopped {
            told(&models, printer);
            printer.warning(&format!("stopped early: {error}"));
            printer.note("the same command goes on with the files");
            return Ok(ended::status(&error).unwrap_or(ExitStatus::Failure));
        }
        if counts.valid < wanted {
            printer.warning(&format!("{wanted} questions were wanted, but no more different ones came up"));
        }
    }
    told(&models, printer);
    Ok(if models.all_failed() { ExitStatus::Partial } else { ExitStatus::Success })
}

/// Says what models spent and what came of it.
fn told(models: &Models, printer: &mut Printer) {
    for line in ModelRow::all(models).iter().flat_map(ModelRow::lines) {
        printer.note(&line);
    }
}

/// One file.
struct Set<'a> {
    context: &'a Context,
    workspace: &'a Workspace,
    file: &'a Path,
    purpose: &'static str,
    chunks: &'a [ChunkRef],
    wanted: usize,
    seed: Seed,
    prompter: &'a dyn Prompter,
    meter: &'a RunMeter<'a>,
}

#[derive(Default)]
struct Counts {
    valid: usize,
    invalid: usize,
    repeated: usize,
}

impl Set<'_> {
    /// Lets the file grow; returns what ended that early, if anything did.
    fn write(
        &self,
        known: &mut Known,
        counts: &mut Counts,
        progress: &dyn Progress,
    ) -> Result<Option<AgentError>, CommandError> {
        let mut next = self.resume(known, counts)?;
        progress.advance(counts.valid as u64);
        let tree = self.workspace.tree.as_ref();
        let drawer = Drawer::new(tree, &self.workspace.project, self.prompter, self.seed, self.purpose, self.chunks)
            .within(self.meter);
        while counts.valid < self.wanted && next < PATIENCE * self.wanted as u64 && !self.chunks.is_empty() {
            let mut lines = String::new();
            // No more than are lacking: each may cost.
            let lacking = (self.wanted - counts.valid) as u64;
            let draws = match drawer.draw(next, lacking.min(AT_ONCE)) {
                Err(error) if ended::status(&error).is_some() => return Ok(Some(error)),
                draws => draws?,
            };
            for drawn in draws {
                if counts.valid == self.wanted {
                    break;
                }
                next = drawn.number + 1;
                match &drawn.outcome {
                    ProbeOutcome::Invalid(_) => counts.invalid += 1,
                    ProbeOutcome::Probe(probe) if known.add(&probe.question) => counts.valid += 1,
                    ProbeOutcome::Probe(_) => {
                        counts.repeated += 1;
                        continue;
                    }
                }
                lines += &drawer.row(&drawn).line()?;
                progress.advance(u64::from(matches!(drawn.outcome, ProbeOutcome::Probe(_))));
            }
            repo::append_named(&self.context.named(self.file), lines.as_bytes())?;
        }
        Ok(None)
    }

    /// Reads what an earlier run wrote, cuts off a line that it did not finish, and says which draw is next.
    fn resume(&self, known: &mut Known, counts: &mut Counts) -> Result<u64, CommandError> {
        let path = self.context.named(self.file);
        if !path.exists() {
            return Ok(0);
        }
        let text = repo::read_named(&path)?;
        let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
        if whole.len() < text.len() {
            repo::write_named(&path, whole.as_bytes())?;
        }
        let prefix = format!("probe-{}-{}-", self.seed.0, self.purpose);
        let mut next = 0;
        for (at, line) in whole.lines().enumerate() {
            let place = || format!("{}:{}", self.file.display(), at + 1);
            let row = ProbeRow::parse(line).map_err(|error| CommandError::from(error).at(&place()))?;
            let number = row.number().filter(|_| row.instance_id.starts_with(&prefix));
            let number = number.ok_or_else(|| {
                CommandError::new(format!("{}: `{}` was not drawn with this seed", place(), row.instance_id))
                    .hint("give another directory, or the seed that the file was made with")
            })?;
            next = number + 1;
            if row.is_valid_chunk {
                known.add(&row.problem_statement);
                counts.valid += 1;
            } else {
                counts.invalid += 1;
            }
        }
        Ok(next)
    }
}

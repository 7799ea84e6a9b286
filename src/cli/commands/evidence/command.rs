//! The command: opens what evidence is made from, and prints the answer.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::agents::controller::ModelController;
use crate::base::Embedder;
use crate::base::RepoPath;
use crate::cli::ExitStatus;
use crate::cli::commands::evidence::serbench;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::engine::Asked;
use crate::cli::engine::CallLimitArgs;
use crate::cli::engine::Embeddings;
use crate::cli::engine::ModelArgs;
use crate::cli::engine::ModelRow;
use crate::cli::engine::Models;
use crate::cli::engine::TapeArgs;
use crate::cli::engine::number;
use crate::cli::error::CommandError;
use crate::cli::interrupts::Interrupts;
use crate::cli::printer::Printer;
use crate::cli::progress;
use crate::cli::situation;
use crate::cli::situation::StateArgs;
use crate::config;
use crate::config::EvidenceConfig;
use crate::evidence;
use crate::evidence::Options;
use crate::evidence::Seen;
use crate::evidence::Sources;
use crate::evidence::Texts;
use crate::evidence::bundle;
use crate::evidence::card;
use crate::evidence::complement::Capacities;
use crate::evidence::complement::Control;
use crate::repo::Tree;

/// Find the source that the next step still needs, without what was seen
///
/// The state is taken from the task (`-m`, `--issue-file`), the changes of the work tree, what `git libra observe`
/// recorded, and whatever else is given; every part may be missing. Exit 0 with items, 1 when there is nothing to add, 2
/// when it could not run.
#[derive(Debug, clap::Args)]
pub(crate) struct EvidenceArgs {
    #[command(flatten)]
    state: StateArgs,
    /// The most items; `libra.toml` says otherwise
    #[arg(short = 'k', long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    max_items: Option<usize>,
    /// The most tokens (o200k) of all items together; `libra.toml` says otherwise
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    max_tokens: Option<u32>,
    /// Rank tests, too
    #[arg(long)]
    tests: bool,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: EvidenceFormat,
    /// Say which views ranked each item where, and who decided each stage
    #[arg(long)]
    explain: bool,
    /// For measuring: what happens to what was observed
    #[arg(id = "treatment", long = "observed", value_enum, default_value_t, help_heading = "Measuring")]
    observed: Observed,
    /// For measuring: rank by these views only, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "Measuring")]
    views: Vec<String>,
    /// For measuring: how the set is chosen (full, single-stage, independent, no-feedback, fixed-N)
    #[arg(long, value_name = "HOW", default_value = "full", help_heading = "Measuring")]
    controller: Control,
    /// For measuring: answer the states of a SERBench file and print predictions, one JSON object a line
    #[arg(long, value_name = "ITEMS", help_heading = "Measuring")]
    serbench: Option<PathBuf>,
    #[command(flatten)]
    models: ModelArgs,
    #[command(flatten)]
    budget: CallLimitArgs,
    #[command(flatten)]
    tape: TapeArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum EvidenceFormat {
    /// Markdown with the source, for reading
    #[default]
    Md,
    /// Everything, for programs; docs/evidence.schema.json says what
    Json,
    /// `path:first-last`, one a line
    Paths,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Observed {
    /// It is ranked like everything else
    Keep,
    /// It is left out
    #[default]
    Mask,
}

/// Reads files of a tree as text.
pub(super) struct TreeTexts<'a>(pub(super) &'a dyn Tree);

impl Texts for TreeTexts<'_> {
    fn text(&self, path: &RepoPath) -> Option<Arc<str>> {
        let bytes = self.0.read(path).ok()?;
        Some(Arc::from(std::str::from_utf8(&bytes).ok()?))
    }
}

/// Prints the evidence; 1 where there is nothing to add.
#[expect(clippy::disallowed_methods, reason = "how long an answer took is part of it; the clock is the process's")]
pub(crate) fn run(args: &EvidenceArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let started = Instant::now();
    check_views(&args.views)?;
    if let Some(file) = &args.serbench {
        return serbench::run(&context.named(file), &args.options(&EvidenceConfig::default()), printer);
    }
    let workspace = context.open(&TreeSource::WorkTree, printer)?;
    let state = situation::gather(&args.state, context, &workspace, printer)?;
    let progress = progress::of(printer);
    let full_text = workspace.index.full_text(workspace.tree.as_ref(), &workspace.project, progress.as_ref())?;
    let history = match workspace.repository.head()?.commit {
        Some(commit) => Some(workspace.index.history(&workspace.repository, commit, progress.as_ref())?),
        None => None,
    };
    let asked = Asked { models: &args.models, tape: &args.tape, limits: args.budget.of_models() };
    let models = Models::new(&["controller"], asked, context, &workspace, &Interrupts::default())?;
    let embeddings = Embeddings::new(asked, &models, context, &workspace)?;
    let sources = Sources {
        project: &workspace.project,
        full_text: &full_text,
        history: history.as_ref(),
        texts: &TreeTexts(workspace.tree.as_ref()),
        embedder: embeddings.as_ref().map(|embeddings| embeddings as &dyn Embedder),
    };
    let options = args.options(&workspace.config.evidence);
    let answer = match models.role("controller") {
        None => evidence::assemble(&state, sources, &options),
        Some(model) => {
            let controller = ModelController {
                name: models.name("controller").to_owned(),
                model,
                prompts: &models.prompts,
                tally: &models.tally,
                state: card::render(&state),
            };
            evidence::assemble_with(&state, sources, &options, &controller)
        }
    };
    models.finish(context)?;
    match args.format {
        EvidenceFormat::Md => {
            printer.write(&bundle::markdown(&answer))?;
            if args.explain {
                printer.write(&format!("\n{}", bundle::explanation(&answer)))?;
            }
        }
        EvidenceFormat::Json => {
            let json = bundle::json(&answer, &state, Some(started.elapsed().as_millis() as u64));
            printer.line(&serde_json::to_string(&json)?)?;
        }
        EvidenceFormat::Paths => {
            printer.write(&bundle::paths(&answer))?;
            if args.explain {
                printer.note(bundle::explanation(&answer).trim_end());
            }
        }
    }
    for note in answer.stages.iter().filter(|_| models.any()) {
        if let Some(why) = &note.fallback {
            printer.warning(&format!("the {} was decided without a model: {why}", note.stage.as_str()));
        }
    }
    if let Some(why) = embeddings.as_ref().and_then(Embeddings::failure) {
        printer.warning(&format!("the dense view was left out: {why}"));
    }
    for line in ModelRow::all(&models).iter().flat_map(ModelRow::lines) {
        printer.note(&line);
    }
    if answer.items.is_empty() {
        printer.note(answer.verdict.sentence());
    }
    Ok(if models.all_failed() {
        ExitStatus::Partial
    } else if answer.items.is_empty() {
        ExitStatus::Findings
    } else {
        ExitStatus::Success
    })
}

impl EvidenceArgs {
    fn options(&self, config: &EvidenceConfig) -> Options {
        let most_items = self.max_items.unwrap_or(config.max_items);
        Options {
            capacities: Capacities {
                most_items,
                fewest_items: Capacities::default().fewest_items.min(most_items),
                most_tokens: self.max_tokens.unwrap_or(config.max_tokens),
                ..Capacities::default()
            },
            tests: self.tests || config.tests,
            seen: match self.observed {
                Observed::Keep => Seen::Kept,
                Observed::Mask => Seen::Masked,
            },
            views: self.views.clone(),
            control: self.controller,
            ..Options::default()
        }
    }
}

/// A view that does not exist would rank nothing, and look like a view that is worth nothing.
fn check_views(chosen: &[String]) -> Result<(), CommandError> {
    let known: Vec<&str> = evidence::view_names();
    let Some(unknown) = chosen.iter().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
    let error = CommandError::new(format!("there is no view `{unknown}`"));
    Err(match config::nearest(unknown, known.iter().copied()) {
        Some(nearest) => error.hint(format!("Did you mean `{nearest}`?")),
        None => error.hint(format!("The views are: {}", known.join(", "))),
    })
}

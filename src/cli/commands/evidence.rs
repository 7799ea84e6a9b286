//! `git libra evidence`: what the next step still needs to see.

use std::sync::Arc;
use std::time::Instant;

use crate::base::RepoPath;
use crate::cli::ExitStatus;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::cli::progress;
use crate::cli::situation;
use crate::cli::situation::StateArgs;
use crate::evidence;
use crate::evidence::Options;
use crate::evidence::Seen;
use crate::evidence::Sources;
use crate::evidence::Texts;
use crate::evidence::bundle;
use crate::evidence::complement::Capacities;
use crate::repo::Tree;

/// Find the source that the next step still needs, without what was seen
#[derive(Debug, clap::Args)]
pub(crate) struct EvidenceArgs {
    #[command(flatten)]
    state: StateArgs,
    /// The most items; `libra.toml` says otherwise
    #[arg(short = 'k', long, value_name = "N")]
    max_items: Option<usize>,
    /// The most tokens (o200k) of all items together; `libra.toml` says otherwise
    #[arg(long, value_name = "N")]
    max_tokens: Option<u32>,
    /// Rank tests, too
    #[arg(long)]
    tests: bool,
    /// Offer what was seen, too
    #[arg(long)]
    include_seen: bool,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: EvidenceFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum EvidenceFormat {
    /// Markdown with the source, for reading
    #[default]
    Md,
    /// Everything, for programs
    Json,
    /// `path:first-last`, one a line
    Paths,
}

/// Reads files of a tree as text.
struct TreeTexts<'a>(&'a dyn Tree);

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
    let workspace = context.open(&TreeSource::WorkTree, printer)?;
    let state = situation::gather(&args.state, context, &workspace)?;
    let progress = progress::of(printer);
    let full_text = workspace.index.full_text(workspace.tree.as_ref(), &workspace.project, progress.as_ref())?;
    let history = match workspace.repository.head()?.commit {
        Some(commit) => Some(workspace.index.history(&workspace.repository, commit, progress.as_ref())?),
        None => None,
    };
    let sources = Sources {
        project: &workspace.project,
        full_text: &full_text,
        history: history.as_ref(),
        texts: &TreeTexts(workspace.tree.as_ref()),
    };
    let config = &workspace.config.evidence;
    let most_items = args.max_items.unwrap_or(config.max_items);
    let options = Options {
        capacities: Capacities {
            most_items,
            fewest_items: Capacities::default().fewest_items.min(most_items),
            most_tokens: args.max_tokens.unwrap_or(config.max_tokens),
            ..Capacities::default()
        },
        tests: args.tests || config.tests,
        seen: if args.include_seen { Seen::Kept } else { Seen::Masked },
        ..Options::default()
    };
    let answer = evidence::assemble(&state, sources, &options);
    match args.format {
        EvidenceFormat::Md => printer.write(&bundle::markdown(&answer))?,
        EvidenceFormat::Json => {
            let json = bundle::json(&answer, &state, Some(started.elapsed().as_millis() as u64));
            printer.line(&serde_json::to_string(&json)?)?;
        }
        EvidenceFormat::Paths => printer.write(&bundle::paths(&answer))?,
    }
    if answer.items.is_empty() {
        printer.note(answer.verdict.sentence());
        return Ok(ExitStatus::Findings);
    }
    Ok(ExitStatus::Success)
}

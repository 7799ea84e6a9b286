//! What can be typed. Each command's own arguments stand beside its code.

use std::path::PathBuf;

use clap::Args;
use clap::Parser;
use clap::Subcommand;

use crate::cli::ExitStatus;
use crate::cli::commands;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::cli::printer::ColorChoice;
use crate::cli::printer::Printer;
use crate::cli::printer::Verbosity;

/// Keep a repository navigable: verified catalogs, and the evidence that the next decision lacks
#[derive(Debug, Parser)]
#[command(
    name = "git-libra",
    bin_name = "git libra",
    version,
    propagate_version = true,
    disable_help_subcommand = false
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct GlobalArgs {
    /// Run as if started in this directory
    #[arg(short = 'C', long = "directory", value_name = "DIR", global = true)]
    pub(crate) directory: Option<PathBuf>,
    /// Read this file instead of `libra.toml` at the repository's root
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", global = true)]
    pub(crate) color: ColorChoice,
    /// Say nothing but errors on standard error
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more on standard error
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

impl GlobalArgs {
    /// How much is said on standard error.
    pub(crate) fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        }
    }
}

/// How a command's answer is written where there are just these two ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum TextOrJson {
    /// For reading
    #[default]
    Text,
    /// For programs
    Json,
}

/// The commands, one file each in `commands/`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Init(commands::init::InitArgs),
    Lint(commands::lint::LintArgs),
    Fmt(commands::fmt::FmtArgs),
    Heal(commands::heal::HealArgs),
    Explain(commands::explain::ExplainArgs),
    Locate(commands::locate::LocateArgs),
    Evidence(commands::evidence::EvidenceArgs),
    State(commands::state::StateCommandArgs),
    Observe(commands::observe::ObserveArgs),
    Symbols(commands::symbols::SymbolsArgs),
    Probes(commands::probes::ProbesArgs),
    Train(commands::train::TrainArgs),
    Replay(commands::replay::ReplayArgs),
    Score(commands::score::ScoreArgs),
    Hook(commands::hook::HookArgs),
    Browse(commands::browse::BrowseArgs),
    MergeDriver(commands::merge_driver::MergeDriverArgs),
    Doctor(commands::doctor::DoctorArgs),
    Lsp(commands::lsp::LspArgs),
    Config(commands::config::ConfigArgs),
    Completions(commands::completions::CompletionsArgs),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(&self, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
        match self {
            Self::Init(args) => commands::init::run(args, context, printer),
            Self::Lint(args) => commands::lint::run(args, context, printer),
            Self::Fmt(args) => commands::fmt::run(args, context, printer),
            Self::Heal(args) => commands::heal::run(args, context, printer),
            Self::Explain(args) => commands::explain::run(args, context, printer),
            Self::Locate(args) => commands::locate::run(args, context, printer),
            Self::Evidence(args) => commands::evidence::run(args, context, printer),
            Self::State(args) => commands::state::run(args, context, printer),
            Self::Observe(args) => commands::observe::run(args, context, printer),
            Self::Symbols(args) => commands::symbols::run(args, context, printer),
            Self::Probes(args) => commands::probes::run(args, context, printer),
            Self::Train(args) => commands::train::run(args, context, printer),
            Self::Replay(args) => commands::replay::run(args, context, printer),
            Self::Score(args) => commands::score::run(args, context, printer),
            Self::Hook(args) => commands::hook::run(args, context, printer),
            Self::Browse(args) => commands::browse::run(args, context, printer),
            Self::MergeDriver(args) => commands::merge_driver::run(args, context, printer),
            Self::Doctor(args) => commands::doctor::run(args, context, printer),
            Self::Lsp(args) => commands::lsp::run(args, context, printer),
            Self::Config(args) => commands::config::run(args, context, printer),
            Self::Completions(args) => commands::completions::run(args, context, printer),
        }
    }
}

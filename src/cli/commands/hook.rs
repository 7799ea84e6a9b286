//! `git libra hook`: puts a check into git's hooks, takes it out again, and is what the hook runs.

use std::path::PathBuf;

use clap::Subcommand;
use clap::ValueEnum;

use crate::cli::ExitStatus;
use crate::cli::commands::lint;
use crate::cli::context::Context;
use crate::cli::environment;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::repo;
use crate::repo::HookState;
use crate::repo::HooksScope;
use crate::repo::Repository;

/// The script that stands in git's hooks directory.
const SHIM: &str = include_str!("../../../hooks/shim.sh");

/// What tells our script from anybody else's.
const MARK: &str = "# git-libra hook ";

/// Check catalogs at every commit
#[derive(Debug, clap::Args)]
pub(crate) struct HookArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Put the check into the repository's hooks; a hook that stands already runs first
    Install {
        /// The hooks
        #[arg(value_enum, default_values_t = [Hook::PreCommit])]
        hooks: Vec<Hook>,
        /// Install into a hooks directory that other repositories share, too
        #[arg(long)]
        force: bool,
    },
    /// Take the check out again and put back what stood there before
    Uninstall {
        /// The hooks [default: all]
        #[arg(value_enum)]
        hooks: Vec<Hook>,
    },
    /// Say which hooks are installed
    Status,
    /// Do what the hook does
    Run {
        /// Mend what a machine can mend safely in the work tree; what was mended is to be staged, so the hook fails
        #[arg(long)]
        fix: bool,
        /// The hook
        #[arg(value_enum)]
        hook: Hook,
        /// Files whose catalogs are checked beside those of what is staged; hook managers pass them
        files: Vec<PathBuf>,
    },
}

/// The hooks that can be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[expect(clippy::enum_variant_names, reason = "these are git's names")]
enum Hook {
    /// Before a commit: the catalogs of what is staged
    PreCommit,
    /// Before a merge commit: the catalogs of what is staged
    PreMergeCommit,
    /// Before a push: every catalog of the work tree
    PrePush,
}

impl Hook {
    fn name(self) -> &'static str {
        match self {
            Self::PreCommit => "pre-commit",
            Self::PreMergeCommit => "pre-merge-commit",
            Self::PrePush => "pre-push",
        }
    }
}

/// Installs, uninstalls, tells or runs.
pub(crate) fn run(args: &HookArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    match &args.action {
        Action::Install { hooks, force } => install(hooks, *force, context, printer),
        Action::Uninstall { hooks } => uninstall(hooks, context, printer),
        Action::Status => status(context, printer),
        Action::Run { fix, hook, files } => check(*hook, *fix, files, context, printer),
    }
}

fn install(hooks: &[Hook], force: bool, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let repository = context.repository()?;
    if repository.hooks_scope() == HooksScope::Shared && !force {
        let directory = repository.hooks_dir();
        let message = format!("`core.hooksPath` sends every repository's hooks to `{}`", directory.display());
        return Err(CommandError::new(message).hint("`--force` installs there all the same"));
    }
    for hook in hooks {
        let outcome = match state(&repository, *hook)? {
            HookState::Ours => "updated",
            HookState::Foreign => "installed, the hook that stood there runs first",
            HookState::Absent => "installed",
        };
        repo::install_hook(repository.hooks_dir(), hook.name(), MARK, &script(*hook, context)?)?;
        printer.line(&format!("{}: {outcome}", hook.name()))?;
    }
    Ok(ExitStatus::Success)
}

/// The script with its places filled in.
fn script(hook: Hook, context: &Context) -> Result<String, CommandError> {
    let binary = context.environment().binary.as_deref().and_then(std::path::Path::to_str).unwrap_or_default();
    if binary.contains(['\'', '\n']) {
        return Err(CommandError::new(format!("the path of git-libra, `{binary}`, cannot stand in a shell script")));
    }
    Ok(SHIM.replace("@HOOK@", hook.name()).replace("@BINARY@", binary))
}

fn uninstall(hooks: &[Hook], context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let repository = context.repository()?;
    let hooks = if hooks.is_empty() { Hook::value_variants() } else { hooks };
    let mut removed = false;
    for hook in hooks {
        if state(&repository, *hook)? == HookState::Ours {
            let restored = repo::uninstall_hook(repository.hooks_dir(), hook.name(), MARK)?;
            let tail = if restored { ", the hook that stood there before is back" } else { "" };
            printer.line(&format!("{}: uninstalled{tail}", hook.name()))?;
            removed = true;
        }
    }
    if !removed {
        printer.note("no hook of git-libra is installed");
    }
    Ok(ExitStatus::Success)
}

fn status(context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let repository = context.repository()?;
    printer.line(&format!("hooks directory: {}", repository.hooks_dir().display()))?;
    for hook in Hook::value_variants() {
        let text = match state(&repository, *hook)? {
            HookState::Ours => "installed",
            HookState::Foreign => "not installed (another hook stands there)",
            HookState::Absent => "not installed",
        };
        printer.line(&format!("{}: {text}", hook.name()))?;
    }
    Ok(ExitStatus::Success)
}

fn state(repository: &Repository, hook: Hook) -> Result<HookState, CommandError> {
    Ok(repo::hook_state(repository.hooks_dir(), hook.name(), MARK)?)
}

fn check(
    hook: Hook,
    fix: bool,
    files: &[PathBuf],
    context: &Context,
    printer: &mut Printer,
) -> Result<ExitStatus, CommandError> {
    let skipped = context.environment().text(environment::SKIP).unwrap_or_default();
    let named = skipped.split(',').any(|id| matches!(id.trim(), "libra-lint" | "git-libra"));
    if named || context.environment().text(environment::LIBRA) == Some("0") {
        return Ok(ExitStatus::Success);
    }
    let status = lint::run(&lint::LintArgs::of_hook(hook != Hook::PrePush, fix, files.to_vec()), context, printer)?;
    if status == ExitStatus::Findings {
        printer.note("`git libra heal` brings the catalogs up to date; then stage them and commit again");
        printer.note("`LIBRA=0 git commit ...` goes on without the check");
    }
    Ok(status)
}

//! Git's configuration, as values with their scope, and where hooks live.

use std::path::Path;
use std::path::PathBuf;

use gix::bstr::ByteSlice;
use gix::config::Source;

use super::Repository;

/// Which of git's files a setting comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigScope {
    /// The machine or the git installation.
    System,
    /// The user, for all repositories.
    Global,
    /// This repository, for all its work trees.
    Local,
    /// This work tree only.
    Worktree,
    /// The command line or the environment.
    Command,
}

/// Whose hooks directory it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HooksScope {
    /// This repository's: its own directory, or `core.hooksPath` in its own configuration.
    Own,
    /// `core.hooksPath` of the user or the machine: a hook there would run in every repository.
    Shared,
}

impl Repository {
    /// A setting as git resolves it, the last one winning. A key is `section.name` or `section.sub section.name`.
    pub fn config_string(&self, key: &str) -> Option<String> {
        self.config_value(key).map(|(value, _)| value)
    }

    /// A setting, and where it stands.
    pub fn config_value(&self, key: &str) -> Option<(String, ConfigScope)> {
        self.handles.with(|gix| {
            let config = gix.config_snapshot();
            let (value, section) = config.plumbing().raw_value_with_section(key).ok()?;
            Some((value.to_str_lossy().into_owned(), scope(section.meta().source)))
        })
    }

    /// A setting as a truth value; `None` where it is unset or none.
    pub fn config_bool(&self, key: &str) -> Option<bool> {
        self.handles.with(|gix| gix.config_snapshot().boolean(key))
    }

    /// Whose the hooks directory is.
    pub fn hooks_scope(&self) -> HooksScope {
        match self.config_value("core.hooksPath") {
            Some((value, ConfigScope::Global | ConfigScope::System)) if !value.is_empty() => HooksScope::Shared,
            _ => HooksScope::Own,
        }
    }
}

/// Where git looks for hooks: `core.hooksPath`, which counts from where hooks run, the top of the work tree, or the git
/// directory of a bare repository; else `hooks` in the common directory. An empty or unusable value counts as none.
pub(super) fn hooks_dir(gix: &gix::Repository, common_dir: &Path, runs_in: &Path) -> PathBuf {
    let configured = gix.config_snapshot().trusted_path("core.hooksPath");
    match configured {
        Ok(Some(path)) if !path.as_os_str().is_empty() => runs_in.join(path),
        _ => common_dir.join("hooks"),
    }
}

fn scope(source: Source) -> ConfigScope {
    match source {
        Source::GitInstallation | Source::System => ConfigScope::System,
        Source::Git | Source::User => ConfigScope::Global,
        Source::Local => ConfigScope::Local,
        Source::Worktree => ConfigScope::Worktree,
        Source::Env | Source::Cli | Source::Api | Source::EnvOverride => ConfigScope::Command,
    }
}

//! The process environment as a value, read once, so that commands can be run in tests with another one.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// `0` makes a hook skip its work.
pub(crate) const LIBRA: &str = "LIBRA";
/// Comma-separated hook ids to skip, as hook managers have it.
pub(crate) const SKIP: &str = "SKIP";
/// Non-empty switches colour off.
pub(crate) const NO_COLOR: &str = "NO_COLOR";
/// Anything but `0` switches colour on.
pub(crate) const CLICOLOR_FORCE: &str = "CLICOLOR_FORCE";
/// `0` switches colour off.
pub(crate) const CLICOLOR: &str = "CLICOLOR";
/// `dumb` switches colour off.
pub(crate) const TERM: &str = "TERM";
/// Where GitHub Actions has a step's summary written.
pub(crate) const GITHUB_STEP_SUMMARY: &str = "GITHUB_STEP_SUMMARY";
/// Another configuration file than `libra.toml`.
pub(crate) const LIBRA_CONFIG: &str = "LIBRA_CONFIG";

/// What a command may know of the process around it.
#[derive(Clone, Debug)]
pub struct Environment {
    /// The environment variables.
    pub variables: BTreeMap<OsString, OsString>,
    /// The directory that the process was started in.
    pub directory: PathBuf,
    /// The path of the running binary, if it is known.
    pub binary: Option<PathBuf>,
    /// Whether standard output is a terminal.
    pub stdout_is_terminal: bool,
    /// Whether standard error is a terminal.
    pub stderr_is_terminal: bool,
}

impl Environment {
    /// Reads the environment of this process.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the process environment")]
    pub fn of_process() -> std::io::Result<Self> {
        use std::io::IsTerminal;
        Ok(Self {
            variables: std::env::vars_os().collect(),
            directory: std::env::current_dir()?,
            binary: std::env::current_exe().ok(),
            stdout_is_terminal: std::io::stdout().is_terminal(),
            stderr_is_terminal: std::io::stderr().is_terminal(),
        })
    }

    /// A variable's value; `None` if it is unset, empty or not UTF-8.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.variables.get(std::ffi::OsStr::new(name))?.to_str().filter(|value| !value.is_empty())
    }

    /// A variable's value as a path; `None` if it is unset or empty.
    pub(crate) fn path(&self, name: &str) -> Option<PathBuf> {
        self.variables.get(std::ffi::OsStr::new(name)).filter(|value| !value.is_empty()).map(PathBuf::from)
    }
}

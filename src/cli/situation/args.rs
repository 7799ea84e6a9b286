//! What can be said of the state on the command line.

use std::path::PathBuf;

use clap::Args;

/// What the state is, as far as it is given.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct StateArgs {
    /// The task, in words; without it or a file, the message of the commit being prepared, or the branch's name
    #[arg(short = 'm', long = "message", value_name = "TEXT", conflicts_with = "issue_file")]
    pub(super) message: Option<String>,
    /// The task, in a file; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    pub(super) issue_file: Option<PathBuf>,
    /// What the next step needs to know
    #[arg(long, value_name = "TEXT")]
    pub(super) need: Option<String>,
    /// What is believed to be the cause
    #[arg(long, value_name = "TEXT")]
    pub(super) hypothesis: Option<String>,
    /// What is about to be done
    #[arg(long, value_name = "TEXT")]
    pub(super) subgoal: Option<String>,
    /// What was searched for; may be given several times
    #[arg(long = "search", value_name = "TEXT")]
    pub(super) searches: Vec<String>,
    /// The latest output of the tests; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    pub(super) test_output: Option<PathBuf>,
    /// What has been read, beside what `git libra observe` recorded; may be given several times
    #[arg(long = "read", visible_alias = "seen", value_name = "PATH[:L1-L2]")]
    pub(super) observed: Vec<String>,
    /// An agent's own log: Claude Code, Codex, SWE-agent, OpenHands, ATIF; a folder of OpenHands events, too
    #[arg(long, value_name = "FILE")]
    pub(super) transcript: Option<PathBuf>,
    /// The commit that changes are counted from
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    pub(super) base: String,
    /// Begin with a state card, as `git libra state` prints it; what else is given overrides its parts
    #[arg(long = "state", value_name = "FILE")]
    pub(super) card: Option<PathBuf>,
}

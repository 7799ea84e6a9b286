//! What can be typed about models.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::engine::dollars;
use crate::cli::engine::duration;
use crate::cli::engine::number;
use crate::cli::engine::settings::Engine;
use crate::cli::engine::some_time;
use crate::llm::Limits;

/// Which model is asked, and what it may spend. Without any of these, and without `libra.engine` in git's configuration
/// or `LIBRA_ENGINE`, no model is asked at all.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Models")]
pub(crate) struct ModelArgs {
    /// Who answers [default: embedded, or `libra.engine`]
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<Engine>,
    /// The model's name [default: `libra.model`]
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Where the model is served, such as `http://127.0.0.1:8080/v1` [default: `libra.endpoint`]
    #[arg(long, value_name = "URL")]
    pub(crate) endpoint: Option<String>,
    /// The environment variable that holds the key [default: `libra.keyEnv`]
    #[arg(long, value_name = "VARIABLE")]
    pub(crate) key_env: Option<String>,
    /// The program of the `command` engine: words, or a JSON list of arguments [default: `libra.command`]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) command: Option<String>,
    /// Have at most this many requests under way at once [default: 8, or `libra.concurrency`]
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<usize>,
    /// Wait this long for one answer of the model, such as `90s` or `10m` [default: 240s, or `libra.timeout`]
    #[arg(long, value_name = "TIME", value_parser = some_time, allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,
}

/// What becomes of the exchanges with a model.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Models")]
pub(crate) struct TapeArgs {
    /// Use the answers that earlier runs have paid for
    #[arg(long)]
    pub(crate) resume: bool,
    /// Write every exchange to this file
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub(crate) record: Option<PathBuf>,
    /// Answer from a recorded file, without any server
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,
}

impl TapeArgs {
    /// For commands that go on where they stood: what was paid for is not asked for again.
    pub(crate) fn resuming() -> Self {
        Self { resume: true, ..Self::default() }
    }
}

/// What a run may take, whoever plays the roles.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LimitArgs {
    #[command(flatten)]
    pub(crate) calls: CallLimitArgs,
    /// Stop before a call when the calls so far took this many tokens, in and out
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub(crate) max_tokens: Option<u64>,
}

/// The same for a command in which tokens are those of its answer.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct CallLimitArgs {
    /// Stop before a call when the calls so far cost this many US dollars
    #[arg(long, value_name = "USD", value_parser = dollars, allow_negative_numbers = true)]
    pub(crate) max_cost: Option<f64>,
    /// Ask agents at most this many times
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    pub(crate) max_calls: Option<usize>,
    /// Begin no call after this time, such as `90s`, `10m` or `1h`
    #[arg(long, value_name = "TIME", value_parser = duration, allow_negative_numbers = true)]
    pub(crate) max_time: Option<Duration>,
}

impl LimitArgs {
    /// The limits as a meter of models takes them.
    pub(crate) fn of_models(&self) -> Limits {
        Limits { tokens: self.max_tokens, ..self.calls.of_models() }
    }

    /// The limits without that on calls. Where models are asked, their meter counts what each answer took: an agent asks
    /// several times for one, and not at all where an earlier run was given it.
    pub(super) fn without_calls(&self) -> Self {
        let calls = CallLimitArgs { max_calls: None, ..self.calls.clone() };
        Self { calls, ..self.clone() }
    }
}

impl CallLimitArgs {
    /// The limits as a meter of models takes them.
    pub(crate) fn of_models(&self) -> Limits {
        let calls = self.max_calls.map(|calls| calls as u64);
        Limits { calls, tokens: None, cost: self.max_cost, time: self.max_time }
    }
}

/// What was typed about models, all of it.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// Which model.
    pub(crate) models: &'a ModelArgs,
    /// What becomes of the exchanges.
    pub(crate) tape: &'a TapeArgs,
    /// What they may spend.
    pub(crate) limits: Limits,
}

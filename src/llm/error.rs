//! Why a model gave no answer.

use std::time::Duration;

/// Why a model gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The budget does not allow another call.
    #[error("the budget of {limit} is used up")]
    OutOfBudget {
        /// Which limit, such as `20 calls`.
        limit: String,
    },
    /// The run was asked to end; calls that were under way have been finished.
    #[error("interrupted")]
    Interrupted,
    /// What is to be the server's address is none.
    #[error("the endpoint is no URL that begins with `http://` or `https://` and names a host")]
    NoUrl,
    /// The server could not be reached, or the connection broke.
    #[error("failed to reach `{host}`")]
    Unreachable {
        /// The endpoint's host, never its path or key.
        host: String,
        /// What happened.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The server refused the request.
    #[error("`{host}` refused the request with status {status}: {detail}")]
    Refused {
        /// The endpoint's host.
        host: String,
        /// The HTTP status.
        status: u16,
        /// The beginning of what it said.
        detail: String,
    },
    /// The server wants to be left alone for longer than a run waits.
    #[error("`{host}` is busy and asks to wait {} s", wait.as_secs())]
    Busy {
        /// The endpoint's host.
        host: String,
        /// How long it wants to be left alone.
        wait: Duration,
    },
    /// The request does not fit into what the model can read at once.
    #[error("the request is longer than `{host}` reads at once")]
    TooLong {
        /// The endpoint's host.
        host: String,
    },
    /// The server's answer is not what the protocol says.
    #[error("`{host}` answered with something unreadable: {detail}")]
    Unreadable {
        /// The endpoint's host.
        host: String,
        /// What was wrong with it.
        detail: String,
    },
    /// The user's program could not be started, failed, or said nothing in time.
    #[error("`{program}` gave no answer: {detail}")]
    Program {
        /// The program, without its arguments.
        program: String,
        /// What happened.
        detail: String,
    },
    /// A cassette does not hold this request.
    #[error("the cassette does not hold this request; the nearest is {nearest}")]
    NotRecorded {
        /// The nearest request and where it differs, or that there is none.
        nearest: String,
    },
    /// A recorded failure.
    #[error("{0}")]
    Replayed(String),
    /// A scripted model has no further reply.
    #[error("the script has no reply left for this request")]
    ScriptEnded,
}

impl ModelError {
    /// Whether the fault lies in this one request or answer, so that others may do better.
    pub fn is_of_one_request(&self) -> bool {
        matches!(self, Self::TooLong { .. } | Self::Unreadable { .. })
    }
}

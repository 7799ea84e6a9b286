//! The only file that reaches the network: JSON to a server and back, with retries, time limits and a size limit.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::Value;

use crate::llm::ModelError;

/// How often a request is tried.
const ATTEMPTS: u32 = 3;

/// How long one try may take.
const TIMEOUT: Duration = Duration::from_secs(240);

/// The longest that a server's `Retry-After` is obeyed.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// The most bytes of an answer.
const MOST_BYTES: usize = 10 * 1024 * 1024;

/// A server that takes JSON. The key is sent as a bearer token, and never printed.
pub struct Endpoint {
    base: String,
    key: Option<String>,
    client: reqwest::Client,
    runtime: tokio::runtime::Runtime,
    first_wait: Duration,
}

impl Endpoint {
    /// A server by the URL that its paths follow, such as `http://127.0.0.1:8092/v1`.
    pub fn new(base: &str, key: Option<String>) -> Result<Self, ModelError> {
        // A second call fails because a provider is installed already, which is what is wanted.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let host = host_of(base);
        let unreachable =
            |source: Box<dyn std::error::Error + Send + Sync>| ModelError::Unreachable { host: host.clone(), source };
        let client = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .connect_timeout(Duration::from_secs(20))
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| unreachable(Box::new(error)))?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| unreachable(Box::new(error)))?;
        let base = base.trim_end_matches('/').to_owned();
        Ok(Self { base, key, client, runtime, first_wait: Duration::from_secs(1) })
    }

    /// Waits this long before the second try, and twice as long before the third.
    #[must_use]
    pub fn with_first_wait(mut self, first_wait: Duration) -> Self {
        self.first_wait = first_wait;
        self
    }

    /// The server's host, for messages.
    pub fn host(&self) -> String {
        host_of(&self.base)
    }

    /// Posts JSON to a path below the base and reads the JSON that comes back.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, ModelError> {
        self.runtime.block_on(self.post_with_retries(path, body))
    }

    async fn post_with_retries(&self, path: &str, body: &Value) -> Result<Value, ModelError> {
        let mut wait = self.first_wait;
        let mut attempt = 1;
        loop {
            let (error, asked) = match self.post_once(path, body).await {
                Ok(value) => return Ok(value),
                Err(failure) => failure,
            };
            if attempt == ATTEMPTS || !is_passing(&error) {
                return Err(error);
            }
            tokio::time::sleep(asked.unwrap_or(wait).min(LONGEST_WAIT)).await;
            wait *= 2;
            attempt += 1;
        }
    }

    /// One try; a failure comes with the wait that the server asked for.
    async fn post_once(&self, path: &str, body: &Value) -> Result<Value, (ModelError, Option<Duration>)> {
        let unreachable = |error: reqwest::Error| {
            // The URL may hold what must not be printed.
            (ModelError::Unreachable { host: self.host(), source: Box::new(error.without_url()) }, None)
        };
        let mut request = self.client.post(format!("{}/{path}", self.base)).json(body);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key);
        }
        let mut response = request.send().await.map_err(unreachable)?;
        let status = response.status();
        let asked = retry_after(&response);
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
            if bytes.len() + chunk.len() > MOST_BYTES {
                let detail = format!("it is longer than {MOST_BYTES} bytes");
                return Err((ModelError::Unreadable { host: self.host(), detail }, None));
            }
            bytes.extend_from_slice(&chunk);
        }
        if !status.is_success() {
            let detail: String = String::from_utf8_lossy(&bytes).chars().take(200).collect();
            let detail = detail.split_whitespace().collect::<Vec<_>>().join(" ");
            return Err((ModelError::Refused { host: self.host(), status: status.as_u16(), detail }, asked));
        }
        serde_json::from_slice(&bytes)
            .map_err(|error| (ModelError::Unreadable { host: self.host(), detail: format!("no JSON ({error})") }, None))
    }
}

/// Whether trying again may help.
fn is_passing(error: &ModelError) -> bool {
    match error {
        ModelError::Unreachable { .. } => true,
        ModelError::Refused { status, .. } => {
            matches!(*status, 408 | 429 | 529)
                || (StatusCode::INTERNAL_SERVER_ERROR.as_u16() < *status && *status < 600)
        }
        _ => false,
    }
}

/// The seconds of a `Retry-After` header; a date is not obeyed, the usual wait is.
fn retry_after(response: &reqwest::Response) -> Option<Duration> {
    let value = response.headers().get(reqwest::header::RETRY_AFTER)?.to_str().ok()?;
    value.trim().parse().ok().map(Duration::from_secs)
}

/// The host and port of a URL, without user, password and path.
fn host_of(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default().to_owned()
}

//! The only file that reaches the network: JSON to a server and back, with retries, time limits and a size limit.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::Value;

use crate::llm::ModelError;
use crate::llm::lanes::Lanes;

/// How often a request is tried.
const ATTEMPTS: u32 = 3;

/// How long one try may take where nothing else is said.
const TIMEOUT: Duration = Duration::from_secs(240);

/// The longest that a server's `Retry-After` is obeyed.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// The most bytes of an answer.
const MOST_BYTES: usize = 10 * 1024 * 1024;

/// How a server knows who asks. The key is never printed.
pub enum Auth {
    /// It does not.
    None,
    /// By a bearer token.
    Bearer(String),
    /// By a header of its own.
    Header(&'static str, String),
}

/// A server that takes JSON.
pub struct Endpoint {
    base: String,
    auth: Auth,
    headers: Vec<(&'static str, &'static str)>,
    client: reqwest::Client,
    runtime: tokio::runtime::Runtime,
    first_wait: Duration,
    timeout: Duration,
    lanes: Lanes,
}

impl Endpoint {
    /// A server by the URL that its paths follow, such as `http://127.0.0.1:8092/v1`. `authority` holds certificates
    /// (PEM) that are trusted in place of the system's; `concurrency` is how many requests may be under way at once.
    pub fn new(base: &str, auth: Auth, authority: Option<&[u8]>, concurrency: usize) -> Result<Self, ModelError> {
        // A second call fails because a provider is installed already, which is what is wanted.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let is_web = |url: reqwest::Url| matches!(url.scheme(), "http" | "https") && url.has_host();
        if !reqwest::Url::parse(base).is_ok_and(is_web) {
            return Err(ModelError::NoUrl);
        }
        let host = host_of(base);
        let unreachable =
            |source: Box<dyn std::error::Error + Send + Sync>| ModelError::Unreachable { host: host.clone(), source };
        let mut builder = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(20))
            .redirect(reqwest::redirect::Policy::none());
        if let Some(authority) = authority {
            let trusted =
                reqwest::Certificate::from_pem_bundle(authority).map_err(|error| unreachable(Box::new(error)))?;
            builder = builder.tls_certs_only(trusted);
        }
        let client = builder.build().map_err(|error| unreachable(Box::new(error)))?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| unreachable(Box::new(error)))?;
        let base = base.trim_end_matches('/').to_owned();
        Ok(Self {
            base,
            auth,
            headers: Vec::new(),
            client,
            runtime,
            first_wait: Duration::from_secs(1),
            timeout: TIMEOUT,
            lanes: Lanes::new(concurrency),
        })
    }

    /// Waits this long before the second try, and twice as long before the third.
    #[must_use]
    pub fn with_first_wait(mut self, first_wait: Duration) -> Self {
        self.first_wait = first_wait;
        self
    }

    /// Lets one try take this long, the answer's last byte included.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sends this header with every request.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.push((name, value));
        self
    }

    /// The server's host, for messages.
    pub fn host(&self) -> String {
        host_of(&self.base)
    }

    /// Posts JSON to a path below the base and reads the JSON that comes back.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, ModelError> {
        let mut wait = self.first_wait;
        let mut attempt = 1;
        loop {
            let tried = {
                // The wait for the next try is outside: who waits takes nobody's place.
                let _lane = self.lanes.enter();
                self.runtime.block_on(self.post_once(path, body))
            };
            let (error, asked) = match tried {
                Ok(value) => {
                    self.lanes.well();
                    return Ok(value);
                }
                Err(failure) => failure,
            };
            if is_crowd(&error) {
                self.lanes.crowded();
            }
            if attempt >= attempts_for(&error) {
                return Err(error);
            }
            if let Some(asked) = asked.filter(|asked| *asked > LONGEST_WAIT) {
                return Err(ModelError::Busy { host: self.host(), wait: asked });
            }
            let pause = asked.unwrap_or(wait);
            self.runtime.block_on(async move { tokio::time::sleep(pause).await });
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
        let mut request = self.client.post(format!("{}/{path}", self.base)).timeout(self.timeout).json(body);
        request = match &self.auth {
            Auth::None => request,
            Auth::Bearer(key) => request.bearer_auth(key),
            Auth::Header(name, key) => request.header(*name, key),
        };
        for (name, value) in &self.headers {
            request = request.header(*name, *value);
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
            return Err((self.refused(status.as_u16(), &String::from_utf8_lossy(&bytes)), asked));
        }
        match serde_json::from_slice::<Value>(&bytes) {
            Ok(value) => match error_within(&value) {
                Some((status, detail)) => Err((self.refused(status, &detail), asked)),
                None => Ok(value),
            },
            Err(error) if error.is_eof() && bytes.first() == Some(&b'{') => {
                // Somebody on the way closed early: as good as a broken connection.
                Err((ModelError::Unreachable { host: self.host(), source: Box::new(error) }, None))
            }
            Err(error) => {
                Err((ModelError::Unreadable { host: self.host(), detail: format!("no JSON ({error})") }, None))
            }
        }
    }

    fn refused(&self, status: u16, said: &str) -> ModelError {
        let mut detail: String = said.chars().take(600).collect();
        detail = detail.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Auth::Bearer(key) | Auth::Header(_, key) = &self.auth {
            // Some servers repeat the key in their complaint about it.
            detail = detail.replace(key.as_str(), "***");
        }
        ModelError::Refused { host: self.host(), status, detail }
    }
}

/// The error that an answer of status 200 holds, with the status that it should have had.
fn error_within(answer: &Value) -> Option<(u16, String)> {
    let error = answer.get("error").filter(|error| !error.is_null())?;
    let text = |key: &str| error.get(key).and_then(Value::as_str);
    let detail = text("message").or(error.as_str()).unwrap_or("an error without a message").to_owned();
    let kind = format!("{} {} {detail}", text("type").unwrap_or_default(), text("code").unwrap_or_default());
    let kind = kind.to_lowercase();
    let said = error.get("code").or_else(|| error.get("status")).and_then(Value::as_u64);
    let status = match said {
        Some(status @ 400..600) => status as u16,
        _ if kind.contains("rate") && kind.contains("limit") => 429,
        _ if kind.contains("overloaded") => 529,
        _ => 200,
    };
    Some((status, detail))
}

/// How often a request is tried whose last try failed so.
fn attempts_for(error: &ModelError) -> u32 {
    match error {
        ModelError::Unreachable { .. } => ATTEMPTS,
        // An account without money stays so.
        ModelError::Refused { status: 429, detail, .. } if detail.contains("insufficient_quota") => 1,
        // Some servers answer 500 to what they do not understand; a client may ask in another way.
        ModelError::Refused { status: 500, .. } => 2,
        ModelError::Refused { status, .. } if matches!(*status, 408 | 425 | 429 | 501..=599) => ATTEMPTS,
        _ => 1,
    }
}

/// Whether the server has too many requests.
fn is_crowd(error: &ModelError) -> bool {
    let too_many = [StatusCode::TOO_MANY_REQUESTS.as_u16(), StatusCode::SERVICE_UNAVAILABLE.as_u16(), 529];
    matches!(error, ModelError::Refused { status, .. } if too_many.contains(status))
}

/// How long a `Retry-After` header asks to wait: seconds, or a date, which is compared with the server's own.
fn retry_after(response: &reqwest::Response) -> Option<Duration> {
    let header = |name: reqwest::header::HeaderName| response.headers().get(name)?.to_str().ok().map(str::trim);
    let value = header(reqwest::header::RETRY_AFTER)?;
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = httpdate::parse_http_date(value).ok()?;
    let now = httpdate::parse_http_date(header(reqwest::header::DATE)?).ok()?;
    until.duration_since(now).ok()
}

/// The host and port of a URL, without user, password and path.
fn host_of(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default().to_owned()
}

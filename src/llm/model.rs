//! What it means to ask a model, whatever server answers.

/// A language model that answers one request at a time. Retries and time limits are the implementation's.
pub trait ChatModel: Send + Sync {
    /// The model's answer.
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError>;
}

/// What a model is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatRequest {
    /// The messages in order.
    pub messages: Vec<Message>,
    /// 0 for the most likely answer.
    pub temperature: f32,
    /// The most tokens that the answer may have.
    pub max_tokens: u32,
    /// Whether the answer must be a JSON object.
    pub json: bool,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub text: String,
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The instructions.
    System,
    /// The one who asks.
    User,
    /// The model.
    Assistant,
}

impl Role {
    /// The role as wire formats have it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// What a model answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatReply {
    /// The text.
    pub text: String,
    /// What it cost, as the server counts; `None` where it does not say.
    pub usage: Option<Usage>,
}

/// Tokens of one exchange.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens of the request.
    pub input: u64,
    /// Tokens of the answer.
    pub output: u64,
}

/// Why a model gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The budget does not allow another call.
    #[error("the budget of {limit} is used up")]
    OutOfBudget {
        /// Which limit, such as `20 calls`.
        limit: String,
    },
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
    /// The server's answer is not what the protocol says.
    #[error("`{host}` answered with something unreadable: {detail}")]
    Unreadable {
        /// The endpoint's host.
        host: String,
        /// What was wrong with it.
        detail: String,
    },
    /// A scripted model has no further reply.
    #[error("the script has no reply left for this request")]
    ScriptEnded,
}

//! What it means to ask a model, whatever server answers.

use serde::Deserialize;
use serde::Serialize;
use serde_json::Value;

use crate::llm::ModelError;

/// A language model that answers one request at a time. Retries and time limits are the implementation's.
pub trait ChatModel: Send + Sync {
    /// The model's answer.
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError>;
}

impl<M: ChatModel + ?Sized> ChatModel for std::sync::Arc<M> {
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        (**self).chat(request)
    }
}

impl<M: ChatModel + ?Sized> ChatModel for Box<M> {
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        (**self).chat(request)
    }
}

/// What a model is asked. Its JSON is the canonical form that cassettes and the answers of earlier runs go by, so a new
/// field must be skipped where it says nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// The messages in order. The leading system message is the prefix that servers may keep from call to call.
    pub messages: Vec<Message>,
    /// What the model may call before it answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool>,
    /// What the answer must be.
    #[serde(default)]
    pub answer: AnswerForm,
    /// 0 for the most likely answer.
    pub temperature: f32,
    /// The most tokens that the answer may have.
    pub max_tokens: u32,
}

impl ChatRequest {
    /// A request of a system and a user message at temperature 0.
    pub fn new(system: impl Into<String>, user: impl Into<String>, max_tokens: u32) -> Self {
        Self {
            messages: vec![Message::System(system.into()), Message::User(user.into())],
            tools: Vec::new(),
            answer: AnswerForm::Text,
            temperature: 0.0,
            max_tokens,
        }
    }

    /// Asks for a JSON object of this schema.
    #[must_use]
    pub fn answered_by(mut self, name: &'static str, schema: Value) -> Self {
        self.answer = AnswerForm::Object { name: name.to_owned(), schema };
        self
    }

    /// The characters of everything that is sent, for estimates.
    pub(crate) fn characters(&self) -> u64 {
        let messages = self.messages.iter().map(|message| match message {
            Message::System(text) | Message::User(text) | Message::ToolResult { text, .. } => text.len(),
            Message::Assistant { text, calls } => {
                text.len() + calls.iter().map(|call| call.name.len() + call.arguments.to_string().len()).sum::<usize>()
            }
        });
        let tools = self.tools.iter().map(|tool| tool.description.len() + tool.parameters.to_string().len());
        messages.chain(tools).sum::<usize>() as u64
    }
}

/// One message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// The instructions.
    System(String),
    /// The one who asks.
    User(String),
    /// The model.
    Assistant {
        /// What it said beside its calls.
        text: String,
        /// What it called.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<ToolCall>,
    },
    /// What a call gave.
    ToolResult {
        /// The call's id.
        id: String,
        /// The result, or why there is none.
        text: String,
    },
}

/// A function that a model may call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// The JSON schema of its arguments.
    pub parameters: Value,
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// What the result refers to.
    pub id: String,
    /// The tool's name as the model gave it.
    pub name: String,
    /// The arguments; a string where the model gave something else than JSON.
    pub arguments: Value,
}

/// What an answer must be.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerForm {
    /// Anything.
    #[default]
    Text,
    /// A JSON object. Servers enforce it as far as they can; the reader finds and validates it in any case.
    Object {
        /// What the object is, in lower case.
        name: String,
        /// Its JSON schema: every property required, none beyond them, so that strict servers take it.
        schema: Value,
    },
}

/// What a model answered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChatReply {
    /// The text; empty where the model only calls tools.
    pub text: String,
    /// The tools that it wants called before it goes on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// Why it stopped.
    #[serde(default)]
    pub stop: Stop,
    /// What it cost, as the server counts; `None` where it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// Why a model stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It was done, or wants tools called.
    #[default]
    Done,
    /// The answer came to its limit of tokens.
    Length,
    /// A filter stopped it, or it refused.
    Filtered,
}

/// Tokens of one exchange.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the request, those read from the server's cache included.
    pub input: u64,
    /// Those of them that the server had kept from an earlier call.
    #[serde(default)]
    pub cached: u64,
    /// Tokens of the answer.
    pub output: u64,
}

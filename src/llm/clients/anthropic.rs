//! The Messages format of Anthropic.
//!
//! The system text is marked as a prefix that the server may keep: for the Solver it holds the root catalog, which does
//! not change from question to question. An object is asked for by a tool that must be called with it, which is this
//! format's way to have a schema obeyed.

use serde_json::Value;
use serde_json::json;

use crate::llm::AnswerForm;
use crate::llm::Auth;
use crate::llm::ChatModel;
use crate::llm::ChatReply;
use crate::llm::ChatRequest;
use crate::llm::Endpoint;
use crate::llm::Message;
use crate::llm::ModelError;
use crate::llm::Stop;
use crate::llm::ToolCall;
use crate::llm::Usage;
use crate::llm::clients::habits::Form;
use crate::llm::clients::habits::Habits;
use crate::llm::clients::habits::Learned;
use crate::llm::spoken;

/// The version of the format, as the server wants it named.
const VERSION: &str = "2023-06-01";

/// What the tool is called whose argument is the answer.
const ANSWER: &str = "answer";

/// A model behind the Messages format.
pub struct Anthropic {
    endpoint: Endpoint,
    model: String,
    learned: Learned,
}

impl Anthropic {
    /// A model by its name at an endpoint such as `https://api.anthropic.com/v1`.
    pub fn new(endpoint: Endpoint, model: impl Into<String>) -> Self {
        let endpoint = endpoint.with_header("anthropic-version", VERSION);
        Self { endpoint, model: model.into(), learned: Learned::new() }
    }

    /// How this server wants a key to be sent.
    pub fn auth(key: Option<String>) -> Auth {
        key.map_or(Auth::None, |key| Auth::Header("x-api-key", key))
    }

    fn reply(&self, answer: &Value) -> Result<ChatReply, ModelError> {
        let Some(blocks) = answer.get("content").and_then(Value::as_array) else {
            let detail = "there is no message in it".to_owned();
            return Err(ModelError::Unreadable { host: self.endpoint.host(), detail });
        };
        let mut reply = ChatReply::default();
        for (number, block) in blocks.iter().enumerate() {
            let text = |key: &str| block.get(key).and_then(Value::as_str).unwrap_or_default();
            match text("type") {
                "text" => reply.text.push_str(text("text")),
                "tool_use" if text("name") == ANSWER => {
                    reply.text = block.get("input").cloned().unwrap_or_default().to_string();
                }
                "tool_use" => reply.calls.push(ToolCall {
                    id: if text("id").is_empty() { format!("call-{number}") } else { text("id").to_owned() },
                    name: text("name").to_owned(),
                    arguments: block.get("input").cloned().unwrap_or_default(),
                }),
                // Reasoning and what is not known yet.
                _ => {}
            }
        }
        reply.stop = match answer.get("stop_reason").and_then(Value::as_str) {
            Some("max_tokens" | "model_context_window_exceeded") => Stop::Length,
            Some("refusal") => Stop::Filtered,
            _ => Stop::Done,
        };
        reply.usage = usage(answer);
        Ok(reply)
    }
}

impl ChatModel for Anthropic {
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let called = request.messages.iter().any(|message| matches!(message, Message::ToolResult { .. }));
        let answer = self.learned.ask(request, |habits| {
            // Calls may stand in a conversation only as long as tools are offered: afterwards they are told in words.
            let spoken;
            let asked = if (called && request.tools.is_empty()) || !habits.tools {
                spoken = spoken::without_tools(request);
                &spoken
            } else {
                request
            };
            self.endpoint.post("messages", &body(&self.model, asked, habits))
        })?;
        let mut reply = self.reply(&answer)?;
        if reply.calls.is_empty() {
            reply.calls.extend(spoken::call_in(&reply.text, &request.tools));
        }
        Ok(reply)
    }
}

fn body(model: &str, request: &ChatRequest, habits: Habits) -> Value {
    let mut body = json!({
        "model": model,
        "max_tokens": request.max_tokens,
        "messages": messages(request),
    });
    if habits.temperature {
        body["temperature"] = json!(request.temperature);
    }
    let system: Vec<&String> = request
        .messages
        .iter()
        .filter_map(|message| match message {
            Message::System(text) => Some(text),
            _ => None,
        })
        .collect();
    let mut blocks: Vec<Value> = system.iter().map(|text| json!({ "type": "text", "text": text })).collect();
    if let Some(last) = blocks.last_mut() {
        last["cache_control"] = json!({ "type": "ephemeral" });
        body["system"] = Value::Array(blocks);
    }
    let mut tools: Vec<Value> = request
        .tools
        .iter()
        .map(|tool| json!({ "name": tool.name, "description": tool.description, "input_schema": tool.parameters }))
        .collect();
    if let AnswerForm::Object { schema, .. } = &request.answer
        && habits.form(request) == Form::Schema
    {
        tools.push(json!({
            "name": ANSWER,
            "description": "Give the final answer, and nothing else afterwards.",
            "input_schema": schema,
        }));
        if request.tools.is_empty() {
            body["tool_choice"] = json!({ "type": "tool", "name": ANSWER });
        }
    }
    if !tools.is_empty() {
        body["tools"] = Value::Array(tools);
    }
    body
}

/// The messages without the system's; results of calls that follow each other are one message of the user.
fn messages(request: &ChatRequest) -> Vec<Value> {
    let mut messages: Vec<Value> = Vec::new();
    let mut push = |role: &str, block: Value| match messages
        .last_mut()
        .filter(|last| last["role"] == role)
        .and_then(|last| last["content"].as_array_mut())
    {
        Some(blocks) => blocks.push(block),
        None => messages.push(json!({ "role": role, "content": [block] })),
    };
    for message in &request.messages {
        match message {
            Message::System(_) => {}
            Message::User(text) => push("user", json!({ "type": "text", "text": text })),
            Message::ToolResult { id, text } => {
                push("user", json!({ "type": "tool_result", "tool_use_id": id, "content": text }));
            }
            Message::Assistant { text, calls } => {
                // An empty text block is refused.
                if !text.trim().is_empty() {
                    push("assistant", json!({ "type": "text", "text": text }));
                }
                for call in calls {
                    let input = if call.arguments.is_object() { call.arguments.clone() } else { json!({}) };
                    push("assistant", json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": input }));
                }
            }
        }
    }
    messages
}

fn usage(answer: &Value) -> Option<Usage> {
    let count = |key: &str| answer.get("usage")?.get(key)?.as_u64();
    let read = count("cache_read_input_tokens").unwrap_or(0);
    let written = count("cache_creation_input_tokens").unwrap_or(0);
    Some(Usage { input: count("input_tokens")? + read + written, cached: read, output: count("output_tokens")? })
}

//! The Chat Completions format, as OpenAI, DeepSeek, OpenRouter, Ollama, vLLM and llama.cpp speak it.

use serde_json::Value;
use serde_json::json;

use crate::llm::AnswerForm;
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

/// A model behind a Chat Completions server.
pub struct OpenAi {
    endpoint: Endpoint,
    model: String,
    learned: Learned,
}

impl OpenAi {
    /// A model by its name at an endpoint such as `http://127.0.0.1:8092/v1`.
    pub fn new(endpoint: Endpoint, model: impl Into<String>) -> Self {
        Self { endpoint, model: model.into(), learned: Learned::new() }
    }

    fn unreadable(&self, detail: &str) -> ModelError {
        ModelError::Unreadable { host: self.endpoint.host(), detail: detail.to_owned() }
    }

    fn reply(&self, request: &ChatRequest, answer: &Value) -> Result<ChatReply, ModelError> {
        let choice = answer.pointer("/choices/0").ok_or_else(|| self.unreadable("there is no message in it"))?;
        if let Some(error) = choice.get("error").filter(|error| !error.is_null()) {
            let detail = error.get("message").and_then(Value::as_str).unwrap_or("an error without a message");
            return Err(self.unreadable(detail));
        }
        let message = choice.get("message").ok_or_else(|| self.unreadable("there is no message in it"))?;
        let text = text_of(message.get("content").unwrap_or(&Value::Null));
        let mut calls: Vec<ToolCall> = message
            .get("tool_calls")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .enumerate()
            .filter_map(|(number, call)| tool_call(number, call))
            .collect();
        if calls.is_empty() {
            // Small models write their call as text.
            calls.extend(spoken::call_in(&text, &request.tools));
        }
        let stop = match choice.get("finish_reason").and_then(Value::as_str) {
            Some("length") => Stop::Length,
            Some("content_filter") => Stop::Filtered,
            _ if message.get("refusal").is_some_and(Value::is_string) && text.is_empty() => Stop::Filtered,
            _ => Stop::Done,
        };
        Ok(ChatReply { text, calls, stop, usage: usage(answer) })
    }
}

impl ChatModel for OpenAi {
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let answer = self.learned.ask(request, |habits| {
            let spoken;
            let asked = if habits.tools || request.tools.is_empty() {
                request
            } else {
                spoken = spoken::without_tools(request);
                &spoken
            };
            self.endpoint.post("chat/completions", &body(&self.model, asked, habits))
        })?;
        self.reply(request, &answer)
    }
}

fn body(model: &str, request: &ChatRequest, habits: Habits) -> Value {
    let mut body = json!({ "model": model, "messages": request.messages.iter().map(message).collect::<Vec<_>>() });
    let limit = if habits.completion_tokens { "max_completion_tokens" } else { "max_tokens" };
    body[limit] = request.max_tokens.into();
    if habits.temperature {
        body["temperature"] = json!(request.temperature);
    }
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            json!({ "type": "function", "function": {
                "name": tool.name, "description": tool.description, "parameters": tool.parameters,
            } })
        });
        body["tools"] = tools.collect();
    }
    if let AnswerForm::Object { name, schema } = &request.answer {
        match habits.form(request) {
            Form::Schema => {
                body["response_format"] = json!({
                    "type": "json_schema",
                    "json_schema": { "name": name, "strict": true, "schema": schema },
                });
            }
            Form::Object => body["response_format"] = json!({ "type": "json_object" }),
            Form::Plain => {}
        }
    }
    body
}

fn message(message: &Message) -> Value {
    match message {
        Message::System(text) => json!({ "role": "system", "content": text }),
        Message::User(text) => json!({ "role": "user", "content": text }),
        Message::Assistant { text, calls } if calls.is_empty() => json!({ "role": "assistant", "content": text }),
        Message::Assistant { text, calls } => {
            let calls: Vec<Value> = calls
                .iter()
                .map(|call| {
                    json!({ "id": call.id, "type": "function", "function": {
                        "name": call.name, "arguments": call.arguments.to_string(),
                    } })
                })
                .collect();
            let content = if text.is_empty() { Value::Null } else { Value::String(text.clone()) };
            json!({ "role": "assistant", "content": content, "tool_calls": calls })
        }
        Message::ToolResult { id, text } => json!({ "role": "tool", "tool_call_id": id, "content": text }),
    }
}

/// The text of a message: a string, parts of which some are text, or nothing.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect::<Vec<_>>().join("")
        }
        _ => String::new(),
    }
}

/// A call; servers differ in whether arguments are text, and some give no id.
fn tool_call(number: usize, call: &Value) -> Option<ToolCall> {
    let function = call.get("function")?;
    let name = function.get("name").and_then(Value::as_str)?.to_owned();
    let arguments = match function.get("arguments") {
        Some(Value::String(text)) if text.trim().is_empty() => json!({}),
        Some(Value::String(text)) => serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone())),
        Some(value) => value.clone(),
        None => json!({}),
    };
    let id = call.get("id").and_then(Value::as_str).filter(|id| !id.is_empty());
    Some(ToolCall { id: id.map_or_else(|| format!("call-{number}"), str::to_owned), name, arguments })
}

fn usage(answer: &Value) -> Option<Usage> {
    let count = |path: &str| answer.pointer(path).and_then(Value::as_u64);
    Some(Usage {
        input: count("/usage/prompt_tokens")?,
        cached: count("/usage/prompt_tokens_details/cached_tokens")
            .or_else(|| count("/usage/prompt_cache_hit_tokens"))
            .unwrap_or(0),
        output: count("/usage/completion_tokens")?,
    })
}

//! The Chat Completions format, as OpenAI, DeepSeek, OpenRouter, Ollama, vLLM and llama.cpp speak it.

use serde_json::Value;
use serde_json::json;

use crate::llm::ChatModel;
use crate::llm::ChatReply;
use crate::llm::ChatRequest;
use crate::llm::Endpoint;
use crate::llm::ModelError;
use crate::llm::Usage;

/// A model behind a Chat Completions server.
pub struct OpenAi {
    endpoint: Endpoint,
    model: String,
}

impl OpenAi {
    /// A model by its name at an endpoint such as `http://127.0.0.1:8092/v1`.
    pub fn new(endpoint: Endpoint, model: impl Into<String>) -> Self {
        Self { endpoint, model: model.into() }
    }

    fn body(&self, request: &ChatRequest) -> Value {
        let messages: Vec<Value> = request
            .messages
            .iter()
            .map(|message| json!({ "role": message.role.as_str(), "content": message.text }))
            .collect();
        let mut body = json!({
            "model": self.model,
            "messages": messages,
            "temperature": request.temperature,
            "max_tokens": request.max_tokens,
        });
        if request.json {
            body["response_format"] = json!({ "type": "json_object" });
        }
        body
    }

    fn unreadable(&self, detail: &str) -> ModelError {
        ModelError::Unreadable { host: self.endpoint.host(), detail: detail.to_owned() }
    }

    fn reply(&self, answer: &Value) -> Result<ChatReply, ModelError> {
        // Some servers answer 200 and put the error into the body.
        if let Some(error) = answer.get("error").filter(|error| !error.is_null()) {
            let detail = error.get("message").and_then(Value::as_str).unwrap_or("an error without a message");
            return Err(self.unreadable(detail));
        }
        let text = answer.pointer("/choices/0/message/content").and_then(Value::as_str);
        let text = text.ok_or_else(|| self.unreadable("there is no message in it"))?;
        let count = |key: &str| answer.pointer(&format!("/usage/{key}")).and_then(Value::as_u64);
        let usage = match (count("prompt_tokens"), count("completion_tokens")) {
            (Some(input), Some(output)) => Some(Usage { input, output }),
            _ => None,
        };
        Ok(ChatReply { text: text.to_owned(), usage })
    }
}

impl ChatModel for OpenAi {
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let body = self.body(request);
        let answer = match self.endpoint.post("chat/completions", &body) {
            // A server that knows no structured output is asked again without it; the prompt asks for JSON anyway.
            Err(ModelError::Refused { status: 400 | 422 | 500, .. }) if request.json => {
                let mut plain = body;
                if let Some(body) = plain.as_object_mut() {
                    body.remove("response_format");
                }
                self.endpoint.post("chat/completions", &plain)?
            }
            answer => answer?,
        };
        self.reply(&answer)
    }
}

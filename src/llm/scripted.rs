//! A model that says what it was told to say: the double that tests of every role use.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::PoisonError;

use serde_json::Value;

use crate::llm::ChatModel;
use crate::llm::ChatReply;
use crate::llm::ChatRequest;
use crate::llm::ModelError;
use crate::llm::ToolCall;
use crate::llm::Usage;

/// Replies in order; a request too many is an error.
#[derive(Debug, Default)]
pub struct Scripted {
    replies: Mutex<VecDeque<ChatReply>>,
    requests: Mutex<Vec<ChatRequest>>,
    usage: Option<Usage>,
}

impl Scripted {
    /// A model that says these texts.
    pub fn new<'a>(replies: impl IntoIterator<Item = &'a str>) -> Self {
        let model = Self::default();
        replies.into_iter().fold(model, Self::says)
    }

    /// Lets it say this text next.
    #[must_use]
    pub fn says(self, text: &str) -> Self {
        self.replies(ChatReply { text: text.to_owned(), ..ChatReply::default() })
    }

    /// Lets it call a tool next.
    #[must_use]
    pub fn calls(self, name: &str, arguments: Value) -> Self {
        let id = format!("call-{}", self.replies.lock().unwrap_or_else(PoisonError::into_inner).len());
        let call = ToolCall { id, name: name.to_owned(), arguments };
        self.replies(ChatReply { calls: vec![call], ..ChatReply::default() })
    }

    /// Lets it give this reply next.
    #[must_use]
    pub fn replies(self, reply: ChatReply) -> Self {
        self.replies.lock().unwrap_or_else(PoisonError::into_inner).push_back(reply);
        self
    }

    /// Lets every reply cost this much.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage = Some(usage);
        self
    }

    /// What it was asked so far.
    pub fn requests(&self) -> Vec<ChatRequest> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ChatModel for Scripted {
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
        let reply = self.replies.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        reply.map(|reply| ChatReply { usage: self.usage, ..reply }).ok_or(ModelError::ScriptEnded)
    }
}

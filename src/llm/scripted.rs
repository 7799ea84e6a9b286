//! A model that says what it was told to say: the double that tests of every role use.

use std::collections::VecDeque;
use std::sync::Mutex;

use crate::llm::ChatModel;
use crate::llm::ChatReply;
use crate::llm::ChatRequest;
use crate::llm::ModelError;
use crate::llm::Usage;

/// Replies in order; a request too many is an error.
#[derive(Debug)]
pub struct Scripted {
    replies: Mutex<VecDeque<String>>,
    requests: Mutex<Vec<ChatRequest>>,
    usage: Option<Usage>,
}

impl Scripted {
    /// A model that gives these replies.
    pub fn new<'a>(replies: impl IntoIterator<Item = &'a str>) -> Self {
        let replies = replies.into_iter().map(str::to_owned).collect();
        Self { replies: Mutex::new(replies), requests: Mutex::new(Vec::new()), usage: None }
    }

    /// Lets every reply cost this much.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage = Some(usage);
        self
    }

    /// What it was asked so far.
    pub fn requests(&self) -> Vec<ChatRequest> {
        self.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}

impl ChatModel for Scripted {
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        self.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(request.clone());
        let reply = self.replies.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop_front();
        reply.map(|text| ChatReply { text, usage: self.usage }).ok_or(ModelError::ScriptEnded)
    }
}

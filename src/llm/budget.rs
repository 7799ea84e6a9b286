//! What a run may spend, checked before each call and counted after it. Passed down explicitly; there is no global.

use std::sync::Mutex;

use crate::llm::ChatModel;
use crate::llm::ChatReply;
use crate::llm::ChatRequest;
use crate::llm::ModelError;

/// The most that a run may spend; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Calls.
    pub calls: Option<u64>,
    /// Tokens of requests and answers together, as the server counts them.
    pub tokens: Option<u64>,
}

/// What a run has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Calls that were made, failed ones included.
    pub calls: u64,
    /// Tokens of requests, where the server says.
    pub input_tokens: u64,
    /// Tokens of answers, where the server says.
    pub output_tokens: u64,
}

/// A model behind a limit.
pub struct Budget<M> {
    model: M,
    limits: Limits,
    spent: Mutex<Spent>,
}

impl<M: ChatModel> Budget<M> {
    /// Puts a model behind limits.
    pub fn new(model: M, limits: Limits) -> Self {
        Self { model, limits, spent: Mutex::new(Spent::default()) }
    }

    /// What was spent so far.
    pub fn spent(&self) -> Spent {
        *self.spent.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Takes one call out of the budget, or says which limit forbids it.
    fn charge(&self) -> Result<(), ModelError> {
        let mut spent = self.spent.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let refused = |number: u64, what: &str| Err(ModelError::OutOfBudget { limit: format!("{number} {what}") });
        match (self.limits.calls, self.limits.tokens) {
            (Some(calls), _) if spent.calls >= calls => refused(calls, "calls"),
            (_, Some(tokens)) if spent.input_tokens + spent.output_tokens >= tokens => refused(tokens, "tokens"),
            _ => {
                spent.calls += 1;
                Ok(())
            }
        }
    }
}

impl<M: ChatModel> ChatModel for Budget<M> {
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        self.charge()?;
        let reply = self.model.chat(request)?;
        if let Some(usage) = reply.usage {
            let mut spent = self.spent.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            spent.input_tokens += usage.input;
            spent.output_tokens += usage.output;
        }
        Ok(reply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::Scripted;
    use crate::llm::Usage;

    fn request() -> ChatRequest {
        ChatRequest { messages: Vec::new(), temperature: 0.0, max_tokens: 10, json: false }
    }

    #[test]
    fn the_limit_is_checked_before_the_call() {
        let model = Scripted::new(["one", "two"]);
        let budget = Budget::new(model, Limits { calls: Some(1), tokens: None });
        assert!(budget.chat(&request()).is_ok());
        let error = budget.chat(&request()).expect_err("no second call");
        assert_eq!(error.to_string(), "the budget of 1 calls is used up");
        assert_eq!(budget.spent().calls, 1);
    }

    #[test]
    fn tokens_are_counted_after_the_call() {
        let model = Scripted::new(["one", "two"]).with_usage(Usage { input: 70, output: 30 });
        let budget = Budget::new(model, Limits { calls: None, tokens: Some(100) });
        assert!(budget.chat(&request()).is_ok());
        assert!(matches!(budget.chat(&request()), Err(ModelError::OutOfBudget { .. })));
        assert_eq!(budget.spent().input_tokens, 70);
    }
}

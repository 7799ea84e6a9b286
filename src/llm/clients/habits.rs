//! What a server turned out to refuse, so that it is asked in its own way from then on.

use std::sync::Mutex;
use std::sync::PoisonError;

use crate::llm::AnswerForm;
use crate::llm::ChatRequest;
use crate::llm::ModelError;

/// How an object is asked for, the surest way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Form {
    /// With its schema.
    Schema,
    /// As some JSON object.
    Object,
    /// In words only.
    Plain,
}

/// What is known of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Habits {
    /// How it takes objects where no tools are offered.
    pub(crate) form: Form,
    /// How it takes objects beside tools; many servers take less then.
    pub(crate) form_with_tools: Form,
    /// Whether it wants `max_completion_tokens` in place of `max_tokens`.
    pub(crate) completion_tokens: bool,
    /// Whether it takes a temperature.
    pub(crate) temperature: bool,
    /// Whether it knows tools.
    pub(crate) tools: bool,
}

/// Habits that are found out as requests are refused.
#[derive(Debug)]
pub(crate) struct Learned(Mutex<Habits>);

impl Learned {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Habits {
            form: Form::Schema,
            form_with_tools: Form::Schema,
            completion_tokens: false,
            temperature: true,
            tools: true,
        }))
    }

    /// What is known now.
    pub(crate) fn now(&self) -> Habits {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks in the ways that may be left, each of which is remembered where the one before was refused. `ask` is given
    /// the habits to go by.
    pub(crate) fn ask<T>(
        &self,
        request: &ChatRequest,
        ask: impl Fn(Habits) -> Result<T, ModelError>,
    ) -> Result<T, ModelError> {
        let mut habits = self.now();
        loop {
            let error = match ask(habits) {
                Ok(answer) => {
                    *self.0.lock().unwrap_or_else(PoisonError::into_inner) = habits;
                    return Ok(answer);
                }
                Err(error) => error,
            };
            let ModelError::Refused { host, status, detail } = &error else {
                return Err(error);
            };
            if is_too_long(detail) {
                return Err(ModelError::TooLong { host: host.clone() });
            }
            match habits.after_refusal(*status, detail, request) {
                Some(other) => habits = other,
                None => return Err(error),
            }
        }
    }
}

impl Habits {
    /// How to ask for the answer of a request.
    pub(crate) fn form(self, request: &ChatRequest) -> Form {
        if request.answer == AnswerForm::Text {
            Form::Plain
        } else if request.tools.is_empty() || !self.tools {
            self.form
        } else {
            self.form_with_tools
        }
    }

    /// What to try after a refusal; `None` where nothing is left that could have been the reason.
    fn after_refusal(self, status: u16, detail: &str, request: &ChatRequest) -> Option<Self> {
        if !matches!(status, 200 | 400 | 404 | 415 | 422 | 500 | 501) {
            return None;
        }
        let said = detail.to_lowercase();
        let mut other = self;
        if !self.completion_tokens && said.contains("max_completion_tokens") {
            other.completion_tokens = true;
            return Some(other);
        }
        if self.temperature && said.contains("temperature") {
            other.temperature = false;
            return Some(other);
        }
        let offers_tools = self.tools && !request.tools.is_empty();
        let of_tools = ["tool", "function call"].iter().any(|word| said.contains(word));
        let of_form = ["response_format", "json_schema", "json schema", "structured", "grammar"]
            .iter()
            .any(|word| said.contains(word));
        if offers_tools && of_tools && !of_form {
            other.tools = false;
            return Some(other);
        }
        // A server that does not say what it refuses is asked with less and less: first the form, then the tools.
        let weaker = match self.form(request) {
            Form::Schema => Some(Form::Object),
            Form::Object => Some(Form::Plain),
            Form::Plain => None,
        };
        match weaker {
            Some(form) if offers_tools => other.form_with_tools = form,
            Some(form) => other.form = form,
            None if offers_tools && status != 404 => other.tools = false,
            None => return None,
        }
        Some(other)
    }
}

/// Whether a refusal says that the request is too long for the model.
fn is_too_long(detail: &str) -> bool {
    let said = detail.to_lowercase();
    ["context_length", "context length", "context window", "prompt is too long", "too many tokens", "maximum context"]
        .iter()
        .any(|sign| said.contains(sign))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use serde_json::json;

    use super::*;
    use crate::llm::Tool;

    fn request() -> ChatRequest {
        ChatRequest::new("s", "u", 9).answered_by("thing", json!({}))
    }

    fn refusal(status: u16, detail: &str) -> ModelError {
        ModelError::Refused { host: "h".to_owned(), status, detail: detail.to_owned() }
    }

    #[test]
    fn what_is_refused_is_not_asked_for_again() {
        let learned = Learned::new();
        let asked = RefCell::new(Vec::new());
        let server = |habits: Habits| {
            asked.borrow_mut().push(habits);
            if !habits.completion_tokens {
                return Err(refusal(400, "use 'max_completion_tokens' instead"));
            }
            if habits.temperature {
                return Err(refusal(400, "'temperature' does not support 0"));
            }
            if habits.form == Form::Schema { Err(refusal(500, "Internal Server Error")) } else { Ok(()) }
        };
        assert!(learned.ask(&request(), server).is_ok());
        assert_eq!(asked.borrow().len(), 4);
        assert!(learned.ask(&request(), server).is_ok());
        assert_eq!(asked.borrow().len(), 5, "found out once");
        assert_eq!(learned.now().form, Form::Object);
    }

    #[test]
    fn tools_and_forms_are_told_apart() {
        let learned = Learned::new();
        let mut with_tools = request();
        with_tools.tools.push(Tool { name: "ls".to_owned(), description: String::new(), parameters: json!({}) });
        let no_tools = |habits: Habits| {
            if habits.tools { Err(refusal(400, "this model does not support tools")) } else { Ok(()) }
        };
        assert!(learned.ask(&with_tools, no_tools).is_ok());
        let habits = learned.now();
        assert!(!habits.tools && habits.form_with_tools == Form::Schema && habits.temperature);
    }

    #[test]
    fn what_no_other_way_helps_is_an_error() {
        let learned = Learned::new();
        let before = learned.now();
        let bad_key = |_: Habits| Err::<(), _>(refusal(401, "bad key"));
        assert!(matches!(learned.ask(&request(), bad_key), Err(ModelError::Refused { status: 401, .. })));
        let always = |_: Habits| Err::<(), _>(refusal(400, "no"));
        assert!(matches!(learned.ask(&request(), always), Err(ModelError::Refused { status: 400, .. })));
        let long = |_: Habits| Err::<(), _>(refusal(400, "maximum context length is 8192 tokens"));
        assert!(matches!(learned.ask(&request(), long), Err(ModelError::TooLong { .. })));
        assert_eq!(learned.now(), before, "nothing is learned from requests that never passed");
    }
}

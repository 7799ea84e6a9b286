//! One question to a model and its answer as a value: tools on the way, and where the answer is no use, at most two more
//! tries that say what was wrong with it.

use serde_json::Value;

use crate::agents::AgentError;
use crate::agents::tally::Tally;
use crate::llm;
use crate::llm::ChatModel;
use crate::llm::ChatRequest;
use crate::llm::Message;
use crate::llm::ModelError;
use crate::llm::Step;
use crate::llm::Stop;
use crate::llm::Toolbox;

/// How often a model is told what was wrong with its answer.
const REPAIRS: usize = 2;

/// What a request that does not fit is counted as.
const TOO_LONG: &str = "the request was too long for the model";

/// What was wrong with an answer. `kind` is counted, so it is one of few; `detail` is told to the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: &'static str,
    pub(crate) detail: String,
}

impl Fault {
    pub(crate) fn new(kind: &'static str, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}

/// Who is asked, on whose account, and with what.
pub(crate) struct Dialogue<'a> {
    /// `prompter`, `solver`, `healer` or `controller`.
    pub(crate) role: &'static str,
    pub(crate) model: &'a dyn ChatModel,
    pub(crate) tally: &'a Tally,
    /// The tools and how many turns they may take; none for a question that needs none.
    pub(crate) tools: Option<(&'a dyn Toolbox, usize)>,
}

/// What a dialogue came to.
#[derive(Debug)]
pub(crate) struct Settled<T> {
    /// The answer; `None` where the model gave none that can be used.
    pub(crate) answer: Option<T>,
    /// What was called on the way.
    pub(crate) steps: Vec<Step>,
}

impl Dialogue<'_> {
    /// Asks until `read` accepts the answer's object. A fault of the answer is counted and gives nothing; a fault of the
    /// server, or an end of the budget, is an error.
    pub(crate) fn settle<T>(
        &self,
        request: ChatRequest,
        read: impl Fn(&Value) -> Result<T, Fault>,
    ) -> Result<Settled<T>, AgentError> {
        let settled = self.settle_if_it_fits(request, read)?;
        Ok(settled.unwrap_or_else(|| {
            self.tally.unusable(self.role, TOO_LONG);
            Settled { answer: None, steps: Vec::new() }
        }))
    }

    /// The same for a request that can be made shorter: `None`, and nothing counted, where it is longer than the model
    /// reads at once.
    pub(crate) fn settle_if_it_fits<T>(
        &self,
        request: ChatRequest,
        read: impl Fn(&Value) -> Result<T, Fault>,
    ) -> Result<Option<Settled<T>>, AgentError> {
        let mut steps = Vec::new();
        let mut request = request;
        for attempt in 0..=REPAIRS {
            let (text, stop, messages) = match self.ask(&request, attempt, &mut steps) {
                Ok(said) => said,
                Err(ModelError::TooLong { .. }) if attempt == 0 && steps.is_empty() => return Ok(None),
                Err(error) if error.is_of_one_request() => {
                    self.tally.unusable(self.role, kind_of(&error));
                    return Ok(Some(Settled { answer: None, steps }));
                }
                Err(error) => return Err(AgentError::of_model(self.role, error)),
            };
            let outcome = match llm::object_in(&text) {
                Some(object) => read(&object),
                None => Err(no_object(&text, stop)),
            };
            let fault = match outcome {
                Ok(answer) => {
                    self.tally.used(self.role);
                    return Ok(Some(Settled { answer: Some(answer), steps }));
                }
                Err(fault) => fault,
            };
            if attempt == REPAIRS || stop == Stop::Filtered {
                self.tally.unusable(self.role, fault.kind);
                break;
            }
            request.messages = messages;
            request.messages.push(Message::User(format!(
                "That answer cannot be used: {}. Answer again with one JSON object of the form that was asked for, and \
                 nothing around it.",
                fault.detail
            )));
        }
        Ok(Some(Settled { answer: None, steps }))
    }

    /// One answer: with tools the first time, without them when it is asked for again.
    fn ask(
        &self,
        request: &ChatRequest,
        attempt: usize,
        steps: &mut Vec<Step>,
    ) -> Result<(String, Stop, Vec<Message>), ModelError> {
        if let Some((toolbox, turns)) = self.tools.filter(|_| attempt == 0) {
            let conversation = llm::converse(self.model, request.clone(), toolbox, turns)?;
            for step in &conversation.steps {
                match step {
                    Step::Called { call, observation } if observation.refused => {
                        let first = observation.text.split([':', ';', '`']).next().unwrap_or_default().trim();
                        let name: String = call.name.chars().take(20).collect();
                        self.tally.refused(self.role, &format!("{name}: {first}"));
                    }
                    Step::Called { .. } => {}
                    Step::Hurried(why) => self.tally.refused(self.role, why),
                }
            }
            steps.extend(conversation.steps);
            return Ok((conversation.text, conversation.stop, conversation.messages));
        }
        let reply = self.model.chat(request)?;
        let mut messages = request.messages.clone();
        // What is sent back is cut: a flood must not be paid for again.
        let said: String = reply.text.chars().take(4_000).collect();
        messages.push(Message::Assistant { text: said, calls: Vec::new() });
        Ok((reply.text, reply.stop, messages))
    }
}

fn no_object(text: &str, stop: Stop) -> Fault {
    match stop {
        Stop::Length => Fault::new("cut off at the limit of tokens", "it was cut off; be shorter"),
        Stop::Filtered => Fault::new("refused by the model", "it was refused"),
        Stop::Done if text.trim().is_empty() => Fault::new("empty", "it is empty"),
        Stop::Done => Fault::new("no JSON object", "there is no JSON object in it"),
    }
}

fn kind_of(error: &ModelError) -> &'static str {
    match error {
        ModelError::TooLong { .. } => TOO_LONG,
        _ => "the server's answer was unreadable",
    }
}

/// A text of an object; empty where there is none.
pub(crate) fn text<'v>(object: &'v Value, key: &str) -> &'v str {
    object.get(key).and_then(Value::as_str).unwrap_or_default().trim()
}

/// A schema of an object all of whose properties are required and none beyond them allowed, as strict servers want it.
pub(crate) fn object_schema(properties: &Value) -> Value {
    let required: Vec<&String> = properties.as_object().map(|object| object.keys().collect()).unwrap_or_default();
    serde_json::json!({
        "type": "object", "properties": properties, "required": required, "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::llm::ChatReply;
    use crate::llm::Scripted;

    fn settle(model: &Scripted, tally: &Tally) -> Option<u64> {
        let dialogue = Dialogue { role: "solver", model, tally, tools: None };
        let read = |object: &Value| object["n"].as_u64().ok_or_else(|| Fault::new("no number", "`n` is no number"));
        dialogue.settle(ChatRequest::new("s", "u", 9), read).expect("the script holds").answer
    }

    #[test]
    fn a_bad_answer_is_asked_for_twice_more_and_told_why() {
        let tally = Tally::default();
        let model = Scripted::new(["no", "{\"n\": \"x\"}", "{\"n\": 3}"]);
        assert_eq!(settle(&model, &tally), Some(3));
        let last = model.requests()[2].messages.last().cloned();
        assert!(matches!(last, Some(Message::User(text)) if text.contains("`n` is no number")));
        assert_eq!(tally.counts()["solver"].usable, 1);

        assert_eq!(settle(&Scripted::new(["no", "no", "no", "{\"n\": 3}"]), &tally), None);
        assert_eq!(tally.counts()["solver"].unusable["no JSON object"], 1);
        assert!(!tally.all_failed());
    }

    #[test]
    fn why_there_is_no_object_is_counted() {
        let tally = Tally::default();
        let filtered = ChatReply { stop: Stop::Filtered, ..ChatReply::default() };
        assert_eq!(settle(&Scripted::default().replies(filtered), &tally), None);
        let cut = ChatReply { text: "{\"n\": ".to_owned(), stop: Stop::Length, ..ChatReply::default() };
        let model = (0..3).fold(Scripted::default(), |model, _| model.replies(cut.clone()));
        assert_eq!(settle(&model, &tally), None);
        let reasons = tally.counts()["solver"].unusable.keys().cloned().collect::<Vec<_>>();
        assert_eq!(reasons, ["cut off at the limit of tokens", "refused by the model"]);
        assert!(tally.all_failed());
    }

    #[test]
    fn thoughts_before_the_answer_are_passed_over() {
        let tally = Tally::default();
        let thinking = "<think>\nI could say {\"n\": 1}, but it is not so.\n</think>\n```json\n{\"n\": 2}\n```";
        assert_eq!(settle(&Scripted::new([thinking]), &tally), Some(2));
        assert_eq!(tally.counts()["solver"].usable, 1);
    }

    #[test]
    fn a_servers_fault_is_an_error() {
        let tally = Tally::default();
        let dialogue = Dialogue { role: "solver", model: &Scripted::default(), tally: &tally, tools: None };
        let read = |_: &Value| Ok(());
        assert!(matches!(dialogue.settle(ChatRequest::new("s", "u", 9), read), Err(AgentError::Failed { .. })));
        let schema = object_schema(&json!({ "a": { "type": "string" } }));
        assert_eq!(schema["required"], json!(["a"]));
    }
}

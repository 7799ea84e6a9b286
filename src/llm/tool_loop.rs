//! A conversation in which the model calls tools until it answers: a state machine with a budget of turns, whose log of
//! steps is what traces show.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::llm::ChatModel;
use crate::llm::ChatReply;
use crate::llm::ChatRequest;
use crate::llm::Message;
use crate::llm::ModelError;
use crate::llm::Stop;
use crate::llm::Tool;
use crate::llm::ToolCall;

/// Calls of one reply that are carried out; the model is told that the rest were not.
const CALLS_PER_TURN: usize = 8;

/// The same call this often ends the tools: the model goes round in circles.
const REPEATS: usize = 3;

/// The functions that a model may call. Nothing that it asks for is an error of ours: what cannot be done is said to it.
pub trait Toolbox: Send + Sync {
    /// What there is.
    fn tools(&self) -> Vec<Tool>;
    /// Carries out a call.
    fn call(&self, name: &str, arguments: &Value) -> Observation;
}

/// What a call gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The result, or what was wrong with the call and what to do.
    pub text: String,
    /// Whether it was refused.
    pub refused: bool,
}

/// One step of a conversation.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A tool was called.
    Called {
        /// The call.
        call: ToolCall,
        /// What it gave.
        observation: Observation,
    },
    /// The tools were taken away, since the turns were used up or the model went round in circles.
    Hurried(&'static str),
}

/// How a conversation went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conversation {
    /// The final answer.
    pub text: String,
    /// Why the model stopped.
    pub stop: Stop,
    /// What it did before.
    pub steps: Vec<Step>,
    /// The whole exchange, with which it can be gone on with.
    pub messages: Vec<Message>,
}

/// Asks, carries out what the model calls, and asks again, at most `turns` times in all. With the last of them tools are
/// no longer offered, so that there is an answer.
pub fn converse(
    model: &dyn ChatModel,
    request: ChatRequest,
    toolbox: &dyn Toolbox,
    turns: usize,
) -> Result<Conversation, ModelError> {
    let mut request = ChatRequest { tools: toolbox.tools(), ..request };
    let mut steps = Vec::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for turn in 1.. {
        if turn >= turns && !request.tools.is_empty() {
            hurry(&mut request, &mut steps, "this is the last turn");
        }
        let reply = model.chat(&request)?;
        if reply.calls.is_empty() || request.tools.is_empty() {
            let ChatReply { text, stop, .. } = reply;
            request.messages.push(Message::Assistant { text: text.clone(), calls: Vec::new() });
            return Ok(Conversation { text, stop, steps, messages: request.messages });
        }
        request.messages.push(Message::Assistant { text: reply.text, calls: reply.calls.clone() });
        let mut circles = false;
        for (number, call) in reply.calls.into_iter().enumerate() {
            let times = seen.entry(format!("{} {}", call.name, call.arguments)).or_default();
            *times += 1;
            circles |= *times >= REPEATS;
            let observation = if number >= CALLS_PER_TURN {
                refused(format!("not done: at most {CALLS_PER_TURN} calls are carried out at once"))
            } else if *times > 1 {
                refused("not done: you made exactly this call before, and its result stands above".to_owned())
            } else {
                carry_out(toolbox, &call)
            };
            request.messages.push(Message::ToolResult { id: call.id.clone(), text: observation.text.clone() });
            steps.push(Step::Called { call, observation });
        }
        if circles {
            hurry(&mut request, &mut steps, "the same call came three times");
        }
    }
    unreachable!("the loop ends with the last turn")
}

/// Takes the tools away and asks for the answer.
fn hurry(request: &mut ChatRequest, steps: &mut Vec<Step>, why: &'static str) {
    request.tools.clear();
    steps.push(Step::Hurried(why));
    if !steps.iter().any(|step| matches!(step, Step::Called { .. })) {
        return;
    }
    request.messages.push(Message::User(
        "No further tool can be called. Give the final answer now, from what you have seen.".to_owned(),
    ));
}

fn carry_out(toolbox: &dyn Toolbox, call: &ToolCall) -> Observation {
    let tools = toolbox.tools();
    if !tools.iter().any(|tool| tool.name == call.name) {
        let names: Vec<String> = tools.iter().map(|tool| format!("`{}`", tool.name)).collect();
        return refused(format!("there is no tool `{}`; there are {}", shortened(&call.name), names.join(", ")));
    }
    if !call.arguments.is_object() {
        return refused("the arguments are no JSON object".to_owned());
    }
    toolbox.call(&call.name, &call.arguments)
}

fn refused(text: String) -> Observation {
    Observation { text, refused: true }
}

fn shortened(name: &str) -> String {
    name.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::llm::Scripted;

    struct Echo;

    impl Toolbox for Echo {
        fn tools(&self) -> Vec<Tool> {
            vec![Tool { name: "echo".to_owned(), description: "Says it back.".to_owned(), parameters: json!({}) }]
        }

        fn call(&self, _: &str, arguments: &Value) -> Observation {
            Observation { text: arguments.to_string(), refused: false }
        }
    }

    fn talk(model: &Scripted, turns: usize) -> Conversation {
        converse(model, ChatRequest::new("s", "u", 9), &Echo, turns).expect("an answer")
    }

    #[test]
    fn calls_are_carried_out_and_told() {
        let model = Scripted::default().calls("echo", json!({ "a": 1 })).says("done");
        let conversation = talk(&model, 5);
        assert_eq!(conversation.text, "done");
        assert_eq!(conversation.steps.len(), 1);
        let second = &model.requests()[1];
        assert!(matches!(second.messages.last(), Some(Message::ToolResult { text, .. }) if text == "{\"a\":1}"));
    }

    #[test]
    fn the_last_turn_has_no_tools() {
        let model =
            Scripted::default().calls("echo", json!({ "a": 1 })).calls("echo", json!({ "a": 2 })).says("at last");
        let conversation = talk(&model, 3);
        assert_eq!(conversation.text, "at last");
        assert!(model.requests()[2].tools.is_empty());
        assert_eq!(conversation.steps.last(), Some(&Step::Hurried("this is the last turn")));
        // A model that calls all the same has not answered.
        let model = Scripted::default().calls("echo", json!({}));
        assert_eq!(talk(&model, 1).text, "");
        assert_eq!(model.requests().len(), 1);
    }

    #[test]
    fn circles_are_noticed() {
        let script = (0..3).fold(Scripted::default(), |script, _| script.calls("echo", json!({ "a": 1 })));
        let model = script.says("fine");
        let conversation = talk(&model, 20);
        assert_eq!(model.requests().len(), 4);
        assert_eq!(conversation.steps.last(), Some(&Step::Hurried("the same call came three times")));
        let refused = |step: &&Step| matches!(step, Step::Called { observation, .. } if observation.refused);
        assert_eq!(conversation.steps.iter().filter(refused).count(), 2);
    }

    #[test]
    fn unknown_tools_and_crowds_are_answered() {
        let call = |number: usize, name: &str| ToolCall {
            id: number.to_string(),
            name: name.to_owned(),
            arguments: json!({ "n": number }),
        };
        let crowd = (0..12).map(|number| call(number, "echo")).collect();
        let model = Scripted::default()
            .replies(ChatReply { calls: vec![call(0, "rm")], ..ChatReply::default() })
            .replies(ChatReply { calls: crowd, ..ChatReply::default() })
            .says("done");
        let conversation = talk(&model, 5);
        let texts: Vec<&str> = conversation
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Called { observation, .. } if observation.refused => Some(observation.text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(texts.len(), 5);
        assert_eq!(texts[0], "there is no tool `rm`; there are `echo`");
    }
}

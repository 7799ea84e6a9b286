//! Tools for models that know none: described in words, called by a JSON object in the answer.
//!
//! The `command` engine goes this way always, since a program takes text and gives text; a server that refuses tools is
//! asked so from then on.

use serde_json::Value;
use serde_json::json;

use crate::llm::ChatRequest;
use crate::llm::Message;
use crate::llm::Tool;
use crate::llm::ToolCall;
use crate::llm::object_in;

/// The same request in words: tools stand in the system text, calls and their results are ordinary messages.
pub(crate) fn without_tools(request: &ChatRequest) -> ChatRequest {
    let mut spoken = request.clone();
    spoken.tools.clear();
    let described = described(&request.tools);
    let mut messages: Vec<Message> = Vec::new();
    for message in &request.messages {
        let next = match message {
            Message::System(text) if messages.is_empty() => Message::System(format!("{text}{described}")),
            Message::Assistant { text, calls } if !calls.is_empty() => {
                let calls: Vec<String> = calls
                    .iter()
                    .map(|call| json!({ "tool": call.name, "arguments": call.arguments }).to_string())
                    .collect();
                let text = if text.is_empty() { calls.join("\n") } else { format!("{text}\n{}", calls.join("\n")) };
                Message::Assistant { text, calls: Vec::new() }
            }
            Message::ToolResult { text, .. } => {
                let text = format!("Result of the tool:\n{text}");
                // Servers want the two sides to take turns.
                if let Some(Message::User(before)) = messages.last_mut() {
                    before.push_str("\n\n");
                    before.push_str(&text);
                    continue;
                }
                Message::User(text)
            }
            other => other.clone(),
        };
        messages.push(next);
    }
    spoken.messages = messages;
    spoken
}

fn described(tools: &[Tool]) -> String {
    if tools.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "\n\n## How to call a tool\nInstead of the final answer, reply with one JSON object and nothing else:\n\
         {\"tool\": \"<name>\", \"arguments\": {...}}\nThe result comes with the next message. Tools:\n",
    );
    for tool in tools {
        text.push_str(&format!("- `{}`: {} Arguments: {}\n", tool.name, tool.description, tool.parameters));
    }
    text
}

/// The call of one of these tools that a text holds: an object that names the tool and its arguments.
pub(crate) fn call_in(text: &str, tools: &[Tool]) -> Option<ToolCall> {
    if tools.is_empty() {
        return None;
    }
    let object = object_in(text)?;
    // The wrappers that models were trained with.
    let object = object.get("function").filter(|inner| inner.is_object()).unwrap_or(&object);
    let name = ["tool", "name", "function"].iter().find_map(|key| object.get(key)?.as_str())?;
    let arguments = ["arguments", "parameters", "args"].iter().find_map(|key| object.get(key))?;
    let arguments = match arguments {
        Value::String(text) => serde_json::from_str(text).ok()?,
        other => other.clone(),
    };
    // A name that no tool has is passed on as well: the model is told so.
    arguments.is_object().then(|| ToolCall { id: "call-0".to_owned(), name: name.to_owned(), arguments })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool() -> Tool {
        Tool {
            name: "ls".to_owned(),
            description: "Lists a directory.".to_owned(),
            parameters: json!({ "type": "object" }),
        }
    }

    #[test]
    fn calls_are_found_in_text() {
        let called = |text: &str| call_in(text, &[tool()]).map(|call| (call.name, call.arguments));
        let expected = Some(("ls".to_owned(), json!({ "path": "a" })));
        assert_eq!(called("I look.\n```json\n{\"tool\": \"ls\", \"arguments\": {\"path\": \"a\"}}\n```"), expected);
        assert_eq!(called("{\"name\": \"ls\", \"parameters\": {\"path\": \"a\"}}"), expected);
        assert_eq!(
            called("{\"function\": {\"name\": \"ls\", \"arguments\": \"{\\\"path\\\": \\\"a\\\"}\"}}"),
            expected
        );
        assert_eq!(called("{\"file\": \"a.py\", \"function\": \"f\", \"reasoning\": \"r\"}"), None);
        assert_eq!(called("no"), None);
    }

    #[test]
    fn a_conversation_is_told_in_turns() {
        let mut request = ChatRequest::new("System.", "Where?", 9);
        request.tools.push(tool());
        let call = |id: &str| ToolCall { id: id.to_owned(), name: "ls".to_owned(), arguments: json!({}) };
        request.messages.push(Message::Assistant { text: String::new(), calls: vec![call("1"), call("2")] });
        request.messages.push(Message::ToolResult { id: "1".to_owned(), text: "a".to_owned() });
        request.messages.push(Message::ToolResult { id: "2".to_owned(), text: "b".to_owned() });
        let spoken = without_tools(&request);
        assert!(spoken.tools.is_empty());
        assert_eq!(spoken.messages.len(), 4);
        assert!(matches!(&spoken.messages[0], Message::System(text) if text.contains("Lists a directory.")));
        assert!(
            matches!(&spoken.messages[3], Message::User(text) if text.contains("tool:\na") && text.contains("tool:\nb"))
        );
    }
}

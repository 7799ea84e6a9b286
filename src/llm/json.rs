//! Finds the JSON object in what a model said: models put fences, remarks and reasoning around it.

use serde_json::Value;

/// No object is looked for beyond this many bytes from the end: an answer is short, what precedes it is not.
const MOST_BYTES: usize = 1 << 20;

/// This many braces are taken for the beginning of an object; what holds more is a flood, not an answer.
const MOST_STARTS: usize = 4_096;

/// The last JSON object of a text that is not part of another one; an empty one only where there is no other. The last,
/// because reasoning comes first.
pub fn object_in(text: &str) -> Option<Value> {
    let mut at = text.len().saturating_sub(MOST_BYTES);
    while !text.is_char_boundary(at) {
        at += 1;
    }
    // What stands before the end of a block of reasoning is a draft, and so is all of one that was cut off.
    if let Some(end) = text[at..].rfind("</think>") {
        at += end + "</think>".len();
    }
    if text[at..].trim_start().starts_with("<think>") {
        return None;
    }
    let mut found: Option<Value> = None;
    for _ in 0..MOST_STARTS {
        let Some(offset) = text[at..].find('{') else { break };
        let start = at + offset;
        let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
        match values.next() {
            Some(Ok(value)) => {
                at = start + values.byte_offset();
                let is_empty = value.as_object().is_some_and(serde_json::Map::is_empty);
                if !is_empty || found.is_none() {
                    found = Some(value);
                }
            }
            _ => at = start + 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::object_in;

    #[test]
    fn looks_past_remarks_and_fences() {
        assert_eq!(object_in("Sure!\n```json\n{\"a\": {\"b\": 1}}\n```\nDone"), Some(json!({ "a": { "b": 1 } })));
        assert_eq!(object_in("{\"draft\": 1} no, rather {\"a\": 2}"), Some(json!({ "a": 2 })));
        assert_eq!(object_in("{broken {\"a\": 1}"), Some(json!({ "a": 1 })));
        assert_eq!(object_in("{\"a\": 1} as in `fn f() {}`"), Some(json!({ "a": 1 })));
        assert_eq!(object_in("<think>{\"a\": 1}</think> {}"), Some(json!({})));
        assert_eq!(object_in("none {"), None);
    }

    #[test]
    fn what_is_thought_is_no_answer() {
        let thought = "<think>\nMaybe {\"file\": \"wrong.py\"}? No.\n</think>\n\n{\"file\": \"right.py\"}";
        assert_eq!(object_in(thought), Some(json!({ "file": "right.py" })));
        // Thinking twice, and thinking that was cut off before it came to an end.
        let twice = format!("{thought} <think>{{\"file\": \"other.py\"}}</think> {{\"file\": \"last.py\"}}");
        assert_eq!(object_in(&twice), Some(json!({ "file": "last.py" })));
        assert_eq!(object_in("<think>{\"file\": \"draft.py\"}</think> I give up."), None);
        assert_eq!(object_in("<think>perhaps {\"file\": \"draft.py\"}, or"), None);
        // What only speaks of the mark is an answer.
        assert_eq!(object_in("{\"a\": \"after <think>\"}"), Some(json!({ "a": "after <think>" })));
    }

    #[test]
    fn ten_megabytes_of_anything_are_read_in_time() {
        for piece in ["{", "{\"", "{\"a\":[", "ä{}", "x"] {
            let text = piece.repeat(10_000_000 / piece.len());
            object_in(&text);
        }
        let text = format!("{}{{\"a\": 1}}", "ä".repeat(5_000_000));
        assert_eq!(object_in(&text), Some(json!({ "a": 1 })));
    }
}

//! Finds the JSON object in what a model said: models put fences, remarks and reasoning around it.

use serde_json::Value;

/// The last JSON object of a text that is not part of another one. The last, because reasoning comes first.
pub fn object_in(text: &str) -> Option<Value> {
    let mut found = None;
    let mut at = 0;
    while let Some(offset) = text[at..].find('{') {
        let start = at + offset;
        let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
        match values.next() {
            Some(Ok(value)) => {
                at = start + values.byte_offset();
                found = Some(value);
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
        assert_eq!(object_in("none {"), None);
    }
}

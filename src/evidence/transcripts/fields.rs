//! Reading of JSON values of which nothing is promised.

use serde_json::Value;

/// The first of several fields that holds a text.
pub(super) fn text<'v>(value: &'v Value, names: &[&str]) -> Option<&'v str> {
    names.iter().find_map(|name| value.get(name)?.as_str())
}

/// The first of several fields that holds a number of a line.
pub(super) fn line(value: &Value, names: &[&str]) -> Option<u32> {
    names.iter().find_map(|name| {
        let value = value.get(name)?;
        let number = value.as_u64().or_else(|| value.as_str()?.parse().ok())?;
        u32::try_from(number).ok()
    })
}

/// The text of a message: a string, or the texts of a list of blocks.
pub(super) fn content(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let texts = blocks.iter().filter_map(|block| match block {
                Value::String(text) => Some(text.as_str()),
                block => text(block, &["text", "content"]),
            });
            texts.collect::<Vec<_>>().join("\n")
        }
        Value::Object(_) => text(value, &["text", "content", "output"]).unwrap_or_default().to_owned(),
        _ => String::new(),
    }
}

/// The objects of a log with one JSON object a line; and how many lines were none.
pub(super) fn objects(text: &str) -> (Vec<Value>, usize) {
    let mut skipped = 0;
    let mut objects = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match serde_json::from_str::<Value>(line) {
            Ok(value) if value.is_object() => objects.push(value),
            _ => skipped += 1,
        }
    }
    (objects, skipped)
}

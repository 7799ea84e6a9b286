//! Codex's rollout logs. There is no tool for reading: files are read with the shell.

use std::collections::HashMap;

use serde_json::Value;

use super::event::Event;
use super::event::Log;
use super::fields;
use super::patch;
use super::tools;

/// Whether a record may be one of these logs.
pub(super) fn is_record(record: &Value) -> bool {
    record.get("payload").is_some() && record.get("type").is_some()
}

pub(super) fn read(records: &[Value]) -> Log {
    let mut log = Log::default();
    let mut calls: HashMap<&str, Call> = HashMap::new();
    // Where each of the user's turns begins, for taking turns back.
    let mut turns: Vec<usize> = Vec::new();
    for record in records {
        let Some(payload) = record.get("payload") else {
            log.skipped += 1;
            continue;
        };
        match fields::text(record, &["type"]) {
            Some("session_meta" | "turn_context") => {
                log.events.extend(fields::text(payload, &["cwd"]).map(|here| Event::Moved(here.to_owned())));
            }
            Some("response_item") => item(payload, &mut calls, &mut turns, &mut log),
            Some("compacted") => {
                log.events.push(Event::Forgot);
                for item in payload.get("replacement_history").and_then(Value::as_array).into_iter().flatten() {
                    self::item(item, &mut calls, &mut turns, &mut log);
                }
            }
            Some("event_msg") if fields::text(payload, &["type"]) == Some("thread_rolled_back") => {
                let count = payload.get("num_turns").and_then(Value::as_u64).unwrap_or(1) as usize;
                let kept = turns.len().saturating_sub(count);
                if let Some(end) = turns.get(kept) {
                    log.events.truncate(*end);
                    turns.truncate(kept);
                }
            }
            Some("event_msg" | "world_state") => {}
            _ => log.skipped += 1,
        }
    }
    log
}

struct Call {
    name: String,
    input: Value,
}

fn item<'v>(item: &'v Value, calls: &mut HashMap<&'v str, Call>, turns: &mut Vec<usize>, log: &mut Log) {
    let id = fields::text(item, &["call_id", "id"]);
    match fields::text(item, &["type"]) {
        Some("message") => {
            let text = fields::content(item.get("content").unwrap_or(&Value::Null));
            match fields::text(item, &["role"]) {
                Some("user") => {
                    turns.push(log.events.len());
                    log.events.push(Event::Asked(text));
                }
                Some("assistant") => log.events.push(Event::Said(text)),
                _ => {}
            }
        }
        Some("reasoning") => {
            let summary = fields::content(item.get("summary").unwrap_or(&Value::Null));
            log.events.push(Event::Thought(summary));
        }
        Some("function_call") => {
            let input = fields::text(item, &["arguments"]).and_then(|text| serde_json::from_str(text).ok());
            remember(item, id, input.unwrap_or(Value::Null), calls, log);
        }
        Some("custom_tool_call") => {
            let input = fields::text(item, &["input"]).unwrap_or_default();
            if input.contains("*** Begin Patch") {
                log.events.extend(patch::written(input));
            }
        }
        Some("local_shell_call") => remember(item, id, item.get("action").cloned().unwrap_or(Value::Null), calls, log),
        Some("function_call_output" | "local_shell_call_output") => {
            let Some(call) = id.and_then(|id| calls.remove(id)) else { return };
            let output = printed(item.get("output").unwrap_or(&Value::Null));
            log.events.extend(tools::events(&call.name, &call.input, &output));
        }
        Some("compaction") => log.events.push(Event::Forgot),
        Some(_) => {}
        None => log.skipped += 1,
    }
}

/// Keeps a call until it is answered; a plan is never worth waiting for an answer.
fn remember<'v>(item: &Value, id: Option<&'v str>, input: Value, calls: &mut HashMap<&'v str, Call>, log: &mut Log) {
    let name = fields::text(item, &["name"]).unwrap_or("shell").to_owned();
    if input.get("plan").is_some() {
        log.events.extend(tools::events(&name, &input, ""));
    } else if let Some(id) = id {
        calls.insert(id, Call { name, input });
    }
}

/// What a command printed: without the JSON around it in older logs, and without the header of newer ones.
fn printed(output: &Value) -> String {
    let text = fields::content(output);
    let inner = serde_json::from_str::<Value>(&text).ok();
    let text = inner.as_ref().and_then(|value| fields::text(value, &["output"])).unwrap_or(&text);
    match text.split_once("\nOutput:\n") {
        Some((header, rest)) if header.lines().count() <= 8 => rest.to_owned(),
        _ => text.to_owned(),
    }
}

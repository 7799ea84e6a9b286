//! Events of OpenHands, of both generations, as a list, as lines, or as the files of a session one after the other.

use std::collections::HashMap;
use std::collections::HashSet;

use serde_json::Value;

use super::event::Event;
use super::event::Log;
use super::fields;
use super::tools;

/// Whether a record may be an event.
pub(super) fn is_record(record: &Value) -> bool {
    let old = record.get("source").is_some() && (record.get("action").is_some() || record.get("observation").is_some());
    old || fields::text(record, &["kind"]).is_some_and(|kind| kind.ends_with("Event") || kind == "Condensation")
}

pub(super) fn read(records: &[Value]) -> Log {
    let forgotten = forgotten(records);
    let mut log = Log::default();
    let mut actions: HashMap<String, &Value> = HashMap::new();
    for record in records {
        let id = id_of(record, "id");
        if id.as_ref().is_some_and(|id| forgotten.contains(id)) {
            continue;
        }
        if let Some(kind) = fields::text(record, &["kind"]) {
            newer(kind, record, id, &mut actions, &mut log);
        } else if record.get("action").is_some() {
            acted(record, id, &mut actions, &mut log);
        } else if record.get("observation").is_some() {
            observed(record, &actions, &mut log);
        } else {
            log.skipped += 1;
        }
    }
    log
}

/// The events that a summary replaced.
fn forgotten(records: &[Value]) -> HashSet<String> {
    let lists = records.iter().filter_map(|record| {
        let args = record.get("args").unwrap_or(record);
        args.get("forgotten_event_ids").or_else(|| args.get("action")?.get("forgotten_event_ids"))?.as_array()
    });
    lists.flatten().filter_map(plain).collect()
}

fn acted<'v>(record: &'v Value, id: Option<String>, actions: &mut HashMap<String, &'v Value>, log: &mut Log) {
    let args = record.get("args").unwrap_or(&Value::Null);
    let thought = fields::text(args, &["thought"]).filter(|thought| !thought.is_empty());
    match fields::text(record, &["action"]) {
        Some("message") => {
            let text = fields::text(args, &["content"]).unwrap_or_default().to_owned();
            let by_user = fields::text(record, &["source"]) == Some("user");
            log.events.push(if by_user { Event::Asked(text) } else { Event::Said(text) });
        }
        _ => log.events.extend(thought.map(|thought| Event::Thought(thought.to_owned()))),
    }
    if let Some(id) = id {
        actions.insert(id, record);
    }
}

fn observed(record: &Value, actions: &HashMap<String, &Value>, log: &mut Log) {
    let cause = id_of(record, "cause").and_then(|cause| actions.get(&cause).copied());
    let kind = fields::text(record, &["observation"]).unwrap_or_default();
    let extras = record.get("extras").unwrap_or(&Value::Null);
    let args = cause.and_then(|cause| cause.get("args")).unwrap_or(extras);
    let output = fields::text(record, &["content"]).unwrap_or_default();
    match kind {
        "run" | "run_ipython" | "edit" => log.events.extend(tools::events(kind, args, output)),
        "read" => {
            if let Some(path) = fields::text(args, &["path"]).or_else(|| fields::text(extras, &["path"])) {
                log.events.extend(tools::viewed(path, &from_one(args), output));
            }
        }
        _ => {}
    }
}

/// The first generation counts the lines of a read from 0.
fn from_one(args: &Value) -> Value {
    let start = args.get("start").and_then(Value::as_u64).unwrap_or(0) + 1;
    serde_json::json!({ "start": start, "view_range": args.get("view_range") })
}

fn newer<'v>(
    kind: &str,
    record: &'v Value,
    id: Option<String>,
    actions: &mut HashMap<String, &'v Value>,
    log: &mut Log,
) {
    match kind {
        "MessageEvent" => {
            let message = record.get("llm_message").unwrap_or(record);
            let text = fields::content(message.get("content").unwrap_or(&Value::Null));
            let by_user = fields::text(record, &["source"]) == Some("user");
            log.events.push(if by_user { Event::Asked(text) } else { Event::Said(text) });
        }
        "ActionEvent" => {
            let thought = fields::content(record.get("thought").unwrap_or(&Value::Null));
            log.events.push(Event::Thought(thought));
            if let Some(id) = id {
                actions.insert(id, record);
            }
        }
        "ObservationEvent" => {
            let Some(action) = id_of(record, "action_id").and_then(|id| actions.get(&id).copied()) else { return };
            let observation = record.get("observation").unwrap_or(&Value::Null);
            let output = fields::content(observation.get("content").unwrap_or(observation));
            let name = fields::text(record, &["tool_name"]).unwrap_or_default();
            log.events.extend(tools::events(name, action.get("action").unwrap_or(&Value::Null), &output));
        }
        "SystemPromptEvent" | "AgentErrorEvent" | "UserRejectObservation" | "Condensation" => {}
        _ => log.skipped += 1,
    }
}

fn id_of(record: &Value, name: &str) -> Option<String> {
    plain(record.get(name)?)
}

/// A number or a text, as a text.
fn plain(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned).or_else(|| Some(value.as_u64()?.to_string()))
}

//! Claude Code's session logs: one record a line, one block of content a record.
//!
//! A session is a tree: going back starts a new branch, and only the branch of the newest record is what the agent has
//! before its eyes. Helpers' records are in their own context, not in this one.

use std::collections::HashMap;
use std::collections::HashSet;

use serde_json::Value;

use super::event::Event;
use super::event::Log;
use super::fields;
use super::tools;

/// Whether a record may be one of these logs.
pub(super) fn is_record(record: &Value) -> bool {
    record.get("sessionId").is_some() || record.get("parentUuid").is_some() || record.get("leafUuid").is_some()
}

pub(super) fn read(records: &[Value]) -> Log {
    let kept: Vec<&Value> = branch(records);
    let calls: HashMap<&str, &Value> = kept
        .iter()
        .flat_map(|record| blocks(record))
        .filter(|block| is(block, "tool_use"))
        .filter_map(|block| Some((block.get("id")?.as_str()?, block)))
        .collect();
    let mut log = Log::default();
    let mut directory = None;
    let mut answered = HashSet::new();
    for record in kept {
        if let Some(here) = fields::text(record, &["cwd"]).filter(|here| directory != Some(*here)) {
            directory = Some(here);
            log.events.push(Event::Moved(here.to_owned()));
        }
        match (fields::text(record, &["type"]), fields::text(record, &["subtype"])) {
            (Some("system"), Some("compact_boundary")) => log.events.push(Event::Forgot),
            (Some("assistant"), _) => spoken(record, &mut log),
            (Some("user"), _) => answers(record, &calls, &mut answered, &mut log),
            (Some(_), _) => {}
            (None, _) => log.skipped += 1,
        }
    }
    log
}

/// What the agent said and thought.
fn spoken(record: &Value, log: &mut Log) {
    for block in blocks(record) {
        match fields::text(block, &["type"]) {
            Some("text") => log.events.extend(fields::text(block, &["text"]).map(|text| Event::Said(text.to_owned()))),
            Some("thinking") => {
                log.events.extend(fields::text(block, &["thinking"]).map(|text| Event::Thought(text.to_owned())));
            }
            _ => {}
        }
    }
}

/// What the user said, and what tools answered.
fn answers<'v>(record: &'v Value, calls: &HashMap<&str, &Value>, answered: &mut HashSet<&'v str>, log: &mut Log) {
    let content = record.get("message").and_then(|message| message.get("content"));
    let by_program = |name: &str| record.get(name).and_then(Value::as_bool) == Some(true);
    let results: Vec<&Value> = blocks(record).iter().filter(|block| is(block, "tool_result")).collect();
    if results.is_empty() {
        if !by_program("isMeta") && !by_program("isCompactSummary") {
            log.events.extend(content.map(|content| Event::Asked(fields::content(content))));
        }
        return;
    }
    for result in &results {
        let Some(id) = fields::text(result, &["tool_use_id"]) else { continue };
        // A resumed session writes its records again.
        let Some(call) = calls.get(id).filter(|_| answered.insert(id)) else { continue };
        let failed = result.get("is_error").and_then(Value::as_bool) == Some(true);
        let empty = Value::Null;
        let (name, input) = (fields::text(call, &["name"]).unwrap_or_default(), call.get("input").unwrap_or(&empty));
        let output = fields::content(result.get("content").unwrap_or(&empty));
        // Of several results in one record it is not known whose the structured one is.
        let structured = record.get("toolUseResult").filter(|_| results.len() == 1);
        match structured.and_then(shown) {
            Some(events) if !failed => log.events.extend(events),
            _ if failed && name != "Bash" => {}
            _ => log.events.extend(tools::events(name, input, &output)),
        }
    }
}

/// What a structured result says was shown of a file.
fn shown(result: &Value) -> Option<Vec<Event>> {
    let file = result.get("file")?;
    let path = fields::text(file, &["filePath"])?;
    let opened = Event::Opened(path.to_owned());
    // Without content it says that an earlier reading still holds, or that it was no text.
    let Some(text) = fields::text(file, &["content"]) else { return Some(vec![opened]) };
    let start = fields::line(file, &["startLine"]).unwrap_or(1).max(1);
    Some(vec![opened, Event::shown(path, start, text)])
}

/// The records of the newest branch, in the order of the file.
fn branch(records: &[Value]) -> Vec<&Value> {
    let own = |record: &&Value| record.get("isSidechain").and_then(Value::as_bool) != Some(true);
    let records: Vec<&Value> = records.iter().filter(own).collect();
    let id = |record: &Value| fields::text(record, &["uuid"]).map(str::to_owned);
    let by_id: HashMap<String, &Value> = records.iter().filter_map(|record| Some((id(record)?, *record))).collect();
    let is_talk = |record: &&&Value| matches!(fields::text(record, &["type"]), Some("user" | "assistant" | "system"));
    let Some(leaf) = records.iter().rev().filter(is_talk).find_map(|record| id(record)) else { return records };
    let mut on_branch = HashSet::new();
    let mut at = Some(leaf);
    while let Some(record) = at.take_if(|id| on_branch.insert(id.clone())).and_then(|id| by_id.get(&id).copied()) {
        at = fields::text(record, &["parentUuid", "logicalParentUuid"]).map(str::to_owned);
    }
    // Calls that ran side by side are blocks of one message, of which the branch holds one; their answers hang on them.
    let held = |record: &Value| id(record).is_none_or(|id| on_branch.contains(&id));
    let messages: HashSet<&str> =
        records.iter().filter(|record| held(record)).filter_map(|record| message_id(record)).collect();
    let with_siblings = |record: &Value| held(record) || message_id(record).is_some_and(|id| messages.contains(id));
    let calls: HashSet<&str> = records
        .iter()
        .filter(|record| with_siblings(record))
        .flat_map(|record| blocks(record))
        .filter_map(|block| fields::text(block, &["id"]))
        .collect();
    let answers = |record: &Value| {
        blocks(record).iter().any(|block| fields::text(block, &["tool_use_id"]).is_some_and(|id| calls.contains(id)))
    };
    records.into_iter().filter(|record| with_siblings(record) || answers(record)).collect()
}

fn message_id(record: &Value) -> Option<&str> {
    record.get("message")?.get("id")?.as_str()
}

/// The blocks of a record's message; none where it is a mere text.
fn blocks(record: &Value) -> &[Value] {
    let content = record.get("message").and_then(|message| message.get("content"));
    content.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn is(block: &Value, kind: &str) -> bool {
    fields::text(block, &["type"]) == Some(kind)
}

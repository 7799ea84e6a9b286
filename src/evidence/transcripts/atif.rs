//! ATIF, the trajectory format that agents' runs are exchanged in.

use serde_json::Value;

use super::event::Event;
use super::event::Log;
use super::fields;
use super::tools;

pub(super) fn read(value: &Value) -> Log {
    let mut log = Log::default();
    for step in value.get("steps").and_then(Value::as_array).into_iter().flatten() {
        let message = fields::content(step.get("message").unwrap_or(&Value::Null));
        match fields::text(step, &["source"]) {
            Some("user") => log.events.push(Event::Asked(message)),
            Some("agent") => log.events.push(Event::Said(message)),
            Some(_) => {}
            None => log.skipped += 1,
        }
        let thought = fields::text(step, &["reasoning_content"]);
        log.events.extend(thought.map(|thought| Event::Thought(thought.to_owned())));
        let results =
            step.get("observation").and_then(|observation| observation.get("results")).and_then(Value::as_array);
        for call in step.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            let id = fields::text(call, &["tool_call_id"]);
            let answer = results.into_iter().flatten().find(|result| fields::text(result, &["source_call_id"]) == id);
            let output = answer.and_then(|answer| answer.get("content")).map(fields::content).unwrap_or_default();
            let input = call.get("arguments").unwrap_or(&Value::Null);
            log.events.extend(tools::events(
                fields::text(call, &["function_name"]).unwrap_or_default(),
                input,
                &output,
            ));
        }
    }
    log
}

//! Trajectories of SWE-agent (`.traj`), and of mini-swe-agent, whose actions are commands alone.

use serde_json::Value;

use super::event::Event;
use super::event::Log;
use super::fields;
use super::numbered;
use super::tools;

pub(super) fn read(value: &Value) -> Log {
    let mut log = Log::default();
    // An agent that tried several times: the last attempt is what it is at.
    let attempt = value.get("attempts").and_then(Value::as_array).and_then(|attempts| attempts.last()).unwrap_or(value);
    let history = attempt.get("history").and_then(Value::as_array);
    let task = history.into_iter().flatten().find(|message| {
        fields::text(message, &["role"]) == Some("user")
            && message.get("is_demo").and_then(Value::as_bool) != Some(true)
    });
    log.events.extend(
        task.and_then(|task| task.get("content")).map(|content| Event::Asked(issue(&fields::content(content)))),
    );
    for step in attempt.get("trajectory").and_then(Value::as_array).into_iter().flatten() {
        let Some(action) = fields::text(step, &["action"]) else {
            log.skipped += 1;
            continue;
        };
        let state = state_of(step);
        let part = |name: &str| state.as_ref().and_then(|state| fields::text(state, &[name])).map(str::to_owned);
        log.events.extend(part("working_dir").map(Event::Moved));
        log.events.extend(fields::text(step, &["thought"]).map(|thought| Event::Thought(thought.to_owned())));
        let output = fields::text(step, &["observation"]).unwrap_or_default();
        log.events.extend(acted(action.trim(), output, part("open_file").as_deref()));
    }
    log
}

pub(super) fn read_mini(value: &Value) -> Log {
    let mut log = Log::default();
    let mut commands: Vec<String> = Vec::new();
    let mut asked = false;
    for message in value.get("messages").and_then(Value::as_array).into_iter().flatten() {
        let text = fields::content(message.get("content").unwrap_or(&Value::Null));
        match fields::text(message, &["role"]) {
            Some("assistant") => {
                commands = commands_of(message, &text);
                log.events.push(Event::Thought(text.split("```").next().unwrap_or_default().to_owned()));
            }
            Some("user" | "tool") if !commands.is_empty() => {
                let command = commands.remove(0);
                log.events.extend(tools::ran(&command, within(&text, "<output>", "</output>")));
            }
            Some("user") if !asked => {
                asked = true;
                log.events.push(Event::Asked(issue(&text)));
            }
            Some(_) => {}
            None => log.skipped += 1,
        }
    }
    log
}

/// The issue in the instructions around it.
fn issue(text: &str) -> String {
    for (open, close) in [("<pr_description>", "</pr_description>"), ("<issue>", "</issue>"), ("<task>", "</task>")] {
        if text.contains(open) {
            return within(text, open, close).trim().to_owned();
        }
    }
    match text.split_once("\nISSUE:\n") {
        Some((_, rest)) => rest.split("\nINSTRUCTIONS:").next().unwrap_or(rest).trim().to_owned(),
        None => text.to_owned(),
    }
}

fn within<'t>(text: &'t str, open: &str, close: &str) -> &'t str {
    let inner = text.split_once(open).map_or(text, |(_, rest)| rest);
    inner.split_once(close).map_or(inner, |(inner, _)| inner).trim_start_matches('\n')
}

/// The state after a step; older versions wrote it as JSON in a text.
fn state_of(step: &Value) -> Option<Value> {
    match step.get("state")? {
        Value::String(text) => serde_json::from_str(text).ok(),
        state => Some(state.clone()),
    }
}

fn acted(action: &str, output: &str, open_file: Option<&str>) -> Vec<Event> {
    let name = action.split_whitespace().next().unwrap_or_default();
    let argument = || action[name.len()..].trim().lines().next().unwrap_or_default().trim_matches(['"', '\'']);
    match name {
        "open" | "goto" | "scroll_up" | "scroll_down" | "create" | "edit" => window(output, open_file),
        "search_dir" | "search_file" | "find_file" => {
            let quoted = argument().split(['"', '\'']).next().unwrap_or_default();
            let word = if action.contains(['"', '\'']) {
                quoted
            } else {
                quoted.split_whitespace().next().unwrap_or_default()
            };
            if word.is_empty() { Vec::new() } else { vec![Event::Searched(word.to_owned())] }
        }
        "str_replace_editor" => {
            let mut words = action.split_whitespace().skip(1);
            let (verb, path) = (words.next(), words.next());
            match (verb, path) {
                (Some("view"), Some(path)) => {
                    let mut events = vec![Event::Opened(path.to_owned())];
                    events.extend(numbered::shown(path, output));
                    events
                }
                (Some(_), Some(path)) => vec![Event::Opened(path.to_owned())],
                _ => Vec::new(),
            }
        }
        "submit" | "exit" | "" => Vec::new(),
        _ => tools::ran(action, output),
    }
}

/// `[File: /repo/a.py (120 lines total)]`, then lines with numbers.
fn window(output: &str, open_file: Option<&str>) -> Vec<Event> {
    let header = output.lines().find_map(|line| line.strip_prefix("[File: ")?.split(" (").next());
    let Some(path) = header.or(open_file) else { return Vec::new() };
    let mut events = vec![Event::Opened(path.to_owned())];
    if header.is_some() {
        events.extend(numbered::shown(path, output));
    }
    events
}

/// The commands of a message of mini-swe-agent: structured, or in its block of code.
fn commands_of(message: &Value, text: &str) -> Vec<String> {
    let actions = message.get("extra").and_then(|extra| extra.get("actions")).and_then(Value::as_array);
    let structured: Vec<String> = actions
        .into_iter()
        .flatten()
        .filter_map(|action| Some(fields::text(action, &["command"])?.to_owned()))
        .collect();
    if !structured.is_empty() {
        return structured;
    }
    let blocks = text.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| Some(block.split_once('\n')?.1.trim().to_owned())).take(1).collect()
}

//! Calls of tools, by what they are given: agents differ in names, hardly in arguments.

use serde_json::Value;

use super::event::Event;
use super::fields;
use super::numbered;
use super::patch;
use super::shell;

const PATHS: &[&str] = &["file_path", "filePath", "path", "target_file", "absolute_path", "notebook_path", "filename"];

/// The events of a call and of what it answered.
pub(super) fn events(name: &str, input: &Value, output: &str) -> Vec<Event> {
    if let Some(plan) = plan(input) {
        return vec![Event::Planned(plan)];
    }
    if let Some(thought) = fields::text(input, &["thought"]).filter(|_| name == "think") {
        return vec![Event::Thought(thought.to_owned())];
    }
    let lower = name.to_lowercase();
    let command = command_of(input);
    let path = fields::text(input, PATHS);
    // An editor's `command` is a verb, a shell's a command line.
    match (path, command) {
        (None, Some(command)) => ran(&command, output),
        (Some(path), verb) => {
            let verb = verb.unwrap_or_else(|| lower.clone());
            if let Some(pattern) = fields::text(input, &["pattern", "query", "regex", "search_term"]) {
                return vec![Event::Searched(pattern.to_owned())];
            }
            if let Some(lines) = written(input) {
                return vec![Event::Opened(path.to_owned()), Event::Wrote { path: path.to_owned(), lines }];
            }
            if ["read", "view", "open", "cat"].iter().any(|word| verb.contains(word)) {
                viewed(path, input, output)
            } else {
                Vec::new()
            }
        }
        (None, None) => {
            if let Some(text) = fields::text(input, &["input", "patch"]).filter(|text| text.contains("*** ")) {
                return patch::written(text);
            }
            let searches =
                ["grep", "search", "find", "rg"].iter().any(|word| lower.contains(word)) && !lower.contains("web");
            let pattern = fields::text(input, &["pattern", "query", "regex", "search_term"]).filter(|_| searches);
            pattern.map(|pattern| Event::Searched(pattern.to_owned())).into_iter().collect()
        }
    }
}

/// A command that ran, with what it read.
pub(super) fn ran(command: &str, output: &str) -> Vec<Event> {
    let mut events = vec![Event::Ran { command: command.to_owned(), output: output.to_owned() }];
    events.extend(shell::events(command, output));
    events
}

/// Lines of a file that a viewer showed, with numbers or from a line that the input names.
pub(super) fn viewed(path: &str, input: &Value, output: &str) -> Vec<Event> {
    let mut events = vec![Event::Opened(path.to_owned())];
    let numbered = numbered::shown(path, output);
    let has_numbers = numbered.iter().any(|event| matches!(event, Event::Shown { lines, .. } if lines.len() > 1))
        || output.lines().count() <= 1 && !numbered.is_empty();
    if has_numbers {
        events.extend(numbered);
    } else if !output.is_empty() {
        let range = input.get("view_range").and_then(|range| range.get(0)).and_then(Value::as_u64);
        let start = fields::line(input, &["offset", "start", "start_line"])
            .or(range.and_then(|start| u32::try_from(start).ok()));
        events.push(Event::shown(path, start.unwrap_or(1).max(1), output));
    }
    events
}

/// A command line: a text, or a list of words as Codex's shell has it, of which `bash -lc` is taken off.
pub(super) fn command_of(input: &Value) -> Option<String> {
    if let Some(command) = fields::text(input, &["command", "cmd", "script", "keystrokes"]) {
        return Some(command.to_owned());
    }
    let words: Vec<&str> = input.get("command")?.as_array()?.iter().filter_map(Value::as_str).collect();
    match words.as_slice() {
        [shell, flag, line] if shell.ends_with("sh") && flag.starts_with('-') => Some((*line).to_owned()),
        words => Some(words.join(" ")),
    }
}

/// The lines that an edit put in.
fn written(input: &Value) -> Option<Vec<String>> {
    let new = ["new_string", "new_str", "file_text", "content", "newString", "insert_text"];
    let mut lines: Vec<String> = fields::text(input, &new)?.lines().map(str::to_owned).collect();
    lines.truncate(20_000);
    Some(lines)
}

/// The step of a plan that is being done.
fn plan(input: &Value) -> Option<String> {
    let steps = input.get("todos").or_else(|| input.get("plan"))?.as_array()?;
    let current = steps.iter().find(|step| fields::text(step, &["status"]) == Some("in_progress"))?;
    fields::text(current, &["content", "step", "title"]).map(str::to_owned)
}

//! A log summed up.

use serde_json::Value;

use super::atif;
use super::claude_code;
use super::codex;
use super::event::Event;
use super::event::Log;
use super::fields;
use super::openhands;
use super::shell;
use super::swe_agent;
use crate::evidence::TestReport;

/// What a log says of the state at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// What the user asks for.
    pub task: Option<String>,
    /// What the agent believes: its latest thought.
    pub hypothesis: Option<String>,
    /// What the agent is about to do: the step of its plan, or what it said last.
    pub subgoal: Option<String>,
    /// What was searched for, oldest first, each once.
    pub searches: Vec<String>,
    /// Files that were opened, oldest first, each once, as they were logged.
    pub opened: Vec<String>,
    /// Lines that the agent still has before its eyes, oldest first.
    pub seen: Vec<Shown>,
    /// What the latest run of tests printed, if it failed.
    pub test_output: Option<String>,
    /// Where relative paths begin, if the log says so.
    pub directory: Option<String>,
    /// Records that were not understood.
    pub skipped: usize,
}

/// Lines that were shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The file as it was logged: absolute, or relative to the directory.
    pub path: String,
    /// The number that the first line had, 1-based.
    pub start: u32,
    /// The lines without line ends.
    pub lines: Vec<String>,
}

/// Why a text is no log that can be read.
#[derive(Debug, thiserror::Error)]
pub enum TranscriptError {
    /// Nothing in it looks like a record of a known kind.
    #[error("this is no log of Claude Code, Codex, SWE-agent or OpenHands, and no ATIF trajectory")]
    UnknownFormat,
}

/// Searches that are kept.
const MOST_SEARCHES: usize = 40;
/// Characters of a thought or a task that are kept: the end of a thought, the beginning of a task.
const MOST_CHARACTERS: usize = 8_000;
/// See `MOST_CHARACTERS`.
const MOST_THOUGHT: usize = 1_500;
/// A later message of fewer characters than this only adds to the task.
const SHORT_TASK: usize = 120;

impl Transcript {
    /// Reads a log of any known kind.
    pub fn parse(text: &str) -> Result<Self, TranscriptError> {
        Ok(Self::of(read(text).ok_or(TranscriptError::UnknownFormat)?))
    }

    fn of(log: Log) -> Self {
        let mut transcript = Self { skipped: log.skipped, ..Self::default() };
        let mut asked: Vec<String> = Vec::new();
        let mut said = None;
        let mut planned = None;
        for event in log.events {
            match event {
                Event::Asked(text) => asked.extend(meant(&text)),
                Event::Said(text) => said = meant(&text).or(said),
                Event::Thought(text) => transcript.hypothesis = meant(&text).or(transcript.hypothesis),
                Event::Planned(step) => planned = Some(step),
                Event::Shown { path, start, lines } => transcript.seen.push(Shown { path, start, lines }),
                Event::Wrote { path, lines } => transcript.seen.push(Shown { path, start: 1, lines }),
                Event::Opened(path) => later(&mut transcript.opened, path),
                Event::Searched(pattern) => later(&mut transcript.searches, pattern),
                Event::Ran { command, output } if shell::runs_tests(&command) => {
                    let failed = !TestReport::parse(&output).is_empty();
                    transcript.test_output = failed.then_some(output);
                }
                Event::Ran { .. } => {}
                Event::Forgot => transcript.seen.clear(),
                Event::Moved(directory) => transcript.directory = Some(directory),
            }
        }
        let oldest = transcript.searches.len().saturating_sub(MOST_SEARCHES);
        transcript.searches.drain(..oldest);
        transcript.hypothesis = transcript.hypothesis.map(|text| ending(&text, MOST_THOUGHT));
        transcript.subgoal = planned.or_else(|| said.map(|text| ending(&text, MOST_THOUGHT)));
        transcript.task = task(&asked);
        transcript
    }
}

/// The latest message, with the first before it where the latest is a mere word.
fn task(asked: &[String]) -> Option<String> {
    let latest = asked.last()?;
    let first = asked.first().filter(|first| *first != latest && latest.chars().count() < SHORT_TASK);
    let text = first.map_or_else(|| latest.clone(), |first| format!("{first}\n\n{latest}"));
    Some(text.chars().take(MOST_CHARACTERS).collect())
}

/// What a message says, without what a program put into it; `None` where nothing is left.
fn meant(text: &str) -> Option<String> {
    const PROGRAMS: &[&str] = &[
        "<command-",
        "<local-command",
        "Caveat: ",
        "<environment_context",
        "<user_instructions",
        "# AGENTS.md",
        "[Request interrupted",
    ];
    let mut text = text.to_owned();
    while let Some((before, rest)) = text.split_once("<system-reminder>") {
        let after = rest.split_once("</system-reminder>").map_or("", |(_, after)| after);
        text = format!("{before}{after}");
    }
    let text = text.trim();
    (!text.is_empty() && !PROGRAMS.iter().any(|program| text.starts_with(program))).then(|| text.to_owned())
}

fn ending(text: &str, most: usize) -> String {
    text.chars().skip(text.chars().count().saturating_sub(most)).collect()
}

/// Puts a value at the end of a list that holds each once.
fn later(list: &mut Vec<String>, value: String) {
    list.retain(|known| *known != value);
    list.push(value);
}

/// The log, by what its records look like.
fn read(text: &str) -> Option<Log> {
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        return whole(&value);
    }
    let (records, skipped) = fields::objects(text);
    let mut log = lines(&records)?;
    log.skipped += skipped;
    Some(log)
}

/// A file that is one JSON value. A log of one record is one, too.
fn whole(value: &Value) -> Option<Log> {
    match value {
        Value::Array(events) => lines(events),
        value
            if value.get("trajectory").is_some_and(Value::is_array)
                || value.get("attempts").is_some_and(Value::is_array) =>
        {
            Some(swe_agent::read(value))
        }
        value if value.get("messages").is_some_and(Value::is_array) => Some(swe_agent::read_mini(value)),
        value if value.get("steps").is_some_and(Value::is_array) => Some(atif::read(value)),
        value => lines(std::slice::from_ref(value)),
    }
}

fn lines(records: &[Value]) -> Option<Log> {
    let any = |is: fn(&Value) -> bool| records.iter().take(50).any(is);
    if any(codex::is_record) {
        Some(codex::read(records))
    } else if any(openhands::is_record) {
        Some(openhands::read(records))
    } else if any(claude_code::is_record) {
        Some(claude_code::read(records))
    } else {
        None
    }
}

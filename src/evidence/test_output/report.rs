//! All readings of one output together.

use std::collections::HashMap;
use std::collections::HashSet;

use super::Frame;
use super::finding::Findings;
use super::finding::Found;
use super::formats;
use super::text;
use super::traces;
use super::wrappings;

/// What a test output says. Each list is in order of appearance and holds nothing twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestReport {
    /// Places in code: stack frames, and the places that compilers point at.
    pub frames: Vec<Frame>,
    /// Names of failing tests as the runner spells them.
    pub failing: Vec<String>,
    /// Texts of assertions and errors.
    pub messages: Vec<String>,
}

/// The lines of an output that are read: runners say what went wrong as it happens, and sum up at the end.
const FIRST_LINES: usize = 5_000;
/// See `FIRST_LINES`.
const LAST_LINES: usize = 20_000;
/// The bytes of one line that are read.
const MOST_LINE_BYTES: usize = 4_000;
/// The most of each list; a run with more failures has one cause.
const MOST: usize = 400;

impl TestReport {
    /// Reads an output. Any text is accepted; what is not understood is left out.
    pub fn parse(output: &str) -> Self {
        let output = wrappings::take_off(output);
        let lines = lines_of(&output);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let mut findings = Findings::default();
        for read in formats::READERS.iter().chain(traces::READERS) {
            read(&lines, &mut findings);
        }
        Self::of(findings)
    }

    /// Whether nothing was understood.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty() && self.failing.is_empty() && self.messages.is_empty()
    }

    fn of(findings: Findings) -> Self {
        let mut report = Self::default();
        let mut places: HashMap<(String, u32), usize> = HashMap::new();
        let mut said: HashSet<String> = HashSet::new();
        for found in findings.in_order() {
            match found {
                Found::Frame(frame) => match places.get(&(frame.path.clone(), frame.line)) {
                    Some(at) if report.frames[*at].function.is_none() => report.frames[*at].function = frame.function,
                    None if report.frames.len() < MOST => {
                        places.insert((frame.path.clone(), frame.line), report.frames.len());
                        report.frames.push(frame);
                    }
                    Some(_) | None => {}
                },
                Found::Failing(name) if report.failing.len() < MOST && said.insert(format!("test {name}")) => {
                    report.failing.push(name);
                }
                Found::Message(text) if report.messages.len() < MOST && said.insert(format!("says {text}")) => {
                    report.messages.push(text);
                }
                Found::Failing(_) | Found::Message(_) => {}
            }
        }
        report
    }
}

/// The lines that are read, without colours and without an end that no one reads.
fn lines_of(output: &str) -> Vec<String> {
    let count = output.lines().count();
    let skipped = if count > FIRST_LINES + LAST_LINES { FIRST_LINES..count - LAST_LINES } else { 0..0 };
    let lines = output.lines().enumerate().filter(|(at, _)| !skipped.contains(at));
    lines.map(|(_, line)| text::without_escapes(clipped(line))).collect()
}

fn clipped(line: &str) -> &str {
    let mut end = line.len().min(MOST_LINE_BYTES);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}

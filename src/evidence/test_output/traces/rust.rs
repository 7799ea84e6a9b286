//! Panics and backtraces of Rust, and the places that rustc points at.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    let mut function = None;
    let mut warned = false;
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        if line.starts_with("warning: ") || line.starts_with("error") {
            warned = line.starts_with("warning: ");
        }
        if let Some(place) = line.strip_prefix("--> ") {
            findings.frame(at, frame(place, None).filter(|_| !warned));
        } else if let Some(panic) = panicked(line) {
            match panic {
                Panic::New(place) => {
                    findings.frame(at, frame(place, None));
                    // What was said stands below, up to the note about backtraces.
                    for (below, said) in lines.iter().enumerate().skip(at + 1).take(MOST_SAID) {
                        if said.trim().is_empty() || said.starts_with("note: ") || said.starts_with("stack backtrace:")
                        {
                            break;
                        }
                        findings.message(below, said);
                    }
                }
                Panic::Old { message, place } => {
                    findings.message(at, message);
                    findings.frame(at, frame(place, None));
                }
            }
        } else if let Some(named) = numbered(line) {
            function = Some(text::bare(named));
        } else if let Some(place) = line.strip_prefix("at ").filter(|place| place.contains(".rs:")) {
            findings.frame(at, frame(place, function.take()));
        }
    }
}

/// Lines of a panic's message that are read.
const MOST_SAID: usize = 6;

enum Panic<'t> {
    /// `thread 'main' panicked at src/pool.rs:41:9:`, the message below.
    New(&'t str),
    /// Before Rust 1.73: `thread 'main' panicked at 'message', src/pool.rs:41:9`.
    Old { message: &'t str, place: &'t str },
}

fn panicked(line: &str) -> Option<Panic<'_>> {
    let (_, rest) = line.split_once("panicked at ")?;
    match rest.strip_prefix('\'') {
        Some(rest) => {
            let (message, place) = rest.rsplit_once("', ")?;
            Some(Panic::Old { message, place })
        }
        None => rest.strip_suffix(':').map(Panic::New),
    }
}

/// `  3: calc::pool::Pool::take`, with an address before the name in full backtraces.
fn numbered(line: &str) -> Option<&str> {
    let (_, rest) = text::leading_number(line)?;
    let name = rest.strip_prefix(": ")?.trim();
    let name = name.split_once(" - ").map_or(name, |(_, name)| name);
    // A closure runs in the function around it.
    name.split("::{").next()
}

fn frame(place: &str, function: Option<String>) -> Option<Frame> {
    let (path, number, _) = text::place(place)?;
    Frame::new(path, number, function)
}

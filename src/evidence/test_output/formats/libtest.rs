//! `cargo test`. Where a test panicked is a trace of Rust.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = failing(line.trim()) else { continue };
        findings.failing(at, name);
        findings.frame(at, documented(name));
    }
}

/// `test name ... FAILED`; a test that prints may have the end on a line of its own, which its own block tells again.
fn failing(line: &str) -> Option<&str> {
    if let Some(name) = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED")) {
        return Some(name.strip_suffix(" - should panic").unwrap_or(name));
    }
    line.strip_prefix("---- ")?.strip_suffix(" stdout ----")
}

/// A test in documentation is named after its place: `src/pool.rs - pool::Pool::take (line 12)`.
fn documented(name: &str) -> Option<Frame> {
    let (path, rest) = name.split_once(" - ")?;
    let (function, line) = rest.rsplit_once("(line ")?;
    let (line, _) = text::leading_number(line)?;
    Frame::new(path, line, Some(text::bare(function)))
}

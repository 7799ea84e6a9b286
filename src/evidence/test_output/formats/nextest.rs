//! cargo-nextest.

use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        if let Some(name) = failing(line.trim()) {
            findings.failing(at, name);
        }
    }
}

/// `FAIL [   0.012s] (3/40) package::binary module::name`, with `TRY 2` before it, or a signal in place of `FAIL`.
fn failing(line: &str) -> Option<&str> {
    let line = line.strip_prefix("TRY ").and_then(text::leading_number).map_or(line, |(_, rest)| rest.trim_start());
    let rest =
        text::after_any(line, &["FAIL", "TIMEOUT", "SIGABRT", "SIGSEGV", "SIGKILL", "SIGILL", "LEAK-FAIL", "ABORT"])?;
    let (time, name) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
    time.trim().ends_with('s').then_some(())?;
    name.split_whitespace().next_back()
}

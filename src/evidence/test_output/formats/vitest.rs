//! vitest, whose frames are marked with an arrow.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

use super::jest::is_script;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        if let Some(name) = failing(line) {
            findings.failing(at, name);
        }
        findings.frame(at, frame(line));
    }
}

/// `FAIL  src/pool.test.ts > Pool > takes one`, with the project's name `|unit|` before the file; `× takes one 5ms`.
fn failing(line: &str) -> Option<&str> {
    if let Some(name) = line.strip_prefix("× ") {
        return Some(text::without_time(name));
    }
    let name = line.strip_prefix("FAIL ")?.trim();
    let name = name.strip_prefix('|').and_then(|rest| rest.split_once('|')).map_or(name, |(_, rest)| rest.trim());
    let file = name.split([' ', '[']).next()?;
    (is_script(file) && name.contains(" > ")).then_some(name)
}

/// `❯ Pool.take src/pool.ts:12:7`, `❯ src/pool.ts:12:7`.
fn frame(line: &str) -> Option<Frame> {
    let (call, number, _) = text::place(line.strip_prefix("❯ ")?)?;
    let (function, path) =
        call.rsplit_once(' ').map_or((None, call), |(function, path)| (Some(text::bare(function)), path));
    Frame::new(path, number, function)
}

//! GoogleTest, and Catch2.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        if let Some(name) = failing(line) {
            findings.failing(at, name);
        }
        if let Some(frame) = failed_at(line) {
            findings.frame(at, Some(frame));
            for (below, said) in
                lines.iter().enumerate().skip(at + 1).take(MOST_SAID).take_while(|(_, said)| goes_on(said))
            {
                findings.message(below, said);
            }
        }
    }
}

/// Lines of an explanation that are read.
const MOST_SAID: usize = 8;

/// `[  FAILED  ] PoolTest.Takes (0 ms)`, `[  FAILED  ] Sizes/PoolTest.Takes/0, where GetParam() = 3`.
fn failing(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("[  FAILED  ] ")?;
    let name = text::without_time(rest.split(", ").next()?);
    (name.contains('.') && !name.contains(' ')).then_some(name)
}

/// `/ci/tests/pool_test.cc:41: Failure`, Catch2: `pool_test.cpp:41: FAILED:`, MSVC: `pool_test.cc(41): error: `.
fn failed_at(line: &str) -> Option<Frame> {
    if let Some((path, number, rest)) = text::place(line.trim()) {
        return matches!(rest.trim(), ": Failure" | ": FAILED:").then(|| Frame::new(path, number, None))?;
    }
    let (path, rest) = line.trim().split_once('(')?;
    let (number, rest) = text::leading_number(rest)?;
    rest.starts_with("): error: Expected").then(|| Frame::new(path, number, None))?
}

/// An explanation ends at a blank line, a frame of the runner, or the next place.
fn goes_on(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with('[') && failed_at(line).is_none()
}

//! What C and C++ leave behind: sanitizers, debuggers, failed assertions.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        if let Some(message) = sanitizer(line) {
            findings.message(at, message);
        }
        if let Some((frame, message)) = assertion(line) {
            findings.frame(at, Some(frame));
            findings.message(at, message);
        } else if !findings.has_frame(at) {
            findings.frame(at, numbered(line));
        }
    }
}

/// `==123==ERROR: AddressSanitizer: heap-use-after-free on address …`, `WARNING: ThreadSanitizer: data race (pid=1)`.
fn sanitizer(line: &str) -> Option<&str> {
    let (before, kind) = line.split_once("Sanitizer: ")?;
    if before.starts_with("SUMMARY") {
        return None;
    }
    Some(kind.split(" on address").next()?.split(" (pid=").next()?.trim())
}

/// `#1 0x55d in Pool::take(int) /src/pool.cc:41:9` and `#0  Pool::take (this=0x0) at ../src/pool.cc:41`.
fn numbered(line: &str) -> Option<Frame> {
    let (_, rest) = text::leading_number(line.strip_prefix('#')?)?;
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix("0x").and_then(|rest| rest.split_once(" in ")) {
        Some((_, rest)) => rest,
        None => rest,
    };
    let (call, place) = rest.split_once(") at ").or_else(|| rest.rsplit_once(' '))?;
    let (path, number, _) = text::place(place.trim_start_matches('('))?;
    let name = call.split('(').next()?.trim();
    Frame::new(path, number, Some(text::bare(name)))
}

/// glibc: ``prog: src/pool.c:41: take: Assertion `x > 0' failed.``; BSD: `Assertion failed: (x), function take, file
/// pool.c, line 41.`
fn assertion(line: &str) -> Option<(Frame, &str)> {
    if let Some(rest) = line.strip_prefix("Assertion failed: ") {
        let (said, rest) = rest.split_once(", function ")?;
        let (function, rest) = rest.split_once(", file ")?;
        let (path, number) = rest.split_once(", line ")?;
        let (number, _) = text::leading_number(number)?;
        return Some((Frame::new(path, number, Some(text::bare(function)))?, said));
    }
    let (before, rest) = line.split_once(": Assertion `")?;
    let said = rest.rsplit_once("' failed").map_or(rest, |(said, _)| said);
    let (path, number, function) = text::place(before)?;
    let path = path.rsplit(' ').next()?;
    let function = function.trim_start_matches([':', ' ']).split('(').next()?;
    let function = function.rsplit(' ').next()?;
    Some((Frame::new(path, number, Some(text::bare(function)))?, said))
}

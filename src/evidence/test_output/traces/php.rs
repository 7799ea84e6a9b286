//! Stack traces and fatal errors of PHP.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        if let Some(frame) = numbered(line) {
            findings.frame(at, Some(frame));
        } else if let Some((message, frame)) = fatal(line) {
            findings.message(at, message);
            findings.frame(at, frame);
        }
    }
}

/// `#0 /app/src/Pool.php(33): App\Pool->take()`: the call is what was called there, so it names no function.
fn numbered(line: &str) -> Option<Frame> {
    let (_, rest) = text::leading_number(line.strip_prefix('#')?)?;
    let (path, rest) = rest.trim_start().split_once('(')?;
    let (number, rest) = text::leading_number(rest)?;
    rest.starts_with(')').then(|| Frame::new(path, number, None))?
}

/// `PHP Fatal error:  Uncaught TypeError: message in /app/src/Pool.php:33`, `Warning: message in /app/x.php on line 3`.
fn fatal(line: &str) -> Option<(&str, Option<Frame>)> {
    let line = line.strip_prefix("PHP ").unwrap_or(line);
    let rest = text::after_any(line, &["Fatal error: ", "Parse error: ", "Warning: ", "Deprecated: "])?;
    let (message, place) = rest.rsplit_once(" in ")?;
    let (path, number) = place.split_once(" on line ").or_else(|| place.rsplit_once(':'))?;
    let (number, _) = text::leading_number(number)?;
    let message = message.trim();
    Some((message.strip_prefix("Uncaught ").unwrap_or(message), Frame::new(path, number, None)))
}

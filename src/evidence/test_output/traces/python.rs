//! Tracebacks of Python: `File "pool.py", line 12, in take`, as the interpreter and pytest's native style print them,
//! and pytest's own short places.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        findings.frame(at, quoted(line).or_else(|| short(line)));
    }
}

fn quoted(line: &str) -> Option<Frame> {
    let line = line.trim_start_matches([' ', '\t', '|', 'E', '+']);
    let (path, rest) = line.strip_prefix("File \"")?.split_once('"')?;
    let (number, rest) = text::leading_number(rest.strip_prefix(", line ")?)?;
    let function = rest.strip_prefix(", in ").map(str::trim).filter(|name| !name.starts_with('<'));
    Frame::new(path, number, function.map(text::bare))
}

/// `tests/test_pool.py:21: in test_take`, `pool.py:12: RuntimeError`.
fn short(line: &str) -> Option<Frame> {
    let (path, number, rest) = text::place(line)?;
    if path.contains(' ') || !path.ends_with(".py") {
        return None;
    }
    let function = rest.strip_prefix(": in ").filter(|name| !name.starts_with('<'));
    Frame::new(path, number, function.map(text::bare))
}

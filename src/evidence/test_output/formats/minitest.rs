//! Minitest and test-unit.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        if let Some((name, frame)) = placed(line) {
            findings.failing(at, name);
            findings.frame(at, frame);
        } else if let Some(name) = raised(line, at.checked_sub(1).map(|before| lines[before].trim())) {
            findings.failing(at, name);
        }
    }
}

/// `PoolTest#test_take [test/pool_test.rb:12]:`, with `Failure: ` before it in newer versions.
fn placed(line: &str) -> Option<(&str, Option<Frame>)> {
    let (name, place) = line.strip_suffix("]:")?.rsplit_once(" [")?;
    let name = text::after_any(name, &["Failure: ", "Error: "]).unwrap_or(name);
    let (path, number, _) = text::place(place)?;
    (name.contains('#') && path.ends_with(".rb")).then(|| (name, Frame::new(path, number, None)))
}

/// `PoolTest#test_take:` under a line that says `Error:`.
fn raised<'t>(line: &'t str, before: Option<&str>) -> Option<&'t str> {
    let name = line.strip_suffix(':')?;
    (before.is_some_and(|before| before.ends_with("Error:")) && name.contains('#') && !name.contains(' '))
        .then_some(name)
}

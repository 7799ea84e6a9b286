//! Stack traces of .NET: `at Acme.Pool.Take(Int32 count) in /src/Pool.cs:line 12`.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        findings.frame(at, frame(line.trim()));
    }
}

fn frame(line: &str) -> Option<Frame> {
    let (call, place) = line.strip_prefix("at ")?.rsplit_once(" in ")?;
    let (path, number) = place.rsplit_once(":line ")?;
    let (number, _) = text::leading_number(number)?;
    Frame::new(path, number, Some(text::bare(call.split('(').next()?)))
}

//! PHPUnit, and Pest.

use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        if let Some(name) = pest(line.trim()) {
            findings.failing(at, name);
        }
        let Some(name) = numbered(line) else { continue };
        findings.failing(at, name);
        // The explanation goes up to the first blank line, behind which the frames stand.
        for (below, said) in lines.iter().enumerate().skip(at + 1).take(MOST_SAID) {
            if said.trim().is_empty() {
                break;
            }
            findings.message(below, said);
        }
    }
}

/// Lines of an explanation that are read.
const MOST_SAID: usize = 8;

/// `1) App\Tests\PoolTest::testTake with data set "empty" (3)`.
fn numbered(line: &str) -> Option<&str> {
    let (_, rest) = text::leading_number(line)?;
    let name = rest.strip_prefix(") ")?;
    let method = name.split_once("::")?.1;
    (!name.split("::").next()?.contains(' ') && !method.is_empty()).then_some(name)
}

/// `FAILED  Tests\Unit\PoolTest > it takes one   ErrorException`.
fn pest(line: &str) -> Option<&str> {
    let name = line.strip_prefix("FAILED  ")?.trim();
    let name = name.split("  ").next()?;
    (name.contains('\\') && name.contains(" > ")).then_some(name)
}

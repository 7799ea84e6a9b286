//! `dotnet test`.

use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = failing(line) else { continue };
        findings.failing(at, name);
        let said = lines.iter().enumerate().skip(at + 1).take(MOST_SAID);
        for (below, said) in said.skip_while(|(_, said)| said.trim() != "Error Message:").skip(1) {
            if said.trim() == "Stack Trace:" {
                break;
            }
            findings.message(below, said);
        }
    }
}

/// Lines under a failing test that are read.
const MOST_SAID: usize = 12;

/// `  Failed Acme.Tests.PoolTests.Takes [12 ms]`.
fn failing(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("Failed ")?;
    let name = text::without_time(rest);
    (name.len() < rest.len() && name.contains('.')).then_some(name)
}

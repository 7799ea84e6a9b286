//! CTest.

use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    let mut in_list = false;
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        if let Some(name) = running(line) {
            findings.failing(at, name);
        }
        if in_list {
            match listed(line) {
                Some(name) => findings.failing(at, name),
                None => in_list = false,
            }
        }
        in_list |= line == "The following tests FAILED:";
    }
}

/// ` 3/10 Test  #3: pool_test ..........***Failed    0.01 sec`, also `***Timeout`, `***Exception: SegFault`.
fn running(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(" Test ")?;
    let (_, rest) = rest.trim_start().strip_prefix('#')?.split_once(": ")?;
    let (name, verdict) = rest.split_once("***")?;
    let failed = ["Failed", "Timeout", "Exception", "Not Run"].iter().any(|word| verdict.starts_with(word));
    failed.then(|| name.trim_end_matches(['.', ' ']))
}

/// `      3 - pool_test (Failed)`.
fn listed(line: &str) -> Option<&str> {
    let (_, rest) = text::leading_number(line)?;
    let rest = rest.strip_prefix(" - ")?;
    Some(rest.rsplit_once(" (").map_or(rest, |(name, _)| name))
}

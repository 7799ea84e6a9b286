//! The lines that `wrappings` write of structured reports.

use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::wrappings;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        if let Some(name) = line.strip_prefix(wrappings::FAILING) {
            findings.failing(at, name);
        } else if let Some(message) = line.strip_prefix(wrappings::SAYS) {
            findings.message(at, message);
        }
    }
}

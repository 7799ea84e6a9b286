//! The Test Anything Protocol (node's runner, tape, prove, bats), and mocha's list of failures.

use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        if let Some(name) = not_ok(line.trim()) {
            findings.failing(at, name);
        }
        if let Some(suite) = numbered(line)
            && let Some(name) = lines.get(at + 1).and_then(|next| named_under(next))
        {
            findings.failing(at, &format!("{suite} {name}"));
        }
    }
}

/// `not ok 3 - takes one # time=4ms`; a failure that is expected does not count.
fn not_ok(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("not ok")?.trim_start();
    let rest = text::leading_number(rest).map_or(rest, |(_, rest)| rest).trim_start();
    let rest = rest.strip_prefix("- ").unwrap_or(rest);
    let (name, directive) = rest.split_once(" # ").unwrap_or((rest, ""));
    let excused = ["todo", "skip"].iter().any(|word| directive.to_lowercase().starts_with(word));
    (!excused).then_some(name)
}

/// mocha: `  1) Pool`, and under it `       takes one:`.
fn numbered(line: &str) -> Option<&str> {
    let (_, rest) = line.strip_prefix("  ").and_then(text::leading_number)?;
    rest.strip_prefix(") ").map(str::trim)
}

fn named_under(line: &str) -> Option<&str> {
    line.strip_prefix("       ")?.trim().strip_suffix(':')
}

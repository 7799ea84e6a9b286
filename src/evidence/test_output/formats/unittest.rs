//! Python's unittest, and Django's runner.

use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        if let Some(name) = failing(line.trim_end()) {
            findings.failing(at, name);
        }
    }
}

/// `FAIL: test_x (module.Class.test_x)`; verbose: `test_x (module.Class) ... FAIL`.
fn failing(line: &str) -> Option<&str> {
    let name = text::after_any(line, &["FAIL: ", "ERROR: "])
        .or_else(|| line.strip_suffix(" ... FAIL"))
        .or_else(|| line.strip_suffix(" ... ERROR"))?;
    let name = name.split(") [").next().map_or(name, |cut| &name[..(cut.len() + 1).min(name.len())]);
    (name.ends_with(')') && name.contains(" (")).then_some(name)
}

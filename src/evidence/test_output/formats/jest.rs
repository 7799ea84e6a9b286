//! jest, and what its `expect` prints wherever it is used.

use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        if let Some(name) = failing(line) {
            findings.failing(at, name);
        }
        if let Some(message) = said(line) {
            findings.message(at, message);
        }
    }
}

/// `● Suite › name`, `✕ name (5 ms)`, `FAIL src/pool.test.ts (5.2 s)`.
fn failing(line: &str) -> Option<&str> {
    if let Some(name) = line.strip_prefix("● ") {
        return (!name.starts_with("Console") && name != "Test suite failed to run").then_some(name);
    }
    if let Some(name) = text::after_any(line, &["✕ ", "✖ "]) {
        return Some(text::without_time(name));
    }
    let name = text::without_time(line.strip_prefix("FAIL ")?.trim());
    (is_script(name) && !name.contains(" > ")).then_some(name)
}

/// Whether a name ends like a file that a JavaScript runner runs.
pub(super) fn is_script(name: &str) -> bool {
    const ENDINGS: &[&str] = &["js", "jsx", "ts", "tsx", "mjs", "mts", "cjs", "cts", "vue", "svelte"];
    name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// What matchers print about the two sides.
fn said(line: &str) -> Option<&str> {
    const BEGINNINGS: &[&str] = &[
        "expect(",
        "Expected: ",
        "Received: ",
        "Expected number ",
        "Received number ",
        "Expected value ",
        "Received value ",
        "Expected substring: ",
        "Received string: ",
        "Expected pattern: ",
        "Received message: ",
        "Received function ",
        "Expected length: ",
        "Received length: ",
        "Cannot find module ",
    ];
    BEGINNINGS.iter().any(|beginning| line.starts_with(beginning)).then_some(line)
}

//! What was thrown: `TypeError: message`, `java.io.IOException: closed`, `Caused by: …`, and the two sides of plain
//! assertions.

use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        if let Some(message) = thrown(line).or_else(|| side(line)) {
            findings.message(at, message);
        }
    }
}

fn thrown(line: &str) -> Option<&str> {
    const BEFORE: &[&str] =
        &["Caused by: ", "Exception in thread \"main\" ", "Uncaught ", "[cause]: ", "Unhandled exception. "];
    let line = text::after_any(line, BEFORE).unwrap_or(line);
    let line = line.strip_prefix("Uncaught ").unwrap_or(line);
    let name = line.split_once(": ").map_or(line, |(name, _)| name);
    // Node puts a code behind the name.
    let name = name.split_once(" [").filter(|(_, code)| code.ends_with(']')).map_or(name, |(name, _)| name);
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || "_.$:\\".contains(c));
    let last = name.rsplit(['.', ':', '\\', '$']).next().unwrap_or(name);
    let says_so = ["Error", "Exception", "Warning", "Failure", "Panic", "Exit", "Interrupt"]
        .iter()
        .any(|ending| last.ends_with(ending) && last.len() > ending.len());
    // `Error: message` is what JavaScript throws; the word alone is a heading.
    let said = line[name.len()..].split_once(": ").map_or("", |(_, said)| said);
    let is_error = last == "Error" && said.starts_with(|c: char| !c.is_whitespace());
    let starts_large = last.starts_with(|c: char| c.is_uppercase() || c == '_');
    (is_plain && starts_large && (says_so || is_error)).then_some(line)
}

/// `left: 4`, `expected: 3`, `actual: 4`, as assertions of Rust, testify and others print them.
fn side(line: &str) -> Option<&str> {
    const LABELS: &[&str] = &["left: ", "right: ", "expected: ", "actual  : ", "actual: ", "Expected ", "got: "];
    LABELS.iter().any(|label| line.starts_with(label)).then_some(line)
}

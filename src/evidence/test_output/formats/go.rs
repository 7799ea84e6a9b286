//! `go test`, with testify's way to put it. Where a goroutine stopped is a trace of Go.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    let packages = packages(lines);
    for (at, line) in lines.iter().enumerate() {
        let trimmed = line.trim();
        if let Some(name) = trimmed.strip_prefix("--- FAIL: ") {
            findings.failing(at, text::without_time(name));
        } else if let Some(message) = testify(trimmed) {
            findings.message(at, message);
        } else if let Some((frame, message)) = logged(trimmed, packages.get(at).copied().flatten()) {
            findings.frame(at, Some(frame));
            findings.message(at, message);
        }
    }
}

/// The package of each line: the one that the next `FAIL` or `ok` line names.
fn packages<'t>(lines: &[&'t str]) -> Vec<Option<&'t str>> {
    let mut packages = vec![None; lines.len()];
    let mut current = None;
    for (at, line) in lines.iter().enumerate().rev() {
        let ended = text::after_any(line, &["FAIL\t", "ok  \t", "---\t", "?   \t"]);
        if let Some(package) = ended.and_then(|rest| rest.split(['\t', ' ']).next()) {
            current = Some(package);
        }
        packages[at] = current;
    }
    packages
}

/// `pool_test.go:18: got 4, want 3`: the name alone, so the package says in which folder.
fn logged<'t>(line: &'t str, package: Option<&str>) -> Option<(Frame, &'t str)> {
    let (path, number, rest) = text::place(line)?;
    let message = rest.strip_prefix(": ").or_else(|| rest.strip_prefix(':').filter(|rest| rest.is_empty()))?;
    if !path.ends_with(".go") || path.contains(char::is_whitespace) {
        return None;
    }
    let path = match package {
        Some(package) if !path.contains('/') => format!("{package}/{path}"),
        _ => path.to_owned(),
    };
    Some((Frame::new(&path, number, None)?, message))
}

/// testify: `Error:       Not equal:`, `Messages:    after a take`, `expected: 3`.
fn testify(line: &str) -> Option<&str> {
    let (label, message) = line.split_once(':')?;
    let labelled = matches!(label, "Error" | "Messages") && message.contains('\t');
    labelled.then(|| message.trim()).filter(|message| !message.is_empty())
}

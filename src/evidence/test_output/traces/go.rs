//! Panics of Go: the call on one line, its place on the next.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let trimmed = line.trim();
        if let Some(message) = text::after_any(trimmed, &["panic: ", "fatal error: "]) {
            // The runtime says again that it recovered, and where a test was.
            findings.message(at, message.split(" [recovered").next().unwrap_or(message));
        }
        if let Some(place) = line.strip_prefix('\t').or_else(|| line.strip_prefix("        ")) {
            let before = at.checked_sub(1).map(|before| lines[before].trim());
            findings.frame(at, frame(place.trim(), before));
        }
    }
}

/// `/src/pool/pool.go:33 +0x1d` under `example.com/pool.(*Pool).Take(0xc0000)`.
fn frame(place: &str, before: Option<&str>) -> Option<Frame> {
    let (path, number, rest) = text::place(place)?;
    if !path.ends_with(".go") || !(rest.is_empty() || rest.starts_with(" +0x")) || path.contains(' ') {
        return None;
    }
    let call = before.map(|call| call.strip_prefix("created by ").unwrap_or(call));
    let function = call.and_then(|call| {
        // Arguments may hold brackets of their own: the call's bracket is the last at depth 0.
        let name = match call.rfind('(') {
            Some(open) if call.ends_with(')') || call.contains("(0x") || call.contains("(...") => &call[..open],
            _ => before.filter(|before| before.starts_with("created by ")).and(call.split(" in goroutine").next())?,
        };
        let closures = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        Some(text::bare(closures.strip_suffix(".func").unwrap_or(name)))
    });
    Frame::new(path, number, function)
}

//! Stack traces of V8 (`at Pool.take (src/pool.ts:12:7)`) and of the other engines (`take@src/pool.js:12:7`).

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        findings.frame(at, v8(line).or_else(|| other_engines(line)));
    }
}

fn v8(line: &str) -> Option<Frame> {
    let call = line.strip_prefix("at ")?;
    let call = call.strip_prefix("async ").unwrap_or(call);
    let (function, place) = match call.rsplit_once(" (") {
        Some((function, place)) => (Some(function), place.strip_suffix(')').unwrap_or(place)),
        None => (None, call),
    };
    let (path, number) = text::place_at_end(place)?;
    // The JVM prints its frames much the same; they have their own reader.
    let is_jvm = [".java", ".kt", ".scala", ".groovy"].iter().any(|ending| path.ends_with(ending));
    if is_jvm || place.starts_with("node:") || path.contains(" at ") {
        return None;
    }
    // `Pool.take [as lend]`, `new Pool`, `Object.<anonymous>`.
    let function = function.and_then(|name| name.split(" [").next()).map(|name| name.trim_start_matches("new "));
    let named = function.filter(|name| !name.contains("<anonymous>"));
    Frame::new(path, number, named.map(text::bare))
}

fn other_engines(line: &str) -> Option<Frame> {
    let (function, place) = line.split_once('@')?;
    let (path, number) = text::place_at_end(place)?;
    let is_name = function.chars().all(|c| c.is_alphanumeric() || "_$./<".contains(c));
    let is_address = path.contains('/') && !path.contains(char::is_whitespace);
    (is_name && is_address).then(|| Frame::new(path, number, Some(text::bare(function))))?
}

//! pytest, alone and under xdist.

use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        if let Some(name) = summed_up(line).or_else(|| verbose(line)) {
            findings.failing(at, name);
        }
        if let Some(message) = explained(line) {
            findings.message(at, message);
        }
    }
}

/// `FAILED path::name - message`, `ERROR path::name`, under xdist behind `[gw0] [ 50%] `.
fn summed_up(line: &str) -> Option<&str> {
    let line = line.trim();
    let line = match line.strip_prefix("[gw") {
        Some(rest) => rest.rsplit_once("] ")?.1,
        None => line,
    };
    let rest = text::after_any(line, &["FAILED ", "ERROR ", "SUBFAIL "])?;
    let rest = rest.strip_prefix("collecting ").unwrap_or(rest);
    is_test(rest.split(" - ").next()?)
}

/// `path::name FAILED   [ 50%]`.
fn verbose(line: &str) -> Option<&str> {
    let line = line.trim_end();
    let line = line.strip_suffix("%]").and_then(|line| line.rsplit_once('[')).map_or(line, |(line, _)| line);
    let name = line.trim_end().strip_suffix(" FAILED").or_else(|| line.trim_end().strip_suffix(" ERROR"))?;
    is_test(name).filter(|name| !name.contains(' ') || name.contains('['))
}

fn is_test(name: &str) -> Option<&str> {
    let file = name.split("::").next()?;
    (name.contains("::") && file.contains('.') || file.ends_with(".py")).then_some(name)
}

/// `E       assert 4 == 3`; the lines of marks under a difference say nothing.
fn explained(line: &str) -> Option<&str> {
    let text = line.strip_prefix("E   ").or_else(|| line.strip_prefix("E\t"))?.trim();
    (!text.starts_with("? ")).then_some(text)
}

//! Texts of assertions and errors.

/// All messages in the lines of an output, in order.
pub(super) fn find(lines: &[String]) -> Vec<String> {
    let mut messages = Vec::new();
    let mut after_panic = false;
    for line in lines {
        if after_panic && !line.trim().is_empty() {
            messages.push(line.trim().to_owned());
            after_panic = false;
            continue;
        }
        after_panic = line.contains("panicked at ") && line.trim_end().ends_with(':');
        if let Some(message) = message(line) {
            messages.push(message.to_owned());
        }
    }
    messages
}

fn message(line: &str) -> Option<&str> {
    let text = line.trim();
    let found = pytest(line)
        .or_else(|| rust(text))
        .or_else(|| go(text))
        .or_else(|| surefire(text))
        .or_else(|| labelled(text))
        .or_else(|| exception(text))?
        .trim();
    (found.len() > 2).then_some(found)
}

/// `E       assert 4 == 3`.
fn pytest(line: &str) -> Option<&str> {
    line.strip_prefix("E   ")
}

/// `error[E0425]: message`, `error: message`.
fn rust(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("error")?;
    let rest = match rest.strip_prefix('[') {
        Some(code) => code.split_once(']')?.1,
        None => rest,
    };
    rest.strip_prefix(": ")
}

/// `pool_test.go:18: got 4, want 3`, `panic: message`.
fn go(text: &str) -> Option<&str> {
    if let Some(message) = text.strip_prefix("panic: ") {
        return Some(message);
    }
    let (_, rest) = text.split_once(".go:")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    rest[digits..].strip_prefix(": ")
}

/// `[ERROR] PoolTest.takes:21 expected:<3> but was:<4>`.
fn surefire(text: &str) -> Option<&str> {
    let (place, message) = text.strip_prefix("[ERROR] ")?.trim().split_once(' ')?;
    place.rsplit_once(':')?.1.parse::<u32>().is_ok().then_some(message)
}

/// What assertion libraries print about the two sides.
fn labelled(text: &str) -> Option<&str> {
    const LABELS: &[&str] =
        &["Expected: ", "Received: ", "Expected ", "expect(", "left: ", "right: ", "expected: ", "actual: "];
    LABELS.iter().any(|label| text.starts_with(label)).then_some(text)
}

/// `TypeError: message`, `java.io.IOException: closed`, `Caused by: …`.
fn exception(text: &str) -> Option<&str> {
    let text = text.strip_prefix("Caused by: ").unwrap_or(text);
    let (name, message) = text.split_once(": ")?;
    let plain = name.chars().all(|c| c.is_alphanumeric() || "_.$:".contains(c));
    let last = name.rsplit(['.', ':']).next().unwrap_or(name);
    let says_so = ["Error", "Exception", "Warning", "Failure", "Panic"].iter().any(|ending| last.ends_with(ending));
    (plain && says_so && !message.trim().is_empty()).then_some(text)
}

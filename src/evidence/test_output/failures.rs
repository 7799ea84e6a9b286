//! Names of failing tests.

/// All failing tests in the lines of an output, in order.
pub(super) fn find(lines: &[String]) -> Vec<String> {
    lines.iter().filter_map(|line| failing(line)).collect()
}

fn failing(line: &str) -> Option<String> {
    let text = line.trim();
    let name = pytest(text)
        .or_else(|| unittest(text))
        .or_else(|| cargo(text))
        .or_else(|| text.strip_prefix("--- FAIL: ").map(without_time))
        .or_else(|| javascript(text))
        .or_else(|| java(text))?
        .trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// `FAILED path::name - message`, `ERROR path::name`.
fn pytest(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("FAILED ").or_else(|| text.strip_prefix("ERROR "))?;
    let name = rest.split(" - ").next().unwrap_or(rest);
    (name.contains("::") || name.ends_with(".py")).then_some(name)
}

/// `FAIL: test_x (module.Class)`.
fn unittest(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("FAIL: ").or_else(|| text.strip_prefix("ERROR: "))?;
    (rest.ends_with(')') && rest.contains(" (")).then_some(rest)
}

/// `test name ... FAILED`; nextest: `FAIL [   0.012s] binary name`.
fn cargo(text: &str) -> Option<&str> {
    if let Some(name) = text.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED")) {
        return Some(name);
    }
    let rest = text.strip_prefix("FAIL [")?;
    rest.split_once(']')?.1.split_whitespace().last()
}

/// `● Suite › name`, `✕ name (5 ms)`, `× name`, `FAIL file > suite > name`.
fn javascript(text: &str) -> Option<&str> {
    if let Some(name) = text.strip_prefix("● ") {
        return Some(name);
    }
    if let Some(name) = text.strip_prefix("✕ ").or_else(|| text.strip_prefix("× ")) {
        return Some(without_time(name));
    }
    let name = text.strip_prefix("FAIL ")?.trim();
    let file = name.split(" > ").next()?.trim();
    let script = [".js", ".jsx", ".ts", ".tsx", ".mjs", ".mts", ".cjs", ".vue", ".svelte"];
    script.iter().any(|ending| file.ends_with(ending)).then_some(name)
}

/// Surefire: `[ERROR] PoolTest.takes:21 message`; Gradle: `PoolTest > takes() FAILED`.
fn java(text: &str) -> Option<&str> {
    if let Some(name) = text.strip_suffix(" FAILED").filter(|name| name.contains(" > ")) {
        return Some(name);
    }
    let place = text.strip_prefix("[ERROR] ")?.split_whitespace().next()?;
    let (name, line) = place.split_once(':')?;
    (name.contains('.') && !name.contains('/') && line.parse::<u32>().is_ok()).then_some(name)
}

/// A name without the time that a runner puts after it in parentheses.
fn without_time(text: &str) -> &str {
    match text.rsplit_once(" (") {
        Some((name, time))
            if time.trim_end_matches(')').ends_with('s') && time.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            name
        }
        _ => text,
    }
}

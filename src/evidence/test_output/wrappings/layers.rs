//! The wrappings one after the other, and the lines that they write.

use super::ci_log;
use super::ctest_verbose;
use super::go_json;
use super::jest_json;
use super::junit_xml;

/// Begins a line that holds the name of a failing test. A control character, so that no program prints it by itself.
pub(in crate::evidence::test_output) const FAILING: &str = "\u{2}failing ";
/// Begins a line that holds a message.
pub(in crate::evidence::test_output) const SAYS: &str = "\u{2}says ";

/// The output as plain lines.
pub(in crate::evidence::test_output) fn take_off(output: &str) -> String {
    let plain = ci_log::take_off(output);
    go_json::take_off(&plain)
        .or_else(|| jest_json::take_off(&plain))
        .or_else(|| junit_xml::take_off(&plain))
        .or_else(|| ctest_verbose::take_off(&plain))
        .unwrap_or(plain)
}

/// Writes a marked line; of several lines the first, where the others would be read as something else.
pub(super) fn mark(out: &mut String, marker: &str, text: &str) {
    if let Some(line) = text.lines().map(str::trim).find(|line| !line.is_empty()) {
        out.push_str(marker);
        out.push_str(line);
        out.push('\n');
    }
}

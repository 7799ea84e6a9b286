//! `read`: a file, or some of its lines.

use serde_json::Value;
use serde_json::json;

use crate::agents::tools::Workbench;
use crate::agents::tools::workbench::number_of;
use crate::agents::tools::workbench::path_of;
use crate::agents::tools::workbench::text_of;
use crate::llm::Tool;

/// Lines that are shown at once.
const MOST_LINES: usize = 400;
/// Characters of a line.
const MOST_CHARACTERS: usize = 300;

pub(super) fn tool() -> Tool {
    Tool {
        name: "read".to_owned(),
        description: "Shows a file, with line numbers; with start_line and end_line (1-based, inclusive) only these \
                      lines. At most 400 lines at once."
            .to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {
                "path": { "type": "string" },
                "start_line": { "type": "integer" },
                "end_line": { "type": "integer" },
            },
            "required": ["path"],
        }),
    }
}

pub(super) fn run(bench: &Workbench<'_>, arguments: &Value) -> Result<String, String> {
    text_of(arguments, "path")?;
    let path = path_of(arguments, "path")?;
    let text = bench.text(&path)?;
    let total = text.lines().count();
    let first = number_of(arguments, "start_line").unwrap_or(1).max(1) as usize;
    let last = number_of(arguments, "end_line").map_or(total, |last| last as usize).min(total);
    if first > last {
        return Err(format!("wrong arguments: `{path}` has {total} lines"));
    }
    let end = last.min(first + MOST_LINES - 1);
    let mut shown = format!("{path}, lines {first} to {end} of {total}\n");
    for (number, line) in text.lines().enumerate().skip(first - 1).take(end + 1 - first) {
        let cut: String = line.chars().take(MOST_CHARACTERS).collect();
        shown.push_str(&format!("{}\t{cut}\n", number + 1));
    }
    if end < last {
        shown.push_str("(there is more; ask for further lines)\n");
    }
    Ok(shown)
}

//! `grep`: lines by their contents. The engine is linear in the text whatever the pattern.

use globset::Glob;
use regex::RegexBuilder;
use serde_json::Value;
use serde_json::json;

use crate::agents::tools::Workbench;
use crate::agents::tools::workbench::path_of;
use crate::agents::tools::workbench::text_of;
use crate::base::RepoPath;
use crate::llm::Tool;

/// Lines that are shown.
const MOST: usize = 80;
/// Lines of one file that are shown.
const MOST_OF_ONE: usize = 12;
/// Characters of a line.
const MOST_CHARACTERS: usize = 200;
/// Bytes of a compiled pattern: a hostile one is refused, not compiled for minutes.
const PATTERN_BYTES: usize = 1 << 20;
/// Bytes of a file that is searched; larger ones are data.
const FILE_BYTES: usize = 1 << 20;

pub(super) fn tool() -> Tool {
    Tool {
        name: "grep".to_owned(),
        description:
            "Lists lines that match a regular expression, as path:line:text. `path` is a directory or file to \
                      search in, `glob` a pattern of file names such as `catalog.md` or `*.py`."
                .to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {
                "pattern": { "type": "string" },
                "path": { "type": "string" },
                "glob": { "type": "string" },
                "ignore_case": { "type": "boolean" },
            },
            "required": ["pattern"],
        }),
    }
}

pub(super) fn run(bench: &Workbench<'_>, arguments: &Value) -> Result<String, String> {
    let pattern = text_of(arguments, "pattern")?;
    let within = path_of(arguments, "path")?;
    let wrong = |error: &dyn std::fmt::Display| {
        let said = error.to_string();
        format!("wrong arguments: {}", said.lines().last().unwrap_or_default())
    };
    let matcher = RegexBuilder::new(pattern)
        .case_insensitive(arguments["ignore_case"].as_bool().unwrap_or(false))
        .size_limit(PATTERN_BYTES)
        .dfa_size_limit(PATTERN_BYTES)
        .build()
        .map_err(|error| wrong(&error))?;
    let glob = match arguments["glob"].as_str().filter(|glob| !glob.is_empty()) {
        Some(glob) => Some(Glob::new(glob).map_err(|error| wrong(&error))?.compile_matcher()),
        None => None,
    };
    let named = |path: &&RepoPath| {
        glob.as_ref().is_none_or(|glob| glob.is_match(path.file_name()) || glob.is_match(path.as_str()))
    };
    let mut lines: Vec<String> = Vec::new();
    let mut more = 0_usize;
    for path in bench.paths().iter().filter(|path| path.is_within(&within)).filter(named) {
        let Ok(text) = bench.text(path) else { continue };
        if text.len() > FILE_BYTES {
            continue;
        }
        let mut own = 0;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| matcher.is_match(line)) {
            own += 1;
            if own <= MOST_OF_ONE && lines.len() < MOST {
                let cut: String = line.trim_end().chars().take(MOST_CHARACTERS).collect();
                lines.push(format!("{path}:{}:{cut}\n", number + 1));
            } else {
                more += 1;
            }
        }
    }
    if lines.is_empty() {
        return Ok("nothing matches\n".to_owned());
    }
    let mut shown = lines.concat();
    if more > 0 {
        shown.push_str(&format!("(and {more} more lines; narrow the search)\n"));
    }
    Ok(shown)
}

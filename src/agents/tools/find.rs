//! `find`: files by their names.

use globset::GlobBuilder;
use serde_json::Value;
use serde_json::json;

use crate::agents::tools::Workbench;
use crate::agents::tools::secrets;
use crate::agents::tools::workbench::path_of;
use crate::agents::tools::workbench::text_of;
use crate::base::RepoPath;
use crate::llm::Tool;

/// Files that are shown.
const MOST: usize = 100;

pub(super) fn tool() -> Tool {
    Tool {
        name: "find".to_owned(),
        description:
            "Lists files whose name or path matches a pattern such as `*.py` or `src/**/parse*`, whatever the \
                      case; a pattern without wildcards matches anywhere in the name."
                .to_owned(),
        parameters: json!({
            "type": "object",
            "properties": { "pattern": { "type": "string" }, "path": { "type": "string" } },
            "required": ["pattern"],
        }),
    }
}

pub(super) fn run(bench: &Workbench<'_>, arguments: &Value) -> Result<String, String> {
    let pattern = text_of(arguments, "pattern")?;
    let directory = path_of(arguments, "path")?;
    let glob = if pattern.contains(['*', '?', '[', '{']) { pattern.to_owned() } else { format!("*{pattern}*") };
    let matcher = GlobBuilder::new(&glob)
        .case_insensitive(true)
        .literal_separator(glob.contains('/'))
        .build()
        .map_err(|error| format!("wrong arguments: {error}"))?
        .compile_matcher();
    let by_path = glob.contains('/');
    let found: Vec<&str> = bench
        .paths()
        .iter()
        .filter(|path| path.is_within(&directory) && !secrets::looks_secret(path))
        .filter(|path| matcher.is_match(if by_path { path.as_str() } else { path.file_name() }))
        .map(RepoPath::as_str)
        .collect();
    if found.is_empty() {
        return Ok("nothing matches\n".to_owned());
    }
    let mut shown: String = found.iter().take(MOST).map(|path| format!("{path}\n")).collect();
    if found.len() > MOST {
        shown.push_str(&format!("(and {} more)\n", found.len() - MOST));
    }
    Ok(shown)
}

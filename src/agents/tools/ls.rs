//! `ls`: what a directory holds.

use std::collections::BTreeSet;

use serde_json::Value;
use serde_json::json;

use crate::agents::tools::Workbench;
use crate::agents::tools::secrets;
use crate::agents::tools::workbench::path_of;
use crate::llm::Tool;

/// Names that are shown.
const MOST: usize = 300;

pub(super) fn tool() -> Tool {
    Tool {
        name: "ls".to_owned(),
        description: "Lists a directory; without a path, the root of the repository.".to_owned(),
        parameters: json!({ "type": "object", "properties": { "path": { "type": "string" } } }),
    }
}

pub(super) fn run(bench: &Workbench<'_>, arguments: &Value) -> Result<String, String> {
    let directory = path_of(arguments, "path")?;
    let below = bench.paths().iter().filter(|path| path.is_within(&directory) && !secrets::looks_secret(path));
    let names: BTreeSet<String> = below
        .filter_map(|path| {
            let mut parts = path.parts().skip(if directory.is_root() { 0 } else { directory.parts().count() });
            let name = parts.next()?;
            Some(if parts.next().is_some() { format!("{name}/") } else { name.to_owned() })
        })
        .collect();
    if names.is_empty() {
        return Err(format!("missing: there is no directory `{directory}`"));
    }
    let mut shown: String = names.iter().take(MOST).map(|name| format!("{name}\n")).collect();
    if names.len() > MOST {
        shown.push_str(&format!("(and {} more)\n", names.len() - MOST));
    }
    Ok(shown)
}

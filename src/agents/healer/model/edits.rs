//! A model's edits as values of the catalog room: the schema, and what must hold of each.

use serde_json::Value;
use serde_json::json;

use crate::agents::dialogue::Fault;
use crate::agents::dialogue::object_schema;
use crate::agents::dialogue::text;
use crate::catalog::Catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::Entry;
use crate::catalog::Project;
use crate::catalog::SymbolLine;
use crate::catalog::Target;
use crate::catalog::resolve;

/// Characters of any text of an edit: lint knows the exact limit, this only keeps floods out.
const MOST_CHARACTERS: usize = 1_000;

/// Sub-bullets of a symbol.
const MOST_PATHS: usize = 8;

/// What an edit can do.
const ACTIONS: [&str; 7] =
    ["set_summary", "set_symbol", "remove_symbol", "set_caveat", "move_entry", "set_term", "set_intro"];

/// The schema of one edit.
pub(super) fn schema() -> Value {
    object_schema(&json!({
        "action": { "type": "string", "enum": ACTIONS },
        "entry": { "type": "string" },
        "symbol": { "type": "string" },
        "text": { "type": "string" },
        "paths": { "type": "array", "items": { "type": "string" } },
        "section": { "type": "string" },
    }))
}

/// Reads one edit of a catalog.
pub(super) fn read(project: &Project, catalog: &Catalog, edit: &Value) -> Result<CatalogEdit, Fault> {
    let action = text(edit, "action");
    let words = |key: &str| one_line(edit, key);
    match action {
        "set_intro" => Ok(CatalogEdit::SetIntro { intro: filled(words("text")?, "text")? }),
        "set_term" => Ok(CatalogEdit::SetGlossaryTerm {
            term: filled(words("symbol")?, "symbol")?,
            meaning: filled(words("text")?, "text")?,
        }),
        "set_summary" => Ok(CatalogEdit::SetSummary {
            target: entry(catalog, edit)?.target.clone(),
            summary: filled(words("text")?, "text")?,
        }),
        "set_caveat" => {
            let caveat = words("text")?;
            let caveat = caveat.strip_prefix("Caveat:").map_or(caveat.as_str(), str::trim);
            Ok(CatalogEdit::SetCaveat {
                target: entry(catalog, edit)?.target.clone(),
                caveat: (!caveat.is_empty()).then(|| caveat.to_owned()),
            })
        }
        "move_entry" => Ok(CatalogEdit::MoveEntry {
            target: entry(catalog, edit)?.target.clone(),
            section: filled(words("section")?, "section")?,
        }),
        "remove_symbol" => Ok(CatalogEdit::RemoveSymbol {
            target: entry(catalog, edit)?.target.clone(),
            symbol: filled(words("symbol")?, "symbol")?,
        }),
        "set_symbol" => set_symbol(project, catalog, edit),
        other => {
            let other: String = other.chars().take(40).collect();
            let detail = format!("there is no action `{other}`; there are {}", ACTIONS.join(", "));
            Err(Fault::new("an unknown action", detail))
        }
    }
}

fn set_symbol(project: &Project, catalog: &Catalog, edit: &Value) -> Result<CatalogEdit, Fault> {
    let target = entry(catalog, edit)?.target.clone();
    let given = filled(one_line(edit, "symbol")?, "symbol")?;
    let declaration = given.trim_matches('`');
    let facts = match &target {
        Target::File(path) => project.facts(path),
        _ => None,
    };
    let Some(facts) = facts else {
        return Err(Fault::new("a symbol of no file", "only the entry of a source file has symbols"));
    };
    let name = declaration.split('(').next().unwrap_or_default().trim();
    let Some(at) = resolve::resolve(facts, name).first().copied() else {
        let known: Vec<&str> = facts.symbols.iter().take(30).map(|symbol| symbol.qualified_name.as_str()).collect();
        let detail = format!("the file defines no `{name}`; it defines {}", known.join(", "));
        return Err(Fault::new("a symbol that is not there", detail));
    };
    let mut paths = Vec::new();
    for path in edit.get("paths").and_then(Value::as_array).into_iter().flatten().take(MOST_PATHS) {
        let path = clean(path.as_str().unwrap_or_default())?;
        if !path.is_empty() {
            paths.push(path);
        }
    }
    let summary = one_line(edit, "text")?;
    // The range is the source's, whatever the model may have written.
    let line = SymbolLine {
        declaration: declaration.to_owned(),
        range: facts.symbols[at].range,
        summary: (!summary.is_empty()).then_some(summary),
        paths,
    };
    Ok(CatalogEdit::SetSymbol { target, line })
}

/// The entry that an edit names: by its link's text, its path from the root, or its destination.
fn entry<'c>(catalog: &'c Catalog, edit: &Value) -> Result<&'c Entry, Fault> {
    let name = text(edit, "entry").trim_start_matches("./").trim_matches(['`', '[', ']']);
    let is_named = |entry: &&Entry| {
        let (path, destination) = match &entry.target {
            Target::File(path) | Target::Module(path) => {
                (path.as_str(), entry.link.as_ref().map(|link| &link.destination))
            }
            Target::Other => ("", None),
        };
        let label = entry.link.as_ref().map_or(entry.heading.text.as_str(), |link| link.text.as_str());
        label == name
            || (!name.is_empty() && path == name)
            || destination.is_some_and(|destination| destination == name)
    };
    catalog.entries().find(is_named).ok_or_else(|| {
        let short: String = name.chars().take(80).collect();
        let known: Vec<&str> = catalog
            .entries()
            .take(60)
            .map(|entry| entry.link.as_ref().map_or(entry.heading.text.as_str(), |link| link.text.as_str()))
            .collect();
        Fault::new(
            "an entry that is not there",
            format!("the catalog has no entry `{short}`; it has {}", known.join(", ")),
        )
    })
}

/// A text of an edit as one line, without ranges and marks that only a program may write.
fn one_line(edit: &Value, key: &str) -> Result<String, Fault> {
    clean(text(edit, key))
}

fn clean(text: &str) -> Result<String, Fault> {
    if text.chars().count() > MOST_CHARACTERS {
        return Err(Fault::new("a flood", format!("a text of more than {MOST_CHARACTERS} characters")));
    }
    if text.contains("<!--") {
        return Err(Fault::new("a comment", "a text may hold no HTML comment"));
    }
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" ").trim_start_matches(['#', '-', '*', ' ']).to_owned())
}

fn filled(text: String, key: &str) -> Result<String, Fault> {
    if text.is_empty() {
        return Err(Fault::new("a field that is missing", format!("`{key}` is empty")));
    }
    Ok(text)
}

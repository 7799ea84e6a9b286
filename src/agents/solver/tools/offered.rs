//! The same calls as functions that a model is given in place of files and catalogs.

use std::fmt::Write;

use serde_json::Value;
use serde_json::json;

use crate::agents::solver::tools::entities::EntityKind;
use crate::agents::solver::tools::graph::GraphTools;
use crate::agents::solver::tools::history::HistoryTools;
use crate::agents::solver::tools::search::SHOWN;
use crate::agents::solver::tools::traverse::Direction;
use crate::agents::solver::tools::traverse::Edge;
use crate::agents::solver::tools::traverse::Traversal;
use crate::agents::tools::bounded;
use crate::agents::tools::number_of;
use crate::agents::tools::path_of;
use crate::agents::tools::text_of;
use crate::llm::Observation;
use crate::llm::Tool;
use crate::llm::Toolbox;

/// Entities of a walk that are shown; a model that wants others narrows the walk.
const WALKED: usize = 60;
/// Edges in a row that a walk may take.
const DEEPEST: u32 = 5;

const EDGES: [(&str, Edge); 4] =
    [("contain", Edge::Contain), ("import", Edge::Import), ("invoke", Edge::Invoke), ("inherit", Edge::Inherit)];
const DIRECTIONS: [(&str, Direction); 3] =
    [("downstream", Direction::Downstream), ("upstream", Direction::Upstream), ("both", Direction::Both)];
const KINDS: [(&str, EntityKind); 4] = [
    ("directory", EntityKind::Directory),
    ("file", EntityKind::File),
    ("class", EntityKind::Class),
    ("function", EntityKind::Function),
];

/// The graph and, where there is one, the history, as a model's tools.
pub struct Offered<'t, 'p> {
    graph: &'t GraphTools<'p>,
    history: Option<&'t HistoryTools<'p>>,
}

impl<'t, 'p> Offered<'t, 'p> {
    /// Tools of the same project.
    pub fn new(graph: &'t GraphTools<'p>, history: Option<&'t HistoryTools<'p>>) -> Self {
        Self { graph, history }
    }

    fn search_entities(&self, arguments: &Value) -> Result<String, String> {
        let found = self.graph.search(text_of(arguments, "query")?).ok_or("nothing is like that; try other words")?;
        let mut shown = format!("found {}\n", found.layer.name());
        let entities = found.hits.iter().filter_map(|(id, _)| self.graph.entity(id));
        for entity in entities.take(SHOWN) {
            shown += &self.graph.shown(entity, found.detail);
        }
        if found.hits.len() > SHOWN {
            let _ = writeln!(shown, "(and {} more; say more of the id)", found.hits.len() - SHOWN);
        }
        Ok(shown)
    }

    fn traverse(&self, arguments: &Value) -> Result<String, String> {
        let start = text_of(arguments, "id")?;
        if self.graph.entity(start).is_none() {
            return Err(no_entity(start));
        }
        let traversal = Traversal {
            depth: number_of(arguments, "depth").unwrap_or(1).clamp(1, DEEPEST) as usize,
            direction: one_of(arguments, "direction", &DIRECTIONS)?.unwrap_or_default(),
            edges: several_of(arguments, "edges", &EDGES)?,
            kinds: several_of(arguments, "kinds", &KINDS)?,
        };
        let reached = self.graph.traverse(start, &traversal);
        if reached.is_empty() {
            return Ok("nothing is reached that way\n".to_owned());
        }
        let name = |edge: Edge| EDGES.iter().find(|(_, known)| *known == edge).map_or("", |(name, _)| name);
        let mut shown = String::new();
        for step in reached.iter().take(WALKED) {
            let _ = writeln!(shown, "{} {} ({} {})", step.depth, step.id, name(step.edge), step.from);
        }
        if reached.len() > WALKED {
            let _ = writeln!(shown, "(and {} more; name edges or kinds, or go less deep)", reached.len() - WALKED);
        }
        Ok(shown)
    }

    fn retrieve(&self, arguments: &Value) -> Result<String, String> {
        let id = text_of(arguments, "id")?;
        self.graph.retrieve(id).ok_or_else(|| no_entity(id))
    }

    /// The calls on the history.
    fn remember(history: &HistoryTools<'_>, name: &str, arguments: &Value) -> Option<Result<String, String>> {
        let lines =
            |lines: Vec<String>| if lines.is_empty() { "nothing is like that\n".to_owned() } else { lines.concat() };
        Some(match name {
            "search_commits" => text_of(arguments, "query").map(|query| {
                let found = history.search_commits(query).into_iter();
                lines(found.map(|(commit, _)| format!("{} {}\n", commit.id.short(), commit.subject)).collect())
            }),
            "examine_commit" => text_of(arguments, "commit").and_then(|id| {
                let (subject, files) = history.examine_commit(id).ok_or("missing: there is no such commit")?;
                let files: Vec<String> = files.into_iter().map(|path| format!("  {path}\n")).collect();
                Ok(format!("{subject}\n{}", files.concat()))
            }),
            "view_summary" => path_of(arguments, "path").and_then(|path| {
                let summary =
                    history.view_summary(&path).ok_or("missing: this file has no summary, since it changes seldom")?;
                Ok(format!("{path}: {summary}\n"))
            }),
            "search_summaries" => text_of(arguments, "query").map(|query| {
                let found = history.search_summaries(query).into_iter();
                let said = |path| history.view_summary(path).unwrap_or_default();
                lines(found.map(|(path, _)| format!("{path}: {}\n", said(path))).collect())
            }),
            _ => return None,
        })
    }
}

impl Toolbox for Offered<'_, '_> {
    fn tools(&self) -> Vec<Tool> {
        let text = json!({ "type": "string" });
        let names = |names: Vec<&str>| json!({ "type": "string", "enum": names });
        let several = |of: Value| json!({ "type": "array", "items": of });
        let mut tools = vec![
            tool(
                "search_entities",
                "Finds directories, files, classes and functions by id (`dir/file.py:Class.method`), by name, by words of \
                 the id, or by words of the source. The fewer there are, the more of their source is shown.",
                &json!({ "query": text }),
                &["query"],
            ),
            tool(
                "traverse",
                "Walks from an entity along edges: contain, import, invoke, inherit. `depth` counts edges (1 if not \
                 given), `direction` is along them (downstream), against them (upstream) or both, `kinds` are the \
                 entities to tell of.",
                &json!({
                    "id": text,
                    "depth": { "type": "integer" },
                    "direction": names(DIRECTIONS.map(|(name, _)| name).to_vec()),
                    "edges": several(names(EDGES.map(|(name, _)| name).to_vec())),
                    "kinds": several(names(KINDS.map(|(name, _)| name).to_vec())),
                }),
                &["id"],
            ),
            tool("retrieve", "Shows the whole source of the entity with an id.", &json!({ "id": text }), &["id"]),
        ];
        if self.history.is_some() {
            let query = json!({ "query": text });
            tools.extend([
                tool("search_commits", "Finds commits whose messages are like the query.", &query, &["query"]),
                tool(
                    "examine_commit",
                    "Shows which source files a commit changed; the id may be cut short.",
                    &json!({ "commit": text }),
                    &["commit"],
                ),
                tool(
                    "view_summary",
                    "Shows the summary of a file, for those that change most.",
                    &json!({ "path": text }),
                    &["path"],
                ),
                tool("search_summaries", "Finds files whose summaries are like the query.", &query, &["query"]),
            ]);
        }
        tools
    }

    fn call(&self, name: &str, arguments: &Value) -> Observation {
        let outcome = match name {
            "search_entities" => self.search_entities(arguments),
            "traverse" => self.traverse(arguments),
            "retrieve" => self.retrieve(arguments),
            other => self
                .history
                .and_then(|history| Self::remember(history, other, arguments))
                .unwrap_or_else(|| Err(format!("there is no tool `{other}`"))),
        };
        match outcome {
            Ok(text) => Observation { text: bounded(text), refused: false },
            Err(text) => Observation { text: bounded(text), refused: true },
        }
    }
}

fn tool(name: &str, description: &str, properties: &Value, required: &[&str]) -> Tool {
    let parameters = json!({ "type": "object", "properties": properties, "required": required });
    Tool { name: name.to_owned(), description: description.to_owned(), parameters }
}

fn no_entity(id: &str) -> String {
    let id: String = id.chars().take(80).collect();
    format!("missing: there is no entity `{id}`; `search_entities` finds ids")
}

/// One of some names; `None` where none is given.
fn one_of<T: Copy>(arguments: &Value, key: &str, known: &[(&str, T)]) -> Result<Option<T>, String> {
    match arguments.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(given) => named(given, key, known).map(Some),
    }
}

/// Several of some names: a list of them, or one alone.
fn several_of<T: Copy>(arguments: &Value, key: &str, known: &[(&str, T)]) -> Result<Vec<T>, String> {
    match arguments.get(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(given)) => given.iter().map(|given| named(given, key, known)).collect(),
        Some(given) => Ok(vec![named(given, key, known)?]),
    }
}

fn named<T: Copy>(given: &Value, key: &str, known: &[(&str, T)]) -> Result<T, String> {
    let found = given.as_str().and_then(|given| known.iter().find(|(name, _)| *name == given.trim().to_lowercase()));
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        format!("wrong arguments: `{key}` is one of {}", names.join(", "))
    })
}

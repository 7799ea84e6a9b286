//! From failures to edits: the dialogue with the model and what is taken of it.

use std::cell::Cell;

use serde_json::Value;
use serde_json::json;

use crate::agents::AgentError;
use crate::agents::Tally;
use crate::agents::dialogue::Dialogue;
use crate::agents::dialogue::Fault;
use crate::agents::dialogue::object_schema;
use crate::agents::dialogue::text;
use crate::agents::healer::Failure;
use crate::agents::healer::Healer;
use crate::agents::healer::Proposal;
use crate::agents::healer::model::edits;
use crate::agents::healer::model::trial::Bench;
use crate::agents::healer::model::trial::MOST_EDITS;
use crate::agents::healer::model::trial::Trial;
use crate::agents::prompts;
use crate::agents::prompts::Prompts;
use crate::agents::prompts::data;
use crate::agents::tools::Workbench;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Catalog;
use crate::catalog::Project;
use crate::config::LintConfig;
use crate::llm::ChatModel;
use crate::llm::ChatRequest;
use crate::repo::Tree;

const ROLE: &str = "healer";

/// Tokens that an answer may have.
const ANSWER_TOKENS: u32 = 8_000;

/// Calls of the model for one catalog, the answer included.
const TURNS: usize = 12;

/// Failures that are told at once; the paper's batches leave no more than these to one catalog.
const MOST_FAILURES: usize = 20;

/// Lines of the gold's source that a failure shows.
const GOLD_LINES: u32 = 100;

/// The verdicts that do not blame the catalog, and what they mean.
const NOT_TO_BLAME: [(&str, &str); 5] = [
    ("solver_reasoning", "the catalog says enough, and the Solver drew the wrong conclusion"),
    ("ambiguous", "the question fits several places"),
    ("inside_file", "the question hangs on a detail that is no part of the file's role"),
    ("out_of_scope", "the gold is not catalogued"),
    ("as_good", "the predicted place answers as well"),
];

/// Asks a model.
pub struct ModelHealer<'a> {
    /// The model.
    pub model: &'a dyn ChatModel,
    /// The files that it may look at.
    pub tree: &'a dyn Tree,
    /// What it is told.
    pub prompts: &'a Prompts,
    /// Where its answers are counted.
    pub tally: &'a Tally,
    /// What lint checks, and with it every edit.
    pub lint: &'a LintConfig,
}

impl Healer for ModelHealer<'_> {
    fn heal(&self, project: &Project, module: &RepoPath, failures: &[Failure]) -> Result<Proposal, AgentError> {
        let everything =
            |reason| Proposal { edits: Vec::new(), triaged: (0..failures.len()).map(|at| (at, reason)).collect() };
        let (Some(catalog), Ok(target)) = (project.catalogs.get(module), module.join(CATALOG_FILE)) else {
            return Ok(everything("there is no catalog to heal"));
        };
        let trial = Trial::new(project, module, catalog, self.lint);
        let bench = Bench { workbench: Workbench::new(self.tree, project), trial: &trial, target: target.clone() };
        let dialogue = Dialogue { role: ROLE, model: self.model, tally: self.tally, tools: Some((&bench, TURNS)) };
        let shown = failures.len().min(MOST_FAILURES);
        let request = self.request(catalog, &target, &failures[..shown]);
        // The last answer's edits are taken as far as they hold: two turns to mend them are enough.
        let left = Cell::new(2_usize);
        let settled = dialogue.settle(request, |object| {
            let faults = self.take(&trial, object)?;
            if let Some(fault) = faults
                .into_iter()
                .reduce(|a, b| Fault::new(a.kind, format!("{}\n{}", a.detail, b.detail)))
                .filter(|_| left.get() > 0)
            {
                left.set(left.get() - 1);
                return Err(fault);
            }
            Ok(triaged(object, shown))
        })?;
        drop(bench);
        let edits = trial.into_edits();
        Ok(match settled.answer {
            Some(triaged) => Proposal { edits, triaged },
            // What the tool accepted stands by itself.
            None if !edits.is_empty() => Proposal { edits, triaged: Vec::new() },
            None => everything("the Healer's answer could not be used"),
        })
    }
}

impl ModelHealer<'_> {
    fn request(&self, catalog: &Catalog, target: &RepoPath, failures: &[Failure]) -> ChatRequest {
        let example = catalog.entries().find_map(|entry| entry.link.as_ref().map(|link| link.text.as_str()));
        let system = self.prompts.render(
            prompts::HEALER_SYSTEM,
            &[
                ("line_length", &self.lint.max_line_length.to_string()),
                ("bullets", &self.lint.max_bullets.to_string()),
                ("example_entry", example.unwrap_or("name.py")),
            ],
        );
        let blocks: Vec<String> =
            failures.iter().enumerate().map(|(at, failure)| self.failure(at + 1, failure)).collect();
        let user = self.prompts.render(
            prompts::HEALER_USER,
            &[
                ("target", target.as_str()),
                ("catalog", &data(&catalog.text)),
                ("count", &failures.len().to_string()),
                ("failures", &blocks.join("\n")),
            ],
        );
        let triage = object_schema(&json!({
            "failure": { "type": "integer" },
            "verdict": { "type": "string", "enum": ["catalog", "solver_reasoning", "ambiguous", "inside_file", "out_of_scope", "as_good"] },
            "cause": { "type": "string", "enum": ["gap", "noise", "separation", "structure", "none"] },
            "note": { "type": "string" },
        }));
        let schema = object_schema(&json!({
            "triage": { "type": "array", "items": triage },
            "edits": { "type": "array", "items": edits::schema() },
        }));
        ChatRequest::new(system, user, ANSWER_TOKENS).answered_by("healing", schema)
    }

    fn failure(&self, number: usize, failure: &Failure) -> String {
        let probe = &failure.probe;
        let lines =
            LineRange::clamped(probe.lines.start(), probe.lines.end().min(probe.lines.start() + GOLD_LINES - 1));
        let predicted = failure.prediction.files.first();
        let function = failure
            .prediction
            .functions
            .first()
            .filter(|function| predicted.is_some_and(|file| file.path == function.path));
        self.prompts.render(
            prompts::HEALER_FAILURE,
            &[
                ("number", &number.to_string()),
                ("question", &probe.question),
                ("gold_file", probe.gold_file.as_str()),
                ("gold_function", probe.gold_function.as_deref().unwrap_or("(the file as a whole)")),
                ("gold_reasoning", &probe.reasoning),
                ("lines", &format!("{} to {}", lines.start(), lines.end())),
                ("chunk", &data(&self.source(&probe.gold_file, lines))),
                ("predicted_file", predicted.map_or("(none)", |file| file.path.as_str())),
                ("predicted_function", function.map_or("(none)", |function| function.name.as_str())),
                ("reasoning", predicted.map_or("(none)", |file| file.reason.as_str())),
            ],
        )
    }

    fn source(&self, path: &RepoPath, lines: LineRange) -> String {
        let Ok(bytes) = self.tree.read(path) else {
            return String::new();
        };
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> =
            text.lines().skip(lines.start() as usize - 1).take(lines.line_count() as usize).collect();
        lines.join("\n")
    }

    /// Tries the edits of an answer; what is wrong with those that do not hold.
    fn take(&self, trial: &Trial<'_>, object: &Value) -> Result<Vec<Fault>, Fault> {
        let Some(edits) = object.get("edits").and_then(Value::as_array) else {
            return Err(Fault::new("no list of edits", "`edits` is no list"));
        };
        let mut faults = Vec::new();
        for (number, edit) in edits.iter().take(MOST_EDITS).enumerate() {
            if let Err(fault) = trial.attempt(edit) {
                self.tally.refused(ROLE, fault.kind);
                let detail = format!("edit {}: {}: {}", number + 1, fault.kind, fault.detail);
                faults.push(Fault::new(fault.kind, detail));
            }
        }
        Ok(faults)
    }
}

/// The failures that the catalog is not to blame for, by index.
fn triaged(object: &Value, count: usize) -> Vec<(usize, &'static str)> {
    let rows = object.get("triage").and_then(Value::as_array);
    let mut triaged: Vec<(usize, &'static str)> = rows
        .into_iter()
        .flatten()
        .filter_map(|row| {
            let number = row.get("failure").and_then(Value::as_u64)? as usize;
            let reason = NOT_TO_BLAME.iter().find(|(verdict, _)| *verdict == text(row, "verdict"))?.1;
            (1..=count).contains(&number).then(|| (number - 1, reason))
        })
        .collect();
    triaged.sort_unstable();
    triaged.dedup_by_key(|(at, _)| *at);
    triaged
}

//! `--serbench`: predictions for the states of the benchmark, from its own pools.

use std::path::Path;

use serde_json::json;

use crate::base::Silent;
use crate::cli::ExitStatus;
use crate::cli::commands::evidence::command::TreeTexts;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::evidence::Options;
use crate::evidence::Sources;
use crate::evidence::complement::Embedded;
use crate::evidence::serbench::Problem;
use crate::index::Index;
use crate::repo;
use crate::repo::MemoryTree;
use crate::source::classify::Rules;

/// What the predictions are called.
const METHOD: &str = "git-libra";
/// Files of a pool are read up to this size; they are made of excerpts, and small.
const MOST_BYTES: u64 = 8_000_000;

/// Answers each state and prints its prediction.
pub(super) fn run(file: &Path, options: &Options, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let rules = Rules::new(&[], &[], MOST_BYTES)?;
    repo::read_lines::<CommandError>(file, |number, line| {
        if line.trim().is_empty() {
            return Ok(());
        }
        let problem = Problem::parse(line)
            .map_err(|error| CommandError::new(format!("{}:{number}: no item of SERBench: {error}", file.display())))?;
        let chosen = choose(&problem, &rules, options)?;
        let prediction = json!({ "state_id": problem.id, "method": METHOD, "ranked_evidence_ids": chosen });
        Ok(printer.line(&prediction.to_string())?)
    })?;
    Ok(ExitStatus::Success)
}

fn choose(problem: &Problem, rules: &Rules, options: &Options) -> Result<Vec<String>, CommandError> {
    let mut tree = MemoryTree::new();
    for (path, text) in problem.files() {
        tree.insert(path, text.into_bytes())?;
    }
    let index = Index::in_memory();
    let project = index.project(&tree, rules, &Silent)?;
    let full_text = index.full_text(&tree, &project, &Silent)?;
    let sources =
        Sources { project: &project, full_text: &full_text, history: None, texts: &TreeTexts(&tree), embedder: None };
    Ok(problem.choose(sources, options, &Embedded))
}

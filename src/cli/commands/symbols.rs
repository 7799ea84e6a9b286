//! `git libra symbols`: what is defined where.

use std::path::PathBuf;

use serde::Serialize;

use crate::base::RepoPath;
use crate::cli::ExitStatus;
use crate::cli::arguments::TextOrJson;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::source::Symbol;
use crate::source::classify::FileClass;

/// List the definitions of the repository's source files
#[derive(Debug, clap::Args)]
pub(crate) struct SymbolsArgs {
    /// Files or directories; all of the repository without any
    paths: Vec<PathBuf>,
    /// List tests, too
    #[arg(long)]
    tests: bool,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

/// One definition in JSON. Lines are 1-based and inclusive.
#[derive(Serialize)]
struct SymbolRow<'a> {
    path: &'a RepoPath,
    name: &'a str,
    kind: &'static str,
    start_line: u32,
    end_line: u32,
    definition_line: u32,
    language: &'static str,
    signature: &'a str,
}

/// Prints the definitions in order of path and line.
pub(crate) fn run(args: &SymbolsArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let workspace = context.open(&TreeSource::WorkTree, printer)?;
    let mut wanted = Vec::new();
    for path in &args.paths {
        wanted.push(context.repo_path(&workspace.repository, path)?);
    }
    let mut rows = Vec::new();
    for (path, file) in workspace.project.files.iter() {
        let listed = args.tests || matches!(file.class, FileClass::Source(_));
        let named = wanted.is_empty() || wanted.iter().any(|directory| path.is_within(directory));
        let Some(facts) = file.facts.as_ref().filter(|_| listed && named) else { continue };
        rows.extend(facts.symbols.iter().map(|symbol| row(path, facts.language.name(), symbol)));
    }
    match args.format {
        TextOrJson::Json => {
            let answer = serde_json::json!({ "schema": "libra.symbols/1", "symbols": rows });
            printer.line(&serde_json::to_string(&answer)?)?;
        }
        TextOrJson::Text => {
            for row in &rows {
                let SymbolRow { path, start_line, end_line, kind, name, .. } = row;
                printer.line(&format!("{path}:{start_line}-{end_line} {kind} {name}"))?;
            }
        }
    }
    if rows.is_empty() {
        printer.note("no definitions were found");
    }
    Ok(ExitStatus::Success)
}

fn row<'a>(path: &'a RepoPath, language: &'static str, symbol: &'a Symbol) -> SymbolRow<'a> {
    SymbolRow {
        path,
        name: &symbol.qualified_name,
        kind: symbol.kind.as_str(),
        start_line: symbol.range.start(),
        end_line: symbol.range.end(),
        definition_line: symbol.definition_line,
        language,
        signature: &symbol.signature,
    }
}

//! `git libra locate`: where is it?

use std::path::PathBuf;

use serde::Serialize;

use crate::agents::AgentError;
use crate::agents::solver::Answers;
use crate::agents::solver::Ground;
use crate::agents::solver::ModelSolver;
use crate::agents::solver::Prediction;
use crate::agents::solver::Solver;
use crate::agents::solver::SolverIndex;
use crate::agents::solver::Substrate;
use crate::agents::solver::explained;
use crate::agents::solver::locate;
use crate::agents::solver::locate::LocateOptions;
use crate::agents::solver::locate::Located;
use crate::agents::solver::locate::Sources;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::catalog::bootstrap;
use crate::cli::ExitStatus;
use crate::cli::arguments::TextOrJson;
use crate::cli::context;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::context::Workspace;
use crate::cli::engine::Asked;
use crate::cli::engine::LimitArgs;
use crate::cli::engine::ModelArgs;
use crate::cli::engine::ModelRow;
use crate::cli::engine::Models;
use crate::cli::engine::TapeArgs;
use crate::cli::error::CommandError;
use crate::cli::interrupts::Interrupts;
use crate::cli::printer::Printer;
use crate::cli::progress;
use crate::llm::ChatModel;

/// Ask where something is: files and functions, best first
#[derive(Debug, clap::Args)]
pub(crate) struct LocateArgs {
    /// The question
    question: Option<String>,
    /// Read the question from a file; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "question")]
    issue_file: Option<PathBuf>,
    /// How many files, and how many functions, to name
    #[arg(short = 'k', value_name = "N", default_value_t = 10)]
    count: usize,
    /// Look only in this directory
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
    /// Read catalogs and nothing else; where none stand, first ones are made in memory
    #[arg(long)]
    catalogs_only: bool,
    /// Say what each answer rests on
    #[arg(long)]
    explain: bool,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
    #[command(flatten)]
    models: ModelArgs,
    #[command(flatten)]
    budget: LimitArgs,
    #[command(flatten)]
    tape: TapeArgs,
}

/// One file of the answer in JSON. Lines are 1-based and inclusive.
#[derive(Serialize)]
struct FileRow<'a> {
    path: &'a RepoPath,
    score: f64,
    reason: &'a str,
    functions: Vec<FunctionRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signals: Option<serde_json::Map<String, serde_json::Value>>,
}

/// One function of a file of the answer in JSON.
#[derive(Serialize)]
struct FunctionRow<'a> {
    name: &'a str,
    score: f64,
    start_line: Option<u32>,
    end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signals: Option<serde_json::Map<String, serde_json::Value>>,
}

/// Prints the best files and functions.
pub(crate) fn run(args: &LocateArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let question = question(args, context)?;
    let workspace = context.open(&TreeSource::WorkTree, printer)?;
    let within = match &args.path {
        Some(path) => context.repo_path(&workspace.repository, path)?,
        None => RepoPath::root(),
    };
    let asked = Asked { models: &args.models, tape: &args.tape, limits: args.budget.of_models() };
    let models = Models::new(&["solver"], asked, context, &workspace, &Interrupts::default())?;
    let located = if let Some(model) = models.role("solver") {
        let located = from_model(model, &models, &workspace, &question, &within, args.count);
        models.finish(context)?;
        match located {
            Ok(located) => located,
            Err(error) => {
                printer.error(&CommandError::from(error).message(), &[]);
                return Ok(ExitStatus::Partial);
            }
        }
    } else if args.catalogs_only {
        from_catalogs(&workspace, &question, &within, args.count)
    } else {
        from_everything(&workspace, &question, &LocateOptions { limit: args.count, within }, printer)?
    };
    match args.format {
        TextOrJson::Json => print_json(&located, &workspace, args.explain, printer)?,
        TextOrJson::Text => print_text(&located, args.explain, printer)?,
    }
    for line in ModelRow::all(&models).iter().flat_map(ModelRow::lines) {
        printer.note(&line);
    }
    if located.prediction.files.is_empty() {
        printer.note("no source file was found");
    }
    Ok(if models.all_failed() { ExitStatus::Partial } else { ExitStatus::Success })
}

fn question(args: &LocateArgs, context: &Context) -> Result<String, CommandError> {
    let question = match (&args.question, &args.issue_file) {
        (Some(question), _) => question.clone(),
        (None, Some(file)) => context.read_input(file)?,
        (None, None) => String::new(),
    };
    if question.trim().is_empty() {
        return Err(CommandError::new("nothing was asked").hint("give a question, or `--issue-file FILE`"));
    }
    Ok(question)
}

fn from_everything(
    workspace: &Workspace,
    question: &str,
    options: &LocateOptions,
    printer: &Printer,
) -> Result<Located, CommandError> {
    let progress = progress::of(printer);
    let tree = workspace.tree.as_ref();
    let full_text = workspace.index.full_text(tree, &workspace.project, progress.as_ref())?;
    let catalogs = (!workspace.project.catalogs.is_empty()).then(|| SolverIndex::new(&workspace.project));
    let sources = Sources {
        project: &workspace.project,
        full_text: &full_text,
        memory: &memory(workspace, question, progress.as_ref()),
        read: &|path| read(workspace, path),
        catalogs: catalogs.as_ref(),
    };
    Ok(locate::locate(&sources, question, options))
}

/// What earlier commits with messages like the question changed. A branch without commits has no history, and one
/// that cannot be read is as good as none: the answer rests on the rest.
fn memory(workspace: &Workspace, question: &str, progress: &dyn crate::base::Progress) -> Vec<(RepoPath, f64)> {
    let head = workspace.repository.head().ok().and_then(|head| head.commit);
    let history = head.and_then(|head| workspace.index.history(&workspace.repository, head, progress).ok());
    history
        .map(|history| history.remembered(question, &|path| workspace.project.facts(path).is_some()))
        .unwrap_or_default()
}

fn read(workspace: &Workspace, path: &RepoPath) -> Option<String> {
    let bytes = workspace.tree.read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn from_catalogs(workspace: &Workspace, question: &str, within: &RepoPath, limit: usize) -> Located {
    let project = with_catalogs(workspace);
    let turns = workspace.config.heal.turns;
    let located = explained(&SolverIndex::new(&project), question, turns);
    let prediction = located.prediction;
    let files = prediction.files.into_iter().zip(located.files).filter(|(file, _)| file.path.is_within(within));
    let (files, file_grounds) = files.take(limit).unzip();
    let functions = prediction.functions.into_iter().zip(located.functions);
    let functions = functions.filter(|(function, _)| function.path.is_within(within));
    let (functions, function_grounds) = functions.take(limit).unzip();
    Located {
        prediction: Prediction { files, functions, path: prediction.path },
        files: file_grounds,
        functions: function_grounds,
    }
}

/// What a model finds from the catalogs and what its tools show. A model that fails finds nothing, which is said.
fn from_model(
    model: &dyn ChatModel,
    models: &Models,
    workspace: &Workspace,
    question: &str,
    within: &RepoPath,
    limit: usize,
) -> Result<Located, AgentError> {
    let project = with_catalogs(workspace);
    let solver = ModelSolver {
        model,
        tree: workspace.tree.as_ref(),
        prompts: &models.prompts,
        tally: &models.tally,
        turns: workspace.config.heal.turns,
        answers: Answers::Five,
        substrate: Substrate::Catalogs,
    };
    let mut prediction = solver.solve(&project, question)?;
    prediction.files.retain(|file| file.path.is_within(within));
    prediction.files.truncate(limit);
    prediction.functions.retain(|function| function.path.is_within(within));
    prediction.functions.truncate(limit);
    // What a model rests on it says in its reason; there are no signals to weigh.
    let functions = vec![Vec::new(); prediction.functions.len()];
    Ok(Located { prediction, files: Vec::new(), functions })
}

/// The project, with first catalogs in memory where none stand at all.
fn with_catalogs(workspace: &Workspace) -> Project {
    let project = workspace.project.clone();
    if project.catalogs.is_empty() {
        bootstrap::with_catalogs(project, &context::limits(&workspace.config))
    } else {
        project
    }
}

fn print_json(
    located: &Located,
    workspace: &Workspace,
    explain: bool,
    printer: &mut Printer,
) -> Result<(), CommandError> {
    let prediction = &located.prediction;
    let rows = prediction.files.iter().enumerate().map(|(at, file)| FileRow {
        path: &file.path,
        score: rounded(file.score),
        reason: &file.reason,
        functions: functions_of(located, &file.path, workspace, explain),
        signals: located.files.get(at).filter(|_| explain).map(|grounds| signals(grounds)),
    });
    let path = prediction.path.iter().filter(|_| explain);
    let answer = serde_json::json!({
        "schema": "libra.locate/1",
        "files": prediction.files.iter().map(|file| &file.path).collect::<Vec<_>>(),
        "functions": prediction.functions.iter().map(|found| format!("{}::{}", found.path, found.name)).collect::<Vec<_>>(),
        "results": rows.collect::<Vec<_>>(),
        "turns": path.map(|turn| format!("{}: {}", turn.action, turn.observation)).collect::<Vec<_>>(),
    });
    printer.line(&serde_json::to_string(&answer)?)?;
    Ok(())
}

fn functions_of<'a>(
    located: &'a Located,
    path: &RepoPath,
    workspace: &Workspace,
    explain: bool,
) -> Vec<FunctionRow<'a>> {
    let facts = workspace.project.facts(path);
    let lines = |name: &str| {
        let symbols = facts.map(|facts| &facts.symbols);
        symbols
            .and_then(|symbols| symbols.iter().find(|symbol| symbol.qualified_name == name))
            .map(|symbol| symbol.range)
    };
    let found = located.prediction.functions.iter().zip(&located.functions);
    found
        .filter(|(function, _)| function.path == *path)
        .map(|(function, grounds)| {
            let range = lines(&function.name);
            FunctionRow {
                name: &function.name,
                score: rounded(function.score),
                start_line: range.map(crate::base::LineRange::start),
                end_line: range.map(crate::base::LineRange::end),
                signals: explain.then(|| signals(grounds)),
            }
        })
        .collect()
}

fn signals(grounds: &[Ground]) -> serde_json::Map<String, serde_json::Value> {
    grounds.iter().map(|ground| (ground.signal.to_owned(), rounded(ground.gain).into())).collect()
}

fn print_text(located: &Located, explain: bool, printer: &mut Printer) -> Result<(), CommandError> {
    let prediction = &located.prediction;
    for (at, file) in prediction.files.iter().enumerate() {
        printer.line(&format!("{:.2} {}", file.score, file.path))?;
        let functions = prediction.functions.iter().filter(|function| function.path == file.path);
        for function in functions {
            printer.line(&format!("     {:.2} {}", function.score, function.name))?;
        }
        if explain {
            for line in grounds(located.files.get(at), &file.reason) {
                printer.line(&format!("     {line}"))?;
            }
        }
    }
    if explain {
        for turn in &prediction.path {
            printer.note(&format!("{}: {}", turn.action, turn.observation));
        }
    }
    Ok(())
}

/// What an answer rests on, heaviest first, or the reason where only that is known.
fn grounds(grounds: Option<&Vec<Ground>>, reason: &str) -> Vec<String> {
    let Some(grounds) = grounds else { return vec![format!("because of {reason}")] };
    let mut sorted: Vec<&Ground> = grounds.iter().collect();
    sorted.sort_by(|a, b| b.gain.abs().total_cmp(&a.gain.abs()));
    sorted.iter().map(|ground| format!("{:+.2} {}", ground.gain, ground.signal)).collect()
}

/// Three decimals say all that a score means.
fn rounded(score: f64) -> f64 {
    (score * 1000.0).round() / 1000.0
}

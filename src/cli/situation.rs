//! The state that evidence is sought for, gathered from arguments, the work tree, the branch and what was observed.

use std::path::Path;
use std::path::PathBuf;

use clap::Args;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::cli::context::Context;
use crate::cli::context::Workspace;
use crate::cli::error::CommandError;
use crate::evidence::DiffHunk;
use crate::evidence::DiffStatus;
use crate::evidence::FileDiff;
use crate::evidence::Observation;
use crate::evidence::State;
use crate::evidence::card;
use crate::repo;
use crate::repo::Change;
use crate::repo::ChangeKind;
use crate::repo::Repository;
use crate::repo::Tree;

/// The file of observations below the work tree's own git directory; a state card with nothing else in it.
const OBSERVATIONS: &str = "libra/observations.json";
/// A file of more bytes than this is named in a diff, but its lines are not compared.
const MOST_BYTES: usize = 4_000_000;

/// What the state is, as far as it is given.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct StateArgs {
    /// The task, in words; without it or a file, the branch's name
    #[arg(short = 'm', long = "message", value_name = "TEXT", conflicts_with = "issue_file")]
    message: Option<String>,
    /// The task, in a file; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    issue_file: Option<PathBuf>,
    /// What the next step needs to know
    #[arg(long, value_name = "TEXT")]
    need: Option<String>,
    /// What is believed to be the cause
    #[arg(long, value_name = "TEXT")]
    hypothesis: Option<String>,
    /// What is about to be done
    #[arg(long, value_name = "TEXT")]
    subgoal: Option<String>,
    /// What was searched for; may be given several times
    #[arg(long = "search", value_name = "TEXT")]
    searches: Vec<String>,
    /// The latest output of the tests; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    test_output: Option<PathBuf>,
    /// What has been read, beside what `git libra observe` recorded; may be given several times
    #[arg(long = "observed", value_name = "PATH[:L1-L2]")]
    observed: Vec<String>,
    /// The commit that changes are counted from
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    base: String,
    /// Begin with a state card, as `git libra state` prints it; what else is given overrides its parts
    #[arg(long = "state", value_name = "FILE")]
    card: Option<PathBuf>,
}

/// Gathers the state.
pub(crate) fn gather(args: &StateArgs, context: &Context, workspace: &Workspace) -> Result<State, CommandError> {
    let mut state = match &args.card {
        Some(file) => card::parse(&context.read_input(file)?)?,
        None => State {
            observations: read_observations(&workspace.repository),
            diff: diff(workspace, &args.base)?,
            ..State::default()
        },
    };
    let issue = match (&args.message, &args.issue_file) {
        (Some(text), _) => Some(text.clone()),
        (None, Some(file)) => Some(context.read_input(file)?),
        (None, None) => None,
    };
    let given = [
        (&mut state.need, args.need.clone()),
        (&mut state.hypothesis, args.hypothesis.clone()),
        (&mut state.subgoal, args.subgoal.clone()),
        (&mut state.issue, issue),
    ];
    for (part, given) in given {
        if given.is_some() {
            *part = given;
        }
    }
    if let Some(file) = &args.test_output {
        state.test_output = Some(context.read_input(file)?);
    }
    state.searches.extend(args.searches.iter().cloned());
    for observed in &args.observed {
        state.observations.push(observation(observed, context, workspace)?);
    }
    if state.question().is_empty() && state.test_output.is_none() {
        state.issue = branch_words(&workspace.repository)?;
    }
    state.name_edited_symbols(&workspace.project);
    Ok(state)
}

/// Reads `PATH`, `PATH:12`, `PATH:12-40` or `PATH:L12-L40` as an observation of what stands there now.
pub(crate) fn observation(typed: &str, context: &Context, workspace: &Workspace) -> Result<Observation, CommandError> {
    let (path, lines) = split_range(typed);
    let path = context.repo_path(&workspace.repository, Path::new(path))?;
    let bytes = workspace.tree.read(&path)?;
    Ok(Observation::of(path, lines, &String::from_utf8_lossy(&bytes)))
}

/// What was observed in this work tree; nothing where nothing was, or where the record cannot be read.
pub(crate) fn read_observations(repository: &Repository) -> Vec<Observation> {
    let text = repo::read_named(&repository.git_dir().join(OBSERVATIONS));
    text.ok().and_then(|text| card::parse(&text).ok()).map(|state| state.observations).unwrap_or_default()
}

/// Replaces what was observed in this work tree.
pub(crate) fn write_observations(repository: &Repository, observations: Vec<Observation>) -> Result<(), CommandError> {
    let state = State { observations, ..State::default() };
    let file = repository.git_dir().join(OBSERVATIONS);
    Ok(repo::write_named(&file, card::render(&state).as_bytes())?)
}

fn split_range(typed: &str) -> (&str, Option<LineRange>) {
    let number = |text: &str| text.trim_start_matches('L').parse::<u32>().ok();
    let Some((path, range)) = typed.rsplit_once(':') else {
        return (typed, None);
    };
    let (start, end) = range.split_once('-').unwrap_or((range, range));
    match number(start).zip(number(end)).and_then(|(start, end)| LineRange::new(start, end)) {
        Some(lines) => (path, Some(lines)),
        None => (typed, None),
    }
}

/// The branch's name as words; nothing for a branch that every repository has.
fn branch_words(repository: &Repository) -> Result<Option<String>, CommandError> {
    let branch = repository.head()?.branch;
    let default = repository.default_branch()?.map(|(name, _)| name);
    Ok(branch
        .filter(|branch| Some(branch) != default.as_ref() && !matches!(branch.as_str(), "main" | "master" | "trunk"))
        .map(|branch| branch.replace(['/', '-', '_'], " ")))
}

/// What the work tree changes against a commit.
fn diff(workspace: &Workspace, base: &str) -> Result<Vec<FileDiff>, CommandError> {
    let old: Box<dyn Tree> = if workspace.repository.head()?.commit.is_none() {
        Box::new(workspace.repository.empty_tree())
    } else {
        Box::new(workspace.repository.revision_tree(base)?)
    };
    let new = workspace.tree.as_ref();
    let mut files = Vec::new();
    for change in repo::changes(old.as_ref(), new)? {
        files.push(file_diff(&change, old.as_ref(), new));
    }
    Ok(files)
}

fn file_diff(change: &Change, old: &dyn Tree, new: &dyn Tree) -> FileDiff {
    let (status, previous) = match &change.kind {
        ChangeKind::Added => (DiffStatus::Added, None),
        ChangeKind::Modified => (DiffStatus::Modified, None),
        ChangeKind::Deleted => (DiffStatus::Deleted, None),
        ChangeKind::Renamed { from, .. } => (DiffStatus::Renamed, Some(from.clone())),
    };
    let before = match status {
        DiffStatus::Added => String::new(),
        _ => text(old, previous.as_ref().unwrap_or(&change.path)),
    };
    let after = match status {
        DiffStatus::Deleted => String::new(),
        _ => text(new, &change.path),
    };
    FileDiff { path: change.path.clone(), previous, status, hunks: hunks(&before, &after), symbols: Vec::new() }
}

/// A file's text; empty for a binary, a very large or an unreadable one, whose change has no lines to speak of.
fn text(tree: &dyn Tree, path: &RepoPath) -> String {
    match tree.read(path) {
        Ok(bytes) if bytes.len() <= MOST_BYTES && !bytes.contains(&0) => String::from_utf8_lossy(&bytes).into_owned(),
        _ => String::new(),
    }
}

fn hunks(before: &str, after: &str) -> Vec<DiffHunk> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let slice = |lines: &[&str], range: &std::ops::Range<u32>| -> Vec<String> {
        let range = range.start as usize..(range.end as usize).min(lines.len());
        lines.get(range).unwrap_or_default().iter().map(|line| (*line).to_owned()).collect()
    };
    repo::hunks(before.as_bytes(), after.as_bytes())
        .into_iter()
        .map(|hunk| DiffHunk {
            old_start: hunk.old.start + 1,
            new_start: hunk.new.start + 1,
            removed: slice(&old, &hunk.old),
            added: slice(&new, &hunk.new),
        })
        .collect()
}

//! What was read, as people type it and as it is kept: a state card with nothing else in it, below the work tree's own
//! git directory.

use std::path::Path;

use crate::base::LineRange;
use crate::cli::context::Context;
use crate::cli::context::Workspace;
use crate::cli::error::CommandError;
use crate::evidence::Observation;
use crate::evidence::State;
use crate::evidence::card;
use crate::repo;
use crate::repo::Repository;

/// The file below the git directory.
const OBSERVATIONS: &str = "libra/observations.json";

/// Reads `PATH`, `PATH:12`, `PATH:12-40` or `PATH:L12-L40` as observations of what stands there now.
pub(crate) fn observe(typed: &str, context: &Context, workspace: &Workspace) -> Result<Vec<Observation>, CommandError> {
    let place = |name: &str| context.repo_path(&workspace.repository, Path::new(name));
    // A file whose own name ends like a range is meant as it is named.
    let whole = place(typed).ok().filter(|path| workspace.tree.entry(path).is_some());
    let (path, lines) = match whole {
        Some(path) => (path, None),
        None => {
            let (name, lines) = split_range(typed);
            (place(name)?, lines)
        }
    };
    let bytes = workspace.tree.read(&path)?;
    let text = String::from_utf8_lossy(&bytes);
    let all: Vec<&str> = text.lines().collect();
    let count = all.len() as u32;
    let range = lines.unwrap_or_else(|| LineRange::clamped(1, count.max(1)));
    if range.start() > count.max(1) {
        return Err(CommandError::new(format!("`{path}` has {count} lines, so that none of {range} was read")));
    }
    let seen = &all[(range.start() as usize - 1).min(all.len())..(range.end() as usize).min(all.len())];
    Ok(Observation::pieces(&path, range.start(), seen).collect())
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

//! What is asked: a file, or the test kept beside a run.

use std::path::Path;

use crate::catalog::Project;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::repo;
use crate::repo::Repository;
use crate::trajectory;
use crate::trajectory::Problem;

/// The problems, and how many were left out because their gold files are not catalogued here.
pub(super) struct Problems {
    pub(super) problems: Vec<Problem>,
    pub(super) elsewhere: usize,
}

/// Reads a file of probes or issues; `repo` picks the issues of one repository.
pub(super) fn read(
    context: &Context,
    file: &Path,
    repo: Option<&str>,
    project: &Project,
) -> Result<Problems, CommandError> {
    let mut problems = Vec::new();
    repo::read_lines(&context.named(file), |number, line| {
        if line.trim().is_empty() {
            return Ok(());
        }
        let problem = trajectory::problem_of(line)
            .map_err(|error| CommandError::from(error).at(&format!("{}:{number}", file.display())))?;
        problems.extend(problem);
        Ok::<(), CommandError>(())
    })?;
    if let Some(repo) = repo {
        problems.retain(|problem| problem.repo.as_deref() == Some(repo));
    }
    Ok(here(problems, project))
}

/// The test of a run.
pub(super) fn of_run(repository: &Repository, run: &str, project: &Project) -> Result<Problems, CommandError> {
    let rows = trajectory::kept(repository, run, "test")?.unwrap_or_default();
    let mut problems = Vec::new();
    for (at, line) in rows.lines().enumerate() {
        let problem = trajectory::problem_of(line)
            .map_err(|error| CommandError::from(error).at(&format!("the test of {run}:{}", at + 1)))?;
        problems.extend(problem);
    }
    Ok(here(problems, project))
}

fn here(problems: Vec<Problem>, project: &Project) -> Problems {
    let all = problems.len();
    let known = |problem: &Problem| problem.files.iter().all(|file| project.facts(file).is_some());
    let problems: Vec<Problem> = problems.into_iter().filter(known).collect();
    Problems { elsewhere: all - problems.len(), problems }
}

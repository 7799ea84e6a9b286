//! Asks a Solver and judges its answers against the gold.

use rayon::prelude::*;

use crate::agents::AgentError;
use crate::agents::solver::Prediction;
use crate::agents::solver::Solver;
use crate::base::Progress;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::heal::Meter;
use crate::heal::Role;
use crate::trajectory::problem::Problem;

/// An answer, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// Among how many of the first files all gold files are; `None` where one is missing.
    pub file_rank: Option<usize>,
    /// The same for functions; `None` also where the problem has no gold function.
    pub function_rank: Option<usize>,
    /// Turns taken.
    pub turns: usize,
    /// The first files.
    pub files: Vec<String>,
    /// The first functions, `path::name`.
    pub functions: Vec<String>,
    /// What was opened or searched, and what was seen there.
    pub path: Vec<String>,
}

/// Who is asked, and what counts of the answers.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// Who answers.
    pub solver: &'a dyn Solver,
    /// What may be asked still.
    pub meter: &'a dyn Meter,
    /// Files and functions that count of each answer, the first ones.
    pub top: usize,
}

/// Answers every problem, in their order.
pub fn solve(
    project: &Project,
    asked: Asked<'_>,
    problems: &[Problem],
    progress: &dyn Progress,
) -> Result<Vec<Solved>, AgentError> {
    if asked.meter.reserve(Role::Solver, problems.len()) < problems.len() {
        return Err(asked.meter.exhausted());
    }
    problems
        .par_iter()
        .with_max_len(1)
        .map(|problem| {
            asked.meter.check()?;
            let prediction = match asked.solver.solve(project, &problem.statement) {
                // Nonsense is a wrong answer; a Solver that cannot be reached gave none, and the run ends.
                Err(AgentError::Unusable { .. }) => Prediction::default(),
                prediction => prediction?,
            };
            progress.advance(1);
            Ok(judged(problem, prediction, asked.top))
        })
        .collect()
}

fn judged(problem: &Problem, mut prediction: Prediction, top: usize) -> Solved {
    prediction.files.truncate(top);
    prediction.functions.truncate(top);
    let file_place = |gold: &RepoPath| prediction.files.iter().position(|file| file.path == *gold);
    let function_place = |(path, name): &(RepoPath, String)| {
        prediction.functions.iter().position(|function| function.path == *path && function.name == *name)
    };
    Solved {
        file_rank: last(problem.files.iter().map(file_place)),
        function_rank: last(problem.functions.iter().map(function_place)),
        turns: prediction.path.len(),
        files: prediction.files.iter().map(|file| file.path.to_string()).collect(),
        functions: prediction.functions.iter().map(|found| format!("{}::{}", found.path, found.name)).collect(),
        path: prediction.path.into_iter().map(|turn| format!("{}: {}", turn.action, turn.observation)).collect(),
    }
}

/// The rank, 1-based, of the last of some places; `None` if one is missing or there are none.
fn last(places: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    let places: Option<Vec<usize>> = places.collect();
    places?.into_iter().max().map(|place| place + 1)
}

#[cfg(test)]
mod tests {
    use super::last;

    #[test]
    fn all_gold_must_be_found() {
        assert_eq!(last([Some(0), Some(3)].into_iter()), Some(4));
        assert_eq!(last([Some(0), None].into_iter()), None);
        assert_eq!(last(std::iter::empty()), None);
    }
}

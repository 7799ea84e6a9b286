//! One set of problems against one state of the catalogs with one Solver.

use crate::agents::AgentError;
use crate::agents::solver::Solver;
use crate::base::Progress;
use crate::base::RepoPath;
use crate::base::Seed;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::trajectory::measure;
use crate::trajectory::measure::Measured;
use crate::trajectory::problem::Problem;
use crate::trajectory::solve;
use crate::trajectory::solve::Solved;

/// What was replayed, and what came of it.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The catalogs: `none`, `bootstrapped`, `tree`, or a run and its step.
    pub catalogs: String,
    /// The step, for a run's snapshot.
    pub step: Option<u64>,
    /// The Solver in words.
    pub setup: String,
    /// Bytes of all catalogs.
    pub catalog_bytes: usize,
    /// How well it went.
    pub measured: Measured,
    /// Each answer, in the order of the problems.
    pub solved: Vec<Solved>,
    /// What the catalogs said on the way to each problem's first gold file: the entries of the modules above it and its
    /// own, from the root down.
    pub said: Vec<String>,
}

/// What is replayed.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The sources, and the catalogs that are asked.
    pub project: &'a Project,
    /// What the catalogs are called.
    pub catalogs: String,
    /// The step, for a run's snapshot.
    pub step: Option<u64>,
    /// What the Solver is called.
    pub setup: String,
}

/// Replays.
pub fn replay(
    subject: Subject<'_>,
    solver: &dyn Solver,
    problems: &[Problem],
    seed: Seed,
    progress: &dyn Progress,
) -> Result<Replayed, AgentError> {
    let solved = solve::solve(subject.project, solver, problems, progress)?;
    Ok(Replayed {
        catalogs: subject.catalogs,
        step: subject.step,
        setup: subject.setup,
        catalog_bytes: subject.project.catalogs.values().map(|catalog| catalog.text.len()).sum(),
        measured: measure::measure(problems, &solved, seed),
        solved,
        said: problems.iter().map(|problem| said(subject.project, &problem.files[0])).collect(),
    })
}

fn said(project: &Project, gold: &RepoPath) -> String {
    let mut directories: Vec<RepoPath> = gold.ancestors().collect();
    directories.reverse();
    let mut text = String::new();
    for directory in directories {
        let Some(catalog) = project.catalogs.get(&directory) else { continue };
        let towards = catalog.entries().filter(|entry| match &entry.target {
            Target::File(file) => file == gold,
            Target::Module(module) => gold.is_within(module),
            Target::Other => false,
        });
        // Of the modules that a root catalog lists on the way, the deepest says most about the file.
        let deepest = towards.max_by_key(|entry| match &entry.target {
            Target::File(_) => usize::MAX,
            Target::Module(module) => module.depth(),
            Target::Other => 0,
        });
        if let (Some(entry), Ok(path)) = (deepest, directory.join(CATALOG_FILE)) {
            text += &format!("{path}\n{}\n", entry.span.slice(&catalog.text).trim());
        }
    }
    text
}

//! One set of problems against one state of the catalogs with one Solver.

use crate::agents::AgentError;
use crate::base::Progress;
use crate::base::RepoPath;
use crate::base::Seed;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::heal::Spent;
use crate::trajectory::measure;
use crate::trajectory::measure::Measured;
use crate::trajectory::problem::Problem;
use crate::trajectory::solve;
use crate::trajectory::solve::Asked;
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
    /// What it took.
    pub spent: Spent,
    /// Each answer, in the order of the problems, for each time that they were asked; at least one.
    pub runs: Vec<Vec<Solved>>,
    /// What the catalogs said on the way to each problem's first gold file: the entries of the modules above it and its
    /// own, from the root down.
    pub said: Vec<String>,
}

impl Replayed {
    /// The answers of the first time.
    pub fn solved(&self) -> &[Solved] {
        &self.runs[0]
    }
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

/// Asks all problems, `times` times over, at least once.
pub fn replay(
    subject: Subject<'_>,
    asked: Asked<'_>,
    (problems, times): (&[Problem], usize),
    seed: Seed,
    progress: &dyn Progress,
) -> Result<Replayed, AgentError> {
    let before = asked.meter.spent();
    let runs: Vec<Vec<Solved>> = (0..times.max(1))
        .map(|_| solve::solve(subject.project, asked, problems, progress))
        .collect::<Result<_, _>>()?;
    let spent = asked.meter.spent() - before;
    Ok(Replayed {
        catalogs: subject.catalogs,
        step: subject.step,
        setup: subject.setup,
        catalog_bytes: subject.project.catalogs.values().map(|catalog| catalog.text.len()).sum(),
        measured: measure::measure(problems, &runs, seed),
        spent,
        runs,
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

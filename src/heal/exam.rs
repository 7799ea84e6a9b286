//! Asks the Solver and judges its answers.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use crate::agents::AgentError;
use crate::agents::solver::Prediction;
use crate::agents::solver::Solver;
use crate::catalog::Project;
use crate::heal::probe::Question;
use crate::heal::probe::Role;

/// An answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    /// What the Solver said.
    pub(crate) prediction: Prediction,
    /// Where it ranked the gold file, 1-based; `None` where it did not.
    pub(crate) rank: Option<usize>,
}

impl Answer {
    /// Whether the gold file was ranked first.
    pub(crate) fn passed(&self) -> bool {
        self.rank == Some(1)
    }

    /// One divided by the rank; 0 where the gold was not ranked.
    pub(crate) fn gain(&self) -> f64 {
        self.rank.map_or(0.0, |rank| 1.0 / rank as f64)
    }
}

/// The questions of a run and who answers them.
pub(crate) struct Exam<'a> {
    /// The questions; their place is their number.
    pub(crate) questions: &'a [Question],
    solver: &'a dyn Solver,
    calls: AtomicUsize,
}

impl<'a> Exam<'a> {
    pub(crate) fn new(solver: &'a dyn Solver, questions: &'a [Question]) -> Self {
        Self { questions, solver, calls: AtomicUsize::new(0) }
    }

    /// Answers some of the questions from a project's catalogs; the first error in the order of the numbers ends it.
    pub(crate) fn ask(&self, project: &Project, numbers: &[usize]) -> Result<BTreeMap<usize, Answer>, AgentError> {
        let answers: Vec<Result<Answer, AgentError>> =
            numbers.par_iter().map(|number| self.answer(project, *number)).collect();
        numbers.iter().copied().zip(answers).map(|(number, answer)| answer.map(|answer| (number, answer))).collect()
    }

    /// Number of times that the Solver was asked.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    /// The numbers of the questions whose failures are healed.
    pub(crate) fn healed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.questions.len()).filter(|number| self.questions[*number].role != Role::Validation)
    }

    fn answer(&self, project: &Project, number: usize) -> Result<Answer, AgentError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let probe = &self.questions[number].probe;
        let prediction = self.solver.solve(project, &probe.question)?;
        let rank = prediction.files.iter().position(|file| file.path == probe.gold_file).map(|at| at + 1);
        Ok(Answer { prediction, rank })
    }
}

//! Asks the Solver and judges its answers.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use crate::agents::AgentError;
use crate::agents::solver::Prediction;
use crate::agents::solver::Solver;
use crate::base::Progress;
use crate::base::Silent;
use crate::catalog::Project;
use crate::heal::meter;
use crate::heal::meter::Meter;
use crate::heal::meter::Spent;
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

/// Answers by the number of their question.
pub(crate) type Answers = BTreeMap<usize, Answer>;

/// The questions of a run and who answers them.
pub(crate) struct Exam<'a> {
    /// The questions; their place is their number.
    pub(crate) questions: &'a [Question],
    solver: &'a dyn Solver,
    meter: &'a dyn Meter,
    calls: AtomicUsize,
    passes: AtomicUsize,
    failures: Mutex<Vec<String>>,
    progress: &'a dyn Progress,
}

impl<'a> Exam<'a> {
    pub(crate) fn new(solver: &'a dyn Solver, meter: &'a dyn Meter, questions: &'a [Question]) -> Self {
        let (calls, passes) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Self { questions, solver, meter, calls, passes, failures: Mutex::default(), progress: &Silent }
    }

    /// The same exam, whose progress is told: each answer of [`Exam::ask_some`] is a step.
    pub(crate) fn told(self, progress: &'a dyn Progress) -> Self {
        Self { progress, ..self }
    }

    /// Answers some of the questions from a project's catalogs: all of them, or an error.
    pub(crate) fn ask(&self, project: &Project, numbers: &[usize]) -> Result<Answers, AgentError> {
        match self.ask_each(project, numbers, 0) {
            (answers, None) => Ok(answers),
            (_, Some(error)) => Err(error),
        }
    }

    /// Answers as many of the questions as the limits allow, the first ones first. A call that went wrong leaves its
    /// question without an answer and is noted; an error is returned where the run is over or nothing was answered.
    pub(crate) fn ask_some(&self, project: &Project, numbers: &[usize]) -> (Answers, Option<AgentError>) {
        self.ask_each(project, numbers, 1)
    }

    /// Each answer is told as this many steps of the stage.
    fn ask_each(&self, project: &Project, numbers: &[usize], steps: u64) -> (Answers, Option<AgentError>) {
        // Taken at once, so that which questions are answered does not depend on which thread comes first.
        let allowed = self.meter.reserve(meter::Role::Solver, numbers.len());
        let asked = &numbers[..allowed.min(numbers.len())];
        let results: Vec<Result<Answer, AgentError>> =
            asked.par_iter().with_max_len(1).map(|number| self.answer(project, *number, steps)).collect();
        let mut answers = Answers::new();
        let mut end = (allowed < numbers.len()).then(|| self.meter.exhausted());
        let mut wrong = Vec::new();
        for (number, result) in asked.iter().zip(results) {
            match result {
                Ok(answer) => drop(answers.insert(*number, answer)),
                Err(error) if meter::is_end(&error) => end = end.or(Some(error)),
                Err(error) => wrong.push(error),
            }
        }
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).extend(wrong.iter().map(ToString::to_string));
        if answers.is_empty() {
            end = end.or(wrong.into_iter().next());
        }
        (answers, end)
    }

    /// Number of times that the Solver was asked.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    /// What went wrong in single calls, sorted.
    pub(crate) fn failures(&self) -> Vec<String> {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner).clone();
        failures.sort();
        failures
    }

    /// The numbers of the questions whose failures are healed.
    pub(crate) fn healed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.questions.len()).filter(|number| self.questions[*number].role != Role::Validation)
    }

    fn answer(&self, project: &Project, number: usize, steps: u64) -> Result<Answer, AgentError> {
        self.meter.check()?;
        let calls = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        let probe = &self.questions[number].probe;
        let prediction = self.solver.solve(project, &probe.question)?;
        let rank = prediction.files.iter().position(|file| file.path == probe.gold_file).map(|at| at + 1);
        let passes = self.passes.fetch_add(usize::from(rank == Some(1)), Ordering::Relaxed);
        self.progress.advance(steps);
        self.progress.note(&words(passes + usize::from(rank == Some(1)), calls, self.meter.spent()));
        Ok(Answer { prediction, rank })
    }
}

/// How asking goes: answers that found their file, and what they took.
fn words(passes: usize, asked: usize, spent: Spent) -> String {
    let found = format!("{passes} of {asked} answers found their file");
    match spent {
        Spent { tokens: 0, .. } => found,
        Spent { tokens, cost: Some(cost) } => format!("{found}, {tokens} tokens, ${cost:.2}"),
        Spent { tokens, cost: None } => format!("{found}, {tokens} tokens"),
    }
}

#[cfg(test)]
mod tests {
    use super::words;
    use crate::heal::meter::Spent;

    #[test]
    fn progress_tells_the_pass_rate_and_what_is_spent() {
        assert_eq!(words(1, 2, Spent::default()), "1 of 2 answers found their file");
        let paid = Spent { tokens: 900, cost: Some(0.125) };
        assert_eq!(words(1, 2, paid), "1 of 2 answers found their file, 900 tokens, $0.12");
        assert_eq!(words(0, 1, Spent { cost: None, ..paid }), "0 of 1 answers found their file, 900 tokens");
    }
}

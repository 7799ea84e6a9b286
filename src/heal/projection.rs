//! What a run will ask, said before it asks anything: `--dry-run` shows it, and whoever pays decides by it.

use serde::Serialize;

use crate::catalog::Project;
use crate::heal::plan::Plan;
use crate::heal::probe::ATTEMPTS_PER_QUESTION;
use crate::heal::probe::QUESTIONS_PER_FILE;

/// The most that a run asks. Fewer questions are asked where the source gives fewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Projection {
    /// Catalogued files that changed.
    pub files: usize,
    /// Questions about what changed.
    pub changed: usize,
    /// Questions about its neighbours.
    pub siblings: usize,
    /// Questions about other files, which only must not fail.
    pub validation: usize,
    /// Calls of the Prompter: some chunks give no question.
    pub prompter_calls: usize,
    /// Calls of the Solver for the first answers; what is healed is asked again.
    pub solver_calls: usize,
    /// Catalogs that may be healed, each by one call of the Healer and round.
    pub healer_calls: usize,
}

impl Projection {
    /// The projection for a plan and the number of questions wanted about what changed.
    pub fn of(plan: &Plan, project: &Project, wanted: usize) -> Self {
        let files = plan.changed(project).count();
        if files == 0 || wanted == 0 {
            return Self { files, ..Self::default() };
        }
        let most = files * QUESTIONS_PER_FILE;
        let changed = wanted.min(most);
        let siblings = wanted.div_ceil(4).min(most - changed);
        let validation = wanted.min(most - changed - siblings);
        let questions = changed + siblings + validation;
        Self {
            files,
            changed,
            siblings,
            validation,
            prompter_calls: questions * ATTEMPTS_PER_QUESTION,
            solver_calls: questions,
            healer_calls: (changed + siblings).min(project.catalogs.len()),
        }
    }
}

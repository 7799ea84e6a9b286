//! Who plays each role: a model where one is set, this program otherwise.

use crate::agents::healer::EmbeddedHealer;
use crate::agents::healer::Healer;
use crate::agents::healer::ModelHealer;
use crate::agents::prompter::EmbeddedPrompter;
use crate::agents::prompter::ModelPrompter;
use crate::agents::prompter::Prompter;
use crate::agents::solver::Answers;
use crate::agents::solver::EmbeddedSolver;
use crate::agents::solver::ModelSolver;
use crate::agents::solver::Solver;
use crate::agents::solver::Substrate;
use crate::cli::engine::Models;
use crate::config::LintConfig;
use crate::heal::Effort;
use crate::repo::Tree;

/// The players of a run.
#[derive(Clone, Copy)]
pub(crate) struct Cast<'a> {
    /// The models that were set.
    pub(crate) models: &'a Models,
    /// The files that they may look at.
    pub(crate) tree: &'a dyn Tree,
}

impl<'a> Cast<'a> {
    /// Writes questions.
    pub(crate) fn prompter(self) -> Box<dyn Prompter + 'a> {
        let Models { prompts, tally, .. } = self.models;
        match self.models.role("prompter") {
            Some(model) => Box::new(ModelPrompter { model, tree: self.tree, prompts, tally }),
            None => Box::new(EmbeddedPrompter),
        }
    }

    /// Answers them in so many turns.
    pub(crate) fn solver(self, turns: usize, answers: Answers) -> Box<dyn Solver + 'a> {
        match self.model_solver(turns, answers, Substrate::Catalogs) {
            Some(solver) => Box::new(solver),
            None => Box::new(EmbeddedSolver::new(turns)),
        }
    }

    /// A model that answers from something, if one plays the Solver.
    pub(crate) fn model_solver(
        self,
        turns: usize,
        answers: Answers,
        substrate: Substrate<'a>,
    ) -> Option<ModelSolver<'a>> {
        let Models { prompts, tally, .. } = self.models;
        let model = self.models.role("solver")?;
        Some(ModelSolver { model, tree: self.tree, prompts, tally, turns, answers, substrate })
    }

    /// Repairs catalogs.
    pub(crate) fn healer(self, lint: &'a LintConfig) -> Box<dyn Healer + 'a> {
        let Models { prompts, tally, .. } = self.models;
        match self.models.role("healer") {
            Some(model) => Box::new(ModelHealer { model, tree: self.tree, prompts, tally, lint }),
            None => Box::new(EmbeddedHealer),
        }
    }

    /// Rounds ask the Solver and the Healer again; a Prompter that costs is asked no more often for them.
    pub(crate) fn effort(self) -> Effort {
        let costs = ["solver", "healer"].iter().any(|role| self.models.role(role).is_some());
        if costs { Effort::Frugal } else { Effort::Thorough }
    }
}

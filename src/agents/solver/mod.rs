//! Answers "where is it?" from catalogs (first paper, "Solver").

mod bm25;
mod definitions;
mod embedded;
mod functions;
mod hints;
mod index;
pub mod locate;
mod model;
mod names;
mod navigate;
mod question;
mod reading;
mod signals;
#[cfg(test)]
mod tests;
pub mod tools;
mod trace;
mod weighted;

pub use embedded::EmbeddedSolver;
pub use embedded::explained;
pub use embedded::solve_with;
pub use index::SolverIndex;
pub use model::Answers;
pub use model::ModelSolver;
pub use model::Substrate;

use crate::agents::AgentError;
use crate::base::RepoPath;
use crate::catalog::Project;

/// A ranked answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prediction {
    /// Files, best first.
    pub files: Vec<RankedFile>,
    /// Functions and types, best first.
    pub functions: Vec<RankedFunction>,
    /// The catalogs that were opened and what made them look promising, in order.
    pub path: Vec<Turn>,
}

/// A file with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedFile {
    /// The file.
    pub path: RepoPath,
    /// From 0 to 1; comparable within one answer.
    pub score: f64,
    /// Why, in a few words.
    pub reason: String,
}

/// A function or type with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedFunction {
    /// Its file.
    pub path: RepoPath,
    /// Its qualified name, such as `Solver.solve`.
    pub name: String,
    /// From 0 to 1; comparable within one answer.
    pub score: f64,
}

/// One reason for or against an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// What it is, in a few words.
    pub signal: &'static str,
    /// The signal's value, mostly from 0 to 1.
    pub value: f64,
    /// What it adds; negative where it speaks against the answer.
    pub gain: f64,
}

/// One step of the Solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What was opened or searched.
    pub action: String,
    /// What was seen there that led on.
    pub observation: String,
}

/// Answers questions from the catalogs of a project. It reads no source: only catalogs and, where they say nothing,
/// the names of files.
pub trait Solver: Send + Sync {
    /// Ranked files and functions for a question, within the implementation's turn budget.
    fn solve(&self, project: &Project, question: &str) -> Result<Prediction, AgentError>;
}

//! Repairs a catalog that misled the Solver (first paper, "Healer").

mod embedded;
mod model;

pub use embedded::EmbeddedHealer;
pub use model::ModelHealer;

use crate::agents::AgentError;
use crate::agents::prompter::Probe;
use crate::agents::solver::Prediction;
use crate::base::RepoPath;
use crate::catalog::CatalogEdit;
use crate::catalog::Project;

/// A probe that the Solver got wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The question and its gold.
    pub probe: Probe,
    /// What the Solver said.
    pub prediction: Prediction,
}

/// What a Healer made of a catalog's failures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proposal {
    /// Edits of the target catalog, most useful first; each can be dropped without the others.
    pub edits: Vec<CatalogEdit>,
    /// The failures that the catalog is not to blame for, by index, with the reason.
    pub triaged: Vec<(usize, &'static str)>,
}

/// Repairs catalogs.
pub trait Healer: Send + Sync {
    /// Edits of the catalog of `module` that let the Solver answer `failures`. Nothing but that catalog may change.
    fn heal(&self, project: &Project, module: &RepoPath, failures: &[Failure]) -> Result<Proposal, AgentError>;
}

//! What can go wrong when an agent is asked.

use crate::llm::ModelError;

/// Why an agent gave no usable answer. The embedded agents never fail; a model may.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// The answer was not what the role must return.
    #[error("the {role} answered with something unusable: {detail}")]
    Unusable {
        /// `Prompter`, `Solver`, `Healer` or `Controller`.
        role: &'static str,
        /// What was wrong with it.
        detail: String,
    },
    /// The budget does not allow another call.
    #[error("the budget of {limit} is used up")]
    OutOfBudget {
        /// Which limit, such as `20 calls`.
        limit: String,
    },
    /// The run was asked to end.
    #[error("interrupted")]
    Interrupted,
    /// The model could not be reached or refused.
    #[error("the {role} could not be asked: {source}")]
    Failed {
        /// The role.
        role: &'static str,
        /// What happened.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl AgentError {
    /// What a model's error means to the role that asked it.
    pub(crate) fn of_model(role: &'static str, error: ModelError) -> Self {
        match error {
            ModelError::OutOfBudget { limit } => Self::OutOfBudget { limit },
            ModelError::Interrupted => Self::Interrupted,
            error => Self::Failed { role, source: Box::new(error) },
        }
    }
}

//! What the process says when limits or an interrupt ended what it did.

use crate::agents::AgentError;
use crate::cli::ExitStatus;

/// The exit status for an error that says that no more may be asked; `None` for any other.
pub(crate) const fn status(error: &AgentError) -> Option<ExitStatus> {
    match error {
        AgentError::OutOfBudget { .. } => Some(ExitStatus::Partial),
        AgentError::Interrupted => Some(ExitStatus::Interrupted),
        AgentError::Unusable { .. } | AgentError::Failed { .. } => None,
    }
}

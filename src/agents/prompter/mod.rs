//! Writes probe questions about chunks of source (first paper, "Prompter").

mod candidates;
mod clause;
mod compose;
mod embedded;
mod grammar;
mod model;
mod prose;
mod reads;
mod sample;
mod signals;
mod synonyms;
#[cfg(test)]
mod tests;
mod verbs;
mod vocabulary;

pub use embedded::EmbeddedPrompter;
pub use model::ModelPrompter;
pub use sample::all_chunks;
pub use sample::sample_chunks;

use crate::agents::AgentError;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::base::Seed;
use crate::catalog::Project;

/// A chunk of source that a question is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkRef {
    /// The file.
    pub path: RepoPath,
    /// Its lines.
    pub lines: LineRange,
}

/// A synthetic question and what answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The question, without any exact identifier of the chunk.
    pub question: String,
    /// The file that answers it.
    pub gold_file: RepoPath,
    /// The qualified name of the function that answers it, as `Symbol::qualified_name` has it; `None` for the file as
    /// a whole.
    pub gold_function: Option<String>,
    /// The chunk that it was written from.
    pub chunk: ChunkRef,
    /// The lines that the question is about.
    pub lines: LineRange,
    /// Why the gold answers the question, one sentence.
    pub reasoning: String,
}

/// What became of a chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProbeOutcome {
    /// A question.
    Probe(Probe),
    /// The chunk has nothing to ask about, and why.
    Invalid(&'static str),
}

/// Writes questions.
pub trait Prompter: Send + Sync {
    /// A question about `chunk`. `text` is the chunk's file; `seed` and `number` decide every random choice.
    fn probe(
        &self,
        project: &Project,
        chunk: &ChunkRef,
        text: &str,
        seed: Seed,
        number: u64,
    ) -> Result<ProbeOutcome, AgentError>;
}

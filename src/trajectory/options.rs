//! What a run is, as far as its outcome depends on it. Kept in the message of its first snapshot.

use serde::Deserialize;
use serde::Serialize;

/// What a run begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Catalogs without entries, as in the paper.
    #[default]
    Empty,
    /// Catalogs made from what the source says of itself.
    Bootstrapped,
    /// The catalogs of the commit; those that are missing without entries.
    Current,
}

/// Whether proposals are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gate {
    /// What breaks an answer of the batch, repairs none or does not lint clean is not kept.
    #[default]
    On,
    /// Everything is kept, as in the paper.
    Off,
}

/// The options of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The version of this record and of what training makes of it; another one is not resumed.
    pub version: u32,
    /// The number from which everything random follows.
    pub seed: u64,
    /// Rounds; a run that is resumed may be given more.
    pub rounds: u64,
    /// Questions a round.
    pub batch: usize,
    /// Questions of the test.
    pub test: usize,
    /// Turns of the Solver.
    pub turns: usize,
    /// What it begins with.
    pub start: Start,
    /// Whether proposals are judged.
    pub gate: Gate,
    /// The test is asked every so many rounds; 0 for never.
    pub eval_every: u64,
    /// Tests in a row without a better one after which the run ends; 0 for no such end.
    pub patience: u64,
    /// Whether the training questions were given, and are not drawn.
    pub given_questions: bool,
}

impl Options {
    /// The version that this program writes and resumes.
    pub const VERSION: u32 = 1;

    /// Whether the test is asked after a round; before the first round (0) always.
    pub fn is_tested(&self, step: u64) -> bool {
        self.eval_every > 0 && step.is_multiple_of(self.eval_every)
    }
}

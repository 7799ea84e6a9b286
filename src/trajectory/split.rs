//! Which chunks are asked about for training, and which are kept for the test.

use crate::agents::prompter::ChunkRef;
use crate::agents::prompter::sample_chunks;
use crate::base::Seed;
use crate::catalog::Project;

/// One chunk in this many is kept for the test.
const TEST_SHARE: usize = 5;

/// The chunks of a project in two parts without a common chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// Those that training draws from.
    pub train: Vec<ChunkRef>,
    /// Those that the test draws from.
    pub test: Vec<ChunkRef>,
}

impl Split {
    /// Splits at random: a fifth for the test, at least one where there are two. Both parts are sorted.
    pub fn new(project: &Project, seed: Seed) -> Self {
        let mut train = sample_chunks(project, seed, usize::MAX, |_| true);
        let held_out = if train.len() < 2 { 0 } else { train.len().div_ceil(TEST_SHARE) };
        let mut test: Vec<ChunkRef> = train.drain(..held_out).collect();
        let key = |chunk: &ChunkRef| (chunk.path.clone(), chunk.lines);
        train.sort_by_key(key);
        test.sort_by_key(key);
        Self { train, test }
    }
}

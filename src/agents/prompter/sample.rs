//! Which chunks are asked about.

use rand::seq::SliceRandom;

use crate::agents::prompter::ChunkRef;
use crate::base::Seed;
use crate::catalog::Project;
use crate::source;

/// Up to `count` chunks of the catalogued files, drawn uniformly and without repetition from all chunks that `filter`
/// admits. The order is the order of drawing, so that a longer sample begins with a shorter one of the same seed.
pub fn sample_chunks(project: &Project, seed: Seed, count: usize, filter: impl Fn(&ChunkRef) -> bool) -> Vec<ChunkRef> {
    let mut chunks = all_chunks(project);
    chunks.retain(|chunk| filter(chunk));
    chunks.shuffle(&mut seed.stream("chunks", 0));
    chunks.truncate(count);
    chunks
}

/// Every chunk of every catalogued file, by path and line.
pub fn all_chunks(project: &Project) -> Vec<ChunkRef> {
    let facts = project.files.keys().filter_map(|path| project.facts(path).map(|facts| (path, facts)));
    facts
        .flat_map(|(path, facts)| {
            source::chunks(facts).into_iter().map(|chunk| ChunkRef { path: path.clone(), lines: chunk.lines })
        })
        .collect()
}

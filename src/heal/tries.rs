//! In which order chunks are asked about: file by file in turn, each time another chunk. The order hangs on the content
//! of each file alone, so that a change elsewhere moves none of them.

use rand_chacha::rand_core::RngCore;

use crate::agents::prompter::ChunkRef;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::base::Seed;
use crate::catalog::Project;
use crate::heal::plan::Plan;
use crate::heal::probe::Role;
use crate::source;

/// A chunk to ask about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Try {
    /// The chunk.
    pub(crate) chunk: ChunkRef,
    /// How often it was asked about before.
    pub(crate) repeat: u64,
}

/// The chunks of some files in turn, until each gave as many tries as it may.
pub(crate) struct Tries<'a> {
    project: &'a Project,
    plan: &'a Plan,
    seed: Seed,
    role: Role,
    files: &'a [RepoPath],
    per_chunk: usize,
    /// The chunks of the files that were come to so far.
    open: Vec<Vec<LineRange>>,
    turn: usize,
    /// The next file of this turn.
    next: usize,
    /// Whether any file had a chunk left in this turn.
    alive: bool,
}

impl<'a> Tries<'a> {
    /// The chunks of these files, each at most `per_chunk` times.
    pub(crate) fn new(
        project: &'a Project,
        plan: &'a Plan,
        seed: Seed,
        role: Role,
        files: &'a [RepoPath],
        per_chunk: usize,
    ) -> Self {
        Self { project, plan, seed, role, files, per_chunk, open: Vec::new(), turn: 0, next: 0, alive: false }
    }

    /// The chunks of a file in an order that its content decides; for a changed file those that changed, if any did.
    fn chunks(&self, file: &RepoPath) -> Vec<LineRange> {
        let Some(facts) = self.project.facts(file) else {
            return Vec::new();
        };
        let all: Vec<LineRange> = source::chunks(facts).iter().map(|chunk| chunk.lines).collect();
        let changed = self.plan.before.get(file).map(|before| before.changed.as_slice()).unwrap_or_default();
        let touched = |chunk: &LineRange| changed.iter().any(|lines| lines.overlaps(*chunk));
        let mut chunks: Vec<LineRange> = all.iter().copied().filter(touched).collect();
        if self.role != Role::Changed || chunks.is_empty() {
            chunks = all;
        }
        let content = content(self.project, file);
        chunks.sort_by_key(|lines| (self.seed.stream("chunk", content ^ u64::from(lines.start())).next_u64(), *lines));
        chunks
    }
}

impl Iterator for Tries<'_> {
    type Item = Try;

    fn next(&mut self) -> Option<Try> {
        loop {
            if self.next == self.files.len() {
                if !self.alive {
                    return None;
                }
                (self.turn, self.next, self.alive) = (self.turn + 1, 0, false);
            }
            let file = &self.files[self.next];
            if self.open.len() == self.next {
                self.open.push(self.chunks(file));
            }
            let chunks = &self.open[self.next];
            self.next += 1;
            if self.turn < chunks.len() * self.per_chunk {
                self.alive = true;
                let chunk = ChunkRef { path: file.clone(), lines: chunks[self.turn % chunks.len()] };
                return Some(Try { chunk, repeat: (self.turn / chunks.len()) as u64 });
            }
        }
    }
}

/// A number made of a file's content.
pub(crate) fn content(project: &Project, file: &RepoPath) -> u64 {
    let blob = project.files.get(file).map(|file| *file.blob.as_bytes()).unwrap_or_default();
    blob.iter().take(8).fold(0, |number, byte| (number << 8) | u64::from(*byte))
}

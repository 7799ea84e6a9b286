//! Questions drawn by number: the same number always gives the same chunk and the same question, so that drawing can stop
//! anywhere and go on.

use rand::Rng;
use rayon::prelude::*;

use crate::agents::AgentError;
use crate::agents::prompter::ChunkRef;
use crate::agents::prompter::Probe;
use crate::agents::prompter::ProbeOutcome;
use crate::agents::prompter::Prompter;
use crate::base::Seed;
use crate::catalog::Project;
use crate::heal::Meter;
use crate::heal::Role;
use crate::heal::Unmetered;
use crate::repo::Tree;
use crate::trajectory::likeness::Known;
use crate::trajectory::row::ProbeRow;

/// Questions that are written at once.
const AT_ONCE: u64 = 64;

/// One draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Its number.
    pub number: u64,
    /// The chunk.
    pub chunk: ChunkRef,
    /// What came of it.
    pub outcome: ProbeOutcome,
}

/// What a series of draws gave.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The questions.
    pub probes: Vec<Probe>,
    /// Chunks without anything to ask about.
    pub invalid: usize,
    /// Questions that were asked before in nearly the same words.
    pub repeated: usize,
    /// Draws.
    pub draws: u64,
}

/// Draws questions about some chunks, uniformly and with repetition.
pub struct Drawer<'a> {
    tree: &'a dyn Tree,
    project: Project,
    prompter: &'a dyn Prompter,
    meter: &'a dyn Meter,
    seed: Seed,
    purpose: &'static str,
    chunks: &'a [ChunkRef],
}

impl<'a> Drawer<'a> {
    /// A drawer; draws for another `purpose` are others. The Prompter sees no catalogs: no question may depend on what is
    /// being trained.
    pub fn new(
        tree: &'a dyn Tree,
        project: &Project,
        prompter: &'a dyn Prompter,
        seed: Seed,
        purpose: &'static str,
        chunks: &'a [ChunkRef],
    ) -> Self {
        let mut project = project.clone();
        project.catalogs.clear();
        Self { tree, project, prompter, meter: &Unmetered, seed, purpose, chunks }
    }

    /// The same drawer with limits.
    #[must_use]
    pub fn within(self, meter: &'a dyn Meter) -> Self {
        Self { meter, ..self }
    }

    /// Draws up to `count` numbers from `first` on, side by side: as many as the limits allow, and at least one.
    pub fn draw(&self, first: u64, count: u64) -> Result<Vec<Drawn>, AgentError> {
        // Taken at once, so that which numbers are drawn does not depend on which thread comes first.
        let allowed = self.meter.reserve(Role::Prompter, usize::try_from(count).unwrap_or(usize::MAX)) as u64;
        if allowed == 0 && count > 0 {
            return Err(self.meter.exhausted());
        }
        let numbers: Vec<u64> = (first..first + allowed.min(count)).collect();
        numbers.into_par_iter().with_max_len(1).map(|number| self.one(number)).collect()
    }

    /// Draws from `first` on until there are `wanted` questions that `known` does not know yet, or ten times as many were
    /// drawn.
    pub fn batch(&self, first: u64, wanted: usize, known: &mut Known) -> Result<Batch, AgentError> {
        let mut batch = Batch::default();
        let most = 10 * wanted as u64;
        while batch.probes.len() < wanted && batch.draws < most && !self.chunks.is_empty() {
            // No more than are lacking: each may cost.
            let lacking = (wanted - batch.probes.len()) as u64;
            for drawn in self.draw(first + batch.draws, lacking.min(AT_ONCE).min(most - batch.draws))? {
                batch.draws += 1;
                match drawn.outcome {
                    ProbeOutcome::Invalid(_) => batch.invalid += 1,
                    ProbeOutcome::Probe(probe) if known.add(&probe.question) => batch.probes.push(probe),
                    ProbeOutcome::Probe(_) => batch.repeated += 1,
                }
                if batch.probes.len() == wanted {
                    break;
                }
            }
        }
        Ok(batch)
    }

    /// The row of a draw.
    pub fn row(&self, drawn: &Drawn) -> ProbeRow {
        let id = format!("probe-{}-{}-{:06}", self.seed.0, self.purpose, drawn.number);
        let text = self.text(&drawn.chunk);
        match &drawn.outcome {
            ProbeOutcome::Probe(probe) => ProbeRow::of(id, probe, &text),
            ProbeOutcome::Invalid(reason) => ProbeRow::invalid(id, &drawn.chunk, reason, &text),
        }
    }

    /// The row of a question by its number among the questions.
    pub fn probe_row(&self, number: u64, probe: &Probe) -> ProbeRow {
        let id = format!("probe-{}-{}-{number:06}", self.seed.0, self.purpose);
        ProbeRow::of(id, probe, &self.text(&probe.chunk))
    }

    fn one(&self, number: u64) -> Result<Drawn, AgentError> {
        self.meter.check()?;
        let mut random = self.seed.stream(self.purpose, number);
        let chunk = self.chunks[random.random_range(0..self.chunks.len())].clone();
        let text = self.text(&chunk);
        let outcome = match self.prompter.probe(&self.project, &chunk, &text, self.seed, random.random()) {
            // A model that answered with nonsense has asked nothing; one that cannot be reached ends the run.
            Err(AgentError::Unusable { .. }) => ProbeOutcome::Invalid("the Prompter's answer was unusable"),
            outcome => outcome?,
        };
        Ok(Drawn { number, chunk, outcome })
    }

    /// A file's text; empty where it cannot be read, so that its chunks have nothing to ask about.
    fn text(&self, chunk: &ChunkRef) -> String {
        let bytes = self.tree.read(&chunk.path).ok();
        bytes.and_then(|bytes| std::str::from_utf8(&bytes).ok().map(str::to_owned)).unwrap_or_default()
    }
}

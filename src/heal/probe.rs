//! Which questions are asked: drawn from the content of files alone, so that the same content gives the same questions
//! whatever catalogs say.

use std::collections::BTreeSet;

use rand_chacha::rand_core::RngCore;

use crate::agents::AgentError;
use crate::agents::prompter::ChunkRef;
use crate::agents::prompter::Probe;
use crate::agents::prompter::ProbeOutcome;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::base::Seed;
use crate::catalog::Project;
use crate::heal::meter;
use crate::heal::plan::Plan;
use crate::heal::run::Agents;
use crate::heal::run::Options;
use crate::repo::Tree;
use crate::source;

/// Questions that may be asked for each changed file, all roles together.
pub const QUESTIONS_PER_FILE: usize = 20;
/// Times that the Prompter is asked for one question before there are enough tries.
pub(crate) const ATTEMPTS_PER_QUESTION: usize = 4;
/// Questions that one chunk may give.
const PER_CHUNK: usize = 4;

/// What a question is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// About what changed: failures are healed.
    Changed,
    /// About a neighbour of what changed, which may be confused with it: failures are healed.
    Sibling,
    /// About something else: what passes must go on passing.
    Validation,
}

/// A question and why it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// The question and its gold.
    pub(crate) probe: Probe,
    /// What it is asked for.
    pub(crate) role: Role,
}

/// The questions of a run.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    /// The questions, those about what changed first.
    pub(crate) questions: Vec<Question>,
    /// Chunks that had nothing to ask about, with the reason.
    pub(crate) invalid: Vec<(ChunkRef, &'static str)>,
    /// Calls of the Prompter.
    pub(crate) calls: usize,
    /// Calls that went wrong.
    pub(crate) failures: Vec<AgentError>,
}

/// Draws `wanted` questions about what changed, a quarter as many about neighbours, and a validation sample.
pub(crate) fn draw(
    tree: &dyn Tree,
    project: &Project,
    plan: &Plan,
    agents: Agents<'_>,
    options: &Options,
) -> (Sample, Option<AgentError>) {
    let mut sample = Sample::default();
    let ended = fill(tree, project, plan, agents, options, &mut sample).err();
    // A Prompter that failed now and then is no reason to stop; one that never answered is.
    let ended = ended.or_else(|| sample.questions.is_empty().then(|| sample.failures.pop()).flatten());
    (sample, ended)
}

fn fill(
    tree: &dyn Tree,
    project: &Project,
    plan: &Plan,
    agents: Agents<'_>,
    options: &Options,
    sample: &mut Sample,
) -> Result<(), AgentError> {
    let wanted = options.probes;
    let changed: BTreeSet<RepoPath> = plan.changed(project).cloned().collect();
    if changed.is_empty() || wanted == 0 {
        return Ok(());
    }
    // The Prompter sees the source without the catalogs: no question may depend on what is being healed.
    let mut source = project.clone();
    source.catalogs.clear();
    let mut draw = Draw { tree, project: &source, agents, seed: options.seed, sample };
    let most = changed.len() * QUESTIONS_PER_FILE;
    let files = draw.in_order(changed.iter());
    draw.questions(&files, plan, Role::Changed, wanted.min(most), PER_CHUNK)?;
    let modules: BTreeSet<RepoPath> = changed.iter().filter_map(RepoPath::parent).collect();
    let others: Vec<RepoPath> = project
        .files
        .keys()
        .filter(|file| project.facts(file).is_some() && !changed.contains(*file))
        .cloned()
        .collect();
    let near = |file: &&RepoPath| file.parent().is_some_and(|module| modules.contains(&module));
    let siblings = draw.in_order(others.iter().filter(near));
    let room = most.saturating_sub(draw.sample.questions.len());
    draw.questions(&siblings, plan, Role::Sibling, wanted.div_ceil(4).min(room), 1)?;
    let room = most.saturating_sub(draw.sample.questions.len());
    let asked: BTreeSet<RepoPath> =
        draw.sample.questions.iter().map(|question| question.probe.gold_file.clone()).collect();
    let rest = draw.in_order(others.iter().filter(|file| !asked.contains(*file)));
    draw.questions(&rest, plan, Role::Validation, wanted.min(room), 1)
}

struct Draw<'a> {
    tree: &'a dyn Tree,
    project: &'a Project,
    agents: Agents<'a>,
    seed: Seed,
    sample: &'a mut Sample,
}

impl Draw<'_> {
    /// Files in an order that each file's own content decides, so that a change elsewhere moves none of them.
    fn in_order<'f>(&self, files: impl Iterator<Item = &'f RepoPath>) -> Vec<RepoPath> {
        let mut keyed: Vec<(u64, &RepoPath)> =
            files.map(|file| (self.seed.stream("file", self.content(file)).next_u64(), file)).collect();
        keyed.sort();
        keyed.into_iter().map(|(_, file)| file.clone()).collect()
    }

    /// A number made of a file's content.
    fn content(&self, file: &RepoPath) -> u64 {
        let blob = self.project.files.get(file).map(|file| *file.blob.as_bytes()).unwrap_or_default();
        blob.iter().take(8).fold(0, |number, byte| (number << 8) | u64::from(*byte))
    }

    /// Asks for questions file by file in turn, each time about another chunk, until there are `wanted`, every chunk
    /// gave `per_chunk`, or the Prompter was asked four times as often as there are questions wanted.
    fn questions(
        &mut self,
        files: &[RepoPath],
        plan: &Plan,
        role: Role,
        wanted: usize,
        per_chunk: usize,
    ) -> Result<(), AgentError> {
        let mut open: Vec<Vec<LineRange>> = Vec::new();
        let mut found = 0;
        let mut attempts = 0;
        for turn in 0.. {
            let mut alive = false;
            for (number, file) in files.iter().enumerate() {
                if found == wanted || attempts >= ATTEMPTS_PER_QUESTION * wanted {
                    return Ok(());
                }
                if open.len() == number {
                    open.push(self.chunks(file, plan, role));
                }
                let chunks = &open[number];
                if chunks.is_empty() || turn >= chunks.len() * per_chunk {
                    continue;
                }
                alive = true;
                attempts += 1;
                let lines = chunks[turn % chunks.len()];
                found += usize::from(self.ask(file, lines, (turn / chunks.len()) as u64, role)?);
            }
            if !alive {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The chunks of a file in an order that its content decides; for a changed file those that changed, if any did.
    fn chunks(&self, file: &RepoPath, plan: &Plan, role: Role) -> Vec<LineRange> {
        let Some(facts) = self.project.facts(file) else {
            return Vec::new();
        };
        let all: Vec<LineRange> = source::chunks(facts).iter().map(|chunk| chunk.lines).collect();
        let changed = plan.before.get(file).map(|before| before.changed.as_slice()).unwrap_or_default();
        let touched = |chunk: &LineRange| changed.iter().any(|lines| lines.overlaps(*chunk));
        let mut chunks: Vec<LineRange> = all.iter().copied().filter(touched).collect();
        if role != Role::Changed || chunks.is_empty() {
            chunks = all;
        }
        let content = self.content(file);
        chunks.sort_by_key(|lines| (self.seed.stream("chunk", content ^ u64::from(lines.start())).next_u64(), *lines));
        chunks
    }

    /// Asks for one question; whether there is one that was not asked yet.
    fn ask(&mut self, file: &RepoPath, lines: LineRange, repeat: u64, role: Role) -> Result<bool, AgentError> {
        let Ok(bytes) = self.tree.read(file) else {
            return Ok(false);
        };
        let Ok(text) = std::str::from_utf8(&bytes) else {
            return Ok(false);
        };
        let chunk = ChunkRef { path: file.clone(), lines };
        let number = self.content(file) ^ (u64::from(lines.start()) << 8) ^ repeat;
        meter::one(self.agents.meter, meter::Role::Prompter)?;
        self.sample.calls += 1;
        let outcome = match self.agents.prompter.probe(self.project, &chunk, text, self.seed, number) {
            Ok(outcome) => outcome,
            Err(error) if meter::is_end(&error) => return Err(error),
            Err(error) => {
                self.sample.failures.push(error);
                return Ok(false);
            }
        };
        match outcome {
            ProbeOutcome::Probe(probe) => {
                let known = self.sample.questions.iter().any(|known| known.probe.question == probe.question);
                if !known {
                    self.sample.questions.push(Question { probe, role });
                }
                Ok(!known)
            }
            ProbeOutcome::Invalid(reason) => {
                if !self.sample.invalid.iter().any(|(known, _)| *known == chunk) {
                    self.sample.invalid.push((chunk, reason));
                }
                Ok(false)
            }
        }
    }
}

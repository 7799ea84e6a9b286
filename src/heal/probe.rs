//! Which questions are asked: drawn from the content of files alone, so that the same content gives the same questions
//! whatever catalogs say.

use std::collections::BTreeSet;

use rand_chacha::rand_core::RngCore;
use rayon::prelude::*;

use crate::agents::AgentError;
use crate::agents::prompter::ChunkRef;
use crate::agents::prompter::Probe;
use crate::agents::prompter::ProbeOutcome;
use crate::base::Progress;
use crate::base::RepoPath;
use crate::base::Seed;
use crate::catalog::Project;
use crate::heal::meter;
use crate::heal::plan::Plan;
use crate::heal::run::Agents;
use crate::heal::run::Options;
use crate::heal::tries;
use crate::heal::tries::Tries;
use crate::heal::tries::Try;
use crate::repo::Tree;

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
    progress: &dyn Progress,
) -> (Sample, Option<AgentError>) {
    let mut sample = Sample::default();
    let ended = fill(tree, project, plan, agents, options, progress, &mut sample).err();
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
    progress: &dyn Progress,
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
    let mut draw = Draw { tree, project: &source, agents, seed: options.seed, progress, sample };
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
    progress: &'a dyn Progress,
    sample: &'a mut Sample,
}

impl Draw<'_> {
    /// Files in an order that each file's own content decides, so that a change elsewhere moves none of them.
    fn in_order<'f>(&self, files: impl Iterator<Item = &'f RepoPath>) -> Vec<RepoPath> {
        let mut keyed: Vec<(u64, &RepoPath)> =
            files.map(|file| (self.seed.stream("file", tries::content(self.project, file)).next_u64(), file)).collect();
        keyed.sort();
        keyed.into_iter().map(|(_, file)| file.clone()).collect()
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
        let mut tries = Tries::new(self.project, plan, self.seed, role, files, per_chunk);
        let most = ATTEMPTS_PER_QUESTION * wanted;
        let (mut found, mut attempts) = (0, 0);
        while found < wanted && attempts < most {
            // As many at once as are lacking: asked one by one, none of them would be left out.
            let wave: Vec<Try> = tries.by_ref().take((wanted - found).min(most - attempts)).collect();
            if wave.is_empty() {
                break;
            }
            attempts += wave.len();
            found += self.ask(&wave, role)?;
        }
        Ok(())
    }

    /// Asks about several chunks at once; how many questions there are that were not asked yet. What was answered before
    /// the run was over counts.
    fn ask(&mut self, wave: &[Try], role: Role) -> Result<usize, AgentError> {
        let allowed = self.agents.meter.reserve(meter::Role::Prompter, wave.len());
        let mut end = (allowed < wave.len()).then(|| self.agents.meter.exhausted());
        let asked = &wave[..allowed.min(wave.len())];
        let results: Vec<Option<Result<ProbeOutcome, AgentError>>> =
            asked.par_iter().with_max_len(1).map(|tried| self.probe(tried)).collect();
        let mut found = 0;
        for (tried, result) in asked.iter().zip(results) {
            match result {
                Some(Err(error)) if meter::is_end(&error) => end = end.or(Some(error)),
                Some(result) => {
                    self.sample.calls += 1;
                    match result {
                        Ok(outcome) => found += usize::from(self.keep(outcome, &tried.chunk, role)),
                        Err(error) => self.sample.failures.push(error),
                    }
                }
                None => {}
            }
        }
        end.map_or(Ok(found), Err)
    }

    /// The Prompter's answer about a chunk; `None` where there is no text to ask about.
    fn probe(&self, tried: &Try) -> Option<Result<ProbeOutcome, AgentError>> {
        let Try { chunk, repeat } = tried;
        let bytes = self.tree.read(&chunk.path).ok()?;
        let text = std::str::from_utf8(&bytes).ok()?;
        let number = tries::content(self.project, &chunk.path) ^ (u64::from(chunk.lines.start()) << 8) ^ repeat;
        let may = self.agents.meter.check();
        let outcome = may.and_then(|()| self.agents.prompter.probe(self.project, chunk, text, self.seed, number));
        self.progress.advance(u64::from(matches!(outcome, Ok(ProbeOutcome::Probe(_)))));
        Some(outcome)
    }

    /// Notes what came of a chunk; whether it is a question that was not asked yet.
    fn keep(&mut self, outcome: ProbeOutcome, chunk: &ChunkRef, role: Role) -> bool {
        match outcome {
            ProbeOutcome::Probe(probe) => {
                let known = self.sample.questions.iter().any(|known| known.probe.question == probe.question);
                if !known {
                    self.sample.questions.push(Question { probe, role });
                }
                !known
            }
            ProbeOutcome::Invalid(reason) => {
                if !self.sample.invalid.iter().any(|(known, _)| known == chunk) {
                    self.sample.invalid.push((chunk.clone(), reason));
                }
                false
            }
        }
    }
}

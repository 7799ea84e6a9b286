//! The loop: refresh, draw questions, and heal round by round until a round keeps nothing.
//!
//! That last round is what makes a second run a fixed point: it saw the same questions, the same failures and the same
//! proposals, and rejected them all. Each kept candidate repairs a failure and breaks nothing, so the rounds are at most
//! one more than the failures.

use std::collections::BTreeMap;

use crate::agents::AgentError;
use crate::agents::healer::Healer;
use crate::agents::prompter::Prompter;
use crate::agents::solver::Solver;
use crate::base::Progress;
use crate::base::RepoPath;
use crate::base::Seed;
use crate::catalog::Limits;
use crate::catalog::Project;
use crate::config::LintConfig;
use crate::heal::describe;
use crate::heal::exam::Answer;
use crate::heal::exam::Exam;
use crate::heal::gate::Gate;
use crate::heal::gate::Verdict;
use crate::heal::ledger::Ledger;
use crate::heal::outcome::Report;
use crate::heal::outcome::TraceRow;
use crate::heal::plan::Plan;
use crate::heal::probe;
use crate::heal::refresh::refresh;
use crate::heal::step;
use crate::repo::Tree;

/// Who is asked.
#[derive(Clone, Copy)]
pub struct Agents<'a> {
    /// Writes questions.
    pub prompter: &'a dyn Prompter,
    /// Answers them.
    pub solver: &'a dyn Solver,
    /// Proposes edits.
    pub healer: &'a dyn Healer,
}

/// How a run is done.
#[derive(Clone, Debug)]
pub struct Options {
    /// Questions about what changed; 0 refreshes only.
    pub probes: usize,
    /// The number from which all sampling follows.
    pub seed: Seed,
    /// What lint checks and how strictly.
    pub lint: LintConfig,
    /// What entries may hold.
    pub limits: Limits,
    /// How much asking is worth.
    pub effort: Effort,
}

/// How much asking is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Asking costs nothing: rounds until nothing more is kept, and every edit must be measured to help.
    Thorough,
    /// Each call costs: one round, and an edit is kept with the others of its candidate.
    Frugal,
}

/// What a run made of the catalogs.
#[derive(Debug)]
pub struct Outcome {
    /// The catalogs that differ from what stands, by directory; `None` for one that goes.
    pub catalogs: BTreeMap<RepoPath, Option<String>>,
    /// What was done.
    pub report: Report,
    /// Why the run stopped before its end, if it did; what it made until then stands.
    pub stopped: Option<AgentError>,
}

/// Refreshes and heals the catalogs of a project. Nothing is written: the outcome holds the texts. `trace` is told every
/// question, answer, proposal and verdict as it comes.
pub fn run(
    tree: &dyn Tree,
    project: &Project,
    plan: &Plan,
    agents: Agents<'_>,
    options: &Options,
    progress: &dyn Progress,
    trace: &mut dyn FnMut(&TraceRow),
) -> Outcome {
    progress.stage("refreshing catalogs", 1);
    let refreshed = refresh(project, plan, &options.lint, &options.limits);
    progress.advance(1);
    let mut ledger = Ledger::new(plan, &refreshed);
    let mut healed = refreshed.project;
    let stopped = heal(tree, plan, agents, options, progress, &mut healed, &mut ledger, trace).err();
    if let Some(error) = &stopped {
        ledger.stop(error);
    }
    Outcome { catalogs: difference(project, &healed), report: ledger.close(), stopped }
}

/// Heals `project` in place, round by round.
#[expect(clippy::too_many_arguments, reason = "the parts of one run, each used by a different stage")]
fn heal(
    tree: &dyn Tree,
    plan: &Plan,
    agents: Agents<'_>,
    options: &Options,
    progress: &dyn Progress,
    project: &mut Project,
    ledger: &mut Ledger,
    trace: &mut dyn FnMut(&TraceRow),
) -> Result<(), AgentError> {
    progress.stage("writing questions", 1);
    let sample = probe::draw(tree, project, plan, agents.prompter, options.seed, options.probes)?;
    ledger.drew(&sample, trace);
    progress.stage("answering", sample.questions.len() as u64);
    let exam = Exam::new(agents.solver, &sample.questions);
    let all: Vec<usize> = (0..sample.questions.len()).collect();
    let mut answers = exam.ask(project, &all)?;
    ledger.answered(&exam, &answers, trace);
    let mut round = 0;
    loop {
        round += 1;
        ledger.round(round);
        let assignments = step::assignments(project, &exam, &answers);
        progress.stage("healing", assignments.len() as u64);
        let mut kept = false;
        for (module, numbers) in assignments {
            let failing: Vec<usize> = numbers.into_iter().filter(|number| !answers[number].passed()).collect();
            if !failing.is_empty() {
                kept |= heal_catalog(&module, &failing, agents, options, &exam, project, &mut answers, ledger, trace)?;
            }
            progress.advance(1);
        }
        ledger.asked(exam.calls());
        if !kept {
            return Ok(());
        }
        if options.effort == Effort::Frugal {
            ledger.answered(&exam, &answers, trace);
            return Ok(());
        }
        // What was not asked again since the catalogs changed is asked now, so that the next round sees what a second
        // run would see.
        answers = exam.ask(project, &all)?;
        ledger.answered(&exam, &answers, trace);
    }
}

/// Heals one catalog with its failures; whether anything was kept.
#[expect(clippy::too_many_arguments, reason = "the parts of one run, each used by a different stage")]
fn heal_catalog(
    module: &RepoPath,
    failing: &[usize],
    agents: Agents<'_>,
    options: &Options,
    exam: &Exam<'_>,
    project: &mut Project,
    answers: &mut BTreeMap<usize, Answer>,
    ledger: &mut Ledger,
    trace: &mut dyn FnMut(&TraceRow),
) -> Result<bool, AgentError> {
    let failures = step::failures(exam, answers, failing);
    let proposal = agents.healer.heal(project, module, &failures)?;
    ledger.proposed(module, failing, exam, &proposal, trace);
    let gate = Gate { exam, project, config: &options.lint, module, failing, answers, effort: options.effort };
    let Verdict { kept, dropped } = gate.judge(proposal.edits)?;
    let repaired: Vec<usize> = kept.iter().flat_map(|kept| repaired(failing, &kept.answers)).collect();
    let edits = kept.iter().flat_map(|kept| kept.edits.iter().map(describe::edit)).collect();
    ledger.judged(module, edits, &dropped, repaired, trace);
    let Some(candidate) = kept else {
        return Ok(false);
    };
    *project = candidate.project;
    answers.extend(candidate.answers);
    Ok(true)
}

fn repaired(failing: &[usize], answers: &BTreeMap<usize, Answer>) -> Vec<usize> {
    failing.iter().copied().filter(|number| answers.get(number).is_some_and(Answer::passed)).collect()
}

/// The catalogs of `now` that differ from those of `before`.
fn difference(before: &Project, now: &Project) -> BTreeMap<RepoPath, Option<String>> {
    let text =
        |project: &Project, directory: &RepoPath| project.catalogs.get(directory).map(|catalog| catalog.text.clone());
    before
        .catalogs
        .keys()
        .chain(now.catalogs.keys())
        .map(|directory| (directory.clone(), text(before, directory), text(now, directory)))
        .filter(|(_, before, now)| before != now)
        .map(|(directory, _, now)| (directory, now))
        .collect()
}

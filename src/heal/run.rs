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
use crate::catalog::CatalogEdit;
use crate::catalog::Limits;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::config::LintConfig;
use crate::heal::describe;
use crate::heal::exam::Answer;
use crate::heal::exam::Answers;
use crate::heal::exam::Exam;
use crate::heal::gate::Gate;
use crate::heal::gate::Rejection;
use crate::heal::gate::Verdict;
use crate::heal::hands::Hands;
use crate::heal::ledger::Ledger;
use crate::heal::meter;
use crate::heal::meter::Meter;
use crate::heal::meter::Role;
use crate::heal::outcome::Report;
use crate::heal::outcome::TraceRow;
use crate::heal::plan::Plan;
use crate::heal::probe;
use crate::heal::projection::Projection;
use crate::heal::refresh::refresh;
use crate::heal::step;
use crate::repo::Tree;

/// Who is asked, and how much.
#[derive(Clone, Copy)]
pub struct Agents<'a> {
    /// Writes questions.
    pub prompter: &'a dyn Prompter,
    /// Answers them.
    pub solver: &'a dyn Solver,
    /// Proposes edits.
    pub healer: &'a dyn Healer,
    /// Says whether the run may go on.
    pub meter: &'a dyn Meter,
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
    /// Asking costs nothing: rounds until nothing more is kept, entry by entry, and no edit stays without which the
    /// answers are better.
    Thorough,
    /// Each call costs: one round, and an edit is kept with the others of its candidate.
    Frugal,
}

/// What a run made of the catalogs.
#[derive(Debug)]
pub struct Outcome {
    /// The catalogs that differ from what stands, by directory; `None` for one that goes.
    pub catalogs: BTreeMap<RepoPath, Option<String>>,
    /// The project with them.
    pub project: Project,
    /// The parts of catalogs that people wrote, where they stand now.
    pub hands: Hands,
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
    let projected = Projection::of(plan, &refreshed.project, options.probes);
    let ledger = Ledger::new(plan, &refreshed, projected);
    let hands = refreshed.hands;
    let mut run =
        Run { tree, plan, agents, options, hands: &hands, project: refreshed.project, ledger, progress, trace };
    let stopped = run.heal().err();
    if let Some(error) = &stopped {
        run.ledger.stop(error);
    }
    run.ledger.spent(agents.meter.spent());
    let (healed, report) = (run.project, run.ledger.close());
    Outcome { catalogs: difference(project, &healed), project: healed, hands, report, stopped }
}

/// A run under way.
struct Run<'a> {
    tree: &'a dyn Tree,
    plan: &'a Plan,
    agents: Agents<'a>,
    options: &'a Options,
    hands: &'a Hands,
    /// The project with what was kept so far.
    project: Project,
    ledger: Ledger,
    progress: &'a dyn Progress,
    trace: &'a mut dyn FnMut(&TraceRow),
}

impl Run<'_> {
    /// Draws the questions, answers them, and heals.
    fn heal(&mut self) -> Result<(), AgentError> {
        let wanted = Projection::of(self.plan, &self.project, self.options.probes).solver_calls;
        self.progress.stage("writing questions", wanted as u64);
        let (sample, ended) =
            probe::draw(self.tree, &self.project, self.plan, self.agents, self.options, self.progress);
        self.ledger.drew(&sample, self.trace);
        if let Some(error) = ended {
            return Err(error);
        }
        self.progress.stage("answering", sample.questions.len() as u64);
        let exam = Exam::new(self.agents.solver, self.agents.meter, &sample.questions).told(self.progress);
        let all: Vec<usize> = (0..sample.questions.len()).collect();
        let (mut answers, ended) = exam.ask_some(&self.project, &all);
        self.ledger.answered(&exam, &answers, self.trace);
        let result = match ended {
            Some(error) => Err(error),
            None => self.rounds(&exam, &all, &mut answers).inspect_err(|_| {
                // What was kept before the end is told.
                self.ledger.answered(&exam, &answers, self.trace);
            }),
        };
        self.ledger.asked(&exam);
        self.ledger.went_wrong(&exam);
        result
    }

    /// Heals round by round.
    fn rounds(&mut self, exam: &Exam<'_>, all: &[usize], answers: &mut Answers) -> Result<(), AgentError> {
        for round in 1.. {
            self.ledger.round(round);
            let assignments = step::assignments(&self.project, exam, answers);
            self.progress.stage("healing", assignments.len() as u64);
            let mut kept = false;
            for (module, numbers) in assignments {
                let failing: Vec<usize> =
                    numbers.into_iter().filter(|number| !answers.get(number).is_some_and(Answer::passed)).collect();
                if !failing.is_empty() {
                    kept |= self.heal_catalog(&module, &failing, exam, answers)?;
                }
                self.progress.advance(1);
            }
            if !kept {
                break;
            }
            if self.options.effort == Effort::Frugal {
                self.ledger.answered(exam, answers, self.trace);
                break;
            }
            // What was not asked again since the catalogs changed is asked now, so that the next round sees what a
            // second run would see.
            *answers = exam.ask(&self.project, all)?;
            self.ledger.answered(exam, answers, self.trace);
        }
        Ok(())
    }

    /// Heals one catalog with its failures; whether anything was kept.
    fn heal_catalog(
        &mut self,
        module: &RepoPath,
        failing: &[usize],
        exam: &Exam<'_>,
        answers: &mut Answers,
    ) -> Result<bool, AgentError> {
        let failures = step::failures(exam, answers, failing);
        meter::one(self.agents.meter, Role::Healer)?;
        let proposal = match self.agents.healer.heal(&self.project, module, &failures) {
            Ok(proposal) => proposal,
            Err(error) if meter::is_end(&error) => return Err(error),
            Err(error) => {
                self.ledger.failed(module, &error);
                return Ok(false);
            }
        };
        self.ledger.proposed(module, failing, exam, &proposal, self.trace);
        let mut judged = Judged::default();
        // Entry by entry, what fails in one takes nothing from another; where each call costs, one trial is for all.
        let parts = match self.options.effort {
            Effort::Thorough => step::by_entry(proposal.edits),
            Effort::Frugal => vec![(None, proposal.edits)],
        };
        for part in parts {
            self.judge(module, failing, part, exam, answers, &mut judged)?;
        }
        let kept = !judged.kept.is_empty();
        self.ledger.judged(module, judged.kept, &judged.dropped, judged.repaired, self.trace);
        Ok(kept)
    }

    /// Keeps edits, of one entry or of all, if the gate lets them pass.
    fn judge(
        &mut self,
        module: &RepoPath,
        failing: &[usize],
        (target, edits): (Option<Target>, Vec<CatalogEdit>),
        exam: &Exam<'_>,
        answers: &mut Answers,
        judged: &mut Judged,
    ) -> Result<(), AgentError> {
        let about = |number: &usize| step::leads_to(target.as_ref(), &exam.questions[*number].probe.gold_file);
        let open = |number: &usize| !answers.get(number).is_some_and(Answer::passed);
        let failing: Vec<usize> = failing.iter().copied().filter(about).filter(open).collect();
        let gate = Gate {
            exam,
            project: &self.project,
            config: &self.options.lint,
            hands: self.hands,
            module,
            failing: &failing,
            answers,
            effort: self.options.effort,
        };
        let Verdict { kept, dropped } = gate.judge(edits)?;
        judged.dropped.extend(dropped);
        if let Some(candidate) = kept {
            judged.repaired.extend(repaired(&failing, &candidate.answers));
            judged.kept.extend(candidate.edits.iter().map(describe::edit));
            self.project = candidate.project;
            answers.extend(candidate.answers);
        }
        Ok(())
    }
}

/// What became of the edits of one catalog.
#[derive(Default)]
struct Judged {
    /// What is kept, in words.
    kept: Vec<String>,
    dropped: Vec<(CatalogEdit, Rejection)>,
    /// The numbers of the questions that pass now.
    repaired: Vec<usize>,
}

fn repaired(failing: &[usize], answers: &Answers) -> Vec<usize> {
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

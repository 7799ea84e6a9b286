//! One round of training (first paper, Algorithm 1): a batch of questions, the catalogs that misled, and what repairs
//! them. Unlike a run of `heal`, it may begin with empty catalogs, and each catalog is healed once.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::agents::AgentError;
use crate::agents::healer::Failure;
use crate::agents::healer::Proposal;
use crate::agents::prompter::Probe;
use crate::base::Progress;
use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::Limits;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::catalog::bootstrap;
use crate::config::LintConfig;
use crate::heal::exam::Answer;
use crate::heal::exam::Exam;
use crate::heal::gate::Gate;
use crate::heal::gate::Verdict;
use crate::heal::hands::Hands;
use crate::heal::meter;
use crate::heal::meter::Spent;
use crate::heal::outcome::Usage;
use crate::heal::probe::Question;
use crate::heal::probe::Role;
use crate::heal::refresh;
use crate::heal::run::Agents;
use crate::heal::run::Effort;
use crate::heal::step;

/// Whether proposals are judged before they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gating {
    /// Kept is what lints clean, repairs a failure of the batch and breaks none of its passes.
    On,
    /// Everything that can be applied is kept, as in the paper.
    Off,
}

/// How a round is done.
#[derive(Clone, Debug)]
pub struct RoundOptions {
    /// What lint checks and how strictly.
    pub lint: LintConfig,
    /// What entries may hold.
    pub limits: Limits,
    /// Whether proposals are judged.
    pub gating: Gating,
}

/// What became of a batch.
#[derive(Clone, Debug)]
pub struct Round {
    /// The project with the healed catalogs.
    pub project: Project,
    /// Whether each question was answered before healing: the gold file ranked first.
    pub passed: Vec<bool>,
    /// Whether each gold function was ranked first, too; questions about whole files pass with their file.
    pub passed_function: Vec<bool>,
    /// Turns of the Solver for these answers, all together.
    pub turns: usize,
    /// Catalogs that failures were put down to.
    pub catalogs: usize,
    /// Entries that were missing and were drafted.
    pub added: usize,
    /// Edits that were kept.
    pub kept: usize,
    /// Edits that were given up.
    pub given_up: usize,
    /// Failures that the Healer dropped, the catalogs not being to blame.
    pub triaged: usize,
    /// Calls that gave nothing to work with, in words, sorted.
    pub failures: Vec<String>,
    /// What was asked of whom, and what all of it took.
    pub usage: Usage,
    /// What the Healer took of that.
    pub healer: Spent,
}

/// Answers the questions, heals with the failures.
pub fn round(
    project: &Project,
    probes: &[Probe],
    agents: Agents<'_>,
    options: &RoundOptions,
    progress: &dyn Progress,
) -> Result<Round, AgentError> {
    let questions: Vec<Question> =
        probes.iter().map(|probe| Question { probe: probe.clone(), role: Role::Changed }).collect();
    let before = agents.meter.spent();
    let exam = Exam::new(agents.solver, agents.meter, &questions);
    progress.stage("answering", questions.len() as u64);
    let numbers: Vec<usize> = (0..questions.len()).collect();
    let answers = exam.ask(project, &numbers)?;
    let mut round = Round {
        project: project.clone(),
        passed: numbers.iter().map(|number| answers.get(number).is_some_and(Answer::passed)).collect(),
        passed_function: numbers
            .iter()
            .map(|number| answers.get(number).is_some_and(|answer| function_passed(&probes[*number], answer)))
            .collect(),
        turns: answers.values().map(|answer| answer.prediction.path.len()).sum(),
        catalogs: 0,
        added: 0,
        kept: 0,
        given_up: 0,
        triaged: 0,
        failures: Vec::new(),
        usage: Usage::default(),
        healer: Spent::default(),
    };
    let mut work = Work { exam: &exam, agents, options, answers, round: &mut round };
    let assignments = step::assignments(project, &exam, &work.answers);
    progress.stage("healing", assignments.len() as u64);
    for (module, failing) in assignments {
        work.heal(&module, &failing)?;
        progress.advance(1);
    }
    let Spent { tokens, cost } = agents.meter.spent() - before;
    round.usage.solver_calls = exam.calls();
    round.usage.tokens = tokens;
    round.usage.cost = cost;
    round.failures.extend(exam.failures());
    round.failures.sort();
    Ok(round)
}

fn function_passed(probe: &Probe, answer: &Answer) -> bool {
    match &probe.gold_function {
        None => answer.passed(),
        Some(gold) => {
            let first = answer.prediction.functions.first();
            first.is_some_and(|first| first.path == probe.gold_file && first.name == *gold)
        }
    }
}

struct Work<'a> {
    exam: &'a Exam<'a>,
    agents: Agents<'a>,
    options: &'a RoundOptions,
    answers: BTreeMap<usize, Answer>,
    round: &'a mut Round,
}

impl Work<'_> {
    /// Heals one catalog with its failures.
    fn heal(&mut self, module: &RepoPath, failing: &[usize]) -> Result<(), AgentError> {
        self.round.catalogs += 1;
        self.draft(module, failing)?;
        let failing: Vec<usize> = failing.iter().copied().filter(|number| !self.answers[number].passed()).collect();
        if failing.is_empty() {
            return Ok(());
        }
        let failures = step::failures(self.exam, &self.answers, &failing);
        let Some(proposal) = self.propose(module, &failures)? else {
            return Ok(());
        };
        self.round.triaged += proposal.triaged.len();
        for (target, edits) in step::by_entry(proposal.edits) {
            match self.options.gating {
                Gating::On => self.judge(module, &failing, target.as_ref(), edits)?,
                Gating::Off => self.apply(module, edits),
            }
        }
        Ok(())
    }

    /// Asks the Healer. One that answers with nonsense proposes nothing; one that cannot be reached ends the round.
    fn propose(&mut self, module: &RepoPath, failures: &[Failure]) -> Result<Option<Proposal>, AgentError> {
        let meter = self.agents.meter;
        meter::one(meter, meter::Role::Healer)?;
        let before = meter.spent();
        let proposal = self.agents.healer.heal(&self.round.project, module, failures);
        self.round.usage.healer_calls += 1;
        self.round.healer = self.round.healer + (meter.spent() - before);
        match proposal {
            Err(error @ AgentError::Unusable { .. }) => {
                self.round.failures.push(error.to_string());
                Ok(None)
            }
            proposal => proposal.map(Some),
        }
    }

    /// Adds the entries that lead to the failures' files and are not there yet, as refreshing would draft them: a Healer
    /// improves words, and where there are none yet these are the first.
    fn draft(&mut self, module: &RepoPath, failing: &[usize]) -> Result<(), AgentError> {
        let project = &self.round.project;
        let (Some(known), Some(catalog)) = (project.modules.get(module), project.catalogs.get(module)) else {
            return Ok(());
        };
        let gold: BTreeSet<&RepoPath> =
            failing.iter().map(|number| &self.exam.questions[*number].probe.gold_file).collect();
        let files = known.files.iter().filter(|file| gold.contains(file)).filter_map(|file| {
            let facts = project.facts(file)?;
            Some((Target::File(file.clone()), bootstrap::entry(file, facts, &self.options.limits)))
        });
        let leads = |child: &&RepoPath| gold.iter().any(|file| file.is_within(child));
        let children = known.children.iter().filter(leads).map(|child| {
            (Target::Module(child.clone()), bootstrap::module_entry(project, child, &self.options.limits))
        });
        let missing: Vec<CatalogEdit> = files
            .chain(children)
            .filter(|(target, _)| catalog.entry(target).is_none())
            .map(|(_, entry)| CatalogEdit::AddEntry { section: refresh::section(catalog, &entry), entry })
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        self.round.added += missing.len();
        self.apply(module, missing);
        let answers = self.exam.ask(&self.round.project, failing)?;
        self.answers.extend(answers);
        Ok(())
    }

    /// Keeps the edits of one entry if the gate lets them pass.
    fn judge(
        &mut self,
        module: &RepoPath,
        failing: &[usize],
        target: Option<&Target>,
        edits: Vec<CatalogEdit>,
    ) -> Result<(), AgentError> {
        let about = |number: &usize| step::leads_to(target, &self.exam.questions[*number].probe.gold_file);
        let open = |number: &usize| !self.answers[number].passed();
        let failing: Vec<usize> = failing.iter().copied().filter(about).filter(open).collect();
        let count = edits.len();
        if failing.is_empty() {
            self.round.given_up += count;
            return Ok(());
        }
        // A training run owns its catalogs: what people wrote stands untouched in the work tree.
        let nobody = Hands::default();
        let gate = Gate {
            hands: &nobody,
            exam: self.exam,
            project: &self.round.project,
            config: &self.options.lint,
            module,
            failing: &failing,
            answers: &self.answers,
            effort: Effort::Frugal,
        };
        let Verdict { kept, .. } = gate.judge(edits)?;
        let Some(candidate) = kept else {
            self.round.given_up += count;
            return Ok(());
        };
        self.round.kept += candidate.edits.len();
        self.round.given_up += count - candidate.edits.len();
        self.round.project = candidate.project;
        self.answers.extend(candidate.answers);
        Ok(())
    }

    /// Applies edits one by one; those that cannot be applied are left out.
    fn apply(&mut self, module: &RepoPath, edits: Vec<CatalogEdit>) {
        for edit in edits {
            let Some(catalog) = self.round.project.catalogs.get(module) else {
                return;
            };
            match catalog::apply(catalog, std::slice::from_ref(&edit)) {
                Ok(text) => {
                    self.round.project = self.round.project.with_catalog(module, &text);
                    self.round.kept += 1;
                }
                Err(_) => self.round.given_up += 1,
            }
        }
    }
}

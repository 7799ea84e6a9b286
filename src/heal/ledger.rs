//! Keeps the books of a run: fills the report and tells the trace.

use std::collections::BTreeMap;

use crate::agents::AgentError;
use crate::agents::healer::Proposal;
use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::CatalogEdit;
use crate::heal::describe;
use crate::heal::exam::Answer;
use crate::heal::exam::Exam;
use crate::heal::gate::Rejection;
use crate::heal::hands::Hands;
use crate::heal::hands::Origin;
use crate::heal::meter::Spent;
use crate::heal::outcome::ByHand;
use crate::heal::outcome::CatalogReport;
use crate::heal::outcome::FileReport;
use crate::heal::outcome::GivenUp;
use crate::heal::outcome::LeftAlone;
use crate::heal::outcome::LeftOver;
use crate::heal::outcome::PassRate;
use crate::heal::outcome::Report;
use crate::heal::outcome::TraceRow;
use crate::heal::outcome::Triaged;
use crate::heal::plan::Plan;
use crate::heal::probe::Role;
use crate::heal::probe::Sample;
use crate::heal::projection::Projection;
use crate::heal::refresh::Action;
use crate::heal::refresh::Refreshed;

/// The books of one run.
pub(crate) struct Ledger {
    report: Report,
    catalogs: BTreeMap<RepoPath, CatalogReport>,
    round: usize,
}

impl Ledger {
    pub(crate) fn new(plan: &Plan, refreshed: &Refreshed, projected: Projection) -> Self {
        let mut report = Report {
            projected,
            scope: describe::scope(&plan.scope),
            files: plan
                .files
                .iter()
                .map(|file| FileReport { path: file.path.to_string(), reason: describe::cause(&file.cause) })
                .collect(),
            skipped: plan
                .skipped
                .iter()
                .map(|file| FileReport { path: file.path.to_string(), reason: describe::skip(file.reason).to_owned() })
                .collect(),
            ..Report::default()
        };
        let mut done: BTreeMap<RepoPath, Vec<&Action>> = BTreeMap::new();
        for action in &refreshed.actions {
            match action {
                Action::LeftAlone { module, subject, why } => report.left_alone.push(LeftAlone {
                    catalog: catalog_path(module),
                    subject: subject.clone(),
                    reason: why.clone(),
                }),
                action => done.entry(home(action, refreshed)).or_default().push(action),
            }
        }
        report.by_hand = by_hand(&refreshed.hands);
        let mut ledger = Self { report, catalogs: BTreeMap::new(), round: 0 };
        for (module, actions) in done {
            ledger.catalog(&module).refreshed = describe::actions(actions);
        }
        ledger
    }

    /// Notes the questions.
    pub(crate) fn drew(&mut self, sample: &Sample, trace: &mut dyn FnMut(&TraceRow)) {
        self.report.invalid_chunks = sample.invalid.len();
        self.report.usage.prompter_calls = sample.calls;
        self.report.failures.extend(sample.failures.iter().map(ToString::to_string));
        for (number, question) in sample.questions.iter().enumerate() {
            let probe = &question.probe;
            trace(&TraceRow::Probe {
                number,
                role: match question.role {
                    Role::Changed => "changed",
                    Role::Sibling => "sibling",
                    Role::Validation => "validation",
                },
                question: probe.question.clone(),
                gold_file: probe.gold_file.to_string(),
                gold_function: probe.gold_function.clone(),
                lines: probe.lines.to_string(),
                reasoning: probe.reasoning.clone(),
            });
        }
    }

    /// Begins a round.
    pub(crate) fn round(&mut self, round: usize) {
        self.round = round;
        self.report.rounds = round;
    }

    /// Notes all answers; the first time they are the state before healing, and always the state after.
    pub(crate) fn answered(
        &mut self,
        exam: &Exam<'_>,
        answers: &BTreeMap<usize, Answer>,
        trace: &mut dyn FnMut(&TraceRow),
    ) {
        let first = self.round == 0;
        for rate in self.catalogs.values_mut().map(|catalog| &mut catalog.probes) {
            rate.passed_after = 0;
        }
        self.report.probes.passed_after = 0;
        self.report.validation.passed_after = 0;
        self.report.left.clear();
        let unanswered = (0..exam.questions.len()).filter(|number| !answers.contains_key(number));
        self.report.unanswered = unanswered.map(|number| exam.questions[number].probe.question.clone()).collect();
        for (number, answer) in answers {
            let question = &exam.questions[*number];
            let gold = &question.probe.gold_file;
            if question.role == Role::Validation {
                count(&mut self.report.validation, first, answer.passed());
            } else {
                count(&mut self.report.probes, first, answer.passed());
                count(&mut self.catalog(&gold.parent().unwrap_or_default()).probes, first, answer.passed());
                if !answer.passed() {
                    self.report.left.push(LeftOver {
                        question: question.probe.question.clone(),
                        gold: gold.to_string(),
                        predicted: answer.prediction.files.first().map_or(String::new(), |file| file.path.to_string()),
                        rank: answer.rank,
                    });
                }
            }
            trace(&TraceRow::Answer {
                round: self.round + 1,
                number: *number,
                passed: answer.passed(),
                rank: answer.rank,
                files: answer.prediction.files.iter().take(5).map(|file| file.path.to_string()).collect(),
                path: answer.prediction.path.iter().map(|turn| turn.action.clone()).collect(),
            });
        }
        self.asked(exam);
    }

    /// Notes how often the Solver was asked so far.
    pub(crate) fn asked(&mut self, exam: &Exam<'_>) {
        self.report.usage.solver_calls = exam.calls();
    }

    /// Notes what went wrong in single calls of the Solver.
    pub(crate) fn went_wrong(&mut self, exam: &Exam<'_>) {
        self.report.failures.extend(exam.failures());
    }

    /// Notes what all calls took.
    pub(crate) fn spent(&mut self, spent: Spent) {
        self.report.usage.tokens = spent.tokens;
        self.report.usage.cost = spent.cost;
    }

    /// Notes a call of the Healer that went wrong.
    pub(crate) fn failed(&mut self, module: &RepoPath, error: &AgentError) {
        self.report.usage.healer_calls += 1;
        self.report.failures.push(format!("{}: {error}", catalog_path(module)));
    }

    /// Notes what a Healer made of a catalog's failures. What was triaged in an earlier round is forgotten: this round
    /// saw better.
    pub(crate) fn proposed(
        &mut self,
        module: &RepoPath,
        failing: &[usize],
        exam: &Exam<'_>,
        proposal: &Proposal,
        trace: &mut dyn FnMut(&TraceRow),
    ) {
        self.report.usage.healer_calls += 1;
        let triaged: Vec<(usize, String)> = proposal
            .triaged
            .iter()
            .filter_map(|(at, reason)| failing.get(*at).map(|number| (*number, (*reason).to_owned())))
            .collect();
        let catalog = self.catalog(module);
        catalog.triaged = triaged
            .iter()
            .map(|(number, reason)| Triaged {
                question: exam.questions[*number].probe.question.clone(),
                reason: reason.clone(),
            })
            .collect();
        trace(&TraceRow::Proposal {
            round: self.round,
            catalog: catalog_path(module),
            failures: failing.to_vec(),
            edits: proposal.edits.iter().map(describe::edit).collect(),
            triaged,
        });
    }

    /// Notes what the gate decided. Of what was given up only the last round's counts: earlier ones were tried again.
    pub(crate) fn judged(
        &mut self,
        module: &RepoPath,
        edits: Vec<String>,
        dropped: &[(CatalogEdit, Rejection)],
        repaired: Vec<usize>,
        trace: &mut dyn FnMut(&TraceRow),
    ) {
        let given_up: Vec<GivenUp> = dropped
            .iter()
            .map(|(edit, rejection)| GivenUp { edit: describe::edit(edit), reason: rejection.to_string() })
            .collect();
        let catalog = self.catalog(module);
        catalog.kept.extend(edits.iter().cloned());
        catalog.given_up.clone_from(&given_up);
        trace(&TraceRow::Verdict {
            round: self.round,
            catalog: catalog_path(module),
            kept: !edits.is_empty(),
            edits,
            dropped: given_up,
            repaired,
        });
    }

    /// Notes why the run stopped early.
    pub(crate) fn stop(&mut self, error: &AgentError) {
        self.report.stopped = Some(error.to_string());
    }

    /// The finished report.
    pub(crate) fn close(mut self) -> Report {
        self.report.catalogs = self.catalogs.into_values().collect();
        self.report
    }

    fn catalog(&mut self, module: &RepoPath) -> &mut CatalogReport {
        self.catalogs
            .entry(module.clone())
            .or_insert_with(|| CatalogReport { catalog: catalog_path(module), ..CatalogReport::default() })
    }
}

/// The catalog that an action changed: of those that changed, the nearest one to what the action is about.
fn home(action: &Action, refreshed: &Refreshed) -> RepoPath {
    let subject = match action {
        Action::EntryAdded { module, .. }
        | Action::CatalogAdded { module }
        | Action::CatalogRemoved { module }
        | Action::LeftAlone { module, .. }
        | Action::CatalogMoved { to: module, .. } => return module.clone(),
        Action::RangeSet { file, .. }
        | Action::SymbolRenamed { file, .. }
        | Action::SymbolRemoved { file, .. }
        | Action::SymbolAdded { file, .. } => file,
        Action::EntryMoved { to, .. } | Action::SymbolMoved { to, .. } => to,
        Action::EntryRemoved { path } | Action::ListRenewed { path } => path,
    };
    let changed = subject.ancestors().find(|directory| refreshed.catalogs.contains_key(directory));
    changed.or_else(|| subject.parent()).unwrap_or_default()
}

/// How many parts of catalogs are only added to, by reason.
fn by_hand(hands: &Hands) -> Vec<ByHand> {
    let mut counts: BTreeMap<(bool, String), usize> = BTreeMap::new();
    for (_, _, origin) in hands.iter() {
        let key = match origin {
            Origin::Commit(_) => (true, "written in a commit that did not heal".to_owned()),
            Origin::Uncommitted => (true, "changed since the last commit, and not by git-libra here".to_owned()),
            Origin::Unknown(why) => (false, (*why).to_owned()),
        };
        *counts.entry(key).or_default() += 1;
    }
    counts.into_iter().rev().map(|((known, reason), parts)| ByHand { reason, parts, known }).collect()
}

fn catalog_path(module: &RepoPath) -> String {
    module.join(CATALOG_FILE).map_or_else(|_| module.to_string(), |path| path.to_string())
}

fn count(rate: &mut PassRate, first: bool, passed: bool) {
    if first {
        rate.asked += 1;
        rate.passed_before += usize::from(passed);
    }
    rate.passed_after += usize::from(passed);
}

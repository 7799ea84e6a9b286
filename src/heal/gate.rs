//! Whether a candidate is kept (design §7.6): named checks, each with its own reason to reject, and the shrinking of what
//! does not pass.

use std::collections::BTreeMap;
use std::fmt;

use crate::agents::AgentError;
use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::Catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::EditRefused;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::config::LintConfig;
use crate::config::Severity;
use crate::heal::describe;
use crate::heal::exam::Answer;
use crate::heal::exam::Answers;
use crate::heal::exam::Exam;
use crate::heal::hands::Hands;
use crate::heal::probe::Role;
use crate::heal::run::Effort;
use crate::lint;

/// Candidates that are tried for one catalog before the rest is given up.
const TRIALS: usize = 40;
/// The same where each call costs.
const FRUGAL_TRIALS: usize = 5;

/// Why a candidate is not kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Rejection {
    /// The edits cannot be applied.
    Refused(EditRefused),
    /// They change nothing.
    NoChange,
    /// They change an entry that none of them names.
    TouchesOthers { entry: String },
    /// They reword what somebody wrote by hand.
    ByHand { unit: String },
    /// They add a finding.
    Finding { code: &'static str, message: String },
    /// No failure is repaired.
    RepairsNothing,
    /// A question that passed fails.
    Breaks { question: String },
    /// A question that passed was not answered, so nobody knows whether it still would.
    Unanswered { question: String },
    /// The answers are better without it.
    Misleads,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refused) => write!(f, "it cannot be applied: {refused}"),
            Self::NoChange => write!(f, "it changes nothing"),
            Self::TouchesOthers { entry } => write!(f, "it changes the entry of `{entry}`, which it does not name"),
            Self::ByHand { unit } => write!(f, "somebody wrote {unit} by hand, so it is only added to"),
            Self::Finding { code, message } => write!(f, "it does not lint clean: {code} {message}"),
            Self::RepairsNothing => write!(f, "it repairs no failure"),
            Self::Breaks { question } => write!(f, "a question that passed would fail: {question}"),
            Self::Unanswered { question } => write!(f, "a question that passed was not answered again: {question}"),
            Self::Misleads => write!(f, "the answers are better without it"),
        }
    }
}

/// A catalog that passed.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The project with it.
    pub(crate) project: Project,
    /// The edits that made it.
    pub(crate) edits: Vec<CatalogEdit>,
    /// The answers that were asked for again.
    pub(crate) answers: Answers,
}

impl Candidate {
    /// How well all is answered together.
    fn gain(&self) -> f64 {
        self.answers.values().map(Answer::gain).sum()
    }
}

/// What the gate decided.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    /// What is kept.
    pub(crate) kept: Option<Candidate>,
    /// The edits that are not, with the reason.
    pub(crate) dropped: Vec<(CatalogEdit, Rejection)>,
}

/// What a candidate is judged against.
pub(crate) struct Gate<'a> {
    pub(crate) exam: &'a Exam<'a>,
    pub(crate) project: &'a Project,
    pub(crate) config: &'a LintConfig,
    /// What is only added to.
    pub(crate) hands: &'a Hands,
    /// The catalog's directory.
    pub(crate) module: &'a RepoPath,
    /// The failures that it is to repair.
    pub(crate) failing: &'a [usize],
    /// All answers so far, by number.
    pub(crate) answers: &'a Answers,
    pub(crate) effort: Effort,
}

/// A try: the candidate, or why not. The outer error is an agent's.
type Trial = Result<Result<Candidate, Rejection>, AgentError>;

impl Gate<'_> {
    /// Judges edits together; what does not pass is shrunk, one edit at a time, and in the end given up.
    pub(crate) fn judge(&self, edits: Vec<CatalogEdit>) -> Result<Verdict, AgentError> {
        let mut verdict = Verdict::default();
        let mut edits = self.ours(edits, &mut verdict);
        let (mut trials, most) = (0, self.most_trials());
        while !edits.is_empty() {
            trials += 1;
            let rejection = match self.attempt(&edits)? {
                Ok(candidate) => {
                    verdict.kept = Some(candidate);
                    break;
                }
                Err(rejection) => rejection,
            };
            let smaller = if trials < most { self.without_one(&edits, &mut trials)? } else { None };
            match smaller {
                Some((at, candidate)) => {
                    verdict.dropped.push((edits.remove(at), rejection));
                    verdict.kept = Some(candidate);
                    break;
                }
                None if trials < most => {
                    let last = edits.pop().expect("the loop ends with the last edit");
                    verdict.dropped.push((last, rejection));
                }
                None => verdict.dropped.extend(edits.drain(..).map(|edit| (edit, rejection.clone()))),
            }
        }
        if self.effort == Effort::Thorough {
            self.prune(&mut verdict)?;
        }
        Ok(verdict)
    }

    /// The edits without those that reword, each by itself, what somebody wrote by hand: they cannot pass, so no question
    /// is asked for them.
    fn ours(&self, edits: Vec<CatalogEdit>, verdict: &mut Verdict) -> Vec<CatalogEdit> {
        let mut ours = Vec::new();
        for edit in edits {
            let alone = std::slice::from_ref(&edit);
            match self.applies(alone).and_then(|project| self.keeps_hands(&project)) {
                Err(rejection @ Rejection::ByHand { .. }) => verdict.dropped.push((edit, rejection)),
                _ => ours.push(edit),
            }
        }
        ours
    }

    /// The first passing candidate with one edit less, the least useful edits left out first.
    fn without_one(&self, edits: &[CatalogEdit], trials: &mut usize) -> Result<Option<(usize, Candidate)>, AgentError> {
        if edits.len() < 2 {
            return Ok(None);
        }
        for at in (0..edits.len()).rev() {
            if *trials >= self.most_trials() {
                return Ok(None);
            }
            *trials += 1;
            let mut fewer = edits.to_vec();
            fewer.remove(at);
            if let Ok(candidate) = self.attempt(&fewer)? {
                return Ok(Some((at, candidate)));
            }
        }
        Ok(None)
    }

    /// Drops the edits of a passing candidate without which the answers are better. Those without which they are as good
    /// stay: what an entry says beyond these questions is what the next ones are asked about.
    fn prune(&self, verdict: &mut Verdict) -> Result<(), AgentError> {
        let Some(mut kept) = verdict.kept.take() else {
            return Ok(());
        };
        let mut at = kept.edits.len();
        while at > 0 && kept.edits.len() > 1 {
            at -= 1;
            let mut fewer = kept.edits.clone();
            let dropped = fewer.remove(at);
            if let Ok(candidate) = self.attempt(&fewer)?
                && candidate.gain() > kept.gain()
            {
                verdict.dropped.push((dropped, Rejection::Misleads));
                kept = candidate;
            }
        }
        verdict.kept = Some(kept);
        Ok(())
    }

    fn most_trials(&self) -> usize {
        match self.effort {
            Effort::Thorough => TRIALS,
            Effort::Frugal => FRUGAL_TRIALS,
        }
    }

    /// Applies edits and runs every check, the cheap ones first.
    fn attempt(&self, edits: &[CatalogEdit]) -> Trial {
        let candidate = self.applies(edits).and_then(|project| {
            self.is_confined(edits, &project)?;
            self.keeps_hands(&project)?;
            self.lints_clean(&project)?;
            Ok(project)
        });
        let project = match candidate {
            Ok(project) => project,
            Err(rejection) => return Ok(Err(rejection)),
        };
        let mut answers = self.exam.ask(&project, self.failing)?;
        if let Err(rejection) = repairs(&answers) {
            return Ok(Err(rejection));
        }
        let passing: Vec<usize> =
            self.answers.iter().filter(|(_, answer)| answer.passed()).map(|(number, _)| *number).collect();
        let kept = self.exam.ask(&project, &passing)?;
        let repaired = answers.values().filter(|answer| answer.passed()).count();
        if let Err(rejection) = self.breaks_less(repaired, &passing, &kept) {
            return Ok(Err(rejection));
        }
        answers.extend(kept);
        Ok(Ok(Candidate { project, edits: edits.to_vec(), answers }))
    }

    /// The edits can be applied and change the text.
    fn applies(&self, edits: &[CatalogEdit]) -> Result<Project, Rejection> {
        let Some(catalog) = self.project.catalogs.get(self.module) else {
            return Err(Rejection::NoChange);
        };
        let text = catalog::apply(catalog, edits).map_err(Rejection::Refused)?;
        if text == catalog.text {
            return Err(Rejection::NoChange);
        }
        Ok(self.project.with_catalog(self.module, &text))
    }

    /// Entries that no edit names stay byte for byte.
    fn is_confined(&self, edits: &[CatalogEdit], candidate: &Project) -> Result<(), Rejection> {
        let named: Vec<&Target> = edits.iter().flat_map(describe::targets).collect();
        let (Some(before), Some(after)) = (self.project.catalogs.get(self.module), candidate.catalogs.get(self.module))
        else {
            return Ok(());
        };
        let others = before.entries().filter(|entry| !named.contains(&&entry.target));
        for entry in others {
            let same = body(before, &entry.target) == body(after, &entry.target);
            if !same {
                return Err(Rejection::TouchesOthers { entry: entry.heading.text.clone() });
            }
        }
        Ok(())
    }

    /// What somebody wrote by hand stands, word for word.
    fn keeps_hands(&self, candidate: &Project) -> Result<(), Rejection> {
        let (Some(before), Some(after)) = (self.project.catalogs.get(self.module), candidate.catalogs.get(self.module))
        else {
            return Ok(());
        };
        match self.hands.reworded(before, after) {
            Some(unit) => Err(Rejection::ByHand { unit: unit.name() }),
            None => Ok(()),
        }
    }

    /// No rule finds anything that it did not find before.
    fn lints_clean(&self, candidate: &Project) -> Result<(), Rejection> {
        let scope = lint::Scope::catalogs([self.module.clone()]);
        let mut known: BTreeMap<(&'static str, String), usize> = BTreeMap::new();
        let serious = |finding: &lint::Finding| finding.severity >= Severity::Warning;
        for finding in lint::check(self.project, self.config, &scope).into_iter().filter(serious) {
            *known.entry((finding.code, finding.subject)).or_default() += 1;
        }
        for finding in lint::check(candidate, self.config, &scope).into_iter().filter(serious) {
            match known.get_mut(&(finding.code, finding.subject.clone())) {
                Some(count) if *count > 0 => *count -= 1,
                _ => return Err(Rejection::Finding { code: finding.code, message: finding.message }),
            }
        }
        Ok(())
    }

    /// No question of the validation sample that passed before fails, and of the others fewer than are repaired: what
    /// tells one entry from the next moves answers both ways, and as many lost as won is nothing gained.
    fn breaks_less(&self, repaired: usize, passing: &[usize], answers: &Answers) -> Result<(), Rejection> {
        let question = |number: &usize| self.exam.questions[*number].probe.question.clone();
        let mut broken = 0;
        for number in passing {
            match answers.get(number) {
                Some(answer) if answer.passed() => {}
                Some(_) => {
                    broken += 1;
                    if self.exam.questions[*number].role == Role::Validation || broken >= repaired {
                        return Err(Rejection::Breaks { question: question(number) });
                    }
                }
                None => return Err(Rejection::Unanswered { question: question(number) }),
            }
        }
        Ok(())
    }
}

/// At least one failure passes now.
fn repairs(answers: &Answers) -> Result<(), Rejection> {
    if answers.values().any(Answer::passed) { Ok(()) } else { Err(Rejection::RepairsNothing) }
}

/// The text of the first entry for a target.
fn body<'c>(catalog: &'c Catalog, target: &Target) -> Option<&'c str> {
    catalog.entry(target).map(|entry| entry.body.slice(&catalog.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::prompter::ChunkRef;
    use crate::agents::prompter::Probe;
    use crate::base::LineRange;
    use crate::heal::meter::Unmetered;
    use crate::heal::probe::Question;
    use crate::heal::testing::Reads;
    use crate::heal::testing::path;
    use crate::heal::testing::project;
    use crate::repo::MemoryTree;

    const TREE: &str = "
//- a.py
def alpha():
    return 1
//- b.py
def beta():
    return 2
//- catalog.md
# example

## Files

### [a.py](a.py)
Red things.

### [b.py](b.py)
Green things.
";

    fn question(gold: &str, text: &str, role: Role) -> Question {
        let lines = LineRange::clamped(1, 2);
        let probe = Probe {
            question: text.to_owned(),
            gold_file: path(gold),
            gold_function: None,
            chunk: ChunkRef { path: path(gold), lines },
            lines,
            reasoning: "It says so.".to_owned(),
        };
        Question { probe, role }
    }

    /// What becomes of edits of `a.py` where the questions `asked` about it fail and "green" passes.
    fn judge(asked: &[&str], guard: Role, edits: Vec<CatalogEdit>) -> (usize, Vec<String>) {
        let project = project(&MemoryTree::fixture(TREE));
        let mut questions: Vec<Question> = asked.iter().map(|text| question("a.py", text, Role::Changed)).collect();
        questions.push(question("b.py", "green", guard));
        let exam = Exam::new(&Reads, &Unmetered, &questions);
        let all: Vec<usize> = (0..questions.len()).collect();
        let gate = Gate {
            exam: &exam,
            project: &project,
            config: &LintConfig::default(),
            hands: &Hands::default(),
            module: &path(""),
            failing: &all[..asked.len()],
            answers: &exam.ask(&project, &all).expect("answers"),
            effort: Effort::Thorough,
        };
        let verdict = gate.judge(edits).expect("asks");
        let kept = verdict.kept.map_or(0, |kept| kept.edits.len());
        (kept, verdict.dropped.iter().map(|(_, rejection)| rejection.to_string()).collect())
    }

    fn says(text: &str) -> CatalogEdit {
        CatalogEdit::SetSummary { target: Target::File(path("a.py")), summary: text.to_owned() }
    }

    fn line(text: &str) -> CatalogEdit {
        let range = LineRange::clamped(1, 2);
        let line = crate::catalog::SymbolLine {
            declaration: "alpha".to_owned(),
            range,
            summary: Some(text.to_owned()),
            paths: Vec::new(),
        };
        CatalogEdit::SetSymbol { target: Target::File(path("a.py")), line }
    }

    #[test]
    fn more_must_be_repaired_than_is_broken() {
        let edit = || vec![says("Scarlet, crimson and green things.")];
        assert_eq!(judge(&["scarlet", "crimson"], Role::Changed, edit()).0, 1);
        let lost = vec!["a question that passed would fail: green".to_owned()];
        assert_eq!(judge(&["scarlet"], Role::Changed, edit()), (0, lost.clone()));
        assert_eq!(judge(&["scarlet", "crimson"], Role::Validation, edit()), (0, lost));
    }

    #[test]
    fn what_misleads_is_dropped_and_what_says_more_stays() {
        let asked = ["scarlet", "crimson"];
        let harmless = vec![says("Scarlet and crimson things."), line("Round ones.")];
        assert_eq!(judge(&asked, Role::Changed, harmless), (2, Vec::new()));
        let misleading = vec![says("Scarlet and crimson things."), line("Green ones.")];
        let reasons = vec!["the answers are better without it".to_owned()];
        assert_eq!(judge(&asked, Role::Changed, misleading), (1, reasons));
    }
}

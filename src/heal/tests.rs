//! The loop with scripted agents, and with the embedded ones.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::agents::AgentError;
use crate::agents::healer::EmbeddedHealer;
use crate::agents::healer::Failure;
use crate::agents::healer::Healer;
use crate::agents::healer::Proposal;
use crate::agents::prompter::ChunkRef;
use crate::agents::prompter::EmbeddedPrompter;
use crate::agents::prompter::Probe;
use crate::agents::prompter::ProbeOutcome;
use crate::agents::prompter::Prompter;
use crate::agents::solver::EmbeddedSolver;
use crate::agents::solver::Prediction;
use crate::agents::solver::Solver;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::base::Seed;
use crate::base::Silent;
use crate::catalog::CatalogEdit;
use crate::catalog::Limits;
use crate::catalog::Project;
use crate::catalog::SymbolLine;
use crate::catalog::Target;
use crate::config::LintConfig;
use crate::heal::Agents;
use crate::heal::Effort;
use crate::heal::Meter;
use crate::heal::Options;
use crate::heal::Origin;
use crate::heal::Outcome;
use crate::heal::Plan;
use crate::heal::Role;
use crate::heal::Scope;
use crate::heal::Spent;
use crate::heal::TraceRow;
use crate::heal::Unit;
use crate::heal::Unmetered;
use crate::heal::run;
use crate::heal::testing::Reads;
use crate::heal::testing::path;
use crate::heal::testing::project;
use crate::repo::MemoryTree;

const TREE: &str = "
//- a.py
def alpha():
    '''Does the first thing.'''
    return 1
//- b.py
def beta():
    '''Does the second thing.'''
    return 2
//- c.py
def gamma():
    '''Does the third thing.'''
    return 3
//- catalog.md
# example

## Files

### [a.py](a.py)
Red things.

### [b.py](b.py)
Green things.

### [c.py](c.py)
Blue things.
";

/// Asks each file's own question.
struct Asks(BTreeMap<&'static str, &'static str>);

impl Prompter for Asks {
    fn probe(&self, _: &Project, chunk: &ChunkRef, _: &str, _: Seed, _: u64) -> Result<ProbeOutcome, AgentError> {
        let Some(question) = self.0.get(chunk.path.as_str()) else {
            return Ok(ProbeOutcome::Invalid("nothing to ask"));
        };
        Ok(ProbeOutcome::Probe(Probe {
            question: (*question).to_owned(),
            gold_file: chunk.path.clone(),
            gold_function: None,
            chunk: chunk.clone(),
            lines: chunk.lines,
            reasoning: "It says so.".to_owned(),
        }))
    }
}

/// Always proposes the same.
struct Proposes(Vec<CatalogEdit>);

impl Healer for Proposes {
    fn heal(&self, _: &Project, _: &RepoPath, _: &[Failure]) -> Result<Proposal, AgentError> {
        Ok(Proposal { edits: self.0.clone(), triaged: Vec::new() })
    }
}

/// Is out of budget.
struct Refuses;

impl Healer for Refuses {
    fn heal(&self, _: &Project, _: &RepoPath, _: &[Failure]) -> Result<Proposal, AgentError> {
        Err(AgentError::OutOfBudget { limit: "2 calls".to_owned() })
    }
}

fn summary(file: &str, text: &str) -> CatalogEdit {
    CatalogEdit::SetSummary { target: Target::File(path(file)), summary: text.to_owned() }
}

fn options() -> Options {
    Options {
        probes: 12,
        seed: Seed(0),
        lint: LintConfig::default(),
        limits: Limits::default(),
        effort: Effort::Thorough,
    }
}

/// Heals the tree above for `a.py`; the other two are its neighbours.
fn heal(healer: &dyn Healer) -> (Outcome, Vec<TraceRow>) {
    let tree = MemoryTree::fixture(TREE);
    let project = project(&tree);
    let plan = Plan::named(&project, Scope::All, &[path("a.py")]);
    let asks = Asks(BTreeMap::from([("a.py", "scarlet"), ("b.py", "green"), ("c.py", "blue")]));
    let mut rows = Vec::new();
    let agents = Agents { prompter: &asks, solver: &Reads, healer, meter: &Unmetered };
    let outcome = run(&tree, &project, &plan, agents, &options(), &Silent, &mut |row| rows.push(row.clone()));
    (outcome, rows)
}

fn given_up(outcome: &Outcome) -> Vec<&str> {
    outcome.report.catalogs.iter().flat_map(|catalog| &catalog.given_up).map(|edit| edit.reason.as_str()).collect()
}

#[test]
fn what_repairs_is_kept_and_the_rest_is_dropped_with_its_reason() {
    let healer = Proposes(vec![
        summary("a.py", "Red and scarlet things."),
        summary("b.py", "Things."),
        summary("c.py", "Blue things, all of them."),
    ]);
    let (outcome, rows) = heal(&healer);
    let text = outcome.catalogs[&RepoPath::root()].as_deref().expect("written");
    let (_, before) = TREE.split_once("//- catalog.md\n").expect("there");
    assert_eq!(text, before.replace("Red things.", "Red and scarlet things."));
    let report = &outcome.report;
    assert_eq!((report.probes.asked, report.probes.passed_before, report.probes.passed_after), (3, 2, 3));
    assert_eq!(report.catalogs[0].kept, ["set the summary of `a.py`"]);
    assert_eq!(report.rounds, 2);
    assert!(report.left.is_empty());
    let verdict = rows.iter().find_map(|row| match row {
        TraceRow::Verdict { dropped, kept: true, .. } => Some(dropped),
        _ => None,
    });
    let reasons: Vec<&str> = verdict.expect("kept").iter().map(|edit| edit.reason.as_str()).collect();
    assert_eq!(reasons, ["it repairs no failure", "it repairs no failure"]);
}

#[test]
fn each_check_has_its_own_reason() {
    let line = SymbolLine {
        declaration: "alpha".to_owned(),
        range: LineRange::clamped(1, 99),
        summary: Some("Scarlet.".to_owned()),
        paths: Vec::new(),
    };
    let wrong_range = CatalogEdit::SetSymbol { target: Target::File(path("a.py")), line };
    for (edit, reason) in [
        (wrong_range, "it does not lint clean: CAT3"),
        (summary("a.py", "Crimson things."), "it repairs no failure"),
        (summary("a.py", "Red things."), "it changes nothing"),
        (summary("d.py", "Scarlet."), "it cannot be applied: no entry for `d.py`"),
        (summary("b.py", "Scarlet things."), "it repairs no failure"),
    ] {
        let (outcome, _) = heal(&Proposes(vec![edit]));
        assert!(outcome.catalogs.is_empty());
        let given_up = given_up(&outcome);
        assert!(given_up.len() == 1 && given_up[0].starts_with(reason), "{given_up:?} is not {reason}");
        assert_eq!(outcome.report.left[0].gold, "a.py");
        assert_eq!(outcome.report.left[0].rank, None);
    }
}

#[test]
fn an_agent_that_fails_stops_the_run_and_what_was_done_stands() {
    let (outcome, _) = heal(&Refuses);
    assert!(matches!(outcome.stopped, Some(AgentError::OutOfBudget { .. })));
    assert_eq!(outcome.report.stopped.as_deref(), Some("the budget of 2 calls is used up"));
    assert_eq!(outcome.report.left.len(), 1);
}

/// Two modules whose catalogs say too little, with documentation that questions can be written from.
const POOR: &str = "
//- store/cache.py
'''Remembers answers.'''


class Cache:
    '''Answers that were given before, the least recently used ones forgotten first.'''

    def lookup(self, key):
        '''Returns the remembered answer for a request.'''
        # an answer that is older than an hour counts as missing
        if key in self.items and self.items[key].age < 3600:
            return self.items[key]
        raise KeyError('no answer is remembered for this request')

    def evict(self, count):
        '''Forgets the oldest answers until enough memory is free.'''
        while self.items and count > 0:
            # pinned answers survive every clean-up
            count -= 1
        return count
//- store/disk.py
'''Files on disk.'''


def write(path, data):
    '''Writes bytes to a temporary file and renames it, so that readers never see half a file.'''
    if not data:
        raise ValueError('refusing to write an empty file')
    return path


def read(path):
    '''Reads a whole file into memory.'''
    if path.endswith('.gz'):
        # compressed files are unpacked on the way
        return None
    return path
//- net/client.py
'''Talks to servers.'''


def fetch(url, attempts):
    '''Downloads a document and tries again when the connection breaks.'''
    for attempt in range(attempts):
        # waits twice as long after every failed try
        if attempt > 3:
            raise RuntimeError('the server did not answer in time')
    return url
//- net/server.py
'''Answers requests.'''


def listen(port):
    '''Accepts connections on a port until the process is told to stop.'''
    if port < 1024:
        raise PermissionError('ports below 1024 need more rights')
    return port
//- catalog.md
# example

## Submodules

### [net](net/catalog.md)
Network.

### [store](store/catalog.md)
Storage.
//- store/catalog.md
# store

## Files

### [cache.py](cache.py)
First file.

### [disk.py](disk.py)
Second file.
//- net/catalog.md
# net

## Files

### [client.py](client.py)
First file.

### [server.py](server.py)
Second file.
";

#[test]
fn a_second_run_changes_nothing_even_where_questions_still_fail() {
    let mut some_left = false;
    // With one turn the Solver opens the root catalog only, so that most failures cannot be repaired.
    for (seed, turns) in [(0, 5), (1, 5), (0, 1), (1, 1)] {
        let tree = MemoryTree::fixture(POOR);
        let mut project = project(&tree);
        let plan = Plan::named(&project, Scope::All, &[RepoPath::root()]);
        let options = Options { seed: Seed(seed), ..options() };
        let solver = EmbeddedSolver::new(turns);
        let agents =
            Agents { prompter: &EmbeddedPrompter, solver: &solver, healer: &EmbeddedHealer, meter: &Unmetered };
        let heal = |project: &Project| run(&tree, project, &plan, agents, &options, &Silent, &mut |_| {});
        let first = heal(&project);
        let report = &first.report;
        assert!(report.probes.passed_after >= report.probes.passed_before, "{report:#?}");
        for (directory, text) in &first.catalogs {
            project = project.with_catalog(directory, text.as_deref().expect("nothing goes"));
        }
        let second = heal(&project);
        assert!(second.catalogs.is_empty(), "seed {seed}: {:#?}\n{:#?}", first.catalogs, second.catalogs);
        assert_eq!(second.report.probes.passed_before, report.probes.passed_after);
        some_left |= !second.report.left.is_empty() && second.report.usage.healer_calls > 0;
        let findings = crate::lint::check(&project, &options.lint, &crate::lint::Scope::everything());
        let serious = findings.iter().filter(|finding| finding.severity >= crate::config::Severity::Warning);
        assert_eq!(serious.count(), 0);
    }
    assert!(some_left, "no seed left a failure, so the test shows less than it should");
}

#[test]
fn nothing_in_scope_asks_nothing() {
    let tree = MemoryTree::fixture(POOR);
    let project = project(&tree);
    let plan = Plan::named(&project, Scope::All, &[]);
    let solver = EmbeddedSolver::new(5);
    let agents = Agents { prompter: &EmbeddedPrompter, solver: &solver, healer: &EmbeddedHealer, meter: &Unmetered };
    let outcome = run(&tree, &project, &plan, agents, &options(), &Silent, &mut |_| {});
    assert!(outcome.catalogs.is_empty());
    assert_eq!(outcome.report.usage.prompter_calls + outcome.report.usage.solver_calls, 0);
}

/// Counts the questions that are answered, and stops at some call.
struct Stops {
    after: usize,
    error: fn() -> AgentError,
    calls: std::sync::atomic::AtomicUsize,
}

impl Meter for Stops {
    fn check(&self) -> Result<(), AgentError> {
        Ok(())
    }

    fn reserve(&self, _: Role, wanted: usize) -> usize {
        let before = self.calls.fetch_add(wanted, std::sync::atomic::Ordering::Relaxed);
        wanted.min(self.after.saturating_sub(before))
    }

    fn exhausted(&self) -> AgentError {
        (self.error)()
    }

    fn spent(&self) -> Spent {
        Spent { tokens: 7, cost: Some(0.5) }
    }
}

#[test]
fn a_run_may_stop_before_any_call_and_what_was_kept_stands() {
    let tree = MemoryTree::fixture(POOR);
    let project = project(&tree);
    let plan = Plan::named(&project, Scope::All, &[RepoPath::root()]);
    let solver = EmbeddedSolver::new(5);
    let stopping = |after: usize| {
        let meter = Stops { after, error: || AgentError::Interrupted, calls: std::sync::atomic::AtomicUsize::new(0) };
        let agents = Agents { prompter: &EmbeddedPrompter, solver: &solver, healer: &EmbeddedHealer, meter: &meter };
        run(&tree, &project, &plan, agents, &options(), &Silent, &mut |_| {})
    };
    let whole = stopping(usize::MAX);
    assert!(whole.stopped.is_none());
    let calls = whole.report.usage.prompter_calls + whole.report.usage.solver_calls + whole.report.usage.healer_calls;
    assert!(calls > 40 && !whole.catalogs.is_empty(), "{calls}");
    let (mut unanswered, mut kept) = (false, false);
    for after in (0..calls).step_by(7) {
        let outcome = stopping(after);
        assert!(matches!(outcome.stopped, Some(AgentError::Interrupted)), "after {after} of {calls}");
        assert_eq!((outcome.report.usage.tokens, outcome.report.usage.cost), (7, Some(0.5)));
        let again = stopping(after);
        assert_eq!(outcome.catalogs, again.catalogs, "which calls were made depends on chance");
        assert!(outcome.report.probes.passed_after >= outcome.report.probes.passed_before);
        unanswered |= !outcome.report.unanswered.is_empty();
        kept |= !outcome.catalogs.is_empty();
        let scope = crate::lint::Scope::everything();
        let findings = crate::lint::check(&outcome.project, &options().lint, &scope);
        assert!(findings.iter().all(|finding| finding.severity < crate::config::Severity::Warning));
    }
    assert!(unanswered && kept, "no stop came in the middle of answering and of healing");
}

/// Cannot be reached for some questions.
struct Unreachable(&'static [&'static str]);

impl Solver for Unreachable {
    fn solve(&self, project: &Project, question: &str) -> Result<Prediction, AgentError> {
        if self.0.contains(&question) {
            return Err(AgentError::Unusable { role: "Solver", detail: "no JSON".to_owned() });
        }
        Reads.solve(project, question)
    }
}

#[test]
fn a_call_that_goes_wrong_is_told_and_all_of_them_stop_the_run() {
    let tree = MemoryTree::fixture(TREE);
    let project = project(&tree);
    let plan = Plan::named(&project, Scope::All, &[path("a.py")]);
    let asks = Asks(BTreeMap::from([("a.py", "scarlet"), ("b.py", "green"), ("c.py", "blue")]));
    let healer = Proposes(vec![summary("a.py", "Red and scarlet things.")]);
    let with = |solver: &dyn Solver| {
        let agents = Agents { prompter: &asks, solver, healer: &healer, meter: &Unmetered };
        run(&tree, &project, &plan, agents, &options(), &Silent, &mut |_| {})
    };
    let some = with(&Unreachable(&["blue"]));
    assert!(some.stopped.is_none());
    assert_eq!(some.report.unanswered, ["blue"]);
    assert!(some.report.failures.iter().all(|failure| failure.contains("no JSON")) && !some.report.failures.is_empty());
    assert!(some.catalogs.contains_key(&RepoPath::root()), "the rest was not healed");
    let none = with(&Unreachable(&["scarlet", "green", "blue"]));
    assert!(matches!(none.stopped, Some(AgentError::Unusable { .. })));
}

#[test]
fn what_somebody_wrote_by_hand_is_added_to_and_not_reworded() {
    let tree = MemoryTree::fixture(TREE);
    let project = project(&tree);
    let mut plan = Plan::named(&project, Scope::All, &[path("a.py")]);
    plan.hands.insert(RepoPath::root(), Unit::Entry(Target::File(path("a.py"))), Origin::Unknown("nobody asked"));
    let asks = Asks(BTreeMap::from([("a.py", "scarlet"), ("b.py", "green"), ("c.py", "blue")]));
    let line = SymbolLine {
        declaration: "alpha".to_owned(),
        range: LineRange::clamped(1, 3),
        summary: Some("Scarlet.".to_owned()),
        paths: Vec::new(),
    };
    let added = CatalogEdit::SetSymbol { target: Target::File(path("a.py")), line };
    let healer = Proposes(vec![summary("a.py", "Scarlet things."), added]);
    let agents = Agents { prompter: &asks, solver: &Reads, healer: &healer, meter: &Unmetered };
    let mut rows = Vec::new();
    let outcome = run(&tree, &project, &plan, agents, &options(), &Silent, &mut |row| rows.push(row.clone()));
    let text = outcome.catalogs[&RepoPath::root()].as_deref().expect("written");
    assert!(text.contains("Red things.\n- `alpha` (L1-L3) - Scarlet.\n"), "{text}");
    assert!(rows.iter().any(|row| match row {
        TraceRow::Verdict { dropped, .. } => dropped.iter().any(|edit| edit.reason.contains("wrote `a.py` by hand")),
        _ => false,
    }));
    // With everything else ours, what is ours is noted, and what is not is not.
    let noted = outcome.hands.ours(&outcome.project, &BTreeSet::from([RepoPath::root()]));
    assert_eq!(noted.len(), 2);
}

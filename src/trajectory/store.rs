//! Runs in git: `refs/libra/trajectory/RUN` points to the last snapshot, whose first parents are the steps before it, down
//! to the commit that the run was begun on. The questions are kept beside it.

use std::collections::BTreeMap;

use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::repo::CommitId;
use crate::repo::ReferenceLock;
use crate::repo::RepoError;
use crate::repo::Repository;
use crate::repo::Snapshot;
use crate::trajectory::options::Options;
use crate::trajectory::run::Step;
use crate::trajectory::trailers;

const TRAJECTORIES: &str = "refs/libra/trajectory/";
const PROBES: &str = "refs/libra/probes/";
/// How long each step took, kept there, too: in the snapshots it would make every run another one.
const SECONDS: &str = "seconds";
/// What may be kept beside a run.
const PARTS: [&str; 3] = ["train", "test", SECONDS];

/// Why a run cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The repository failed.
    #[error(transparent)]
    Repo(#[from] RepoError),
    /// There is no such run.
    #[error("there is no run `{run}`")]
    Unknown {
        /// The name.
        run: String,
    },
    /// Another process is at work on the run.
    #[error("another run of git-libra is at work on `{run}`")]
    Busy {
        /// The name.
        run: String,
    },
    /// The name is none that git takes.
    #[error("`{run}` is no name for a run: letters, digits, `-`, `_` and `.` make one")]
    Name {
        /// The name.
        run: String,
    },
    /// A commit on the reference is none of a run.
    #[error("the commit {commit} is no step of a training run")]
    Foreign {
        /// The commit.
        commit: CommitId,
    },
    /// The options cannot be understood.
    #[error("the options of the run `{run}` cannot be read")]
    Options {
        /// The run.
        run: String,
        /// What is wrong with them.
        #[source]
        source: serde_json::Error,
    },
}

/// The right to begin a run or to go on with it, as long as this value lives. What a killed process left in the way is
/// gone.
#[derive(Debug)]
pub struct Claim {
    run: String,
    _lock: ReferenceLock,
}

impl Claim {
    /// Takes a run that nobody else is at work on.
    pub fn take(repository: &Repository, run: &str) -> Result<Self, StoreError> {
        let questions = PARTS.map(|part| format!("{PROBES}{run}/{part}"));
        let references: Vec<String> = std::iter::once(reference(run)?).chain(questions).collect();
        match repository.lock_references(&references) {
            Ok(lock) => Ok(Self { run: run.to_owned(), _lock: lock }),
            Err(RepoError::Locked { .. }) => Err(StoreError::Busy { run: run.to_owned() }),
            Err(error) => Err(error.into()),
        }
    }

    /// The run's name.
    pub fn run(&self) -> &str {
        &self.run
    }
}

/// A run that was begun.
#[derive(Clone, Debug)]
pub struct Trajectory {
    /// Its name.
    pub run: String,
    /// The commit that it was begun on.
    pub base: CommitId,
    /// Its options.
    pub options: Options,
    /// Its steps, the first one first; never empty.
    pub steps: Vec<Step>,
    /// How long steps took, in seconds, by their numbers; those that are not known are missing.
    pub seconds: BTreeMap<u64, f64>,
}

impl Trajectory {
    /// The names of all runs, sorted; numbers in them count as such, so that `run-10` comes after `run-9`.
    pub fn names(repository: &Repository) -> Result<Vec<String>, StoreError> {
        let mut names: Vec<String> = repository.references(TRAJECTORIES)?.into_iter().map(|(name, _)| name).collect();
        names.sort_by_cached_key(|name| (parts(name), name.clone()));
        Ok(names)
    }

    /// Reads a run; `None` where there is none of the name.
    pub fn find(repository: &Repository, run: &str) -> Result<Option<Self>, StoreError> {
        let Some(last) = repository.reference(&reference(run)?)? else {
            return Ok(None);
        };
        let mut steps = Vec::new();
        let mut at = last;
        loop {
            let commit = repository.read_commit(at)?;
            let step = trailers::step(at, &commit.message).ok_or(StoreError::Foreign { commit: at })?;
            let parent = commit.parents.first().copied().ok_or(StoreError::Foreign { commit: at })?;
            let is_first = step.number == 0;
            steps.push(step);
            if is_first {
                steps.reverse();
                let options = trailers::options(&commit.message).ok_or(StoreError::Foreign { commit: at })?;
                let options = options.map_err(|source| StoreError::Options { run: run.to_owned(), source })?;
                let seconds = seconds(&kept(repository, run, SECONDS)?.unwrap_or_default());
                return Ok(Some(Self { run: run.to_owned(), base: parent, options, steps, seconds }));
            }
            at = parent;
        }
    }

    /// Reads a run that must be there.
    pub fn load(repository: &Repository, run: &str) -> Result<Self, StoreError> {
        Self::find(repository, run)?.ok_or_else(|| StoreError::Unknown { run: run.to_owned() })
    }

    /// The last step.
    pub fn last(&self) -> &Step {
        self.steps.last().expect("a run has a first step")
    }

    /// The step of a number.
    pub fn step(&self, number: u64) -> Option<&Step> {
        self.steps.iter().find(|step| step.number == number)
    }
}

/// A snapshot's time: the base's, and a second a step, so that it depends on nothing else.
pub(super) fn time(repository: &Repository, base: CommitId, step: u64) -> Result<i64, RepoError> {
    Ok(repository.read_commit(base)?.time + 1 + i64::try_from(step).unwrap_or_default())
}

/// Where and when a step is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The commit that the run was begun on.
    pub(super) base: CommitId,
    /// The run's last step; `None` before the first.
    pub(super) expected: Option<CommitId>,
    /// The commit's time.
    pub(super) seconds: i64,
}

/// Writes a step that holds the project's catalogs and lacks those of the directories in `gone`.
pub(super) fn write(
    repository: &Repository,
    run: &str,
    place: Place,
    project: &Project,
    gone: &[RepoPath],
    message: &str,
) -> Result<CommitId, StoreError> {
    let files = catalogs(project, gone);
    Ok(repository.snapshot(Snapshot {
        reference: &reference(run)?,
        expected: place.expected,
        parent: place.expected.unwrap_or(place.base),
        base: place.base,
        files: &files,
        message,
        seconds: place.seconds,
    })?)
}

/// The catalogs of a project as files; `gone` are directories whose catalogs the base has and the run does not.
fn catalogs(project: &Project, gone: &[RepoPath]) -> BTreeMap<RepoPath, Option<Vec<u8>>> {
    let file = |directory: &RepoPath| directory.join(CATALOG_FILE).expect("a catalog's name is plain");
    let there =
        project.catalogs.iter().map(|(directory, catalog)| (file(directory), Some(catalog.text.clone().into_bytes())));
    gone.iter().map(|directory| (file(directory), None)).chain(there).collect()
}

/// Keeps how long the steps of a run took, in seconds.
pub(super) fn keep_seconds(repository: &Repository, run: &str, seconds: &BTreeMap<u64, f64>) -> Result<(), StoreError> {
    let lines: String = seconds.iter().map(|(step, seconds)| format!("{step} {seconds:.3}\n")).collect();
    keep(repository, run, SECONDS, &lines)
}

fn seconds(text: &str) -> BTreeMap<u64, f64> {
    let pair = |line: &str| {
        let (step, seconds) = line.split_once(' ')?;
        Some((step.parse().ok()?, seconds.parse().ok()?))
    };
    text.lines().filter_map(pair).collect()
}

/// Keeps the questions of a run; `part` is `train` or `test`.
pub(super) fn keep(repository: &Repository, run: &str, part: &str, rows: &str) -> Result<(), StoreError> {
    named(run)?;
    Ok(repository.keep(&format!("{PROBES}{run}/{part}"), rows.as_bytes())?)
}

/// The questions of a run, one row a line, if they were kept.
pub fn kept(repository: &Repository, run: &str, part: &str) -> Result<Option<String>, StoreError> {
    named(run)?;
    let bytes = repository.kept(&format!("{PROBES}{run}/{part}"))?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// What a name is sorted by.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Number(u64),
    Text(String),
}

fn parts(name: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| c.is_ascii_digit() != first.is_ascii_digit()).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        parts.push(part.parse().map_or_else(|_| Part::Text(part.to_owned()), Part::Number));
        rest = after;
    }
    parts
}

fn reference(run: &str) -> Result<String, StoreError> {
    named(run)?;
    Ok(format!("{TRAJECTORIES}{run}"))
}

fn named(run: &str) -> Result<(), StoreError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_name = !run.is_empty() && run.chars().all(plain) && !run.starts_with(['.', '-']) && !run.contains("..");
    if is_name && !run.ends_with('.') && !run.ends_with(".lock") {
        Ok(())
    } else {
        Err(StoreError::Name { run: run.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::Claim;
    use super::StoreError;
    use super::parts;
    use crate::repo::testing::TestRepo;

    #[test]
    fn the_tenth_comes_after_the_ninth() {
        let mut names = ["run-10", "run-9", "b2", "run-9-b", "b10"];
        names.sort_by_cached_key(|name| parts(name));
        assert_eq!(names, ["b2", "b10", "run-9", "run-9-b", "run-10"]);
    }

    #[test]
    fn a_run_is_claimed_once() {
        let repo = TestRepo::with("//- a\n1\n");
        let opened = repo.open();
        let claim = Claim::take(&opened, "one").expect("free");
        assert!(matches!(Claim::take(&repo.open(), "one"), Err(StoreError::Busy { .. })));
        Claim::take(&repo.open(), "two").expect("another run");
        assert!(matches!(Claim::take(&opened, "../one"), Err(StoreError::Name { .. })));
        assert_eq!(claim.run(), "one");
        drop(claim);
        Claim::take(&opened, "one").expect("free again");
    }
}

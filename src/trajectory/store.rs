//! Runs in git: `refs/libra/trajectory/RUN` points to the last snapshot, whose first parents are the steps before it, down
//! to the commit that the run was begun on. The questions are kept beside it.

use std::collections::BTreeMap;

use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::repo::CommitId;
use crate::repo::RepoError;
use crate::repo::Repository;
use crate::repo::Snapshot;
use crate::trajectory::options::Options;
use crate::trajectory::run::Step;
use crate::trajectory::trailers;

const TRAJECTORIES: &str = "refs/libra/trajectory/";
const PROBES: &str = "refs/libra/probes/";

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
}

impl Trajectory {
    /// The names of all runs, sorted.
    pub fn names(repository: &Repository) -> Result<Vec<String>, StoreError> {
        Ok(repository.references(TRAJECTORIES)?.into_iter().map(|(name, _)| name).collect())
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
                return Ok(Some(Self { run: run.to_owned(), base: parent, options, steps }));
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
pub(super) fn seconds(repository: &Repository, base: CommitId, step: u64) -> Result<i64, RepoError> {
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

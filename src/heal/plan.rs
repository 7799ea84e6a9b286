//! What a run looks at and why: from what changed to the catalogs and files that are in scope.
//!
//! Pure: which two trees were compared is the command's to decide, what follows from their differences is decided here.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::catalog::resolve;
use crate::heal::hands::Hands;
use crate::repo;
use crate::repo::Change;
use crate::repo::ChangeKind;
use crate::repo::Hunk;
use crate::repo::ReadError;
use crate::repo::Tree;
use crate::source;
use crate::source::FileFacts;
use crate::source::Language;
use crate::source::classify::FileClass;
use crate::source::classify::SkipReason;

/// How the scope was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// What this branch changed since it left `base`, and the work tree.
    Branch {
        /// The ref that it left, such as `origin/main`.
        base: String,
    },
    /// What changed since the last commit that healed, and the work tree.
    SinceHealed {
        /// That commit, abbreviated.
        commit: String,
    },
    /// What is staged.
    Staged,
    /// What changed since a revision, and the work tree.
    Since(String),
    /// What changed between two revisions.
    Between {
        /// The older one.
        from: String,
        /// The newer one.
        to: String,
    },
    /// Everything, because it was asked for.
    All,
    /// Everything, because git's history does not say what changed.
    NoHistory {
        /// Why it does not, such as `the clone is shallow`.
        why: &'static str,
    },
    /// The named files and what lies below the named directories.
    Paths(Vec<RepoPath>),
}

/// Why a file is looked at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// It is new.
    Added,
    /// Its content changed.
    Modified,
    /// It has another name, and maybe other content.
    Renamed {
        /// Where it stood.
        from: RepoPath,
    },
    /// It is gone.
    Deleted,
    /// It was asked for by name, or everything was.
    Named,
    /// It did not change as far as history says, but a range in a catalog does not fit it.
    StaleRange,
}

/// One file in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedFile {
    /// The file; for a deleted one, where it stood.
    pub path: RepoPath,
    /// Why it is looked at.
    pub cause: Cause,
}

/// A file that changed and is not looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The file.
    pub path: RepoPath,
    /// Why not.
    pub reason: Skip,
}

/// Why a changed file is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skip {
    /// It is not catalogued.
    Class(SkipReason),
    /// It is neither in the tree nor in any catalog.
    Unknown,
    /// Only its ranges and entry are looked at: what it was before is not in this clone.
    Former,
}

/// What a run will look at.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How the scope was chosen.
    pub scope: Scope,
    /// The files in scope, by path, each once.
    pub files: Vec<PlannedFile>,
    /// The catalogs in scope, by directory: those of the files' modules and, where entries come or go, of the modules
    /// above.
    pub catalogs: BTreeSet<RepoPath>,
    /// The changed files that are left out, by path.
    pub skipped: Vec<Skipped>,
    /// What the files in scope were before, by the path that they have now (a deleted one: had).
    pub before: BTreeMap<RepoPath, Before>,
    /// The parts of catalogs that people wrote, which are only added to.
    pub hands: Hands,
}

/// What a changed file was.
#[derive(Clone, Debug)]
pub struct Before {
    /// Its facts then.
    pub facts: Arc<FileFacts>,
    /// The lines of the file now that were added or changed since, 1-based, in order.
    pub changed: Vec<LineRange>,
}

impl Plan {
    /// Plans for what changed. `before` holds the facts of changed files as they were, by their path now; it may be
    /// empty where the older side is not known.
    pub fn new(project: &Project, scope: Scope, changes: &[Change], before: BTreeMap<RepoPath, Before>) -> Self {
        let mut files = BTreeMap::new();
        let mut skipped = Vec::new();
        for change in changes {
            match place(project, change) {
                Ok(causes) => files.extend(causes),
                Err(reason) => skipped.push(Skipped { path: change.path.clone(), reason }),
            }
        }
        Self::finish(project, scope, files, skipped, before)
    }

    /// Plans for every catalogued file at or below `paths`; no path means everything. A path may name a catalog: its
    /// module's files are meant.
    pub fn named(project: &Project, scope: Scope, paths: &[RepoPath]) -> Self {
        let mut files = BTreeMap::new();
        let mut skipped = Vec::new();
        for path in paths {
            let catalogued = |file: &&RepoPath| project.facts(file).is_some();
            let module = path.parent().filter(|_| path.file_name() == CATALOG_FILE);
            let before = files.len();
            match module {
                Some(module) => {
                    let own = project.modules.get(&module).into_iter().flat_map(|module| &module.files);
                    files.extend(own.map(|file| (file.clone(), Cause::Named)));
                }
                None => {
                    let below = project.files.keys().filter(|file| file.is_within(path)).filter(catalogued);
                    files.extend(below.map(|file| (file.clone(), Cause::Named)));
                }
            }
            if files.len() == before && !files.contains_key(path) {
                let reason = match project.files.get(path).map(|file| &file.class) {
                    Some(FileClass::Skipped { reason, .. }) => Skip::Class(*reason),
                    _ if module_is_known(project, path) => continue,
                    _ => Skip::Unknown,
                };
                skipped.push(Skipped { path: path.clone(), reason });
            }
        }
        let mut plan = Self::finish(project, scope, files, skipped, BTreeMap::new());
        // Entries of files that are gone and modules without a file of their own belong to what was named, too.
        let within = |directory: &&RepoPath| paths.iter().any(|path| directory.is_within(path));
        plan.catalogs.extend(project.catalogs.keys().filter(within).cloned());
        plan.catalogs.extend(project.modules.keys().filter(within).cloned());
        plan
    }

    /// Notes that what these files were before is not known.
    pub fn lacks(&mut self, files: Vec<RepoPath>) {
        self.skipped.extend(files.into_iter().map(|path| Skipped { path, reason: Skip::Former }));
        self.skipped.sort_by(|a, b| a.path.cmp(&b.path));
    }

    fn finish(
        project: &Project,
        scope: Scope,
        mut files: BTreeMap<RepoPath, Cause>,
        mut skipped: Vec<Skipped>,
        before: BTreeMap<RepoPath, Before>,
    ) -> Self {
        let mut catalogs: BTreeSet<RepoPath> = BTreeSet::new();
        for (path, cause) in &files {
            catalogs.extend(catalogs_of(path, cause));
        }
        for path in stale_files(project) {
            catalogs.extend(path.parent());
            files.entry(path).or_insert(Cause::StaleRange);
        }
        skipped.sort_by(|a, b| a.path.cmp(&b.path));
        skipped.dedup();
        let files = files.into_iter().map(|(path, cause)| PlannedFile { path, cause }).collect();
        Self { scope, files, catalogs, skipped, before, hands: Hands::default() }
    }

    /// Whether nothing is in scope.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.catalogs.is_empty()
    }

    /// The catalogued files that changed and still stand: what probes are drawn from. A file that is in scope only for
    /// a range is left out, so that a second run, which finds no such range, draws the same probes.
    pub fn changed<'a>(&'a self, project: &'a Project) -> impl Iterator<Item = &'a RepoPath> {
        self.files
            .iter()
            .filter(|file| !matches!(file.cause, Cause::StaleRange | Cause::Deleted))
            .map(|file| &file.path)
            .filter(|path| project.facts(path).is_some())
    }

    /// Renamed files: old path to new path.
    pub fn renames(&self) -> BTreeMap<&RepoPath, &RepoPath> {
        let renamed = self.files.iter().filter_map(|file| match &file.cause {
            Cause::Renamed { from } => Some((from, &file.path)),
            _ => None,
        });
        renamed.collect()
    }
}

/// What changed files were in the `old` tree, by the path that they have now. A file that is not there as text has
/// nothing before it; nor has one that this clone never fetched, whose path is in the second part of the answer.
pub fn before(
    old: &dyn Tree,
    new: &dyn Tree,
    changes: &[Change],
) -> Result<(BTreeMap<RepoPath, Before>, Vec<RepoPath>), ReadError> {
    let mut found = BTreeMap::new();
    let mut lacking = Vec::new();
    for change in changes {
        let stood = match &change.kind {
            ChangeKind::Added => continue,
            ChangeKind::Renamed { from, .. } => from,
            ChangeKind::Modified | ChangeKind::Deleted => &change.path,
        };
        if Language::of_path(stood).is_none() && !Language::is_told_by_content(stood) {
            continue;
        }
        let bytes = match read(old, stood) {
            Err(ReadError::NotFetched(_)) => {
                // What may well be a licence is not missed.
                if Language::of_path(stood).is_some() {
                    lacking.push(change.path.clone());
                }
                continue;
            }
            read => read?,
        };
        let Some((bytes, language)) = bytes.and_then(|bytes| {
            let language = Language::of_file(stood, &bytes)?;
            Some((bytes, language))
        }) else {
            continue;
        };
        let Some(facts) = source::examine(language, &bytes).facts else {
            continue;
        };
        let now = read(new, &change.path)?;
        let changed = now.map_or_else(Vec::new, |now| {
            let hunks = repo::hunks(&bytes, &now);
            hunks.iter().filter_map(Hunk::new_lines).collect()
        });
        found.insert(change.path.clone(), Before { facts: Arc::new(facts), changed });
    }
    Ok((found, lacking))
}

/// The bytes of a file; `None` where there is no such file.
fn read(tree: &dyn Tree, path: &RepoPath) -> Result<Option<Arc<[u8]>>, ReadError> {
    match tree.read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(ReadError::Missing(_) | ReadError::NotAFile(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The causes that a change gives, or why it is left out.
fn place(project: &Project, change: &Change) -> Result<Vec<(RepoPath, Cause)>, Skip> {
    let path = &change.path;
    if path.file_name() == CATALOG_FILE {
        return Ok(Vec::new());
    }
    let listed = |path: &RepoPath| entry_stands(project, path);
    match &change.kind {
        ChangeKind::Deleted => {
            if listed(path) || Language::of_path(path).is_some() {
                return Ok(vec![(path.clone(), Cause::Deleted)]);
            }
            Err(Skip::Class(SkipReason::NotSource))
        }
        kind => {
            let is_source = project.facts(path).is_some();
            let from = match kind {
                ChangeKind::Renamed { from, .. } => Some(from),
                _ => None,
            };
            match (is_source, from) {
                (true, Some(from)) => Ok(vec![(path.clone(), Cause::Renamed { from: from.clone() })]),
                (true, None) if matches!(kind, ChangeKind::Added) => Ok(vec![(path.clone(), Cause::Added)]),
                (true, None) => Ok(vec![(path.clone(), Cause::Modified)]),
                // Renamed to something that is not catalogued: for the catalogs it is gone.
                (false, Some(from)) if listed(from) => Ok(vec![(from.clone(), Cause::Deleted)]),
                (false, None) if listed(path) => Ok(vec![(path.clone(), Cause::Deleted)]),
                (false, _) => Err(match project.files.get(path).map(|file| &file.class) {
                    Some(FileClass::Skipped { reason, .. }) => Skip::Class(*reason),
                    _ => Skip::Unknown,
                }),
            }
        }
    }
}

/// Whether the catalog of a file's directory has an entry for it.
fn entry_stands(project: &Project, path: &RepoPath) -> bool {
    project.entry_of(path).is_some()
}

fn module_is_known(project: &Project, path: &RepoPath) -> bool {
    project.modules.contains_key(path) || project.catalogs.contains_key(path)
}

/// The catalogs that a change may touch: its file's own, its old one, and, where entries come or go, those above.
fn catalogs_of(path: &RepoPath, cause: &Cause) -> Vec<RepoPath> {
    match cause {
        Cause::Modified | Cause::Named | Cause::StaleRange => path.parent().into_iter().collect(),
        Cause::Added | Cause::Deleted => path.ancestors().collect(),
        Cause::Renamed { from } => path.ancestors().chain(from.ancestors()).collect(),
    }
}

/// The catalogued files whose entries hold a range that does not fit, wherever they are.
fn stale_files(project: &Project) -> BTreeSet<RepoPath> {
    let mut found = BTreeSet::new();
    for catalog in project.catalogs.values() {
        for entry in catalog.entries() {
            let Target::File(path) = &entry.target else {
                continue;
            };
            let Some(facts) = project.facts(path) else {
                continue;
            };
            let stale = entry.mentions().iter().any(|mention| {
                let lines = mention.range.as_ref().and_then(|range| range.lines);
                let symbols = resolve::resolve_mention(facts, mention);
                !lines.is_some_and(|lines| symbols.iter().any(|at| resolve::accepts(&facts.symbols[*at], lines)))
            });
            if stale {
                found.insert(path.clone());
            }
        }
    }
    found
}

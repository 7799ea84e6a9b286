//! The parts of catalogs that are not ours to reword, while entries move about.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::catalog::Catalog;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::heal::hands::Unit;
use crate::heal::hands::Words;
use crate::heal::hands::words;
use crate::heal::hands::words::said;
use crate::repo::CommitId;

/// Why words are not ours to change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Somebody wrote them in a commit that did not heal.
    Commit(CommitId),
    /// They are not committed yet, and this clone does not remember to have written them.
    Uncommitted,
    /// Git does not say who wrote them, and why not.
    Unknown(&'static str),
}

/// The parts of catalogs that are only added to. Empty with `--rewrite`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    units: BTreeMap<(RepoPath, Unit), Origin>,
    /// Of a part, what of its words goes beyond the source that they stood beside; all of them where there is no row.
    beyond: BTreeMap<(RepoPath, Unit), BTreeSet<String>>,
}

impl Hands {
    /// Notes a part that is not ours.
    pub fn insert(&mut self, directory: RepoPath, unit: Unit, origin: Origin) {
        self.units.insert((directory, unit), origin);
    }

    /// Notes a part of which only some lines say more than the source did, or were written by anybody at all.
    pub(super) fn insert_lines(&mut self, directory: RepoPath, unit: Unit, origin: Origin, beyond: BTreeSet<String>) {
        self.beyond.insert((directory.clone(), unit.clone()), beyond);
        self.insert(directory, unit, origin);
    }

    /// Whether words of a part would be lost with its lines `lines`: somebody wrote one of them, and it does not only
    /// repeat the source.
    pub(crate) fn would_lose(&self, directory: &RepoPath, unit: &Unit, lines: &Words) -> bool {
        let place = (directory.clone(), unit.clone());
        self.units.contains_key(&place)
            && self.beyond.get(&place).is_none_or(|beyond| lines.lines().iter().any(|line| beyond.contains(said(line))))
    }

    /// Why a part is not ours; `None` where it is.
    pub fn origin(&self, directory: &RepoPath, unit: &Unit) -> Option<&Origin> {
        self.units.get(&(directory.clone(), unit.clone()))
    }

    /// The parts, by catalog.
    pub fn iter(&self) -> impl Iterator<Item = (&RepoPath, &Unit, &Origin)> {
        self.units.iter().map(|((directory, unit), origin)| (directory, unit, origin))
    }

    /// Whether nothing is protected.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// An entry went from one catalog to another, or has another target now.
    pub(crate) fn follow(&mut self, from: (&RepoPath, &Target), to: (&RepoPath, &Target)) {
        let place = |(directory, target): (&RepoPath, &Target)| (directory.clone(), Unit::Entry(target.clone()));
        if let Some(origin) = self.units.remove(&place(from)) {
            self.units.insert(place(to), origin);
        }
        if let Some(beyond) = self.beyond.remove(&place(from)) {
            self.beyond.insert(place(to), beyond);
        }
    }

    /// A whole catalog went to another directory; its links lead there now.
    pub(crate) fn follow_catalog(&mut self, from: &RepoPath, to: &RepoPath) {
        let moved: Vec<(RepoPath, Unit)> =
            self.units.keys().filter(|(directory, _)| directory == from).cloned().collect();
        for key in moved {
            let beyond = self.beyond.remove(&key);
            let Some(origin) = self.units.remove(&key) else {
                continue;
            };
            let rebased = |path: &RepoPath| match path.is_within(from) {
                true => to.join(&path.relative_to(from)).unwrap_or_else(|_| path.clone()),
                false => path.clone(),
            };
            let unit = match key.1 {
                Unit::Entry(Target::File(path)) => Unit::Entry(Target::File(rebased(&path))),
                Unit::Entry(Target::Module(path)) => Unit::Entry(Target::Module(rebased(&path))),
                unit => unit,
            };
            if let Some(beyond) = beyond {
                self.beyond.insert((to.clone(), unit.clone()), beyond);
            }
            self.units.insert((to.clone(), unit), origin);
        }
    }

    /// The first protected part of a catalog whose words `after` does not keep. A part that is gone is kept only where
    /// `after` has no business with it: entries go with their files, which is not judged here.
    pub(crate) fn reworded(&self, before: &Catalog, after: &Catalog) -> Option<Unit> {
        if !self.units.keys().any(|(directory, _)| *directory == before.directory) {
            return None;
        }
        let (old, new) = (words(before), words(after));
        let changed = |unit: &&Unit| match (old.get(unit), new.get(unit)) {
            (Some(old), Some(new)) => !new.keeps(old),
            (Some(_), None) => true,
            (None, _) => false,
        };
        let own = self.units.keys().filter(|(directory, _)| *directory == before.directory);
        own.map(|(_, unit)| unit).find(changed).cloned()
    }

    /// The digests of everything in these catalogs that is ours.
    pub fn ours(&self, project: &Project, directories: &BTreeSet<RepoPath>) -> Vec<u64> {
        let mut found = BTreeSet::new();
        for catalog in directories.iter().filter_map(|directory| project.catalogs.get(directory)) {
            let own = words(catalog).into_iter();
            let own = own.filter(|(unit, _)| self.origin(&catalog.directory, unit).is_none());
            found.extend(own.map(|(_, words)| words.digest()));
        }
        found.into_iter().collect()
    }
}

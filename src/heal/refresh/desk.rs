//! The catalogs on the desk: edited one after the other, each parsed again after an edit, with a note of what was done.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::EditSet;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::Catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::Lazy;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::heal::hands::Hands;

/// What refreshing did, one thing at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A range was made to fit.
    RangeSet {
        /// The source file.
        file: RepoPath,
        /// The symbol as the catalog names it.
        symbol: String,
        /// The lines now.
        range: LineRange,
    },
    /// A symbol has another name now; its words stayed.
    SymbolRenamed {
        /// The source file.
        file: RepoPath,
        /// What the catalog called it.
        from: String,
        /// Its name now.
        to: String,
    },
    /// A symbol is gone, and so is its mention.
    SymbolRemoved {
        /// The source file.
        file: RepoPath,
        /// What the catalog called it.
        symbol: String,
    },
    /// A symbol is in another file now; its words went along.
    SymbolMoved {
        /// Where it was.
        from: RepoPath,
        /// Where it is.
        to: RepoPath,
        /// What the catalog called it.
        symbol: String,
    },
    /// A symbol is new and is listed now.
    SymbolAdded {
        /// The source file.
        file: RepoPath,
        /// Its name.
        symbol: String,
    },
    /// An entry's file or module has another name; its words went with it.
    EntryMoved {
        /// What it described.
        from: RepoPath,
        /// What it describes.
        to: RepoPath,
    },
    /// A file or module has an entry now.
    EntryAdded {
        /// The directory of the catalog.
        module: RepoPath,
        /// The file or module.
        path: RepoPath,
    },
    /// What an entry described is gone, and so is the entry.
    EntryRemoved {
        /// The file or module.
        path: RepoPath,
    },
    /// A list of names in an entry named something that is gone, and was made anew.
    ListRenewed {
        /// The file or module.
        path: RepoPath,
    },
    /// A module has a catalog now.
    CatalogAdded {
        /// The module.
        module: RepoPath,
    },
    /// A catalog went with its module.
    CatalogMoved {
        /// The module's old directory.
        from: RepoPath,
        /// Its new one.
        to: RepoPath,
    },
    /// A module is gone, and so is its catalog.
    CatalogRemoved {
        /// The module.
        module: RepoPath,
    },
    /// Something would have to change and was left as it is.
    LeftAlone {
        /// The catalog's directory.
        module: RepoPath,
        /// What it is about.
        subject: String,
        /// Why it was left.
        why: String,
    },
}

/// The catalogs of a project while they are edited.
pub(super) struct Desk<'a> {
    /// The project as it was.
    pub(super) before: &'a Project,
    /// The project with the edits so far.
    pub(super) now: Project,
    /// What was done, in order.
    pub(super) actions: Vec<Action>,
    /// The parts of catalogs that are only added to.
    pub(super) hands: Hands,
    touched: BTreeSet<RepoPath>,
}

impl<'a> Desk<'a> {
    pub(super) fn new(project: &'a Project, hands: &Hands) -> Self {
        let (now, hands) = (project.clone(), hands.clone());
        Self { before: project, now, actions: Vec::new(), hands, touched: BTreeSet::new() }
    }

    /// The catalog of a directory as it stands now.
    pub(super) fn catalog(&self, directory: &RepoPath) -> Option<Lazy<Catalog>> {
        self.now.catalogs.get(directory).cloned()
    }

    /// Replaces a catalog's text, or adds a catalog.
    pub(super) fn write(&mut self, directory: &RepoPath, text: &str) {
        self.now.catalogs.insert(directory.clone(), catalog::parse(directory, text).into());
        self.touched.insert(directory.clone());
    }

    /// Takes a catalog away.
    pub(super) fn remove(&mut self, directory: &RepoPath) {
        self.now.catalogs.remove(directory);
        self.touched.insert(directory.clone());
    }

    /// Applies edits to a catalog, all or none; a refusal is noted and nothing changes. Returns whether they hold.
    pub(super) fn apply(&mut self, directory: &RepoPath, subject: &str, edits: &[CatalogEdit]) -> bool {
        let Some(catalog) = self.catalog(directory) else {
            return false;
        };
        match catalog::apply(&catalog, edits) {
            Ok(text) => {
                if text != catalog.text {
                    self.write(directory, &text);
                }
                true
            }
            Err(refused) => {
                self.leave(directory, subject, refused.to_string());
                false
            }
        }
    }

    /// Replaces spans of a catalog's text; spans that clash are noted and nothing changes. Returns whether they hold.
    pub(super) fn splice(&mut self, directory: &RepoPath, subject: &str, edits: &EditSet) -> bool {
        let Some(catalog) = self.catalog(directory).filter(|_| !edits.is_empty()) else {
            return false;
        };
        match edits.apply(&catalog.text) {
            Ok(text) => {
                self.write(directory, &text);
                true
            }
            Err(error) => {
                self.leave(directory, subject, error.to_string());
                false
            }
        }
    }

    /// Notes that something is left as it is.
    pub(super) fn leave(&mut self, module: &RepoPath, subject: &str, why: String) {
        let action = Action::LeftAlone { module: module.clone(), subject: subject.to_owned(), why };
        if !self.actions.contains(&action) {
            self.actions.push(action);
        }
    }

    /// The directories whose catalogs were edited so far.
    pub(super) fn touched(&self) -> &BTreeSet<RepoPath> {
        &self.touched
    }

    /// The texts that differ from what stands; `None` for a catalog that goes.
    pub(super) fn texts(&self) -> BTreeMap<RepoPath, Option<String>> {
        let text = |project: &Project, directory| project.catalogs.get(directory).map(|catalog| catalog.text.clone());
        self.touched
            .iter()
            .map(|directory| (directory.clone(), text(&self.now, directory), text(self.before, directory)))
            .filter(|(_, now, before)| now != before)
            .map(|(directory, now, _)| (directory, now))
            .collect()
    }
}

/// The path that an entry speaks of, for reports.
pub(super) fn path_of(target: &Target) -> Option<&RepoPath> {
    match target {
        Target::File(path) | Target::Module(path) => Some(path),
        Target::Other => None,
    }
}

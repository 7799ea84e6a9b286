//! What this clone knows of who wrote its catalogs. Nothing is fetched: what it lacks it does not know.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashSet;
use std::sync::Arc;

use crate::base::BlobId;
use crate::base::RepoPath;
use crate::base::Silent;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Catalog;
use crate::catalog::Facts;
use crate::catalog::Project;
use crate::catalog::bootstrap;
use crate::catalog::bootstrap::RootNames;
use crate::cli::commands::init;
use crate::cli::context::Context;
use crate::cli::context::Workspace;
use crate::cli::context::limits;
use crate::cli::context::rules;
use crate::cli::error::CommandError;
use crate::heal;
use crate::heal::Ancestor;
use crate::heal::Hands;
use crate::heal::Past;
use crate::heal::Plan;
use crate::repo::CommitId;
use crate::repo::FileEntry;
use crate::repo::ReadError;
use crate::repo::Tree;

/// The parts of the catalogs in scope, and of those above them, that people wrote.
pub(super) fn hands(context: &Context, workspace: &Workspace, plan: &Plan) -> Result<Hands, CommandError> {
    let directories: BTreeSet<RepoPath> = plan
        .catalogs
        .iter()
        .flat_map(|directory| [directory.clone()].into_iter().chain(directory.ancestors()))
        .collect();
    let catalogs: Vec<&Catalog> = directories
        .iter()
        .filter_map(|directory| workspace.project.catalogs.get(directory).map(|lazy| &**lazy))
        .collect();
    let past = ClonePast {
        context,
        workspace,
        head: workspace.repository.head()?.commit,
        written: workspace.index.written(),
        trees: RefCell::default(),
    };
    Ok(heal::find_hands(&past, &catalogs))
}

struct ClonePast<'a> {
    context: &'a Context,
    workspace: &'a Workspace,
    head: Option<CommitId>,
    written: HashSet<u64>,
    trees: RefCell<BTreeMap<CommitId, Option<Arc<dyn Tree>>>>,
}

impl ClonePast<'_> {
    fn tree(&self, commit: CommitId) -> Option<Arc<dyn Tree>> {
        let read = || -> Option<Arc<dyn Tree>> { Some(Arc::new(self.workspace.repository.commit_tree(commit).ok()?)) };
        self.trees.borrow_mut().entry(commit).or_insert_with(read).clone()
    }

    /// The facts of one file of a tree.
    fn facts_in(&self, tree: &dyn Tree, file: &RepoPath) -> Option<Facts> {
        let alone = Below::new(tree, file);
        let project = self.workspace.index.project(&alone, &rules(&self.workspace.config).ok()?, &Silent).ok()?;
        project.facts(file).cloned()
    }

    /// The first catalog of a directory, as `init` writes it from the files below it.
    fn first(&self, tree: &dyn Tree, directory: &RepoPath) -> Option<String> {
        let config =
            self.context.load_config(tree).map_or_else(|_| self.workspace.config.clone(), |loaded| loaded.config);
        let below = Below::new(tree, directory);
        let project = self.workspace.index.project(&below, &rules(&config).ok()?, &Silent).ok()?;
        project.modules.contains_key(directory).then(|| {
            let project = Project { catalogs: BTreeMap::new(), ..project };
            let name = self.workspace.repository.name();
            let readme = init::readme(tree);
            let root = RootNames { name: Some(&name), readme: readme.as_deref() };
            bootstrap::named_catalog(&project, directory, &limits(&config), root)
        })
    }
}

impl Past for ClonePast<'_> {
    fn head(&self) -> Option<CommitId> {
        self.head
    }

    fn commit(&self, id: CommitId) -> Option<Ancestor> {
        let commit = self.workspace.repository.commit_alone(id).ok()??;
        Some(Ancestor { parents: commit.parents, message: commit.message })
    }

    fn blob(&self, commit: CommitId, path: &RepoPath) -> Option<BlobId> {
        self.workspace.repository.blob_at(commit, path).ok()?
    }

    fn text(&self, blob: BlobId) -> Option<String> {
        let bytes = self.workspace.repository.blob(blob).ok()??;
        String::from_utf8(bytes.to_vec()).ok()
    }

    fn catalogs(&self, commit: CommitId) -> Vec<RepoPath> {
        let Some(tree) = self.tree(commit) else {
            return Vec::new();
        };
        let catalogs = tree.entries().iter().filter(|entry| entry.path.file_name() == CATALOG_FILE);
        catalogs.filter_map(|entry| entry.path.parent()).collect()
    }

    fn bootstrapped(&self, commit: Option<CommitId>, directory: &RepoPath) -> Option<String> {
        match commit {
            Some(commit) => self.first(self.tree(commit)?.as_ref(), directory),
            None => self.first(self.workspace.tree.as_ref(), directory),
        }
    }

    fn facts(&self, commit: Option<CommitId>, file: &RepoPath) -> Option<Facts> {
        match commit {
            None => self.workspace.project.facts(file).cloned(),
            Some(commit) => self.facts_in(self.tree(commit)?.as_ref(), file),
        }
    }

    fn wrote(&self, digest: u64) -> bool {
        self.written.contains(&digest)
    }
}

/// The files below a directory: all that its first catalog is made from.
struct Below<'a> {
    tree: &'a dyn Tree,
    entries: Vec<FileEntry>,
}

impl<'a> Below<'a> {
    fn new(tree: &'a dyn Tree, directory: &RepoPath) -> Self {
        let entries = tree.entries().iter().filter(|entry| entry.path.is_within(directory)).cloned().collect();
        Self { tree, entries }
    }
}

impl Tree for Below<'_> {
    fn entries(&self) -> &[FileEntry] {
        &self.entries
    }

    fn read(&self, path: &RepoPath) -> Result<Arc<[u8]>, ReadError> {
        self.tree.read(path)
    }
}

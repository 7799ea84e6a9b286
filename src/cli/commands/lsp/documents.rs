//! What the server knows: the project of the work tree, and the catalogs as they stand in the editor.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::context::Workspace;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::lint;
use crate::lint::Finding;
use crate::lint::Scope;

/// The work tree with the editor's catalogs laid over it.
pub(super) struct Documents {
    workspace: Workspace,
    root: PathBuf,
    /// The texts of open catalogs, by directory.
    open: BTreeMap<RepoPath, String>,
}

impl Documents {
    /// Reads the work tree.
    pub(super) fn read(context: &Context, printer: &Printer) -> Result<Self, CommandError> {
        let workspace = context.open(&TreeSource::WorkTree, printer)?;
        let root = workspace.repository.work_dir().map(PathBuf::from);
        let root = root.ok_or_else(|| CommandError::new("a language server needs a work tree"))?;
        // Editors name files by their real place.
        Ok(Self { workspace, root, open: BTreeMap::new() })
    }

    /// Reads the work tree again, after files were saved; what is open stays as it is in the editor.
    pub(super) fn read_again(&mut self, context: &Context, printer: &Printer) -> Result<(), CommandError> {
        self.workspace = context.open(&TreeSource::WorkTree, printer)?;
        Ok(())
    }

    pub(super) fn root(&self) -> &std::path::Path {
        &self.root
    }

    pub(super) fn set(&mut self, directory: RepoPath, text: String) {
        self.open.insert(directory, text);
    }

    pub(super) fn close(&mut self, directory: &RepoPath) {
        self.open.remove(directory);
    }

    /// The directories whose catalogs are open.
    pub(super) fn open(&self) -> Vec<RepoPath> {
        self.open.keys().cloned().collect()
    }

    /// The project with one catalog as it stands in the editor.
    pub(super) fn project(&self, directory: &RepoPath) -> Project {
        match self.open.get(directory) {
            Some(text) => self.workspace.project.with_catalog(directory, text),
            None => self.workspace.project.clone(),
        }
    }

    /// What is wrong with an open catalog.
    pub(super) fn findings(&self, project: &Project, directory: &RepoPath) -> Vec<Finding> {
        let scope = Scope::catalogs([directory.clone()]);
        lint::check(project, &self.workspace.config.lint, &scope)
    }

    /// The settings that fixes go by.
    pub(super) fn lint_config(&self) -> &crate::config::LintConfig {
        &self.workspace.config.lint
    }

    /// The lines of a source file, as it stands on disk.
    pub(super) fn source(&self, file: &RepoPath) -> Option<String> {
        let bytes = self.workspace.tree.read(file).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The directory of a catalog's path.
pub(super) fn directory(path: &RepoPath) -> Option<RepoPath> {
    path.parent().filter(|_| path.file_name() == CATALOG_FILE)
}

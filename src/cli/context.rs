//! Opens what commands work on: the repository, its configuration, its index, a project of one of its trees.

use std::path::Path;
use std::path::PathBuf;

use crate::base::RepoPath;
use crate::catalog::Limits;
use crate::catalog::Project;
use crate::cli::Environment;
use crate::cli::arguments::GlobalArgs;
use crate::cli::environment::LIBRA_CONFIG;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::cli::progress;
use crate::config;
use crate::config::CONFIG_FILE;
use crate::config::Config;
use crate::index;
use crate::index::Index;
use crate::repo;
use crate::repo::GitEnvironment;
use crate::repo::ReadError;
use crate::repo::Repository;
use crate::repo::Tree;
use crate::source::classify::Rules;

/// What a command knows before it opens anything.
pub(crate) struct Context {
    environment: Environment,
    global: GlobalArgs,
}

/// A configuration and the file that it came from.
pub(crate) struct LoadedConfig {
    /// The settled values.
    pub(crate) config: Config,
    /// The file's name for messages; `libra.toml` where there is none.
    pub(crate) name: String,
    /// The file's text, if there is one.
    pub(crate) text: Option<String>,
}

/// Everything that most commands need, opened.
pub(crate) struct Workspace {
    /// The repository.
    pub(crate) repository: Repository,
    /// Its configuration.
    pub(crate) config: Config,
    /// Its caches.
    pub(crate) index: Index,
    /// The tree that was asked for.
    pub(crate) tree: Box<dyn Tree>,
    /// The sources and catalogs of that tree.
    pub(crate) project: Project,
}

/// Which tree a command works on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TreeSource {
    /// The files as they are.
    WorkTree,
    /// The files as they will be committed.
    Index,
    /// The files of a commit.
    Revision(String),
}

impl Context {
    /// A context for one run.
    pub(crate) fn new(environment: Environment, global: GlobalArgs) -> Self {
        Self { environment, global }
    }

    /// The process around the command.
    pub(crate) fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The directory that the command works in: where it was started, or what `-C` names.
    pub(crate) fn directory(&self) -> PathBuf {
        match &self.global.directory {
            Some(directory) => self.environment.directory.join(directory),
            None => self.environment.directory.clone(),
        }
    }

    /// Finds the repository as git would.
    pub(crate) fn repository(&self) -> Result<Repository, CommandError> {
        let variables = &self.environment.variables;
        let git = GitEnvironment::from_variables(|name| variables.get(std::ffi::OsStr::new(name)).cloned());
        Ok(Repository::discover(&self.directory(), &git)?)
    }

    /// Reads `--config`, `LIBRA_CONFIG` or the tree's `libra.toml`.
    pub(crate) fn load_config(&self, tree: &dyn Tree) -> Result<LoadedConfig, CommandError> {
        let named = self.global.config.clone().or_else(|| self.environment.path(LIBRA_CONFIG));
        let (name, text) = match named {
            Some(path) => (path.display().to_string(), Some(self.read_input(&path)?)),
            None => (CONFIG_FILE.to_owned(), config_text(tree)?),
        };
        let config = config::parse(&name, text.as_deref().unwrap_or_default())?;
        Ok(LoadedConfig { config, name, text })
    }

    /// Opens a tree of the repository.
    pub(crate) fn tree(repository: &Repository, source: &TreeSource) -> Result<Box<dyn Tree>, CommandError> {
        Ok(match source {
            TreeSource::WorkTree => Box::new(repository.work_tree()?),
            TreeSource::Index => Box::new(repository.index_tree()?),
            TreeSource::Revision(revision) => Box::new(repository.revision_tree(revision)?),
        })
    }

    /// Opens everything for one tree of the repository.
    pub(crate) fn open(&self, source: &TreeSource, printer: &Printer) -> Result<Workspace, CommandError> {
        let mut workspace = self.open_sources(source, printer)?;
        workspace.read_catalogs(&|_| true)?;
        workspace.project = index::with_build_files(std::mem::take(&mut workspace.project), workspace.tree.as_ref());
        Ok(workspace)
    }

    /// Opens everything but the catalogs and the build files.
    pub(crate) fn open_sources(&self, source: &TreeSource, printer: &Printer) -> Result<Workspace, CommandError> {
        let repository = self.repository()?;
        let index = open_index(&repository)?;
        let tree = Self::tree(&repository, source)?;
        let config = self.load_config(tree.as_ref())?.config;
        let progress = progress::of(printer);
        let project = index.sources(tree.as_ref(), &rules(&config)?, progress.as_ref());
        Ok(Workspace { repository, config, index, tree, project })
    }

    /// Where a file is that the user named, relative to the working directory; `-`, standard input, stays as it is.
    pub(crate) fn named(&self, file: &Path) -> PathBuf {
        if file == Path::new("-") { file.to_owned() } else { self.directory().join(file) }
    }

    /// Reads a file that the user named, relative to the working directory; `-` is standard input.
    pub(crate) fn read_input(&self, file: &Path) -> Result<String, CommandError> {
        Ok(repo::read_named(&self.named(file))?)
    }

    /// Writes a file that the user named, relative to the working directory.
    pub(crate) fn write_output(&self, file: &Path, bytes: &[u8]) -> Result<(), CommandError> {
        Ok(repo::write_named(&self.directory().join(file), bytes)?)
    }

    /// A path that the user typed, as a path inside the repository.
    pub(crate) fn repo_path(&self, repository: &Repository, typed: &Path) -> Result<RepoPath, CommandError> {
        Ok(repository.repo_path(&self.directory(), typed)?)
    }
}

impl Workspace {
    /// Reads the catalogs of the directories that are `wanted`.
    pub(crate) fn read_catalogs(&mut self, wanted: &dyn Fn(&RepoPath) -> bool) -> Result<(), CommandError> {
        self.project = index::with_catalogs(std::mem::take(&mut self.project), self.tree.as_ref(), wanted)?;
        Ok(())
    }
}

/// The text of a tree's `libra.toml`, if it has one.
fn config_text(tree: &dyn Tree) -> Result<Option<String>, CommandError> {
    let path = RepoPath::new(CONFIG_FILE)?;
    if tree.entry(&path).is_none() {
        return Ok(None);
    }
    let bytes = match tree.read(&path) {
        // A partial clone that lacks the settings of an old commit has the default ones.
        Err(ReadError::NotFetched(_)) => return Ok(None),
        read => read?,
    };
    let text = std::str::from_utf8(&bytes)
        .map_err(|error| CommandError::new(format!("{CONFIG_FILE} is not UTF-8 (byte {})", error.valid_up_to())))?;
    Ok(Some(text.to_owned()))
}

/// The caches of a repository, under its git directory.
pub(crate) fn open_index(repository: &Repository) -> Result<Index, CommandError> {
    let (shared, private) = (repository.common_dir().join("libra"), repository.git_dir().join("libra"));
    Ok(Index::open(&shared, &private)?.with_objects(repository))
}

/// What `libra.toml` says of which files are catalogued.
pub(crate) fn rules(config: &Config) -> Result<Rules, CommandError> {
    let catalog = &config.catalog;
    Ok(Rules::new(&catalog.exclude, &catalog.include, catalog.max_file_bytes)?)
}

/// The limits of the specification, as `libra.toml` sets them.
pub(crate) fn limits(config: &Config) -> Limits {
    let lint = &config.lint;
    Limits { line_length: lint.max_line_length, bullets: lint.max_bullets, root_tokens: lint.max_root_tokens }
}

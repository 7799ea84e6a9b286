//! Finding and opening a repository, and where its parts lie.

use std::path::Path;
use std::path::PathBuf;

use super::ConfigSources;
use super::Doing;
use super::GitEnvironment;
use super::RepoError;
use super::handles::Handles;
use super::settings;

/// A repository, with a work tree or bare. Cheap to clone, and usable from several threads.
#[derive(Clone)]
pub struct Repository {
    pub(super) handles: Handles,
    work_dir: Option<PathBuf>,
    git_dir: PathBuf,
    common_dir: PathBuf,
    index_path: PathBuf,
    hooks_dir: PathBuf,
    pub(super) isolated: bool,
}

impl Repository {
    /// Finds the repository that git would find from `directory` in this environment. Relative paths in the
    /// environment count from `directory`, which should be absolute.
    ///
    /// A repository of another user is refused as git refuses it, since its configuration could name programs.
    pub fn discover(directory: &Path, environment: &GitEnvironment) -> Result<Self, RepoError> {
        let directory =
            std::path::absolute(directory).map_err(|source| RepoError::Read { path: directory.to_owned(), source })?;
        let opened = match &environment.git_dir {
            Some(git_dir) => gix::ThreadSafeRepository::open_opts(
                directory.join(git_dir),
                options(environment).open_path_as_is(true),
            ),
            None => gix::ThreadSafeRepository::discover_opts(
                &directory,
                search(environment),
                gix::sec::trust::Mapping { full: options(environment), reduced: options(environment) },
            ),
        };
        let mut repository = opened.map_err(|source| open_error(&directory, source))?.to_thread_local();
        choose_work_tree(&mut repository, &directory, environment)?;
        Self::assemble(repository, &directory, environment)
    }

    fn assemble(
        repository: gix::Repository,
        directory: &Path,
        environment: &GitEnvironment,
    ) -> Result<Self, RepoError> {
        let absolute = |path: &Path| {
            let path = directory.join(path);
            gix::path::normalize(path.as_path().into(), directory).map_or(path.clone(), std::borrow::Cow::into_owned)
        };
        let common_dir = absolute(repository.common_dir());
        if let Some(given) = &environment.common_dir {
            let given = directory.join(given);
            if real(&given) != real(&common_dir) {
                return Err(RepoError::CommonDirectory { given, found: common_dir });
            }
        }
        let work_dir = repository.workdir().map(absolute);
        let git_dir = absolute(repository.git_dir());
        Ok(Self {
            hooks_dir: settings::hooks_dir(&repository, &common_dir, work_dir.as_ref().unwrap_or(&git_dir)),
            work_dir,
            git_dir,
            index_path: environment
                .index_file
                .as_ref()
                .map_or_else(|| repository.index_path(), |index| directory.join(index)),
            common_dir,
            isolated: environment.config == ConfigSources::RepositoryOnly,
            handles: Handles::new(repository),
        })
    }

    /// The top of the work tree, absolute; a bare repository has none.
    pub fn work_dir(&self) -> Option<&Path> {
        self.work_dir.as_deref()
    }

    /// The git directory of this work tree; for a linked work tree not the shared one.
    pub fn git_dir(&self) -> &Path {
        &self.git_dir
    }

    /// The git directory that linked work trees share.
    pub fn common_dir(&self) -> &Path {
        &self.common_dir
    }

    /// The index that is read: `GIT_INDEX_FILE`, or the work tree's own.
    pub fn index_path(&self) -> &Path {
        &self.index_path
    }

    /// Where git looks for hooks, absolute; it need not exist.
    pub fn hooks_dir(&self) -> &Path {
        &self.hooks_dir
    }

    /// Whether there is no work tree.
    pub fn is_bare(&self) -> bool {
        self.work_dir.is_none()
    }

    /// Whether history was cut off when the repository was cloned.
    pub fn is_shallow(&self) -> bool {
        self.handles.with(|repository| repository.is_shallow().unwrap_or(false))
    }

    pub(super) fn work_dir_or_bare(&self) -> Result<&Path, RepoError> {
        self.work_dir().ok_or(RepoError::Bare)
    }
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn options(environment: &GitEnvironment) -> gix::open::Options {
    let permissions = match environment.config {
        // Git's own configuration variables (GIT_CONFIG_GLOBAL and the like) are left to gix.
        ConfigSources::All => gix::open::Permissions::all(),
        ConfigSources::RepositoryOnly => gix::open::Permissions::isolated(),
    };
    gix::open::Options::default()
        .permissions(permissions)
        .bail_if_untrusted(true)
        .cli_overrides(environment.config_overrides())
}

fn search(environment: &GitEnvironment) -> gix::discover::upwards::Options<'static> {
    let ceiling_dirs = environment
        .ceiling_directories
        .as_ref()
        .map(|list| std::env::split_paths(list).filter(|path| path.is_absolute()).collect())
        .unwrap_or_default();
    gix::discover::upwards::Options {
        ceiling_dirs,
        // A ceiling elsewhere is no concern of this search.
        match_ceiling_dir_or_error: false,
        cross_fs: environment.across_file_systems,
        ..Default::default()
    }
}

fn open_error(directory: &Path, source: gix::Error) -> RepoError {
    let directory = directory.to_owned();
    // A directory that may not be read is another matter than one that belongs to somebody else.
    if source.is_permission_denied() && source.downcast_any_ref::<std::io::Error>().is_none() {
        RepoError::Unowned { directory }
    } else if source.is_not_found() {
        RepoError::NotFound { directory }
    } else {
        RepoError::Open { directory, source: Box::new(source) }
    }
}

/// Git's rule: `GIT_WORK_TREE`, then `core.bare` and `core.worktree`, then, where `GIT_DIR` was given, the directory that
/// the command runs in, else where the repository was found.
fn choose_work_tree(
    repository: &mut gix::Repository,
    directory: &Path,
    environment: &GitEnvironment,
) -> Result<(), RepoError> {
    let linked = repository.git_dir() != repository.common_dir();
    let configured = !linked && {
        let config = repository.config_snapshot();
        config.boolean("core.bare") == Some(true) || config.string("core.worktree").is_some()
    };
    let chosen = match &environment.work_tree {
        Some(work_tree) => Some(directory.join(work_tree)),
        None if environment.git_dir.is_some() && !configured => Some(directory.to_owned()),
        None => None,
    };
    if let Some(chosen) = chosen {
        repository.set_workdir(chosen).doing("enter the work tree")?;
    }
    Ok(())
}

//! Git's environment variables as values: `cli` reads the process, this room only looks at what it was given.

use std::ffi::OsString;
use std::path::PathBuf;

/// What the environment says about the repository. An unset or empty variable is `None`.
#[derive(Clone, Debug, Default)]
pub struct GitEnvironment {
    /// `GIT_DIR`: the repository, without searching.
    pub git_dir: Option<PathBuf>,
    /// `GIT_WORK_TREE`: the top of the work tree.
    pub work_tree: Option<PathBuf>,
    /// `GIT_INDEX_FILE`: the index to read; git hands a temporary one to hooks of `commit -a` and `commit PATH`.
    pub index_file: Option<PathBuf>,
    /// `GIT_COMMON_DIR`: checked against what the repository says.
    pub common_dir: Option<PathBuf>,
    /// `GIT_CEILING_DIRECTORIES`: where the search for a repository ends.
    pub ceiling_directories: Option<OsString>,
    /// `GIT_DISCOVERY_ACROSS_FILESYSTEM`: the search may go on in another file system.
    pub across_file_systems: bool,
    /// `GIT_CONFIG_PARAMETERS`: what `git -c key=value libra` hands down.
    pub config_parameters: Option<OsString>,
    /// Which configuration counts beside the repository's own.
    pub config: ConfigSources,
}

/// Which of git's configuration files count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConfigSources {
    /// Those that git itself reads: system, user, repository, work tree, environment.
    #[default]
    All,
    /// The repository's own only, so that nothing depends on the machine. For tests.
    RepositoryOnly,
}

impl GitEnvironment {
    /// Variables that tie a process to one repository. A program that is started for another purpose must not inherit
    /// them: it could read or write a foreign index.
    pub const LOCAL_VARIABLES: [&str; 15] = [
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_COMMON_DIR",
        "GIT_CONFIG",
        "GIT_CONFIG_COUNT",
        "GIT_CONFIG_PARAMETERS",
        "GIT_DIR",
        "GIT_GRAFT_FILE",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_NO_REPLACE_OBJECTS",
        "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX",
        "GIT_REPLACE_REF_BASE",
        "GIT_SHALLOW_FILE",
        "GIT_WORK_TREE",
    ];

    /// Asks `variable` for each variable by its name.
    pub fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let text = |name: &str| variable(name).filter(|value| !value.is_empty());
        let path = |name: &str| text(name).map(PathBuf::from);
        let yes = |value: OsString| {
            let value = value.to_string_lossy().to_ascii_lowercase();
            matches!(value.as_str(), "1" | "true" | "yes" | "on")
        };
        Self {
            git_dir: path("GIT_DIR"),
            work_tree: path("GIT_WORK_TREE"),
            index_file: path("GIT_INDEX_FILE"),
            common_dir: path("GIT_COMMON_DIR"),
            ceiling_directories: text("GIT_CEILING_DIRECTORIES"),
            across_file_systems: text("GIT_DISCOVERY_ACROSS_FILESYSTEM").is_some_and(yes),
            config_parameters: text("GIT_CONFIG_PARAMETERS"),
            config: ConfigSources::All,
        }
    }

    /// The `key=value` pairs of `config_parameters`. Git writes each as `'key=value'` or `'key'='value'`, with a quote
    /// inside as `'\''`; what does not look so is left out.
    pub(super) fn config_overrides(&self) -> Vec<String> {
        let Some(text) = self.config_parameters.as_ref().and_then(|text| text.to_str()) else {
            return Vec::new();
        };
        shell_words(text)
            .into_iter()
            .filter(|word| word.split_once('=').map_or(word.as_str(), |(key, _)| key).contains('.'))
            .collect()
    }
}

/// Splits at blanks outside quotes and takes the quotes off.
fn shell_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\'' => quoted = !quoted,
            '\\' if !quoted => word.extend(characters.next()),
            ' ' | '\n' | '\t' if !quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            character => word.push(character),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::GitEnvironment;

    #[test]
    fn reads_what_git_hands_down() {
        let environment = GitEnvironment::from_variables(|name| match name {
            "GIT_DIR" => Some(".git".into()),
            "GIT_WORK_TREE" => Some("".into()),
            "GIT_CONFIG_PARAMETERS" => Some(r"'libra.engine'='a b' 'core.x=it'\''s' 'nodot' 'libra.flag'".into()),
            _ => None,
        });
        assert_eq!(environment.git_dir.as_deref(), Some(".git".as_ref()));
        assert_eq!(environment.work_tree, None);
        assert_eq!(environment.config_overrides(), ["libra.engine=a b", "core.x=it's", "libra.flag"]);
    }
}

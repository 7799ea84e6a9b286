//! What the people of a language do alike: how they name tests, order a parameter, import, and speak of failure.
//!
//! Each language's file states its habits in its `Spec`; other rooms ask for them and need not know the language.

use super::languages;
use crate::source::Language;

/// The habits of a language.
#[derive(Debug)]
pub struct Habits {
    /// Where a parameter's name stands.
    pub parameters: ParameterStyle,
    /// How an import leads to files.
    pub imports: ImportStyle,
    /// The verb for a failure with a message, such as `Raises`.
    pub failure: &'static str,
    /// How tests are named.
    pub(crate) tests: TestHabits,
}

/// Where a parameter's name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterStyle {
    /// `name`, `name: Type`; words before the name are modifiers.
    NameColonType,
    /// `name Type`.
    NameType,
    /// `Type name`.
    TypeName,
}

/// How an import leads to files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportStyle {
    /// Dotted modules, leading dots are relative; a package is a folder with `__init__.py`.
    Python,
    /// Paths of modules with `::`, a crate each.
    Rust,
    /// Paths relative to the importing file.
    Script,
    /// Paths of packages, which are folders.
    Go,
    /// Qualified names whose parts are the folders and the file that they stand in, as in Java.
    Package,
    /// Paths relative to the file or to a folder of headers.
    Include,
    /// Paths below a load path, without ending.
    Require,
    /// Dotted names whose parts are folders, the last one the file.
    Dotted {
        /// What follows the path of the module, such as `.lua` and `/init.lua`.
        endings: &'static [&'static str],
        /// Whether files have the module's name in small letters, words joined by underscores.
        snake_case: bool,
    },
}

/// How the tests of a language are named. Endings and beginnings are those of a longer name: a file `_test` is none.
#[derive(Debug)]
pub(crate) struct TestHabits {
    /// What the names of test files begin with.
    pub(crate) starts: &'static [&'static str],
    /// What the names of test files end with, the file ending left off.
    pub(crate) ends: &'static [&'static str],
    /// Whole names, the file ending left off.
    pub(crate) stems: &'static [&'static str],
    /// Folders of tests at the repository's root.
    pub(crate) root_folders: &'static [&'static str],
    /// Folders of tests anywhere.
    pub(crate) folders: &'static [&'static str],
    /// What the names of folders of tests end with, such as `.Tests`.
    pub(crate) folder_ends: &'static [&'static str],
    /// Whether folders directly below `src` are sets of sources, those with "test" in their names sets of tests.
    pub(crate) source_sets: bool,
}

impl TestHabits {
    /// Nothing but what holds of every language.
    pub(crate) const NONE: Self = Self {
        starts: &[],
        ends: &[],
        stems: &[],
        root_folders: &[],
        folders: &[],
        folder_ends: &[],
        source_sets: false,
    };
}

impl Language {
    /// What the people of the language do alike.
    pub fn habits(self) -> &'static Habits {
        &languages::spec(self).habits
    }
}

//! Whether a file is catalogued, and if not, why.

use serde::Deserialize;
use serde::Serialize;

use crate::source::Language;

mod conventions;
mod explain;
mod rules;

pub use explain::Cause;
pub use explain::explain_path;
pub use rules::Rules;
pub use rules::RulesError;
pub use rules::as_language;
pub use rules::by_path;

/// What a file is to git-libra.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FileClass {
    /// A source file that catalogs describe.
    Source(Language),
    /// A file that catalogs leave out; `language` is set where it is code all the same (a test, say).
    Skipped {
        /// Its language, if it has a known one.
        language: Option<Language>,
        /// Why it is left out.
        reason: SkipReason,
    },
}

/// Why a file is not catalogued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SkipReason {
    /// No known programming language.
    NotSource,
    /// A test, by the language's convention.
    Test,
    /// Generated: by attribute, marker or well-known name.
    Generated,
    /// Somebody else's code: by attribute or well-known folder.
    Vendored,
    /// Minified, or otherwise not written for people.
    Minified,
    /// Example or documentation code is catalogued; this is for files that `libra.toml` excludes.
    Excluded,
    /// Over the size limit.
    TooLarge,
    /// Binary content.
    NotText,
    /// Text, but not UTF-8 with line feeds at the ends of its lines.
    Encoding,
    /// Text that the parser cannot get through within its bounds.
    TooComplex,
    /// A symlink, a submodule, or nothing that git calls a file.
    NotAFile,
    /// Nothing in it: no code line.
    Empty,
}

impl SkipReason {
    /// The reason as a person reads it, without a subject.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotSource => "no known programming language",
            Self::Test => "a test",
            Self::Generated => "generated",
            Self::Vendored => "vendored",
            Self::Minified => "minified",
            Self::Excluded => "excluded in libra.toml",
            Self::TooLarge => "over the size limit",
            Self::NotText => "binary",
            Self::Encoding => "text in another encoding than UTF-8, or with other line ends",
            Self::TooComplex => "too much work for the parser",
            Self::NotAFile => "a symbolic link or a submodule",
            Self::Empty => "nothing in it",
        }
    }
}

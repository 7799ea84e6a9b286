//! Why an edit is not applied.

use std::fmt;

use crate::base::EditError;
use crate::catalog::Target;

/// Why an edit is not applied.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EditRefused {
    /// No entry describes the target.
    #[error("no entry for `{target}`")]
    NoEntry {
        /// What was looked for.
        target: Target,
    },
    /// An entry describes the target already.
    #[error("`{target}` has an entry already")]
    EntryExists {
        /// What has one.
        target: Target,
    },
    /// The entry lists no such symbol.
    #[error("the entry of `{target}` lists no `{symbol}`")]
    NoSymbol {
        /// The entry.
        target: Target,
        /// The symbol that was looked for.
        symbol: String,
    },
    /// The lines stand between `libra:keep` and `libra:end`.
    #[error("the lines to change are kept by `libra:keep`")]
    Kept,
    /// A text that cannot stand in a catalog as one line of prose.
    #[error("not one line of prose: {text:?}")]
    Text {
        /// The text.
        text: String,
    },
    /// An entry can describe a file or a module only.
    #[error("an entry needs a file or a module to describe")]
    NoTarget,
    /// The catalog has no title under which a paragraph could stand.
    #[error("the catalog has no title")]
    NoTitle,
    /// The catalog holds an unresolved merge.
    #[error("the catalog holds merge-conflict markers")]
    Unmerged,
    /// Two changes touch the same bytes.
    #[error("the edits do not fit the catalog")]
    Clash(#[from] EditError),
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) | Self::Module(path) => write!(f, "{path}"),
            Self::Other => f.write_str("no target"),
        }
    }
}

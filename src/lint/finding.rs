//! What a rule reports: a value without layout.

use crate::base::EditSet;
use crate::base::RepoPath;
use crate::base::Span;
use crate::config::Severity;

/// One thing that a catalog gets wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The rule's code, such as `CAT306`.
    pub code: &'static str,
    /// The rule's name, such as `stale-range`.
    pub name: &'static str,
    /// How serious it is, after configuration.
    pub severity: Severity,
    /// The catalog's path (`.../catalog.md`); it may not exist yet where a module has none.
    pub catalog: RepoPath,
    /// Where in the catalog's text; empty at 0 where it speaks of the whole file.
    pub span: Span,
    /// The 1-based line of `span`, so that reports need no text.
    pub line: u32,
    /// The 1-based column of `span`, in characters.
    pub column: u32,
    /// One sentence: what is wrong, with the values that show it.
    pub message: String,
    /// What it is about, stable when lines move: an entry's path, `path::symbol`, a heading.
    pub subject: String,
    /// How it can be mended, if a machine can.
    pub fix: Option<Fix>,
}

/// A repair: edits of the finding's catalog, applied all or none.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What it does, as an imperative such as `set the range to L12-L40`.
    pub title: String,
    /// Whether it may be applied without being asked for.
    pub safety: Safety,
    /// The edits. For a catalog that does not exist, one insertion at 0 creates it.
    pub edits: EditSet,
}

/// Whether a fix can lose what somebody wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// It changes what is derived, never anybody's words.
    Safe,
    /// It removes or adds words.
    Unsafe,
}

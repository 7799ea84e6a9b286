//! Edits of catalogs as values (design §4.3): choosing is an agent's, applying is ours.

use crate::base::LineRange;
use crate::catalog::Target;

/// One change of one catalog. An edit names what it changes by target and symbol, never by position, so that edits
/// survive each other.
#[derive(Clone, Debug, PartialEq)]
pub enum CatalogEdit {
    /// Gives every mention of a symbol under an entry its true range.
    SetRange {
        /// The entry.
        target: Target,
        /// The symbol as the catalog names it.
        symbol: String,
        /// The lines.
        range: LineRange,
    },
    /// Replaces an entry's summary, or adds one.
    SetSummary {
        /// The entry.
        target: Target,
        /// One line, no line end.
        summary: String,
    },
    /// Replaces the bullet that mentions a symbol, or adds one where none does. A bullet that several symbols share
    /// loses this symbol.
    SetSymbol {
        /// The entry.
        target: Target,
        /// The new bullet.
        line: SymbolLine,
    },
    /// Takes a symbol's mention away; the bullet too, if nothing is left in it.
    RemoveSymbol {
        /// The entry.
        target: Target,
        /// The symbol as the catalog names it.
        symbol: String,
    },
    /// Replaces an entry's caveat, or adds one; `None` removes it.
    SetCaveat {
        /// The entry.
        target: Target,
        /// The text after `Caveat: `, no line end.
        caveat: Option<String>,
    },
    /// Adds an entry to a section, which is made if it is not there.
    AddEntry {
        /// The `##` heading's text.
        section: String,
        /// The entry.
        entry: EntryDraft,
    },
    /// Takes an entry away; the section too, if it was the last in it.
    RemoveEntry {
        /// The entry.
        target: Target,
    },
    /// Gives an entry another target: its file or module was renamed. Its words stay.
    RetargetEntry {
        /// The entry.
        target: Target,
        /// The new target.
        to: Target,
    },
    /// Moves an entry to another section.
    MoveEntry {
        /// The entry.
        target: Target,
        /// The `##` heading's text.
        section: String,
    },
    /// Replaces or adds a glossary term.
    SetGlossaryTerm {
        /// The term.
        term: String,
        /// What it means, one line.
        meaning: String,
    },
    /// Replaces the paragraph under the title, or adds one.
    SetIntro {
        /// One line.
        intro: String,
    },
}

/// A symbol bullet to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct SymbolLine {
    /// What stands in the code span: a name or a declaration.
    pub declaration: String,
    /// The lines.
    pub range: LineRange,
    /// A short summary; `None` lists the name alone.
    pub summary: Option<String>,
    /// The main paths, each one line.
    pub paths: Vec<String>,
}

/// An entry to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryDraft {
    /// The file or module.
    pub target: Target,
    /// One line.
    pub summary: String,
    /// Symbol bullets in order; neighbours without summary and paths share bullets.
    pub symbols: Vec<SymbolLine>,
    /// Prose bullets after them, each one line: what a module holds.
    pub notes: Vec<String>,
    /// The caveat's text, if there is one.
    pub caveat: Option<String>,
}

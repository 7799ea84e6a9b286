//! The document model (design §4.2, §4.3): what a catalog says and where it says it.

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::base::Span;

/// The name of every catalog.
pub const CATALOG_FILE: &str = "catalog.md";

/// A parsed catalog. Spans are bytes of `text`; parsing never fails, what it did not understand is in `problems`.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalog {
    /// The directory that it describes.
    pub directory: RepoPath,
    /// The text, byte for byte.
    pub text: String,
    /// Every `#` heading; a valid catalog has one.
    pub titles: Vec<Heading>,
    /// The optional paragraph under the title.
    pub intro: Option<TextLine>,
    /// Further paragraphs before the first section, which a valid catalog has none of.
    pub prose: Vec<TextLine>,
    /// Bullets before the first section, which a valid catalog has none of.
    pub bullets: Vec<Bullet>,
    /// The `##` sections in order.
    pub sections: Vec<Section>,
    /// Entries that stand before any section (a finding for lint, but kept).
    pub loose_entries: Vec<Entry>,
    /// What does not belong in a catalog.
    pub problems: Vec<Problem>,
    /// What stands between `<!-- libra:keep -->` and `<!-- libra:end -->`: a person's own words.
    pub kept: Vec<Span>,
    /// `<!-- libra-ignore ... -->` comments.
    pub suppressions: Vec<Suppression>,
}

/// A heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Heading {
    /// The text without marks; a link's text for an entry.
    pub text: String,
    /// The whole line without its line end.
    pub span: Span,
}

/// A line or paragraph of prose.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    /// The Markdown as written, lines joined with a space, git-libra's comments and whitespace at the ends removed.
    pub text: String,
    /// Where it stands, line end not in it.
    pub span: Span,
}

/// A `##` section.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Its heading.
    pub heading: Heading,
    /// What it is for.
    pub kind: SectionKind,
    /// From its heading up to the next section or the end.
    pub span: Span,
    /// Prose under the heading, before any entry, in order.
    pub prose: Vec<TextLine>,
    /// Bullets under the heading, before any entry (the glossary's terms, notes).
    pub bullets: Vec<Bullet>,
    /// The `###` entries.
    pub entries: Vec<Entry>,
}

/// What a section is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionKind {
    /// `## Glossary`.
    Glossary,
    /// `## Architecture Overview`.
    Architecture,
    /// `## Notes`.
    Notes,
    /// `## Submodules`.
    Submodules,
    /// Any other: entries grouped by role.
    Group,
}

/// A `###` entry: a source file or a submodule, and what stands under it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its heading.
    pub heading: Heading,
    /// The heading's link, if it has one.
    pub link: Option<Link>,
    /// What the link means.
    pub target: Target,
    /// From its heading up to the next entry, section or the end.
    pub span: Span,
    /// The one-line summary: the first paragraph under the heading.
    pub summary: Option<TextLine>,
    /// Further paragraphs, which a valid entry has none of.
    pub prose: Vec<TextLine>,
    /// Symbols with a range that the summary or the prose name: they are kept true like those of bullets.
    pub prose_mentions: Vec<SymbolMention>,
    /// The bullets, top level; sub-bullets stand under them.
    pub bullets: Vec<Bullet>,
    /// From its heading to the end of its last content: `span` without blank lines and comments after it.
    pub body: Span,
}

/// A link.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// What it shows.
    pub text: String,
    /// Where it leads, percent-decoded.
    pub destination: String,
    /// The whole link.
    pub span: Span,
}

/// What an entry describes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A source file.
    File(RepoPath),
    /// The directory of a module whose catalog the link names.
    Module(RepoPath),
    /// Something else: no link, a link out of the repository, a URL.
    Other,
}

/// A bullet.
#[derive(Clone, Debug, PartialEq)]
pub struct Bullet {
    /// What it says.
    pub kind: BulletKind,
    /// The bullet's own lines from the dash, line end not in it, sub-bullets not in it.
    pub span: Span,
    /// The whole item from the dash, sub-bullets in it, line end not in it.
    pub extent: Span,
    /// The Markdown after the dash, continuation lines joined with a space, git-libra's comments removed.
    pub text: String,
    /// 0 for a bullet of the entry, 1 for its sub-bullets.
    pub depth: usize,
    /// The symbols that it lists, in order.
    pub mentions: Vec<SymbolMention>,
    /// What follows the symbols, after ` - `.
    pub description: Option<TextLine>,
    /// Sub-bullets.
    pub children: Vec<Bullet>,
}

/// What a bullet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulletKind {
    /// It begins with a code span: a symbol, or several.
    Symbols,
    /// It begins with `Caveat:`.
    Caveat,
    /// Anything else: a main path, a glossary term, a note.
    Prose,
}

/// A symbol listed by a bullet: `` `solve(f, *symbols)` (L220-L1120) ``.
#[derive(Clone, Debug, PartialEq)]
pub struct SymbolMention {
    /// The code span's text: a name or a declaration.
    pub declaration: String,
    /// The name in it, without keywords, parameters and types (`::` is read as `.`), such as `Solver.solve`.
    pub name: String,
    /// The code span with its backticks.
    pub span: Span,
    /// The range that stands after it, if one does.
    pub range: Option<RangeNote>,
}

/// A written line range.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeNote {
    /// The bytes with the parentheses; inside the mention's span where somebody wrote the range into the code span.
    pub span: Span,
    /// The lines, or `None` where what is written is no range (malformed, or the start after the end).
    pub lines: Option<LineRange>,
    /// What is written between the parentheses.
    pub text: String,
    /// Whether it stands right after the code span, one space between.
    pub adjacent: bool,
}

/// Something that a catalog may not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// What it is.
    pub kind: ProblemKind,
    /// Where.
    pub span: Span,
}

/// The kinds of constructs that do not belong in a catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// A table.
    Table,
    /// A fenced or indented code block.
    CodeBlock,
    /// A block quote.
    Quote,
    /// An image.
    Image,
    /// HTML other than git-libra's own comments.
    Html,
    /// A numbered list.
    OrderedList,
    /// A horizontal rule.
    Rule,
    /// A heading of level 4 or deeper.
    DeepHeading,
    /// A heading that skips a level.
    SkippedLevel,
    /// A `libra:keep` without its end, or an end without its beginning.
    UnbalancedKeep,
    /// Lines that git wrote for an unresolved merge.
    ConflictMarker,
}

/// A comment that silences rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Suppression {
    /// The rule codes or names; empty means all.
    pub rules: Vec<String>,
    /// The comment.
    pub span: Span,
    /// The line it speaks of, 1-based: its own, or the next one where the comment stands alone.
    pub line: u32,
}

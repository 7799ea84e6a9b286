//! What is known of one source file: plain values that a cache can keep under the file's blob id.

use serde::Deserialize;
use serde::Serialize;

use crate::base::LineRange;
use crate::source::Language;

/// Everything that is known of one file's content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileFacts {
    /// The language it was parsed as.
    pub language: Language,
    /// Number of lines.
    pub line_count: u32,
    /// The documentation of the module or file itself, comment marks removed, paragraphs kept.
    pub module_doc: Option<String>,
    /// The definitions, ordered by start and then by larger range first, so that a container precedes its members.
    pub symbols: Vec<Symbol>,
    /// What the file imports or includes.
    pub imports: Vec<Import>,
    /// Natural language inside the code: error and log messages, comments that stand at a branch.
    pub notes: Vec<Note>,
    /// o200k tokens of each line with its line end; the sum over a range is an upper bound of the range's tokens.
    pub line_tokens: Vec<u16>,
    /// What each line holds; as many as `line_count`.
    pub line_kinds: Vec<LineKind>,
    /// Whether the parser met syntax that it could not read; what is listed is still right.
    pub has_syntax_errors: bool,
}

/// What stands on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LineKind {
    /// Nothing but white space.
    Blank,
    /// A comment or a documentation string, and nothing else.
    Comment,
    /// Code.
    Code,
}

/// A definition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Symbol {
    /// The bare name, such as `solve`.
    pub name: String,
    /// The name with its containers as a developer of the language would look for it, joined with `.` in every language,
    /// such as `Solver.solve`. Rust: inline modules are part of it (`tests.parses`), the file's own module is not, and a
    /// member of an `impl` block is named after the type, never after the trait. Go: a method is named after its
    /// receiver's type. C++: namespaces are left out. Ruby: `A::B` is `A.B`, and methods of the class itself are named
    /// like the others.
    pub qualified_name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// The index in `FileFacts::symbols` of the definition it is nested in.
    pub container: Option<u32>,
    /// From the first decorator, attribute or annotation to the last line of the body. A doc comment is not in it.
    pub range: LineRange,
    /// The line of the definition itself, after decorators; `range.start()` where there are none.
    pub definition_line: u32,
    /// The lines of what stands in its body, within `range`: without braces and keywords that have lines of their own, a
    /// documentation string included. `None` where there is no body, or nothing in it.
    pub body: Option<LineRange>,
    /// The declaration without its body on one line, whitespace folded, such as `def solve(f, *symbols, **flags)`.
    pub signature: String,
    /// The parameters as written, between the parentheses, whitespace folded; `None` where it takes none by nature.
    pub parameters: Option<String>,
    /// Its documentation, comment marks removed.
    pub doc: Option<String>,
    /// The lines of the comment directly above `range` that belongs to this definition, if there is one.
    pub doc_lines: Option<LineRange>,
    /// Who may use it.
    pub visibility: Visibility,
    /// How much goes on in it.
    pub complexity: Complexity,
    /// Bare names of what it calls, in order of first appearance, each once.
    pub calls: Vec<String>,
    /// Bare names of the types it extends or implements.
    pub bases: Vec<String>,
}

/// The kinds of definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SymbolKind {
    /// A function outside any type.
    Function,
    /// A function of a type.
    Method,
    /// A class, or a C++ class.
    Class,
    /// A struct or union.
    Struct,
    /// An enum.
    Enum,
    /// An interface, trait or protocol.
    Interface,
    /// A type alias or a named type.
    Type,
    /// A constant, static or exported variable with a name of its own.
    Constant,
    /// A macro where it is defined.
    Macro,
    /// An inline module or namespace.
    Module,
}

impl SymbolKind {
    /// The kind in lower case, as JSON output has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Method => "method",
            Self::Class => "class",
            Self::Struct => "struct",
            Self::Enum => "enum",
            Self::Interface => "interface",
            Self::Type => "type",
            Self::Constant => "constant",
            Self::Macro => "macro",
            Self::Module => "module",
        }
    }

    /// Whether it is something that runs.
    pub fn is_callable(self) -> bool {
        matches!(self, Self::Function | Self::Method | Self::Macro)
    }

    /// Whether it can hold members.
    pub fn is_type(self) -> bool {
        matches!(self, Self::Class | Self::Struct | Self::Enum | Self::Interface | Self::Type)
    }
}

/// Who may use a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Visibility {
    /// Part of what the file offers.
    Public,
    /// The crate's, package's or subclasses' own.
    Internal,
    /// The file's or type's own.
    Private,
}

/// How much goes on in a definition; decides how much a catalog says of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complexity {
    /// Places where control may go two ways: if, match arms, loops, handlers, boolean operators.
    pub branches: u32,
    /// Lines of code in the body: neither blank nor comment.
    pub code_lines: u32,
}

/// One import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// The module as written, such as `..core.expr`, `crate::base`, `./util`, `sys/stat.h`.
    pub module: String,
    /// The names taken from it, where the language names them.
    pub names: Vec<String>,
    /// Where it stands, 1-based.
    pub line: u32,
}

/// A sentence that a person wrote inside the code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// What it is.
    pub kind: NoteKind,
    /// The text, marks and quotes removed; placeholders of a format string kept as they are.
    pub text: String,
    /// Where it begins, 1-based.
    pub line: u32,
    /// For a comment that stands at a branch (right above it, on its first line, or first in its body): the lines of
    /// that branch, an `if`, an arm, an `else`, a loop or a handler.
    pub branch: Option<LineRange>,
}

/// What kind of sentence a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NoteKind {
    /// The text of an error that is raised, returned or thrown.
    ErrorMessage,
    /// The text of a log, warning or print call.
    LogMessage,
    /// A comment inside a body; those at a branch say what the branch is for.
    Comment,
}

impl FileFacts {
    /// The innermost symbol whose range holds `line` (1-based).
    pub fn symbol_at(&self, line: u32) -> Option<usize> {
        // The order of `symbols` makes those that start after `line` a tail.
        let started = self.symbols.partition_point(|symbol| symbol.range.start() <= line);
        let before = self.symbols.partition_point(|symbol| symbol.range.start() < line);
        // Of those that start before the line, only the last one and what is around it can hold the line: ranges nest.
        let around = |at: &usize| self.symbols[*at].container.map(|at| at as usize);
        let earlier = std::iter::successors(before.checked_sub(1), around);
        let holds = |at: &usize| self.symbols[*at].range.contains_line(line);
        let size = |at: &usize| (self.symbols[*at].range.line_count(), std::cmp::Reverse(*at));
        (before..started).chain(earlier).filter(holds).min_by_key(size)
    }

    /// The range without blank lines at its ends; a range of blank lines comes back as it is.
    pub fn trimmed(&self, range: LineRange) -> LineRange {
        let blank = |line: &u32| self.line_kinds.get(*line as usize - 1) == Some(&LineKind::Blank);
        let mut lines = (range.start()..=range.end()).skip_while(|line| blank(line));
        let Some(start) = lines.next() else { return range };
        let end = (start..=range.end()).rev().find(|line| !blank(line)).unwrap_or(start);
        LineRange::clamped(start, end)
    }

    /// An upper bound of the o200k tokens of a range of lines.
    pub fn tokens_of(&self, range: LineRange) -> u32 {
        let start = (range.start() as usize - 1).min(self.line_tokens.len());
        let end = (range.end() as usize).min(self.line_tokens.len());
        self.line_tokens[start..end].iter().map(|tokens| u32::from(*tokens)).sum()
    }
}

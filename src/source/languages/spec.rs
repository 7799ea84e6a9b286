//! What a language's file tells the walk: the roles of its nodes and a few functions over them.
//!
//! A language never walks the tree by itself; it is asked about one node at a time, with what lies around it.

use std::borrow::Cow;

use tree_sitter::Node;

use crate::base::Span;
use crate::source::Habits;
use crate::source::Import;
use crate::source::SymbolKind;
use crate::source::Visibility;

/// What the walk does at a node; a node may have several roles.
pub(crate) type Roles = u16;

/// May define something: `Spec::define` is asked.
pub(crate) const DEFINITION: Roles = 1;
/// An attribute or decorator that belongs to the next sibling's range.
pub(crate) const PREFIX: Roles = 1 << 1;
/// Control may go two ways here.
pub(crate) const BRANCH: Roles = 1 << 2;
/// A comment.
pub(crate) const COMMENT: Roles = 1 << 3;
/// A string literal, joined literals included.
pub(crate) const STRING: Roles = 1 << 4;
/// A call: `Spec::callee` is asked.
pub(crate) const CALL: Roles = 1 << 5;
/// An import: `Spec::import` is asked.
pub(crate) const IMPORT: Roles = 1 << 6;
/// The strings in it tell of an error.
pub(crate) const RAISE: Roles = 1 << 7;
/// Changes the visibility of what follows in the same container: `Spec::mark` is asked.
pub(crate) const MARK: Roles = 1 << 8;
/// Names what the file exports: `Spec::export` is asked.
pub(crate) const EXPORT: Roles = 1 << 9;
/// A way that control may go without a decision of its own, such as `else` or `default`: a comment may stand at it.
pub(crate) const ARM: Roles = 1 << 10;

/// A language, as the walk knows it.
pub(crate) struct Spec {
    /// Loads the grammar.
    pub(crate) load: fn() -> tree_sitter::Language,
    /// Node kinds by role, named and anonymous ones alike.
    pub(crate) roles: &'static [(Roles, &'static [&'static str])],
    /// Pushes what the node defines.
    pub(crate) define: fn(Node<'_>, &Scope<'_, '_>, &mut Vec<Definition>),
    /// Pushes what the node imports.
    pub(crate) import: fn(Node<'_>, &Scope<'_, '_>, &mut Vec<Import>),
    /// The name that is called, as written, such as `self.log.info`.
    pub(crate) callee: for<'a> fn(Node<'_>, &Scope<'a, '_>) -> Option<&'a str>,
    /// The visibility of what follows in the same container.
    pub(crate) mark: fn(Node<'_>, &Scope<'_, '_>) -> Option<Visibility>,
    /// Adds names that the node exports.
    pub(crate) export: fn(Node<'_>, &Scope<'_, '_>, &mut Exports),
    /// The string that documents the file, where the language has such strings.
    pub(crate) module_string: fn(Node<'_>) -> Option<Span>,
    /// How its comments are read.
    pub(crate) comments: CommentStyle,
    /// Puts right what the parser is known not to read, byte for byte in place; asked where a text has errors.
    pub(crate) mend: for<'a> fn(&'a str) -> Cow<'a, str>,
    /// What its people do alike.
    pub(crate) habits: Habits,
    /// Where its grammar needs help.
    pub(crate) quirks: Quirks,
}

/// What statements of their own say that the file exports.
#[derive(Debug, Default)]
pub(crate) struct Exports {
    /// Names of definitions of the file.
    pub(crate) names: Vec<String>,
    /// Whether the list is all that the file offers: what is not on it is the package's own.
    pub(crate) is_whole: bool,
}

/// Where a grammar needs help.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about one grammar")]
pub(crate) struct Quirks {
    /// What the parser sees after the end of a text, for a grammar that would look for white space there for ever, or that
    /// reads a last line only with its end.
    pub(crate) tail: &'static str,
    /// Definitions are equations: those that begin with the same word stay together.
    pub(crate) equations: bool,
    /// The kind of node that any operator is, where `&&` and `||` have no kinds of their own; empty where they have.
    pub(crate) operators: &'static str,
    /// The text is mended before it is read, since the parser reads something else without an error.
    pub(crate) mends_first: bool,
    /// What a preprocessor's `#else` begins is taken for a comment.
    pub(crate) loses_else: bool,
    /// A preprocessor makes the program, so the text is made one program before it is read: its directives cut through
    /// statements, and its macros stand where the grammar expects none.
    pub(crate) preprocessed: bool,
}

impl Quirks {
    /// None at all.
    pub(crate) const NONE: Self =
        Self { tail: "", equations: false, operators: "", loses_else: false, mends_first: false, preprocessed: false };
}

/// A receiver of more bytes is an expression, not a name.
const MAX_RECEIVER: usize = 60;

/// How a language's comments document things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommentStyle {
    /// `#` only.
    Hash,
    /// `//`, `///`, `//!`, `/* */`, `/** */`, `/*! */`.
    Slash,
    /// `--`, `---`, and what stands between `--[[ ]]`, `{- -}` or `/* */`.
    Dash,
}

/// What encloses a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Enclosing {
    /// Nothing: the file itself.
    File,
    /// A module or namespace.
    Module,
    /// A type or an `impl` block.
    Type,
    /// A function.
    Callable,
    /// A constant that holds an object.
    Value,
}

/// What lies around the node that a language is asked about.
pub(crate) struct Scope<'a, 't> {
    /// The file's text.
    pub(crate) text: &'a str,
    /// The nodes above, outermost first.
    pub(crate) ancestors: &'t [Node<'t>],
    /// The sibling before the node, if there is one.
    pub(crate) previous: Option<Node<'t>>,
    /// Where the node's decorators begin, if siblings before it are its decorators.
    pub(crate) prefix_start: Option<usize>,
    /// What encloses it.
    pub(crate) enclosing: Enclosing,
    /// The visibility that members have here when nothing else is said.
    pub(crate) default_visibility: Option<Visibility>,
}

impl<'a, 't> Scope<'a, 't> {
    /// The text of a node.
    pub(crate) fn text_of(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// What a call names: the receiver, if it reads as a name, and `name`, as written. Otherwise `name` alone.
    pub(crate) fn called(&self, receiver: Option<Node<'_>>, name: Node<'_>) -> &'a str {
        let receiver = receiver.filter(|receiver| receiver.byte_range().len() < MAX_RECEIVER);
        receiver
            .and_then(|receiver| self.text.get(receiver.start_byte()..name.end_byte()))
            .filter(|text| !text.contains(['(', '{', '\n', '"', '\'']))
            .unwrap_or_else(|| self.text_of(name))
    }

    /// The text of a field of a node.
    pub(crate) fn field(&self, node: Node<'_>, field: &str) -> Option<&'a str> {
        node.child_by_field_name(field).map(|child| self.text_of(child)).filter(|text| !text.is_empty())
    }

    /// The node directly above.
    pub(crate) fn parent(&self) -> Option<Node<'t>> {
        self.ancestors.last().copied()
    }

    /// The kind of the node `up` levels above, 1 being the parent; empty past the root.
    pub(crate) fn ancestor_kind(&self, up: usize) -> &'t str {
        self.ancestor(up).map_or("", |node| node.kind())
    }

    /// The node `up` levels above, 1 being the parent.
    pub(crate) fn ancestor(&self, up: usize) -> Option<Node<'t>> {
        self.ancestors.len().checked_sub(up).map(|at| self.ancestors[at])
    }

    /// Method inside a type, function elsewhere.
    pub(crate) fn callable_kind(&self) -> SymbolKind {
        match self.enclosing {
            Enclosing::Type | Enclosing::Value => SymbolKind::Method,
            _ => SymbolKind::Function,
        }
    }
}

/// A definition as a language reports it; the walk makes a symbol of it.
pub(crate) struct Definition {
    /// The bare name.
    pub(crate) name: String,
    /// What it is; `None` for a block that only gives its members a qualifier (Rust's `impl`).
    pub(crate) kind: Option<SymbolKind>,
    /// First to last byte, decorators included.
    pub(crate) span: Span,
    /// Where the definition itself begins, after decorators.
    pub(crate) head: usize,
    /// Where the signature ends and the body begins.
    pub(crate) head_end: usize,
    /// The parameters without their parentheses.
    pub(crate) parameters: Option<Span>,
    /// What counts as its body.
    pub(crate) body: Option<Span>,
    /// The string that documents it, where the language has such strings.
    pub(crate) doc_string: Option<Span>,
    /// Who may use it.
    pub(crate) visibility: Visibility,
    /// What it extends or implements.
    pub(crate) bases: Vec<String>,
    /// Replaces the names of the enclosing definitions in the qualified name.
    pub(crate) qualifier: Option<String>,
    /// Stands between the enclosing definitions and the name: what the definition itself says that it is within.
    pub(crate) within: Option<String>,
    /// What its members are enclosed by; `None` if nothing in it counts as its member.
    pub(crate) encloses: Option<Enclosing>,
    /// The visibility of its members when nothing else is said.
    pub(crate) member_visibility: Option<Visibility>,
    /// Whether its name is a part of its members' qualified names.
    pub(crate) names_members: bool,
    /// How it joins with its neighbours.
    pub(crate) joins: Joins,
}

/// How a definition joins with its neighbours on the same level.
#[derive(Debug, Default)]
pub(crate) enum Joins {
    /// Not at all.
    #[default]
    Nothing,
    /// It is a part of the next definition that joins: of one of these names, or of any where there are none.
    Next {
        /// The names.
        names: Vec<String>,
        /// Whether it is the declaration of what follows.
        declares: bool,
    },
    /// It goes on with the definition before it where that has the same key.
    Same(String),
}

impl Definition {
    /// A definition that spans a node; its body is the field `body`, its parameters the field `parameters`.
    pub(crate) fn new(node: Node<'_>, name: impl Into<String>, kind: SymbolKind) -> Self {
        let body = node.child_by_field_name("body");
        let parameters = node.child_by_field_name("parameters");
        let encloses = match kind {
            SymbolKind::Function | SymbolKind::Method => Some(Enclosing::Callable),
            SymbolKind::Class | SymbolKind::Struct | SymbolKind::Enum | SymbolKind::Interface => Some(Enclosing::Type),
            SymbolKind::Module => Some(Enclosing::Module),
            SymbolKind::Type | SymbolKind::Constant | SymbolKind::Macro => None,
        };
        Self {
            name: name.into(),
            kind: Some(kind),
            span: span_of(node),
            head: node.start_byte(),
            head_end: body.map_or(node.end_byte(), |body| body.start_byte()),
            parameters: parameters.map(inside),
            body: body.map(content),
            doc_string: None,
            visibility: Visibility::Public,
            bases: Vec::new(),
            qualifier: None,
            within: None,
            encloses,
            member_visibility: None,
            names_members: true,
            joins: Joins::Nothing,
        }
    }

    /// A block without a name of its own whose members are qualified by `name`.
    pub(crate) fn block(node: Node<'_>, name: impl Into<String>) -> Self {
        let mut block = Self::new(node, name, SymbolKind::Class);
        block.kind = None;
        block
    }

    /// Starts the range earlier, at the first decorator.
    pub(crate) fn starting_at(mut self, start: Option<usize>) -> Self {
        self.span.start = start.map_or(self.span.start, |start| start.min(self.span.start));
        self
    }

    /// Takes the range of a statement around the node; the signature begins there, too.
    pub(crate) fn around(mut self, statement: Node<'_>) -> Self {
        self.span.start = self.span.start.min(statement.start_byte());
        self.span.end = self.span.end.max(statement.end_byte());
        self.head = self.head.min(statement.start_byte());
        self
    }

    /// Sets the visibility.
    pub(crate) fn visible(mut self, visibility: Visibility) -> Self {
        self.visibility = visibility;
        self
    }
}

/// The bytes of a node.
pub(crate) fn span_of(node: Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

/// The first child of a kind, named or not.
pub(crate) fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| child.kind() == kind)
}

/// Whether a node has a child of a kind.
pub(crate) fn has_child(node: Node<'_>, kind: &str) -> bool {
    child(node, kind).is_some()
}

/// Where a node begins after children that only stand before it, such as its attributes.
pub(crate) fn head_after(node: Node<'_>, before: &[&str]) -> usize {
    let mut cursor = node.walk();
    let own = node.children(&mut cursor).find(|child| !before.contains(&child.kind()));
    own.map_or(node.start_byte(), |own| own.start_byte())
}

/// The bytes between a node's brackets.
pub(crate) fn inside(node: Node<'_>) -> Span {
    let count = node.child_count();
    let start = node.child(0).filter(|child| is_bracket(child.kind()));
    let end = count.checked_sub(1).and_then(|last| node.child(last)).filter(|child| is_bracket(child.kind()));
    Span::new(
        start.map_or(node.start_byte(), |child| child.end_byte()),
        end.map_or(node.end_byte(), |child| child.start_byte()),
    )
}

/// A body without the braces around it: what counts as its code. An empty body is empty.
pub(crate) fn content(body: Node<'_>) -> Span {
    let first = body.named_child(0);
    let last = (body.named_child_count() as u32).checked_sub(1).and_then(|last| body.named_child(last));
    match (first, last) {
        _ if body.child(0).is_none_or(|child| child.kind() != "{") => span_of(body),
        (Some(first), Some(last)) => Span::new(first.start_byte(), last.end_byte()),
        _ => Span::new(body.start_byte(), body.start_byte()),
    }
}

fn is_bracket(kind: &str) -> bool {
    matches!(kind, "(" | ")" | "[" | "]" | "|" | "{" | "}")
}

/// The last name of a dotted or scoped type as written, type arguments left off: `a::B<C>` gives `B`.
pub(crate) fn bare_type(text: &str) -> &str {
    let end = text.find(['<', '[', '(', '{']).unwrap_or(text.len());
    let text = text[..end].trim();
    text.rsplit(['.', ':', ' ', '&', '*']).next().unwrap_or(text)
}

/// For languages without that notion.
pub(crate) fn no_mark(_: Node<'_>, _: &Scope<'_, '_>) -> Option<Visibility> {
    None
}

/// For languages without that notion.
pub(crate) fn no_export(_: Node<'_>, _: &Scope<'_, '_>, _: &mut Exports) {}

/// For languages without that notion.
pub(crate) fn no_module_string(_: Node<'_>) -> Option<Span> {
    None
}

/// For languages without that notion.
pub(crate) fn no_mend(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}

//! Elixir. Everything that defines is a call of a macro: `defmodule`, `def` and their kin.

use tree_sitter::Node;

use super::spec;
use super::spec::CommentStyle;
use super::spec::Definition;
use super::spec::Enclosing;
use super::spec::Joins;
use super::spec::Scope;
use super::spec::Spec;
use crate::base::Span;
use crate::source::Habits;
use crate::source::Import;
use crate::source::ImportStyle;
use crate::source::ParameterStyle;
use crate::source::SymbolKind;
use crate::source::Visibility;
use crate::source::habits::TestHabits;

pub(crate) static ELIXIR: Spec = Spec {
    load: || tree_sitter_elixir::LANGUAGE.into(),
    roles: &[
        (spec::DEFINITION | spec::CALL | spec::IMPORT, &["call"]),
        (spec::DEFINITION, &["unary_operator"]),
        (spec::BRANCH, &["stab_clause", "&&", "||", "and", "or"]),
        (spec::ARM, &["else_block", "after_block"]),
        (spec::COMMENT, &["comment"]),
        (spec::STRING, &["string"]),
    ],
    define,
    import,
    callee,
    mark: spec::no_mark,
    export: spec::no_export,
    module_string,
    comments: CommentStyle::Hash,
    mend: spec::no_mend,
    quirks: spec::Quirks::NONE,
    habits: Habits {
        parameters: ParameterStyle::NameColonType,
        imports: ImportStyle::Dotted { endings: &[".ex", ".exs"], snake_case: true },
        failure: "Raises",
        tests: TestHabits { ends: &["_test"], stems: &["test_helper"], folders: &["test"], ..TestHabits::NONE },
    },
};

/// Attributes that say something of what follows them or of the module, and are no values of its own.
const RESERVED: &[&str] = &[
    "after_compile",
    "after_verify",
    "before_compile",
    "behaviour",
    "compile",
    "derive",
    "describetag",
    "dialyzer",
    "enforce_keys",
    "external_resource",
    "fallback_to_any",
    "file",
    "moduledoc",
    "moduletag",
    "nifs",
    "on_definition",
    "on_load",
    "optional_callbacks",
    "protocol",
    "tag",
    "vsn",
];
/// Macros that every module uses; to know that a function uses one tells nothing.
const FORMS: &[&str] = &[
    "alias",
    "case",
    "cond",
    "for",
    "if",
    "import",
    "quote",
    "receive",
    "require",
    "try",
    "unless",
    "unquote",
    "unquote_splicing",
    "use",
    "with",
];

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    if node.kind() == "unary_operator" {
        found.extend(attribute(node, scope));
        return;
    }
    let Some(keyword) = target(node, scope) else { return };
    let (kind, visibility) = match keyword {
        "defmodule" => (SymbolKind::Module, Visibility::Public),
        "defprotocol" => (SymbolKind::Interface, Visibility::Public),
        "defimpl" => {
            found.extend(implementation(node, scope));
            return;
        }
        "def" | "defdelegate" => (scope.callable_kind(), Visibility::Public),
        "defp" => (scope.callable_kind(), Visibility::Private),
        "defmacro" | "defguard" => (SymbolKind::Macro, Visibility::Public),
        "defmacrop" | "defguardp" => (SymbolKind::Macro, Visibility::Private),
        _ => return,
    };
    let defined = match kind {
        SymbolKind::Module | SymbolKind::Interface => module(node, scope, kind),
        _ => function(node, scope, kind),
    };
    found.extend(defined.map(|definition| definition.visible(visibility)));
}

/// What is called, where a plain name is.
fn target<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    node.child_by_field_name("target").filter(|target| target.kind() == "identifier").map(|name| scope.text_of(name))
}

fn arguments(node: Node<'_>) -> Option<Node<'_>> {
    node.named_children(&mut node.walk()).find(|child| child.kind() == "arguments")
}

fn do_block(node: Node<'_>) -> Option<Node<'_>> {
    let last = (node.named_child_count() as u32).checked_sub(1).and_then(|last| node.named_child(last));
    last.filter(|last| last.kind() == "do_block")
}

/// What stands between `do` and `end`.
fn content(block: Node<'_>) -> Option<Span> {
    let last = (block.named_child_count() as u32).checked_sub(1).and_then(|last| block.named_child(last));
    Some(Span::new(block.named_child(0)?.start_byte(), last?.end_byte()))
}

/// `defmodule A.B` and `defprotocol A.B`: named `B`, within `A`.
fn module(node: Node<'_>, scope: &Scope<'_, '_>, kind: SymbolKind) -> Option<Definition> {
    let name = arguments(node)?.named_child(0).filter(|name| name.kind() == "alias")?;
    has_content(node)?;
    let mut definition = Definition::new(node, "", kind);
    named(&mut definition, scope.text_of(name));
    with_block(&mut definition, node, scope);
    Some(definition)
}

/// A module without a block, or `do:` in its place, lost it in broken text.
fn has_content(node: Node<'_>) -> Option<()> {
    let options = arguments(node).and_then(|list| list.named_children(&mut list.walk()).last());
    (do_block(node).is_some() || options.is_some_and(|last| last.kind() == "keywords")).then_some(())
}

fn named(definition: &mut Definition, name: &str) {
    let (within, name) = name.rsplit_once('.').map_or((None, name), |(within, name)| (Some(within), name));
    name.clone_into(&mut definition.name);
    definition.within = within.map(str::to_owned);
}

fn with_block(definition: &mut Definition, node: Node<'_>, scope: &Scope<'_, '_>) {
    let Some(block) = do_block(node) else { return };
    definition.head_end = block.start_byte();
    definition.body = content(block);
    definition.doc_string = module_doc(block, |name| scope.text_of(name) == "moduledoc");
}

/// `defimpl P, for: T` is the module `P.T`; without `for`, the module around it is meant.
fn implementation(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let arguments = arguments(node)?;
    let protocol = arguments.named_child(0).filter(|name| name.kind() == "alias")?;
    let options = arguments.named_children(&mut arguments.walk()).find(|child| child.kind() == "keywords");
    let pairs = options.map(|options| options.named_children(&mut options.walk()).collect::<Vec<_>>());
    let is_for = |pair: &Node<'_>| scope.field(*pair, "key").is_some_and(|key| key.trim_end() == "for:");
    let what = pairs.into_iter().flatten().find(is_for).and_then(|pair| pair.child_by_field_name("value"));
    has_content(node)?;
    let mut definition = Definition::new(node, "", SymbolKind::Module);
    match what.map(|what| scope.text_of(what)) {
        Some(name) if name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_')) => {
            named(&mut definition, &format!("{}.{}", scope.text_of(protocol), name.replace("__MODULE__", "")));
            definition.qualifier = Some(String::new());
        }
        _ => named(&mut definition, scope.text_of(protocol)),
    }
    with_block(&mut definition, node, scope);
    definition.bases = vec![spec::bare_type(scope.text_of(protocol)).to_owned()];
    Some(definition)
}

/// A function or a macro: clauses with as many parameters that follow each other are one.
fn function(node: Node<'_>, scope: &Scope<'_, '_>, kind: SymbolKind) -> Option<Definition> {
    let arguments = arguments(node)?;
    let mut head = arguments.named_child(0)?;
    if head.kind() == "binary_operator" && scope.field(head, "operator") == Some("when") {
        head = head.child_by_field_name("left")?;
    }
    let (name, parameters, count) = signature(head, scope)?;
    // In broken text, a block may not be found that the text goes on with.
    if do_block(node).is_none() && scope.text.get(node.end_byte()..)?.trim_start_matches(' ').starts_with("do\n") {
        return None;
    }
    let mut definition = Definition::new(node, name, kind);
    definition.parameters = parameters;
    definition.head_end = arguments.end_byte();
    definition.encloses = Some(Enclosing::Callable);
    if let Some(block) = do_block(node) {
        definition.body = content(block);
    } else if let Some(options) = arguments.named_child(1).filter(|options| options.kind() == "keywords") {
        definition.head_end = options.start_byte();
        definition.body = options.named_child(0).and_then(|pair| pair.child_by_field_name("value")).map(spec::span_of);
    }
    definition.joins = Joins::Same(format!("{} {name}/{count}", kind.as_str()));
    Some(definition)
}

/// The name, the parameters and their number.
fn signature<'a>(head: Node<'_>, scope: &Scope<'a, '_>) -> Option<(&'a str, Option<Span>, usize)> {
    match head.kind() {
        "identifier" => Some((scope.text_of(head), None, 0)),
        "call" => {
            let parameters = arguments(head)?;
            Some((target(head, scope)?, Some(spec::inside(parameters)), parameters.named_child_count()))
        }
        "binary_operator" => Some((scope.field(head, "operator")?, None, 2)),
        "unary_operator" => Some((scope.field(head, "operator")?, None, 1)),
        _ => None,
    }
}

/// `@doc`, `@spec` and their like belong to what follows; `@type`, `@callback` and values of the module's own define.
fn attribute(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let call = node.child_by_field_name("operand").filter(|call| call.kind() == "call")?;
    if scope.text.as_bytes().get(node.start_byte()) != Some(&b'@') {
        return None;
    }
    let name = target(call, scope)?;
    let value = arguments(call)?.named_child(0)?;
    match name {
        "doc" | "typedoc" => {
            let mut definition = Definition::new(node, name, SymbolKind::Constant);
            definition.doc_string = is_string(value).then(|| spec::span_of(value));
            definition.joins = Joins::Next { names: Vec::new(), declares: false };
            let hidden = scope.text_of(value) == "false";
            Some(definition.visible(if hidden { Visibility::Internal } else { Visibility::Public }))
        }
        "spec" | "impl" | "deprecated" | "since" => {
            let mut definition = Definition::new(node, name, SymbolKind::Constant);
            definition.joins = Joins::Next { names: Vec::new(), declares: false };
            Some(definition)
        }
        "type" | "typep" | "opaque" | "callback" | "macrocallback" => {
            let kind = if name.ends_with("callback") { SymbolKind::Method } else { SymbolKind::Type };
            let mut declared = value;
            while declared.kind() == "binary_operator"
                && matches!(scope.field(declared, "operator"), Some("when" | "::"))
            {
                declared = declared.child_by_field_name("left")?;
            }
            let (defined, parameters, count) = signature(declared, scope)?;
            let mut definition = Definition::new(node, defined, kind);
            definition.parameters = parameters;
            definition.encloses = None;
            definition.joins = Joins::Same(format!("@{name} {defined}/{count}"));
            let private = name == "typep";
            Some(definition.visible(if private { Visibility::Private } else { Visibility::Public }))
        }
        _ if RESERVED.contains(&name) || matches!(scope.enclosing, Enclosing::Callable | Enclosing::File) => None,
        _ => {
            let mut definition = Definition::new(node, format!("@{name}"), SymbolKind::Constant);
            definition.head_end = value.start_byte();
            definition.body = Some(spec::span_of(value));
            Some(definition.visible(Visibility::Private))
        }
    }
}

fn is_string(node: Node<'_>) -> bool {
    matches!(node.kind(), "string" | "sigil")
}

/// The text of `@moduledoc` among the first statements of a module.
fn module_doc(block: Node<'_>, is_it: impl Fn(Node<'_>) -> bool) -> Option<Span> {
    let mut cursor = block.walk();
    block.named_children(&mut cursor).take(24).filter(|child| child.kind() == "unary_operator").find_map(|child| {
        let call = child.child_by_field_name("operand").filter(|call| call.kind() == "call")?;
        let name = call.child_by_field_name("target").filter(|name| is_it(*name))?;
        let value = arguments(call)?.named_child(0).filter(|value| is_string(*value));
        value.filter(|_| name.kind() == "identifier").map(spec::span_of)
    })
}

/// The documentation of the first module is the file's. A node does not know its text: of the attributes with a string,
/// only `@moduledoc` has nine letters.
fn module_string(root: Node<'_>) -> Option<Span> {
    let mut cursor = root.walk();
    let module = root.named_children(&mut cursor).take(24).find_map(do_block_of_call)?;
    module_doc(module, |name| name.byte_range().len() == "moduledoc".len())
}

fn do_block_of_call(node: Node<'_>) -> Option<Node<'_>> {
    if node.kind() == "call" { do_block(node) } else { None }
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    let target = node.child_by_field_name("target")?;
    match target.kind() {
        "identifier" => {
            let name = scope.text_of(target);
            // `@name` reads a value, and what an attribute says of types looks like calls.
            let above = scope.ancestors.iter().rev().take(6).find(|above| above.kind() == "unary_operator");
            let is_attribute = above.is_some_and(|above| scope.text.as_bytes().get(above.start_byte()) == Some(&b'@'));
            // The head of a definition looks like a call of what it defines.
            let is_head = scope.ancestor(2).is_some_and(|call| is_definition(call, scope))
                || (scope.ancestor_kind(1) == "binary_operator"
                    && scope.ancestor(3).is_some_and(|call| is_definition(call, scope))
                    && scope.parent()?.child_by_field_name("left") == Some(node));
            let plain = !is_attribute && !is_head && !FORMS.contains(&name) && !name.starts_with("def");
            plain.then_some(name)
        }
        "dot" => {
            // `shape.name` is a field, `Shape.name` a call.
            let left = target.child_by_field_name("left")?;
            if left.kind() != "alias" && arguments(node).is_none() {
                return None;
            }
            let whole = scope.text_of(target);
            let simple = whole.len() < 80 && !whole.contains(['(', '[', '{', '"', '\n']);
            if simple { Some(whole) } else { scope.field(target, "right") }
        }
        _ => None,
    }
}

fn is_definition(node: Node<'_>, scope: &Scope<'_, '_>) -> bool {
    node.kind() == "call" && target(node, scope).is_some_and(|name| name.starts_with("def"))
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    if !matches!(target(node, scope), Some("alias" | "import" | "use" | "require")) {
        return;
    }
    let Some(what) = arguments(node).and_then(|arguments| arguments.named_child(0)) else { return };
    let line = node.start_position().row as u32 + 1;
    let mut push = |module: String| found.push(Import { module, names: Vec::new(), line });
    match what.kind() {
        "alias" => push(scope.text_of(what).to_owned()),
        // `alias A.{B, C}`
        "dot" => {
            let (Some(outer), Some(inner)) = (scope.field(what, "left"), what.child_by_field_name("right")) else {
                return;
            };
            for name in inner.named_children(&mut inner.walk()).filter(|name| name.kind() == "alias") {
                push(format!("{outer}.{}", scope.text_of(name)));
            }
        }
        _ => {}
    }
}

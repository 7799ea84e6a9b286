//! Python.

use tree_sitter::Node;

use super::spec;
use super::spec::CommentStyle;
use super::spec::Definition;
use super::spec::Enclosing;
use super::spec::Exports;
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

pub(crate) static PYTHON: Spec = Spec {
    load: || tree_sitter_python::LANGUAGE.into(),
    roles: &[
        (spec::DEFINITION, &["function_definition", "class_definition", "type_alias_statement"]),
        (spec::DEFINITION | spec::EXPORT, &["assignment"]),
        (spec::EXPORT, &["augmented_assignment"]),
        (
            spec::BRANCH,
            &[
                "if_statement",
                "elif_clause",
                "for_statement",
                "while_statement",
                "except_clause",
                "case_clause",
                "conditional_expression",
                "boolean_operator",
                "if_clause",
                "for_in_clause",
            ],
        ),
        (spec::ARM, &["else_clause", "finally_clause"]),
        (spec::COMMENT, &["comment"]),
        (spec::STRING, &["string", "concatenated_string"]),
        (spec::CALL, &["call"]),
        (spec::IMPORT, &["import_statement", "import_from_statement", "future_import_statement"]),
        (spec::RAISE, &["raise_statement"]),
    ],
    define,
    import,
    callee,
    mark: spec::no_mark,
    export,
    module_string: first_string,
    comments: CommentStyle::Hash,
    mend: spec::no_mend,
    quirks: spec::Quirks::NONE,
    habits: Habits {
        parameters: ParameterStyle::NameColonType,
        imports: ImportStyle::Python,
        failure: "Raises",
        tests: TestHabits {
            starts: &["test_"],
            ends: &["_test", "_tests"],
            stems: &["conftest"],
            root_folders: &["test", "testing", "spec", "specs"],
            ..TestHabits::NONE
        },
    },
};

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    match node.kind() {
        "assignment" => constant(node, scope, found),
        "type_alias_statement" if scope.enclosing != Enclosing::Callable => {
            if let Some(name) = scope.field(node, "left") {
                let name = spec::bare_type(name);
                found.push(Definition::new(node, name, SymbolKind::Type).visible(visibility(name, scope)));
            }
        }
        "function_definition" => found.extend(body_definition(node, scope, scope.callable_kind())),
        "class_definition" => found.extend(body_definition(node, scope, SymbolKind::Class)),
        _ => {}
    }
}

/// A function or class: from its first decorator to the last code of its body. The grammar lets a block reach over
/// comments that follow it; Python's own parser does not.
fn body_definition(node: Node<'_>, scope: &Scope<'_, '_>, kind: SymbolKind) -> Option<Definition> {
    let name = scope.field(node, "name")?;
    let decorated = scope.parent().filter(|parent| parent.kind() == "decorated_definition");
    let mut definition = Definition::new(node, name, kind)
        .starting_at(decorated.map(|parent| parent.start_byte()))
        .visible(visibility(name, scope));
    let body = node.child_by_field_name("body");
    definition.span.end = last_code(body.filter(|body| !body.byte_range().is_empty()).unwrap_or(node));
    definition.body = body.map(|body| Span::new(body.start_byte(), definition.span.end));
    definition.doc_string = body.and_then(first_string);
    if let Some(bases) = node.child_by_field_name("superclasses") {
        let plain = |base: &Node<'_>| matches!(base.kind(), "identifier" | "attribute" | "subscript" | "call");
        let bases = bases.named_children(&mut bases.walk()).filter(plain).collect::<Vec<_>>();
        definition.bases = bases.iter().map(|base| spec::bare_type(scope.text_of(*base)).to_owned()).collect();
    }
    Some(definition)
}

/// Where the last token of a node ends, comments and line continuations aside.
fn last_code(node: Node<'_>) -> usize {
    let mut cursor = node.walk();
    'down: while cursor.goto_last_child() {
        loop {
            let child = cursor.node();
            if !child.is_extra() && !child.byte_range().is_empty() {
                continue 'down;
            }
            if !cursor.goto_previous_sibling() {
                // Nothing but comments in it: the node's own end is all there is.
                cursor.goto_parent();
                break 'down;
            }
        }
    }
    cursor.node().end_byte()
}

/// A name that a module gives a value for the first time.
fn constant(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let at_home = matches!(scope.enclosing, Enclosing::File) && scope.ancestor_kind(1) == "expression_statement";
    let Some(left) = node.child_by_field_name("left").filter(|left| at_home && left.kind() == "identifier") else {
        return;
    };
    let name = scope.text_of(left);
    if name != "_" {
        let mut definition = Definition::new(node, name, SymbolKind::Constant).visible(visibility(name, scope));
        definition.head_end = node.child_by_field_name("right").map_or(node.end_byte(), |right| right.start_byte());
        found.push(definition);
    }
}

/// `__all__ = [...]` and what is added to it. A list that takes in other lists is no longer known as a whole.
fn export(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Exports) {
    let of_file = scope.enclosing == Enclosing::File && scope.field(node, "left") == Some("__all__");
    let Some(value) = node.child_by_field_name("right").filter(|_| of_file) else { return };
    let is_list = matches!(value.kind(), "list" | "tuple");
    let items: Vec<Node<'_>> = value.named_children(&mut value.walk()).filter(|item| !item.is_extra()).collect();
    let is_known = is_list && items.iter().all(|item| item.kind() == "string");
    found.is_whole = is_known && (node.kind() == "assignment" || found.is_whole);
    let strings = items.into_iter().filter(|item| is_list && item.kind() == "string");
    found.names.extend(strings.map(|item| scope.text_of(item).trim_matches(['"', '\'']).to_owned()));
}

fn visibility(name: &str, scope: &Scope<'_, '_>) -> Visibility {
    let dunder = name.starts_with("__") && name.ends_with("__");
    match name {
        _ if scope.enclosing == Enclosing::Callable => Visibility::Private,
        _ if dunder || !name.starts_with('_') => Visibility::Public,
        _ if name.starts_with("__") => Visibility::Private,
        _ => Visibility::Internal,
    }
}

/// The string that is the first statement of a block or module.
fn first_string(block: Node<'_>) -> Option<Span> {
    let mut cursor = block.walk();
    let first = block.named_children(&mut cursor).find(|child| !child.is_extra())?;
    let string = match first.kind() {
        "expression_statement" if first.named_child_count() == 1 => first.named_child(0)?,
        _ => first,
    };
    matches!(string.kind(), "string" | "concatenated_string").then(|| spec::span_of(string))
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    let function = node.child_by_field_name("function")?;
    match function.kind() {
        "identifier" => Some(scope.text_of(function)),
        "attribute" => {
            // `make().name`: only what stands right before the last dot is of use.
            let name = function.child_by_field_name("attribute")?;
            let object = function.child_by_field_name("object")?;
            let start = if matches!(object.kind(), "identifier" | "attribute") { function } else { name };
            scope.text.get(start.start_byte()..name.end_byte())
        }
        _ => None,
    }
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let line = node.start_position().row as u32 + 1;
    let name = |child: Node<'_>| {
        let plain = if child.kind() == "aliased_import" { child.child_by_field_name("name") } else { Some(child) };
        plain.map(|plain| scope.text_of(plain).to_owned())
    };
    let names: Vec<String> = node.children_by_field_name("name", &mut node.walk()).filter_map(name).collect();
    if node.kind() == "import_statement" {
        found.extend(names.into_iter().map(|module| Import { module, names: Vec::new(), line }));
        return;
    }
    let module = scope.field(node, "module_name").unwrap_or("__future__").to_owned();
    let wildcard = node.named_children(&mut node.walk()).any(|child| child.kind() == "wildcard_import");
    let names = if wildcard { vec!["*".to_owned()] } else { names };
    found.push(Import { module, names, line });
}

//! Zig.

use tree_sitter::Node;

use super::spec;
use super::spec::CommentStyle;
use super::spec::Definition;
use super::spec::Enclosing;
use super::spec::Scope;
use super::spec::Spec;
use crate::source::Habits;
use crate::source::Import;
use crate::source::ImportStyle;
use crate::source::ParameterStyle;
use crate::source::SymbolKind;
use crate::source::Visibility;
use crate::source::habits::TestHabits;

pub(crate) static ZIG: Spec = Spec {
    load: || tree_sitter_zig::LANGUAGE.into(),
    roles: &[
        (
            spec::DEFINITION,
            &[
                "function_declaration",
                "variable_declaration",
                "test_declaration",
                "struct_declaration",
                "union_declaration",
                "enum_declaration",
                "opaque_declaration",
            ],
        ),
        (
            spec::BRANCH,
            &[
                "if_statement",
                "if_expression",
                "while_statement",
                "while_expression",
                "for_statement",
                "for_expression",
                "switch_case",
                "catch_expression",
                "and",
                "or",
                "orelse",
            ],
        ),
        (spec::ARM, &["else_clause"]),
        (spec::COMMENT, &["comment"]),
        (spec::STRING, &["string"]),
        (spec::CALL, &["call_expression"]),
        (spec::CALL | spec::IMPORT, &["builtin_function"]),
    ],
    define,
    import,
    callee,
    mark: spec::no_mark,
    export: spec::no_export,
    module_string: spec::no_module_string,
    comments: CommentStyle::Slash,
    mend: spec::no_mend,
    quirks: spec::Quirks::NONE,
    habits: Habits {
        parameters: ParameterStyle::NameColonType,
        imports: ImportStyle::Include,
        failure: "Fails with",
        tests: TestHabits { ends: &["_test", "_tests"], stems: &["tests"], ..TestHabits::NONE },
    },
};

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    match node.kind() {
        "function_declaration" => {
            let Some(name) = scope.field(node, "name") else { return };
            let mut definition = Definition::new(node, name, scope.callable_kind()).visible(visibility(node));
            let parameters = node.named_children(&mut node.walk()).find(|child| child.kind() == "parameters");
            definition.parameters = parameters.map(spec::inside);
            found.push(definition);
        }
        "test_declaration" => found.extend(test(node, scope)),
        "variable_declaration" => found.extend(variable(node, scope)),
        // A type that a function returns: its members are named after the function.
        _ if scope.enclosing == Enclosing::Callable => found.push(Definition::block(node, "")),
        _ => {}
    }
}

/// A test is named as the compiler names it when it runs.
fn test(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let name = node.named_children(&mut node.walk()).find(|child| matches!(child.kind(), "string" | "identifier"))?;
    let mut definition = Definition::new(node, format!("test {}", scope.text_of(name)), SymbolKind::Function);
    let body = node.named_children(&mut node.walk()).find(|child| child.kind() == "block");
    definition.head_end = body.map_or(node.end_byte(), |body| body.start_byte());
    definition.body = body.map(spec::content);
    Some(definition.visible(Visibility::Private))
}

/// `const` and `var` outside functions: types by what they hold, values otherwise. What is only another name for
/// something imported is no definition, unless it is offered to others.
fn variable(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let children: Vec<Node<'_>> = node.named_children(&mut node.walk()).collect();
    let name = children.iter().find(|child| child.kind() == "identifier")?;
    let declared = node.child_by_field_name("type");
    let value = children.last().filter(|last| *last != name && Some(**last) != declared);
    let text = scope.text_of(*name);
    let (kind, container) = match value.map(Node::kind) {
        Some("struct_declaration" | "union_declaration" | "opaque_declaration") => (SymbolKind::Struct, true),
        Some("enum_declaration") => (SymbolKind::Enum, true),
        Some("error_set_declaration") => (SymbolKind::Enum, false),
        _ if text.starts_with(char::is_uppercase) => (SymbolKind::Type, false),
        _ => (SymbolKind::Constant, false),
    };
    if scope.enclosing == Enclosing::Callable && !container {
        return None;
    }
    let visibility = visibility(node);
    if let Some(value) = value.filter(|_| visibility != Visibility::Public) {
        let mut inner = *value;
        while inner.kind() == "field_expression" {
            inner = inner.child_by_field_name("object")?;
        }
        let builtin = |name: &str| inner.kind() == "builtin_function" && scope.text_of(inner).starts_with(name);
        let import = builtin("@import") || builtin("@This");
        let renamed = value.kind() == "field_expression" && inner.kind() == "identifier";
        if import || renamed || value.kind() == "identifier" {
            return None;
        }
    }
    let mut definition = Definition::new(node, text, kind).visible(visibility);
    if let Some(value) = value {
        definition.body = Some(spec::span_of(*value));
        let opening = value.children(&mut value.walk()).find(|child| child.kind() == "{").filter(|_| container);
        definition.head_end = opening.map_or(value.start_byte(), |opening| opening.start_byte());
    }
    Some(definition)
}

fn visibility(node: Node<'_>) -> Visibility {
    let mut cursor = node.walk();
    let open = node.children(&mut cursor).take(3).any(|child| matches!(child.kind(), "pub" | "export"));
    if open { Visibility::Public } else { Visibility::Private }
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    if node.kind() == "builtin_function" {
        let name = scope.text_of(node.named_child(0)?);
        return (name == "@panic").then(|| &name[1..]);
    }
    let function = node.child_by_field_name("function")?;
    match function.kind() {
        "identifier" => Some(scope.text_of(function)),
        "field_expression" => {
            let whole = scope.text_of(function);
            let simple = whole.len() < 80 && !whole.contains(['(', '[', '{', '\n']);
            if simple { Some(whole) } else { scope.field(function, "member") }
        }
        _ => None,
    }
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let text = scope.text_of(node);
    let Some(arguments) = text.strip_prefix("@import").or_else(|| text.strip_prefix("@embedFile")) else { return };
    let module = arguments.trim_matches(['(', ')', ' ', '"']);
    if !module.is_empty() && module.len() < 300 && !module.contains(['(', '\n']) {
        let line = node.start_position().row as u32 + 1;
        found.push(Import { module: module.to_owned(), names: Vec::new(), line });
    }
}

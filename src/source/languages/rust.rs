//! Rust.

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

pub(crate) static RUST: Spec = Spec {
    load: || tree_sitter_rust::LANGUAGE.into(),
    roles: &[
        (
            spec::DEFINITION,
            &[
                "function_item",
                "function_signature_item",
                "struct_item",
                "union_item",
                "enum_item",
                "trait_item",
                "type_item",
                "const_item",
                "static_item",
                "macro_definition",
                "mod_item",
                "impl_item",
            ],
        ),
        (spec::PREFIX | spec::RAISE, &["attribute_item"]),
        (
            spec::BRANCH,
            &["if_expression", "match_arm", "while_expression", "for_expression", "loop_expression", "&&", "||"],
        ),
        (spec::ARM, &["else_clause"]),
        (spec::COMMENT, &["line_comment", "block_comment"]),
        (spec::STRING, &["string_literal", "raw_string_literal"]),
        (spec::CALL, &["call_expression", "macro_invocation", "token_tree"]),
        (spec::IMPORT, &["use_declaration", "mod_item"]),
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
        imports: ImportStyle::Rust,
        failure: "Fails with",
        tests: TestHabits {
            ends: &["_test", "_tests"],
            stems: &["tests"],
            root_folders: &["test", "testing", "spec", "specs"],
            ..TestHabits::NONE
        },
    },
};

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    if node.kind() == "impl_item" {
        found.extend(implementation(node, scope));
        return;
    }
    let kind = match node.kind() {
        "function_item" | "function_signature_item" => scope.callable_kind(),
        "struct_item" | "union_item" => SymbolKind::Struct,
        "enum_item" => SymbolKind::Enum,
        "trait_item" => SymbolKind::Interface,
        "macro_definition" => SymbolKind::Macro,
        "mod_item" if node.child_by_field_name("body").is_some() => SymbolKind::Module,
        // Inside a function, an alias or a constant is a detail.
        "type_item" if scope.enclosing != Enclosing::Callable => SymbolKind::Type,
        "const_item" | "static_item" if scope.enclosing != Enclosing::Callable => SymbolKind::Constant,
        _ => return,
    };
    let Some(name) = scope.field(node, "name").filter(|name| *name != "_") else { return };
    let mut definition =
        Definition::new(node, name, kind).starting_at(scope.prefix_start).visible(visibility(node, scope, kind));
    if kind == SymbolKind::Interface {
        definition.member_visibility = Some(Visibility::Public);
        if let Some(bounds) = node.child_by_field_name("bounds") {
            let bounds: Vec<Node<'_>> = bounds.named_children(&mut bounds.walk()).collect();
            let types = bounds.iter().filter(|bound| bound.kind() != "lifetime");
            definition.bases = types.map(|bound| spec::bare_type(scope.text_of(*bound)).to_owned()).collect();
        }
    }
    let body = node.child_by_field_name("body");
    if body.is_some_and(|body| body.kind() == "ordered_field_declaration_list") {
        // The fields of a tuple struct are all there is to say of it.
        definition.head_end = node.end_byte();
    }
    if let Some(value) = node.child_by_field_name("value") {
        definition.head_end = value.start_byte();
    }
    if kind == SymbolKind::Macro {
        let arrow = node.named_children(&mut node.walk()).find(|child| child.kind() == "macro_rule");
        definition.head_end = node.child_by_field_name("name").map_or(definition.head_end, |name| name.end_byte());
        definition.body = arrow.map(|first| crate::base::Span::new(first.start_byte(), node.end_byte()));
    }
    found.push(definition);
}

/// An `impl` block: its members are named after the type, and what it implements is one of the type's bases.
fn implementation(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let target = node.child_by_field_name("type")?;
    let name = match target.kind() {
        "reference_type" | "pointer_type" => {
            scope.field(target, "type").map_or_else(|| scope.text_of(target), spec::bare_type)
        }
        "type_identifier" | "generic_type" | "scoped_type_identifier" | "dynamic_type" | "primitive_type" => {
            spec::bare_type(scope.text_of(target))
        }
        _ => scope.text_of(target),
    };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut block = Definition::block(node, name);
    if let Some(implemented) = scope.field(node, "trait") {
        block.bases.push(spec::bare_type(implemented).to_owned());
        block.member_visibility = Some(Visibility::Public);
    }
    Some(block)
}

fn visibility(node: Node<'_>, scope: &Scope<'_, '_>, kind: SymbolKind) -> Visibility {
    let written = node.named_children(&mut node.walk()).find(|child| child.kind() == "visibility_modifier");
    match written.map(|written| scope.text_of(written)) {
        Some("pub") => Visibility::Public,
        Some(_) => Visibility::Internal,
        // An exported macro says so in an attribute; within the crate all later code may use it.
        None if kind == SymbolKind::Macro => {
            let attributes = scope.text.get(scope.prefix_start.unwrap_or(node.start_byte())..node.start_byte());
            let exported = attributes.is_some_and(|attributes| attributes.contains("macro_export"));
            if exported { Visibility::Public } else { Visibility::Internal }
        }
        None => scope.default_visibility.unwrap_or(Visibility::Private),
    }
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    if node.kind() == "token_tree" {
        // Inside a macro's arguments nothing is parsed: a name before parentheses is a call.
        let name =
            scope.previous.filter(|name| name.kind() == "identifier" && scope.ancestor_kind(1) != "attribute")?;
        return (scope.text.as_bytes().get(node.start_byte()) == Some(&b'(')).then(|| scope.text_of(name));
    }
    if node.kind() == "macro_invocation" {
        return scope.field(node, "macro");
    }
    let mut function = node.child_by_field_name("function")?;
    if function.kind() == "generic_function" {
        function = function.child_by_field_name("function")?;
    }
    match function.kind() {
        "identifier" => Some(scope.text_of(function)),
        "scoped_identifier" => scope.field(function, "name"),
        "field_expression" => scope.field(function, "field"),
        _ => None,
    }
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let line = node.start_position().row as u32 + 1;
    if node.kind() == "mod_item" {
        // `mod name;` brings in the file of that name.
        if let (None, Some(name)) = (node.child_by_field_name("body"), scope.field(node, "name")) {
            found.push(Import { module: format!("self::{name}"), names: Vec::new(), line });
        }
        return;
    }
    let Some(argument) = node.child_by_field_name("argument") else { return };
    let mut waiting = vec![(String::new(), argument)];
    while let Some((prefix, node)) = waiting.pop() {
        let joined = |tail: &str| if prefix.is_empty() { tail.to_owned() } else { format!("{prefix}::{tail}") };
        match node.kind() {
            "scoped_use_list" => {
                let module = joined(scope.field(node, "path").unwrap_or_default());
                waiting.extend(node.child_by_field_name("list").map(|list| (module, list)));
            }
            "use_list" if waiting.len() < 10_000 && prefix.len() < 1_000 => {
                let items: Vec<Node<'_>> = node.named_children(&mut node.walk()).collect();
                let (plain, nested): (Vec<_>, Vec<_>) =
                    items.into_iter().filter(|item| !item.is_extra()).partition(|item| item.kind() == "identifier");
                if !plain.is_empty() && !prefix.is_empty() {
                    let names = plain.iter().map(|name| scope.text_of(*name).to_owned()).collect();
                    found.push(Import { module: prefix.clone(), names, line });
                }
                waiting.extend(nested.into_iter().rev().map(|item| (prefix.clone(), item)));
            }
            "use_as_clause" => {
                waiting.extend(node.child_by_field_name("path").map(|path| (prefix.clone(), path)));
            }
            "use_wildcard" => {
                let text = scope.text_of(node);
                let module = joined(text.strip_suffix('*').unwrap_or(text).trim_end_matches(':'));
                found.push(Import { module, names: vec!["*".to_owned()], line });
            }
            "scoped_identifier" => {
                let module = joined(scope.field(node, "path").unwrap_or_default());
                let names = scope.field(node, "name").map(str::to_owned).into_iter().collect();
                found.push(Import { module, names, line });
            }
            "identifier" | "crate" | "self" | "super" => {
                let name = scope.text_of(node);
                let (module, names) = match (prefix.is_empty(), name) {
                    (true, name) => (name.to_owned(), Vec::new()),
                    (false, "self") => (prefix.clone(), Vec::new()),
                    (false, name) => (prefix.clone(), vec![name.to_owned()]),
                };
                found.push(Import { module, names, line });
            }
            _ => {}
        }
    }
}

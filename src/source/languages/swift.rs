//! Swift. What an extension adds is named after the type that it extends, as callers write it.

use tree_sitter::Node;

use super::spec;
use super::spec::CommentStyle;
use super::spec::Definition;
use super::spec::Enclosing;
use super::spec::Scope;
use super::spec::Spec;
use crate::base::Span;
use crate::source::Habits;
use crate::source::Import;
use crate::source::ImportStyle;
use crate::source::ParameterStyle;
use crate::source::SymbolKind;
use crate::source::Visibility;
use crate::source::branches;
use crate::source::branches::Directives;
use crate::source::habits::TestHabits;

pub(crate) static SWIFT: Spec = Spec {
    load: || tree_sitter_swift::LANGUAGE.into(),
    roles: &[
        (
            spec::DEFINITION,
            &[
                "class_declaration",
                "protocol_declaration",
                "function_declaration",
                "protocol_function_declaration",
                "init_declaration",
                "deinit_declaration",
                "subscript_declaration",
                "property_declaration",
                "protocol_property_declaration",
                "typealias_declaration",
                "macro_declaration",
            ],
        ),
        (
            spec::BRANCH,
            &[
                "if_statement",
                "guard_statement",
                "for_statement",
                "while_statement",
                "repeat_while_statement",
                "switch_entry",
                "catch_block",
                "ternary_expression",
                "&&",
                "||",
                "??",
            ],
        ),
        (spec::COMMENT, &["comment", "multiline_comment"]),
        (spec::STRING, &["line_string_literal", "multi_line_string_literal", "raw_string_literal"]),
        (spec::CALL, &["call_expression"]),
        (spec::IMPORT, &["import_declaration"]),
    ],
    define,
    import,
    callee,
    mark: spec::no_mark,
    export: spec::no_export,
    module_string: spec::no_module_string,
    comments: CommentStyle::Slash,
    mend: |text| branches::one_branch(text, Directives::Lines),
    quirks: spec::Quirks::NONE,
    habits: Habits {
        parameters: ParameterStyle::NameColonType,
        imports: ImportStyle::Package,
        failure: "Throws",
        tests: TestHabits {
            ends: &["Test", "Tests", "TestCase", "Spec", "UITests"],
            root_folders: &["Tests", "test", "Test"],
            folders: &["Tests", "UITests"],
            folder_ends: &["Tests"],
            ..TestHabits::NONE
        },
    },
};

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let kind = match node.kind() {
        "class_declaration" => return found.extend(class(node, scope)),
        "property_declaration" | "protocol_property_declaration" => return found.extend(property(node, scope)),
        "protocol_declaration" => SymbolKind::Interface,
        "function_declaration" | "protocol_function_declaration" => scope.callable_kind(),
        "typealias_declaration" if scope.enclosing == Enclosing::Callable => return,
        "typealias_declaration" => SymbolKind::Type,
        "macro_declaration" => SymbolKind::Macro,
        _ => SymbolKind::Method,
    };
    let name = match node.kind() {
        "init_declaration" => "init",
        "deinit_declaration" => "deinit",
        "subscript_declaration" => "subscript",
        "macro_declaration" => spec::child(node, "simple_identifier").map_or("", |name| scope.text_of(name)),
        _ => scope.field(node, "name").unwrap_or_default(),
    };
    if name.is_empty() {
        return;
    }
    let mut definition = at_home(Definition::new(node, name.trim_matches('`'), kind), node, scope);
    if kind == SymbolKind::Interface {
        definition.bases = bases(node, scope);
        definition.member_visibility = Some(definition.visibility);
    } else if kind != SymbolKind::Type {
        definition.parameters = parameters(node);
    }
    if let Some(accessors) = spec::child(node, "computed_property").filter(|_| node.kind() == "subscript_declaration") {
        definition.head_end = accessors.start_byte();
        definition.body = Some(spec::content(accessors));
    }
    found.push(definition);
}

/// Classes, structs, actors, enums and extensions, which are one node to the parser.
fn class(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let name = scope.field(node, "name")?;
    let kind = match scope.field(node, "declaration_kind")? {
        "struct" => SymbolKind::Struct,
        "enum" => SymbolKind::Enum,
        "extension" => {
            // Type arguments are no part of the name; `Order.Line` is.
            let name = name.find('<').map_or(name, |at| &name[..at]).trim();
            let mut block = at_home(Definition::block(node, name), node, scope);
            block.bases = bases(node, scope);
            block.member_visibility = written(node, scope);
            return Some(block);
        }
        _ => SymbolKind::Class,
    };
    let mut definition = at_home(Definition::new(node, name.trim_matches('`'), kind), node, scope);
    definition.bases = bases(node, scope);
    Some(definition)
}

/// Properties that run code, that a protocol asks for, and values of the file or of a type.
fn property(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    if scope.enclosing == Enclosing::Callable {
        return None;
    }
    let pattern = node.child_by_field_name("name")?;
    let name = scope.field(pattern, "bound_identifier")?;
    let code = node.child_by_field_name("computed_value").or_else(|| spec::child(node, "willset_didset_block"));
    let value = node.child_by_field_name("value");
    let words = spec::child(node, "modifiers").map_or("", |modifiers| scope.text_of(modifiers));
    let binding = spec::child(node, "value_binding_pattern").map_or("", |binding| scope.text_of(binding));
    let shared = scope.enclosing == Enclosing::File
        || (binding == "let" && words.split_whitespace().any(|word| matches!(word, "static" | "class")));
    let kind = match code {
        _ if node.kind() == "protocol_property_declaration" => SymbolKind::Method,
        Some(code) if code.kind() == "computed_property" || scope.enclosing != Enclosing::File => scope.callable_kind(),
        _ if shared => SymbolKind::Constant,
        _ => return None,
    };
    let mut definition = at_home(Definition::new(node, name.trim_matches('`'), kind), node, scope);
    let equals = spec::child(node, "=").map(|equals| equals.start_byte());
    definition.head_end = equals.or(code.map(|code| code.start_byte())).unwrap_or(node.end_byte());
    definition.body = match (value, code) {
        (Some(value), Some(code)) => Some(Span::new(value.start_byte(), code.end_byte())),
        (None, Some(code)) => Some(spec::content(code)),
        (value, None) => value.map(spec::span_of),
    };
    Some(definition)
}

/// What stands between the parentheses, which have no node of their own.
fn parameters(node: Node<'_>) -> Option<Span> {
    let mut cursor = node.walk();
    let brackets: Vec<Node<'_>> =
        node.children(&mut cursor).filter(|child| matches!(child.kind(), "(" | ")")).collect();
    let (first, last) = (brackets.first()?, brackets.last()?);
    (first.end_byte() <= last.start_byte()).then(|| Span::new(first.end_byte(), last.start_byte()))
}

/// The visibility that the modifiers say.
fn written(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Visibility> {
    let modifiers = spec::child(node, "modifiers")?;
    let mut cursor = modifiers.walk();
    let mut words = modifiers.children(&mut cursor).filter(|child| child.kind() == "visibility_modifier");
    // `private(set)` limits who may write, not who may use.
    let word = words.find(|word| !scope.text_of(*word).contains('('))?;
    Some(match scope.text_of(word) {
        "public" | "open" => Visibility::Public,
        "private" | "fileprivate" => Visibility::Private,
        _ => Visibility::Internal,
    })
}

/// Visibility from the modifiers or from what is around, and the definition's own beginning after its attributes.
fn at_home(mut definition: Definition, node: Node<'_>, scope: &Scope<'_, '_>) -> Definition {
    let before = ["attribute", "comment", "multiline_comment"];
    let modifiers = spec::child(node, "modifiers");
    let own = modifiers.and_then(|modifiers| {
        let mut cursor = modifiers.walk();
        let word = modifiers.children(&mut cursor).find(|child| !before.contains(&child.kind()));
        word.map(|word| word.start_byte())
    });
    definition.head =
        own.unwrap_or_else(|| spec::head_after(node, &["modifiers", "attribute", "comment", "multiline_comment"]));
    definition.visibility = match written(node, scope) {
        Some(visibility) => visibility,
        None if scope.enclosing == Enclosing::Callable => Visibility::Private,
        None => scope.default_visibility.unwrap_or(Visibility::Internal),
    };
    definition
}

fn bases(node: Node<'_>, scope: &Scope<'_, '_>) -> Vec<String> {
    let mut cursor = node.walk();
    let all = node.named_children(&mut cursor).filter(|child| child.kind() == "inheritance_specifier");
    let names = all.filter_map(|one| scope.field(one, "inherits_from")).map(|name| spec::bare_type(name).to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    let function = node.named_child(0)?;
    // `items[0]` is a call to the parser.
    if scope.text.get(function.end_byte()..)?.trim_start().starts_with('[') {
        return None;
    }
    match function.kind() {
        "simple_identifier" => Some(scope.text_of(function)),
        "navigation_expression" => {
            let target = function.child_by_field_name("target")?;
            let name = function.child_by_field_name("suffix")?.child_by_field_name("suffix")?;
            let simple = matches!(target.kind(), "simple_identifier" | "navigation_expression" | "self_expression");
            Some(scope.called(simple.then_some(target), name))
        }
        _ => None,
    }
}

/// `import Module`, `import struct Module.Name`: a module is a folder of that name.
fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let line = node.start_position().row as u32 + 1;
    let Some(path) = spec::child(node, "identifier").map(|path| scope.text_of(path)) else { return };
    let has_kind = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"];
    let (module, name) = match path.rsplit_once('.') {
        Some(parts) if has_kind.iter().any(|kind| spec::has_child(node, kind)) => parts,
        _ => (path, "*"),
    };
    found.push(Import { module: module.to_owned(), names: vec![name.to_owned()], line });
}

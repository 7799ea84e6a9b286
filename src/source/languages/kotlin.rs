//! Kotlin. Packages are no part of a qualified name, as Java's are none; an extension function is named after the type
//! that it extends, a companion's members after the class around it, as callers write them.

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
use crate::source::habits::TestHabits;
use crate::source::mend;

pub(crate) static KOTLIN: Spec = Spec {
    load: || tree_sitter_kotlin_ng::LANGUAGE.into(),
    roles: &[
        (
            spec::DEFINITION,
            &[
                "class_declaration",
                "object_declaration",
                "companion_object",
                "object_literal",
                "enum_entry",
                "function_declaration",
                "secondary_constructor",
                "property_declaration",
                "type_alias",
                "infix_expression",
            ],
        ),
        (
            spec::BRANCH,
            &[
                "if_expression",
                "for_statement",
                "while_statement",
                "do_while_statement",
                "when_entry",
                "catch_block",
                "&&",
                "||",
                "?:",
            ],
        ),
        (spec::ARM, &["finally_block"]),
        (spec::COMMENT, &["line_comment", "block_comment", "shebang"]),
        (spec::STRING, &["string_literal", "multiline_string_literal"]),
        (spec::CALL, &["call_expression", "constructor_delegation_call"]),
        (spec::IMPORT, &["import"]),
        (spec::RAISE, &["throw_expression"]),
    ],
    define,
    import,
    callee,
    mark: spec::no_mark,
    export: spec::no_export,
    module_string: spec::no_module_string,
    comments: CommentStyle::Slash,
    mend: mend::statements_of_kotlin,
    quirks: spec::Quirks { tail: "\n", ..spec::Quirks::NONE },
    habits: Habits {
        parameters: ParameterStyle::NameColonType,
        imports: ImportStyle::Package,
        failure: "Throws",
        tests: TestHabits {
            ends: &["Test", "Tests", "TestCase", "IT", "Spec"],
            root_folders: &["test", "androidTest"],
            folders: &["commonTest", "jvmTest", "jsTest", "nativeTest", "androidTest"],
            source_sets: true,
            ..TestHabits::NONE
        },
    },
};

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    match node.kind() {
        "class_declaration" | "object_declaration" => found.extend(class(node, scope)),
        "companion_object" => found.push(companion(node, scope)),
        "function_declaration" => found.extend(function(node, scope)),
        "secondary_constructor" => found.extend(constructor(node, scope)),
        "property_declaration" => found.extend(property(node, scope)),
        "enum_entry" => found.extend(entry(node, scope)),
        "infix_expression" => found.extend(misread_class(node, scope)),
        "object_literal" => found.push(anonymous(node, scope)),
        "type_alias" if scope.enclosing != Enclosing::Callable => {
            if let Some(name) = scope.field(node, "type") {
                found.push(at_home(Definition::new(node, unquoted(name), SymbolKind::Type), node, scope));
            }
        }
        _ => {}
    }
}

/// An anonymous object has members and no name for them, unless it is made for a property of a type.
fn anonymous(node: Node<'_>, scope: &Scope<'_, '_>) -> Definition {
    let holder = |above: &&Node<'_>| matches!(above.kind(), "property_declaration" | "class_body" | "function_body");
    let property = scope.ancestors.iter().rev().find(holder).filter(|above| above.kind() == "property_declaration");
    let property = property.filter(|_| scope.enclosing == Enclosing::Type);
    let name = property.and_then(|property| spec::child(spec::child(*property, "variable_declaration")?, "identifier"));
    let mut block = Definition::block(node, name.map_or("", |name| unquoted(scope.text_of(name))));
    block.names_members = name.is_some();
    block
}

fn unquoted(name: &str) -> &str {
    name.trim_matches('`')
}

fn class(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let name = scope.field(node, "name")?;
    let kind = match () {
        () if spec::has_child(node, "interface") => SymbolKind::Interface,
        () if spec::has_child(node, "enum_class_body") || words(node, scope).contains(&"enum") => SymbolKind::Enum,
        () => SymbolKind::Class,
    };
    let mut definition = with_body(at_home(Definition::new(node, unquoted(name), kind), node, scope), node);
    definition.bases = bases(node, scope);
    let constructor = spec::child(node, "primary_constructor");
    definition.parameters = constructor.and_then(|all| spec::child(all, "class_parameters")).map(spec::inside);
    Some(definition)
}

/// The parser may take `annotation class Name` after an annotation for a call of an infix function `class`.
fn misread_class(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let (word, class, name) = (node.named_child(0)?, node.named_child(1)?, node.named_child(2)?);
    let name = if name.kind() == "call_expression" { name.named_child(0)? } else { name };
    if scope.text_of(class) != "class" || name.kind() != "identifier" || scope.enclosing == Enclosing::Callable {
        return None;
    }
    let kind = if scope.text_of(word) == "enum" { SymbolKind::Enum } else { SymbolKind::Class };
    let annotations = scope.ancestors.iter().rev().take_while(|above| above.kind() == "annotated_expression").last();
    let mut definition = Definition::new(node, scope.text_of(name), kind);
    definition.head_end = name.end_byte();
    Some(definition.starting_at(annotations.map(Node::start_byte)))
}

/// A companion has a name of its own only if it is given one; its members are called on the class.
fn companion(node: Node<'_>, scope: &Scope<'_, '_>) -> Definition {
    let name = scope.field(node, "name").map_or("Companion", unquoted);
    let mut definition = with_body(at_home(Definition::new(node, name, SymbolKind::Class), node, scope), node);
    definition.bases = bases(node, scope);
    definition.names_members = false;
    definition
}

/// An entry of an enum is listed by nobody, but what it overrides is named after it.
fn entry(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    spec::child(node, "class_body")?;
    let name = spec::child(node, "identifier")?;
    Some(Definition::block(node, unquoted(scope.text_of(name))))
}

fn function(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let name = unquoted(scope.field(node, "name")?);
    let receiver = receiver(node, scope);
    let kind = if receiver.is_some() { SymbolKind::Method } else { scope.callable_kind() };
    let mut definition = with_body(at_home(Definition::new(node, name, kind), node, scope), node);
    definition.within = receiver;
    definition.parameters = spec::child(node, "function_value_parameters").map(spec::inside);
    Some(definition)
}

fn constructor(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let class = scope.ancestors.iter().rev().find(|above| above.kind() == "class_declaration")?;
    let name = unquoted(scope.field(*class, "name")?);
    let mut definition = with_body(at_home(Definition::new(node, name, SymbolKind::Method), node, scope), node);
    definition.parameters = spec::child(node, "function_value_parameters").map(spec::inside);
    Some(definition)
}

/// Constants and values of the file, of objects, and properties that run code.
fn property(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let name = spec::child(spec::child(node, "variable_declaration")?, "identifier")?;
    let runs = |kind: &str| spec::child(node, kind).is_some_and(|accessor| spec::has_child(accessor, "function_body"));
    let accessor = ["getter", "setter"].into_iter().find(|kind| runs(kind)).and_then(|kind| spec::child(node, kind));
    let words = words(node, scope);
    let in_object = scope.enclosing == Enclosing::Type
        && matches!(scope.ancestor_kind(2), "object_declaration" | "companion_object");
    let of_file = matches!(scope.enclosing, Enclosing::File);
    let is_constant = words.contains(&"const") || (spec::has_child(node, "val") && (of_file || in_object));
    let is_shared = of_file && scope.ancestor_kind(1) == "source_file" && !is_script(scope);
    let is_promise = scope.ancestor(2).is_some_and(|class| spec::has_child(class, "interface"));
    let kind = match accessor {
        _ if scope.enclosing == Enclosing::Callable => return None,
        Some(_) => SymbolKind::Method,
        None if is_promise && scope.ancestor_kind(1) == "class_body" => SymbolKind::Method,
        None if is_constant && (!of_file || is_shared || words.contains(&"const")) => SymbolKind::Constant,
        None if is_shared && spec::has_child(node, "var") => SymbolKind::Constant,
        None => return None,
    };
    let mut definition = at_home(Definition::new(node, unquoted(scope.text_of(name)), kind), node, scope);
    definition.within = receiver(node, scope);
    let value = spec::child(node, "=").or_else(|| spec::child(node, "property_delegate"));
    let body = value.or(accessor);
    definition.head_end = body.map_or(node.end_byte(), |body| body.start_byte());
    definition.body = body.map(|body| Span::new(body.start_byte(), node.end_byte()));
    Some(definition)
}

/// Whether the file is a script: its values are steps of a program.
fn is_script(scope: &Scope<'_, '_>) -> bool {
    let Some(root) = scope.ancestors.first() else { return false };
    let mut cursor = root.walk();
    let is_step = |child: Node<'_>| matches!(child.kind(), "call_expression" | "assignment" | "if_expression");
    root.named_children(&mut cursor).take(200).any(is_step)
}

/// The type that a function or property extends, type arguments left off.
fn receiver(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<String> {
    let mut cursor = node.walk();
    let before = |child: &Node<'_>| {
        !matches!(child.kind(), "variable_declaration" | "function_value_parameters" | "=" | ":" | "identifier")
    };
    let types = ["user_type", "nullable_type", "parenthesized_type", "non_nullable_type"];
    let mut children = node.children(&mut cursor).take_while(before);
    let receiver = children.find(|child| types.contains(&child.kind()))?;
    let name = scope.text_of(receiver).trim_matches(['(', ')', '?', ' ']);
    let name = spec::bare_type(name).trim_matches(['?', '`']);
    (!name.is_empty()).then(|| name.to_owned())
}

/// Takes the body, which is no field in this grammar.
fn with_body(mut definition: Definition, node: Node<'_>) -> Definition {
    let kinds = ["class_body", "enum_class_body", "function_body", "block"];
    let mut cursor = node.walk();
    let Some(body) = node.children(&mut cursor).find(|child| kinds.contains(&child.kind())) else { return definition };
    definition.head_end = body.start_byte();
    let inner = spec::child(body, "block").filter(|_| body.kind() == "function_body").unwrap_or(body);
    definition.body = Some(spec::content(inner));
    definition
}

fn words<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Vec<&'a str> {
    let Some(modifiers) = spec::child(node, "modifiers") else { return Vec::new() };
    let mut cursor = modifiers.walk();
    modifiers.named_children(&mut cursor).map(|word| scope.text_of(word)).collect()
}

/// Visibility from the modifiers, and the definition's own beginning after its annotations.
fn at_home(mut definition: Definition, node: Node<'_>, scope: &Scope<'_, '_>) -> Definition {
    let modifiers = spec::child(node, "modifiers");
    let before = ["annotation", "line_comment", "block_comment"];
    let own = modifiers.map(|modifiers| spec::head_after(modifiers, &before)).filter(|own| {
        // Annotations may be all there is.
        modifiers
            .is_some_and(|modifiers| *own != modifiers.start_byte() || spec::child(modifiers, "annotation").is_none())
    });
    definition.head = own.unwrap_or_else(|| spec::head_after(node, &["modifiers", "line_comment", "block_comment"]));
    let words = words(node, scope);
    let has = |word: &str| words.contains(&word);
    definition.visibility = match () {
        () if has("private") => Visibility::Private,
        () if has("internal") || has("protected") => Visibility::Internal,
        () if scope.enclosing == Enclosing::Callable => Visibility::Private,
        () => Visibility::Public,
    };
    definition
}

fn bases(node: Node<'_>, scope: &Scope<'_, '_>) -> Vec<String> {
    let Some(list) = spec::child(node, "delegation_specifiers") else { return Vec::new() };
    let mut cursor = list.walk();
    let names = list.named_children(&mut cursor).filter(|one| one.kind() == "delegation_specifier").filter_map(|one| {
        let mut cursor = one.walk();
        let named = one.named_children(&mut cursor).find(|part| part.kind() != "annotation")?;
        Some(spec::bare_type(scope.text_of(named).split(" by ").next()?).to_owned())
    });
    names.filter(|name| !name.is_empty()).collect()
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    let function = node.named_child(0)?;
    match function.kind() {
        "identifier" => Some(scope.text_of(function)),
        "navigation_expression" => {
            let last = (function.named_child_count() as u32).checked_sub(1)?;
            let (receiver, name) = (function.named_child(0)?, function.named_child(last)?);
            let simple = matches!(receiver.kind(), "identifier" | "navigation_expression" | "this_expression");
            Some(scope.called(simple.then_some(receiver), name))
        }
        _ => None,
    }
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let line = node.start_position().row as u32 + 1;
    let Some(path) = spec::child(node, "qualified_identifier").map(|path| scope.text_of(path)) else { return };
    let path: String = path.split_whitespace().collect();
    let (module, name) = match path.rsplit_once('.') {
        _ if spec::has_child(node, "*") => (path.as_str(), "*"),
        Some(parts) => parts,
        None => ("", path.as_str()),
    };
    found.push(Import { module: module.to_owned(), names: vec![name.to_owned()], line });
}

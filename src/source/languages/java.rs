//! Java.

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

pub(crate) static JAVA: Spec = Spec {
    load: || tree_sitter_java::LANGUAGE.into(),
    roles: &[
        (
            spec::DEFINITION,
            &[
                "class_declaration",
                "record_declaration",
                "interface_declaration",
                "annotation_type_declaration",
                "enum_declaration",
                "enum_constant",
                "method_declaration",
                "constructor_declaration",
                "compact_constructor_declaration",
                "annotation_type_element_declaration",
                "field_declaration",
                "constant_declaration",
            ],
        ),
        (
            spec::BRANCH,
            &[
                "if_statement",
                "for_statement",
                "enhanced_for_statement",
                "while_statement",
                "do_statement",
                "switch_label",
                "catch_clause",
                "ternary_expression",
                "&&",
                "||",
            ],
        ),
        (spec::ARM, &["switch_block_statement_group", "finally_clause"]),
        (spec::COMMENT, &["line_comment", "block_comment"]),
        (spec::STRING, &["string_literal"]),
        (spec::CALL, &["method_invocation", "object_creation_expression"]),
        (spec::IMPORT, &["import_declaration"]),
        (spec::RAISE, &["throw_statement"]),
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
        parameters: ParameterStyle::TypeName,
        imports: ImportStyle::Package,
        failure: "Throws",
        tests: TestHabits {
            ends: &["Test", "Tests", "TestCase", "IT"],
            root_folders: &["test", "tests"],
            source_sets: true,
            ..TestHabits::NONE
        },
    },
};

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let kind = match node.kind() {
        "class_declaration" | "record_declaration" => SymbolKind::Class,
        "interface_declaration" | "annotation_type_declaration" => SymbolKind::Interface,
        "enum_declaration" => SymbolKind::Enum,
        "field_declaration" | "constant_declaration" => return constants(node, scope, found),
        // A constant of an enum is listed by nobody, but what it overrides is named after it.
        "enum_constant" if node.child_by_field_name("body").is_some() => {
            found.extend(scope.field(node, "name").map(|name| Definition::block(node, name)));
            return;
        }
        "enum_constant" => return,
        _ => SymbolKind::Method,
    };
    let Some(name) = scope.field(node, "name") else { return };
    let mut definition = at_home(Definition::new(node, name, kind), node, scope);
    definition.bases = bases(node, scope);
    if kind == SymbolKind::Interface {
        definition.member_visibility = Some(Visibility::Public);
    }
    found.push(definition);
}

/// Visibility from the modifiers, and the definition's own beginning after its annotations.
fn at_home(mut definition: Definition, node: Node<'_>, scope: &Scope<'_, '_>) -> Definition {
    let modifiers = node.named_children(&mut node.walk()).find(|child| child.kind() == "modifiers");
    let written = modifiers.map(|modifiers| {
        let parts: Vec<Node<'_>> = modifiers.children(&mut modifiers.walk()).collect();
        let words: Vec<Node<'_>> = parts.into_iter().filter(|part| !part.is_named()).collect();
        let after = node
            .children(&mut node.walk())
            .find(|child| child.start_byte() >= modifiers.end_byte() && !child.is_extra());
        definition.head = words.first().copied().or(after).map_or(definition.head, |first| first.start_byte());
        words.iter().map(|word| scope.text_of(*word)).collect::<Vec<_>>()
    });
    let has = |word: &str| written.as_ref().is_some_and(|words| words.contains(&word));
    definition.visibility = match () {
        () if has("public") => Visibility::Public,
        () if has("private") => Visibility::Private,
        () if has("protected") => Visibility::Internal,
        () if scope.enclosing == Enclosing::Callable => Visibility::Private,
        () => scope.default_visibility.unwrap_or(Visibility::Internal),
    };
    definition
}

fn bases(node: Node<'_>, scope: &Scope<'_, '_>) -> Vec<String> {
    let mut found = Vec::new();
    for clause in node.named_children(&mut node.walk()) {
        if !matches!(clause.kind(), "superclass" | "super_interfaces" | "extends_interfaces") {
            continue;
        }
        for part in clause.named_children(&mut clause.walk()) {
            let types: Vec<Node<'_>> =
                if part.kind() == "type_list" { part.named_children(&mut part.walk()).collect() } else { vec![part] };
            found.extend(types.iter().map(|one| spec::bare_type(scope.text_of(*one)).to_owned()));
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

/// `static final` fields, and all fields of an interface.
fn constants(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let modifiers = node.named_children(&mut node.walk()).find(|child| child.kind() == "modifiers");
    let words: Vec<&str> = modifiers
        .map(|modifiers| modifiers.children(&mut modifiers.walk()).map(|word| scope.text_of(word)).collect())
        .unwrap_or_default();
    if node.kind() == "field_declaration" && !(words.contains(&"static") && words.contains(&"final")) {
        return;
    }
    for declarator in node.children_by_field_name("declarator", &mut node.walk()) {
        let Some(name) = scope.field(declarator, "name") else { continue };
        let mut definition = at_home(Definition::new(node, name, SymbolKind::Constant), node, scope);
        definition.head_end =
            declarator.child_by_field_name("value").map_or(node.end_byte(), |value| value.start_byte());
        definition.body = declarator.child_by_field_name("value").map(spec::span_of);
        found.push(definition);
    }
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    if node.kind() == "object_creation_expression" {
        return scope.field(node, "type").map(spec::bare_type);
    }
    let name = node.child_by_field_name("name")?;
    let object =
        node.child_by_field_name("object").filter(|object| matches!(object.kind(), "identifier" | "field_access"));
    Some(scope.called(object, name))
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let line = node.start_position().row as u32 + 1;
    let children: Vec<Node<'_>> = node.named_children(&mut node.walk()).filter(|child| !child.is_extra()).collect();
    let Some(path) = children.first().map(|path| scope.text_of(*path)) else { return };
    let all = children.iter().any(|child| child.kind() == "asterisk");
    let (module, name) = match path.rsplit_once('.') {
        Some((module, name)) if !all => (module, name),
        _ if all => (path, "*"),
        _ => ("", path),
    };
    found.push(Import { module: module.trim().to_owned(), names: vec![name.trim().to_owned()], line });
}

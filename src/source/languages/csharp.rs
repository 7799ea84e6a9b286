//! C#. Namespaces are no part of a qualified name, as Java's packages are none.

use tree_sitter::Node;

use super::spec;
use super::spec::CommentStyle;
use super::spec::Definition;
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

pub(crate) static CSHARP: Spec = Spec {
    load: || tree_sitter_c_sharp::LANGUAGE.into(),
    roles: &[
        (
            spec::DEFINITION,
            &[
                "class_declaration",
                "struct_declaration",
                "record_declaration",
                "interface_declaration",
                "enum_declaration",
                "delegate_declaration",
                "method_declaration",
                "constructor_declaration",
                "destructor_declaration",
                "operator_declaration",
                "conversion_operator_declaration",
                "indexer_declaration",
                "property_declaration",
                "event_declaration",
                "event_field_declaration",
                "field_declaration",
                "local_function_statement",
            ],
        ),
        (
            spec::BRANCH,
            &[
                "if_statement",
                "for_statement",
                "foreach_statement",
                "while_statement",
                "do_statement",
                "switch_section",
                "switch_expression_arm",
                "catch_clause",
                "conditional_expression",
                "&&",
                "||",
                "??",
                "??=",
            ],
        ),
        (spec::ARM, &["finally_clause"]),
        (spec::COMMENT, &["comment"]),
        (
            spec::STRING,
            &["string_literal", "verbatim_string_literal", "raw_string_literal", "interpolated_string_expression"],
        ),
        (spec::CALL, &["invocation_expression", "object_creation_expression"]),
        (spec::IMPORT, &["using_directive"]),
        (spec::RAISE, &["throw_statement", "throw_expression"]),
    ],
    define,
    import,
    callee,
    mark: spec::no_mark,
    export: spec::no_export,
    module_string: spec::no_module_string,
    comments: CommentStyle::Slash,
    mend: |text| branches::one_branch(text, Directives::Semicolons),
    quirks: spec::Quirks::NONE,
    habits: Habits {
        parameters: ParameterStyle::TypeName,
        imports: ImportStyle::Package,
        failure: "Throws",
        tests: TestHabits {
            ends: &["Test", "Tests", "TestCase", "TestBase", "Fixture", "Specs"],
            root_folders: &["test", "Test", "Tests"],
            folders: &["Tests", "UnitTests", "IntegrationTests"],
            folder_ends: &[".Test", ".Tests", ".UnitTests", ".IntegrationTests", ".FunctionalTests", ".Specs", "Tests"],
            ..TestHabits::NONE
        },
    },
};

/// What stands before the definition itself.
const BEFORE: &[&str] = &["attribute_list", "comment", "preproc_if", "preproc_region", "preproc_endregion"];

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let kind = match node.kind() {
        "record_declaration" if spec::has_child(node, "struct") => SymbolKind::Struct,
        "class_declaration" | "record_declaration" => SymbolKind::Class,
        "struct_declaration" => SymbolKind::Struct,
        "interface_declaration" => SymbolKind::Interface,
        "enum_declaration" => SymbolKind::Enum,
        "delegate_declaration" => SymbolKind::Type,
        "local_function_statement" => SymbolKind::Function,
        "field_declaration" | "event_field_declaration" => return fields(node, scope, found),
        "property_declaration" if !runs(node, scope) => return,
        _ => SymbolKind::Method,
    };
    let Some(name) = name_of(node, scope) else { return };
    let mut definition = at_home(Definition::new(node, name, kind), node, scope);
    if kind.is_type() {
        definition.parameters = definition.parameters.or_else(|| spec::child(node, "parameter_list").map(spec::inside));
        definition.member_visibility =
            Some(if kind == SymbolKind::Interface { Visibility::Public } else { Visibility::Private });
    }
    if kind.is_type() && kind != SymbolKind::Enum {
        definition.bases = bases(node, scope);
    }
    if let Some(body) = node.child_by_field_name("accessors").or_else(|| node.child_by_field_name("value")) {
        definition.head_end = body.start_byte();
        definition.body = Some(spec::content(body));
    }
    if let Some(of) = spec::child(node, "explicit_interface_specifier") {
        let of: String = scope.text_of(of).split_whitespace().collect();
        // Callers reach it through the interface, whatever the type itself shows.
        definition.visibility = Visibility::Public;
        definition.within = Some(without_arguments(of.trim_end_matches('.')));
    }
    found.push(definition);
}

/// The name as people write it; operators and indexers have none of their own.
fn name_of(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<String> {
    match node.kind() {
        "operator_declaration" => {
            let checked = if spec::has_child(node, "checked") { "checked " } else { "" };
            Some(format!("operator {checked}{}", scope.field(node, "operator")?))
        }
        "conversion_operator_declaration" => {
            let way = if spec::has_child(node, "implicit") { "implicit" } else { "explicit" };
            Some(format!("{way} operator {}", scope.field(node, "type")?))
        }
        "indexer_declaration" => Some("this[]".to_owned()),
        "destructor_declaration" => Some(format!("~{}", scope.field(node, "name")?)),
        _ => scope.field(node, "name").map(|name| name.trim_start_matches('@').to_owned()),
    }
}

/// Whether a property does more than hold a value: it runs code, or promises that another type does.
fn runs(node: Node<'_>, scope: &Scope<'_, '_>) -> bool {
    let Some(accessors) = node.child_by_field_name("accessors") else {
        // `=> value`
        return true;
    };
    let mut cursor = accessors.walk();
    accessors.named_children(&mut cursor).any(|accessor| accessor.child_by_field_name("body").is_some())
        || scope.ancestor_kind(2) == "interface_declaration"
        || modifiers(node, scope).contains(&"abstract")
}

fn modifiers<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Vec<&'a str> {
    let mut cursor = node.walk();
    let modifiers = node.children(&mut cursor).filter(|child| child.kind() == "modifier");
    modifiers.map(|modifier| scope.text_of(modifier)).collect()
}

/// Visibility from the modifiers, and the definition's own beginning after its attributes.
fn at_home(mut definition: Definition, node: Node<'_>, scope: &Scope<'_, '_>) -> Definition {
    definition.head = spec::head_after(node, BEFORE);
    let words = modifiers(node, scope);
    let has = |word: &str| words.contains(&word);
    definition.visibility = match () {
        () if has("public") => Visibility::Public,
        () if has("protected") || has("internal") => Visibility::Internal,
        () if has("private") || has("file") => Visibility::Private,
        () if node.kind() == "local_function_statement" => Visibility::Private,
        () => scope.default_visibility.unwrap_or(Visibility::Internal),
    };
    definition
}

fn bases(node: Node<'_>, scope: &Scope<'_, '_>) -> Vec<String> {
    let Some(list) = spec::child(node, "base_list") else { return Vec::new() };
    let mut cursor = list.walk();
    let types = list.named_children(&mut cursor).filter(|part| part.kind() != "argument_list" && !part.is_extra());
    let bases = types.map(|base| spec::bare_type(scope.field(base, "type").unwrap_or(scope.text_of(base))).to_owned());
    bases.filter(|base| !base.is_empty()).collect()
}

/// Constants, `static readonly` fields, and events without accessors.
fn fields(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let words = modifiers(node, scope);
    let fixed = words.contains(&"const") || (words.contains(&"static") && words.contains(&"readonly"));
    let Some(declaration) = spec::child(node, "variable_declaration") else { return };
    if !fixed && node.kind() == "field_declaration" {
        return;
    }
    let mut cursor = declaration.walk();
    for declarator in declaration.named_children(&mut cursor).filter(|child| child.kind() == "variable_declarator") {
        let Some(name) = scope.field(declarator, "name") else { continue };
        let mut definition = at_home(Definition::new(node, name, SymbolKind::Constant), node, scope);
        let equals = spec::child(declarator, "=");
        definition.head_end = equals.map_or(declarator.end_byte(), |equals| equals.start_byte());
        definition.body = equals.map(|equals| Span::new(equals.end_byte(), declarator.end_byte()));
        found.push(definition);
    }
}

/// A name with the type arguments taken out.
fn without_arguments(name: &str) -> String {
    let mut depth = 0;
    let mut kept = String::new();
    for c in name.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    if node.kind() == "object_creation_expression" {
        return scope.field(node, "type").map(spec::bare_type);
    }
    let function = node.child_by_field_name("function")?;
    let (receiver, name) = match function.kind() {
        "member_access_expression" => {
            (function.child_by_field_name("expression"), function.child_by_field_name("name")?)
        }
        // `order?.Ship()`
        "conditional_access_expression" => {
            let binding = spec::child(function, "member_binding_expression")?;
            (None, binding.child_by_field_name("name")?)
        }
        "identifier" | "generic_name" => (None, function),
        _ => return None,
    };
    let name = if name.kind() == "generic_name" { name.child(0)? } else { name };
    let is_simple =
        |receiver: &Node<'_>| matches!(receiver.kind(), "identifier" | "member_access_expression" | "this" | "base");
    Some(scope.called(receiver.filter(is_simple), name))
}

/// `using Name;` takes in everything of a namespace, `using static` everything of a type, `using A = B.C` one name.
fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let line = node.start_position().row as u32 + 1;
    let count = node.named_child_count() as u32;
    let Some(target) = count.checked_sub(1).and_then(|last| node.named_child(last)) else { return };
    let path: String = without_arguments(scope.text_of(target)).split_whitespace().collect();
    let path = path.trim_start_matches("global::");
    let (module, name) = match path.rsplit_once('.') {
        Some((module, name)) if node.child_by_field_name("name").is_some() => (module, name),
        _ => (path, "*"),
    };
    found.push(Import { module: module.to_owned(), names: vec![name.to_owned()], line });
}

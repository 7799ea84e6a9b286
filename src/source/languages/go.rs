//! Go.

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

pub(crate) static GO: Spec = Spec {
    load: || tree_sitter_go::LANGUAGE.into(),
    roles: &[
        (
            spec::DEFINITION,
            &[
                "function_declaration",
                "method_declaration",
                "method_elem",
                "type_spec",
                "type_alias",
                "const_spec",
                "var_spec",
            ],
        ),
        (
            spec::BRANCH,
            &["if_statement", "for_statement", "expression_case", "type_case", "communication_case", "&&", "||"],
        ),
        (spec::ARM, &["default_case"]),
        (spec::COMMENT, &["comment"]),
        (spec::STRING, &["interpreted_string_literal", "raw_string_literal"]),
        (spec::CALL, &["call_expression"]),
        (spec::IMPORT, &["import_spec"]),
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
        parameters: ParameterStyle::NameType,
        imports: ImportStyle::Go,
        failure: "Fails with",
        tests: TestHabits { ends: &["_test"], root_folders: &["test", "testing", "spec", "specs"], ..TestHabits::NONE },
    },
};

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    match node.kind() {
        "function_declaration" => {
            if let Some(name) = scope.field(node, "name") {
                found.push(Definition::new(node, name, SymbolKind::Function).visible(visibility(name)));
            }
        }
        "method_declaration" => found.extend(method(node, scope)),
        // What a function declares for itself is a detail.
        _ if scope.enclosing == Enclosing::Callable => {}
        "method_elem" => found.extend(required(node, scope)),
        "type_spec" | "type_alias" => found.extend(type_definition(node, scope)),
        _ => values(node, scope, found),
    }
}

/// A method that an interface with a name asks for.
fn required(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let of_type = scope.ancestor_kind(1) == "interface_type" && scope.ancestor_kind(2) == "type_spec";
    let name = scope.field(node, "name").filter(|_| of_type)?;
    Some(Definition::new(node, name, SymbolKind::Method).visible(visibility(name)))
}

/// A method is named after its receiver's type, which may stand in another file.
fn method(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let name = scope.field(node, "name")?;
    let receiver = node.child_by_field_name("receiver")?;
    let parameter = receiver.named_children(&mut receiver.walk()).find(|child| child.kind() == "parameter_declaration");
    let mut definition = Definition::new(node, name, SymbolKind::Method).visible(visibility(name));
    let receiver = spec::bare_type(scope.field(parameter?, "type")?);
    if definition.visibility == Visibility::Public {
        definition.visibility = visibility(receiver);
    }
    definition.qualifier = Some(receiver.to_owned());
    Some(definition)
}

fn type_definition(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let name = scope.field(node, "name").filter(|name| *name != "_")?;
    let of = node.child_by_field_name("type");
    let kind = match of.map(|of| of.kind()) {
        Some("struct_type") => SymbolKind::Struct,
        Some("interface_type") => SymbolKind::Interface,
        _ => SymbolKind::Type,
    };
    let mut definition = Definition::new(node, name, kind).visible(visibility(name));
    if let Some(of) = of {
        definition.bases = embedded(of, scope);
        definition.body = match of.kind() {
            "struct_type" => of.named_child(0).map(spec::content),
            "interface_type" => {
                let last = (of.named_child_count() as u32).checked_sub(1).and_then(|last| of.named_child(last));
                of.named_child(0).zip(last).map(|(first, last)| Span::new(first.start_byte(), last.end_byte()))
            }
            _ => Some(spec::content(of)),
        };
        if kind != SymbolKind::Type {
            let keyword = of.child(0).map_or(of.start_byte(), |keyword| keyword.end_byte());
            definition.head_end = keyword;
        }
    }
    Some(whole_statement(definition, scope))
}

/// The types that a struct or an interface embeds.
fn embedded(of: Node<'_>, scope: &Scope<'_, '_>) -> Vec<String> {
    let list = if of.kind() == "struct_type" { of.named_child(0) } else { Some(of) };
    let Some(list) = list else { return Vec::new() };
    let mut cursor = list.walk();
    let fields = list.named_children(&mut cursor);
    let types = fields.filter_map(|field| match field.kind() {
        "field_declaration" if field.child_by_field_name("name").is_none() => scope.field(field, "type"),
        "type_elem" if !scope.text_of(field).contains(['|', '~']) => Some(scope.text_of(field)),
        _ => None,
    });
    types.map(|name| spec::bare_type(name).to_owned()).collect()
}

/// `const` and `var` at the top of a file.
fn values(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let names: Vec<Node<'_>> = node
        .children_by_field_name("name", &mut node.walk())
        .filter(|name| name.kind() == "identifier" && scope.text_of(*name) != "_")
        .collect();
    for name in names {
        let name = scope.text_of(name);
        let mut definition = Definition::new(node, name, SymbolKind::Constant).visible(visibility(name));
        if let Some(value) = node.child_by_field_name("value") {
            definition.head_end = value.start_byte();
            definition.body = Some(spec::span_of(value));
        }
        found.push(whole_statement(definition, scope));
    }
}

/// Takes in the keyword, unless parentheses hold several definitions together.
fn whole_statement(definition: Definition, scope: &Scope<'_, '_>) -> Definition {
    let statement = scope.parent().filter(|parent| parent.kind().ends_with("_declaration"));
    match statement {
        Some(statement) if statement.child(1).is_none_or(|child| child.kind() != "(") => definition.around(statement),
        _ => definition,
    }
}

fn visibility(name: &str) -> Visibility {
    if name.starts_with(char::is_uppercase) { Visibility::Public } else { Visibility::Internal }
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    let mut function = node.child_by_field_name("function")?;
    if function.kind() == "type_instantiation_expression" || function.kind() == "index_expression" {
        function = function.named_child(0)?;
    }
    match function.kind() {
        "identifier" => Some(scope.text_of(function)),
        "selector_expression" => {
            let operand = function.child_by_field_name("operand")?;
            let simple = matches!(operand.kind(), "identifier" | "selector_expression");
            let whole = scope.text_of(function);
            if simple && !whole.contains(['(', '\n']) { Some(whole) } else { scope.field(function, "field") }
        }
        _ => None,
    }
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let Some(path) = scope.field(node, "path") else { return };
    let names = scope.field(node, "name").filter(|name| *name == ".").map(|_| "*".to_owned()).into_iter().collect();
    let line = node.start_position().row as u32 + 1;
    found.push(Import { module: path.trim_matches(['"', '`']).to_owned(), names, line });
}

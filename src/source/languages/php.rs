//! PHP, with whatever HTML stands around it. Namespaces are no part of a qualified name, as Java's packages are none.

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

pub(crate) static PHP: Spec = Spec {
    load: || tree_sitter_php::LANGUAGE_PHP.into(),
    roles: &[
        (
            spec::DEFINITION,
            &[
                "class_declaration",
                "interface_declaration",
                "trait_declaration",
                "enum_declaration",
                "function_definition",
                "method_declaration",
                "const_declaration",
                "property_declaration",
            ],
        ),
        (
            spec::BRANCH,
            &[
                "if_statement",
                "else_if_clause",
                "for_statement",
                "foreach_statement",
                "while_statement",
                "do_statement",
                "case_statement",
                "catch_clause",
                "match_conditional_expression",
                "match_default_expression",
                "conditional_expression",
                "&&",
                "||",
                "and",
                "or",
                "??",
                "??=",
            ],
        ),
        (spec::ARM, &["else_clause", "default_statement", "finally_clause"]),
        (spec::COMMENT, &["comment"]),
        (spec::STRING, &["string", "encapsed_string", "heredoc", "nowdoc"]),
        // `define('NAME', …)` defines.
        (spec::CALL | spec::DEFINITION, &["function_call_expression"]),
        (
            spec::CALL,
            &[
                "member_call_expression",
                "nullsafe_member_call_expression",
                "scoped_call_expression",
                "object_creation_expression",
            ],
        ),
        (
            spec::IMPORT,
            &[
                "namespace_use_declaration",
                "include_expression",
                "include_once_expression",
                "require_expression",
                "require_once_expression",
            ],
        ),
        (spec::RAISE, &["throw_expression", "exit_statement"]),
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
            ends: &["Test", "TestCase", "Spec", "Cest", "_test"],
            root_folders: &["test", "Test", "spec"],
            folders: &["Tests"],
            ..TestHabits::NONE
        },
    },
};

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let kind = match node.kind() {
        "class_declaration" => SymbolKind::Class,
        "interface_declaration" | "trait_declaration" => SymbolKind::Interface,
        "enum_declaration" => SymbolKind::Enum,
        "function_definition" => SymbolKind::Function,
        "const_declaration" => return constants(node, scope, found),
        "property_declaration" => return found.extend(hooked(node, scope)),
        "function_call_expression" => return found.extend(defined(node, scope)),
        _ => SymbolKind::Method,
    };
    let Some(name) = scope.field(node, "name") else { return };
    let mut definition = at_home(Definition::new(node, name, kind), node, scope);
    if kind.is_type() {
        definition.bases = bases(node, scope);
    }
    if kind == SymbolKind::Function {
        // Wherever it is declared, everyone may call it by its bare name.
        definition.qualifier = Some(String::new());
    }
    found.push(definition);
}

/// Visibility from the modifiers, and the definition's own beginning after its attributes.
fn at_home(mut definition: Definition, node: Node<'_>, scope: &Scope<'_, '_>) -> Definition {
    definition.head = spec::head_after(node, &["attribute_list", "comment"]);
    let written = spec::child(node, "visibility_modifier").map(|written| scope.text_of(written).to_ascii_lowercase());
    definition.visible(match written.as_deref() {
        Some("private") => Visibility::Private,
        Some("protected") => Visibility::Internal,
        _ => Visibility::Public,
    })
}

/// What it extends and implements, and the traits that its body uses.
fn bases(node: Node<'_>, scope: &Scope<'_, '_>) -> Vec<String> {
    let body = node.child_by_field_name("body");
    let mut clauses: Vec<Node<'_>> = node.named_children(&mut node.walk()).collect();
    clauses.retain(|clause| matches!(clause.kind(), "base_clause" | "class_interface_clause"));
    if let Some(body) = body {
        clauses.extend(body.named_children(&mut body.walk()).filter(|member| member.kind() == "use_declaration"));
    }
    let mut found = Vec::new();
    for clause in clauses {
        for name in clause.named_children(&mut clause.walk()) {
            if is_name(name) {
                found.push(last_name(scope.text_of(name)).to_owned());
            }
        }
    }
    found
}

fn last_name(name: &str) -> &str {
    name.rsplit('\\').next().unwrap_or(name)
}

fn constants(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let mut cursor = node.walk();
    for element in node.named_children(&mut cursor).filter(|child| child.kind() == "const_element") {
        let (Some(name), Some(equals)) = (element.named_child(0), spec::child(element, "=")) else { continue };
        let mut definition = at_home(Definition::new(node, scope.text_of(name), SymbolKind::Constant), node, scope);
        definition.head_end = equals.start_byte();
        definition.body = Some(Span::new(equals.end_byte(), element.end_byte()));
        found.push(definition);
    }
}

/// A property that runs code when it is read or written.
fn hooked(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let hooks = spec::child(node, "property_hook_list")?;
    let name = scope.field(spec::child(node, "property_element")?, "name")?;
    let mut definition = at_home(Definition::new(node, name.trim_start_matches('$'), SymbolKind::Method), node, scope);
    definition.head_end = hooks.start_byte();
    definition.body = Some(spec::content(hooks));
    Some(definition)
}

/// `define('NAME', value);`
fn defined(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let statement = scope.parent().filter(|parent| parent.kind() == "expression_statement")?;
    let is_define = scope.field(node, "function").is_some_and(|name| last_name(name).eq_ignore_ascii_case("define"));
    if !is_define || scope.enclosing == Enclosing::Callable {
        return None;
    }
    let arguments = node.child_by_field_name("arguments")?;
    let (name, value) = (arguments.named_child(0)?.named_child(0)?, arguments.named_child(1)?);
    let quoted = scope.text_of(name);
    let plain = quoted.trim_matches(['"', '\'']);
    if plain.len() + 2 != quoted.len() || plain.contains(['$', '{']) {
        return None;
    }
    let mut definition = Definition::new(node, last_name(plain), SymbolKind::Constant).around(statement);
    definition.body = Some(spec::span_of(value));
    Some(definition)
}

fn is_name(node: Node<'_>) -> bool {
    matches!(node.kind(), "name" | "qualified_name" | "relative_name")
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    if node.kind() == "object_creation_expression" {
        let mut cursor = node.walk();
        let class = node.named_children(&mut cursor).find(|child| is_name(*child)).map(|class| scope.text_of(class))?;
        return (!matches!(class, "static" | "self" | "parent")).then(|| last_name(class));
    }
    if node.kind() == "function_call_expression" {
        let function = node.child_by_field_name("function")?;
        return is_name(function).then(|| last_name(scope.text_of(function)));
    }
    let name = node.child_by_field_name("name").filter(|name| name.kind() == "name")?;
    let receiver = node.child_by_field_name("object").or_else(|| node.child_by_field_name("scope"));
    Some(scope.called(receiver, name))
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let line = node.start_position().row as u32 + 1;
    if node.kind() != "namespace_use_declaration" {
        let path = node.named_child(0).and_then(|value| match value.kind() {
            // `__DIR__ . '/path'`
            "binary_expression" => value.child_by_field_name("right"),
            "parenthesized_expression" => value.named_child(0),
            _ => Some(value),
        });
        let quoted = path.filter(|path| matches!(path.kind(), "string" | "encapsed_string"));
        let path = quoted.map(|path| scope.text_of(path).trim_matches(['"', '\'']).trim_start_matches('/'));
        if let Some(path) = path.filter(|path| !path.is_empty() && !path.contains('$')) {
            found.push(Import { module: path.to_owned(), names: Vec::new(), line });
        }
        return;
    }
    let prefix = spec::child(node, "namespace_name").map_or("", |prefix| scope.text_of(prefix));
    let group = spec::child(node, "namespace_use_group").unwrap_or(node);
    let mut cursor = group.walk();
    for clause in group.named_children(&mut cursor).filter(|child| child.kind() == "namespace_use_clause") {
        let target = spec::child(clause, "qualified_name").or_else(|| spec::child(clause, "name"));
        let Some(target) = target.map(|target| scope.text_of(target).trim_start_matches('\\')) else { continue };
        let path = if prefix.is_empty() { target.to_owned() } else { format!("{prefix}\\{target}") };
        let (module, name) = path.rsplit_once('\\').unwrap_or(("", &path));
        found.push(Import { module: module.to_owned(), names: vec![name.to_owned()], line });
    }
}

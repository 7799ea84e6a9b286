//! JavaScript, TypeScript and their JSX forms; one description serves all three grammars.

use tree_sitter::Node;

use super::spec;
use super::spec::CommentStyle;
use super::spec::Definition;
use super::spec::Enclosing;
use super::spec::Exports;
use super::spec::Roles;
use super::spec::Scope;
use super::spec::Spec;
use crate::source::Habits;
use crate::source::Import;
use crate::source::ImportStyle;
use crate::source::ParameterStyle;
use crate::source::SymbolKind;
use crate::source::Visibility;
use crate::source::habits::TestHabits;

pub(crate) static JAVASCRIPT: Spec = script(|| tree_sitter_javascript::LANGUAGE.into());
pub(crate) static TYPESCRIPT: Spec = script(|| tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into());
pub(crate) static TSX: Spec = script(|| tree_sitter_typescript::LANGUAGE_TSX.into());

const ROLES: &[(Roles, &[&str])] = &[
    (
        spec::DEFINITION,
        &[
            "function_declaration",
            "generator_function_declaration",
            "function_signature",
            "class_declaration",
            "abstract_class_declaration",
            "interface_declaration",
            "type_alias_declaration",
            "enum_declaration",
            "internal_module",
            "module",
            "method_definition",
            "method_signature",
            "abstract_method_signature",
            "public_field_definition",
            "field_definition",
            "variable_declarator",
            "function_expression",
            "class",
            "pair",
        ],
    ),
    (spec::DEFINITION | spec::EXPORT, &["assignment_expression"]),
    // A default export may have no name of its own; one from another file is an import, too.
    (spec::DEFINITION | spec::EXPORT | spec::IMPORT, &["export_statement"]),
    (spec::PREFIX, &["decorator"]),
    (
        spec::BRANCH,
        &[
            "if_statement",
            "for_statement",
            "for_in_statement",
            "while_statement",
            "do_statement",
            "switch_case",
            "catch_clause",
            "ternary_expression",
            "&&",
            "||",
            "??",
        ],
    ),
    (spec::ARM, &["else_clause", "switch_default", "finally_clause"]),
    (spec::COMMENT, &["comment", "html_comment", "hash_bang_line"]),
    (spec::STRING, &["string", "template_string"]),
    (spec::CALL | spec::IMPORT, &["call_expression"]),
    (spec::CALL, &["new_expression"]),
    (spec::IMPORT, &["import_statement"]),
    (spec::RAISE, &["throw_statement"]),
];

const fn script(load: fn() -> tree_sitter::Language) -> Spec {
    Spec {
        load,
        roles: ROLES,
        define,
        import,
        callee,
        mark: spec::no_mark,
        export,
        module_string: spec::no_module_string,
        comments: CommentStyle::Slash,
        mend: spec::no_mend,
        quirks: spec::Quirks::NONE,
        habits: Habits {
            parameters: ParameterStyle::NameColonType,
            imports: ImportStyle::Script,
            failure: "Throws",
            tests: TestHabits {
                ends: &[".test", ".spec", ".test-d", ".spec-d", ".cy", ".e2e", "_test", "-test", ".e2e-spec"],
                root_folders: &["testing", "specs", "features", "t"],
                folders: &["test", "spec", "cypress", "__test__"],
                ..TestHabits::NONE
            },
        },
    }
}

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let kind = match node.kind() {
        "function_declaration" | "generator_function_declaration" | "function_signature" => SymbolKind::Function,
        "class_declaration" | "abstract_class_declaration" => SymbolKind::Class,
        "interface_declaration" => SymbolKind::Interface,
        "type_alias_declaration" => SymbolKind::Type,
        "enum_declaration" => SymbolKind::Enum,
        "internal_module" | "module" => SymbolKind::Module,
        // What is made in place and has a name all the same.
        "function_expression" if is_in_place(scope) => SymbolKind::Function,
        "class" if node.is_named() && is_in_place(scope) => SymbolKind::Class,
        "variable_declarator" => return variable(node, scope, found),
        "assignment_expression" => return found.extend(assignment(node, scope)),
        "export_statement" => return found.extend(default_export(node, scope)),
        _ => return found.extend(member(node, scope)),
    };
    let local = scope.enclosing == Enclosing::Callable && kind == SymbolKind::Type;
    let Some(name) = scope.field(node, "name").filter(|_| !local) else { return };
    let mut definition = Definition::new(node, unquoted(name), kind);
    definition.bases = bases(node, scope);
    if let Some(value) = node.child_by_field_name("value") {
        definition.head_end = value.start_byte();
    }
    found.push(exported(definition, node, scope, 1));
}

/// Whether the node is a value that is returned or handed on, not one that is given a name outside.
fn is_in_place(scope: &Scope<'_, '_>) -> bool {
    matches!(scope.ancestor_kind(1), "return_statement" | "arguments" | "array" | "arrow_function" | "spread_element")
}

/// Takes in the `export` or `declare` around a statement, and sees from it who may use the definition. The parent is
/// `up` levels above the definition's node.
fn exported(mut definition: Definition, node: Node<'_>, scope: &Scope<'_, '_>, up: usize) -> Definition {
    definition.visibility = Visibility::Private;
    definition.head = after_decorators(node);
    definition = definition.starting_at(scope.prefix_start);
    for up in up..up + 2 {
        let Some(statement) = scope.ancestor(up) else { break };
        match statement.kind() {
            // What is declared and not exported belongs to everyone.
            "export_statement" | "ambient_declaration" => definition.visibility = Visibility::Public,
            _ => break,
        }
        definition.span.start = definition.span.start.min(statement.start_byte());
        definition.span.end = definition.span.end.max(statement.end_byte());
        let head = after_decorators(statement);
        definition.head = if head > node.start_byte() { definition.head } else { head };
    }
    definition
}

/// Where a node begins after its decorators and the comments between them.
fn after_decorators(node: Node<'_>) -> usize {
    let mut cursor = node.walk();
    let mut children = node.children(&mut cursor);
    children
        .find(|child| !matches!(child.kind(), "decorator" | "comment"))
        .map_or(node.start_byte(), |child| child.start_byte())
}

fn bases(node: Node<'_>, scope: &Scope<'_, '_>) -> Vec<String> {
    let mut found = Vec::new();
    let mut push = |node: Node<'_>| {
        let name = spec::bare_type(scope.text_of(node));
        if !name.is_empty() && !matches!(node.kind(), "type_arguments" | "comment") {
            found.push(name.to_owned());
        }
    };
    for heritage in node.named_children(&mut node.walk()) {
        match heritage.kind() {
            "class_heritage" => {
                for part in heritage.named_children(&mut heritage.walk()) {
                    if matches!(part.kind(), "extends_clause" | "implements_clause") {
                        part.named_children(&mut part.walk()).for_each(&mut push);
                    } else {
                        push(part);
                    }
                }
            }
            "extends_type_clause" => heritage.named_children(&mut heritage.walk()).for_each(&mut push),
            _ => {}
        }
    }
    found
}

/// A method, a field that holds a function, or a function in an object that has a name.
fn member(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let parent = scope.parent()?;
    let in_class = parent.kind() == "class_body";
    let in_object =
        parent.kind() == "object" && scope.enclosing == Enclosing::Value && scope.ancestor_kind(2) != "pair";
    let in_interface = scope.ancestor_kind(2) == "interface_declaration";
    let (name, function) = match node.kind() {
        "method_definition" if in_class || in_object => (scope.field(node, "name")?, node),
        "method_signature" | "abstract_method_signature" if in_class || in_interface => {
            (scope.field(node, "name")?, node)
        }
        "public_field_definition" | "field_definition" if in_class => {
            let value = node.child_by_field_name("value").filter(|value| is_function(*value))?;
            (scope.field(node, "name").or_else(|| scope.field(node, "property"))?, value)
        }
        "pair" if in_object => {
            (scope.field(node, "key")?, node.child_by_field_name("value").filter(|value| is_function(*value))?)
        }
        _ => return None,
    };
    let mut definition = with_function(Definition::new(node, unquoted(name), SymbolKind::Method), function);
    definition.head = after_decorators(node);
    definition = definition.starting_at(scope.prefix_start);
    let modifier = node.named_children(&mut node.walk()).find(|child| child.kind() == "accessibility_modifier");
    definition.visibility = match modifier.map(|modifier| scope.text_of(modifier)) {
        Some("private") => Visibility::Private,
        Some("protected") => Visibility::Internal,
        _ if name.starts_with('#') => Visibility::Private,
        _ if name.starts_with('_') => Visibility::Internal,
        _ => Visibility::Public,
    };
    Some(definition)
}

fn is_function(node: Node<'_>) -> bool {
    matches!(node.kind(), "arrow_function" | "function_expression" | "function" | "generator_function")
}

/// Takes parameters and body from the function that a name is given.
fn with_function(mut definition: Definition, function: Node<'_>) -> Definition {
    let inner = Definition::new(function, "", SymbolKind::Function);
    let single = function.child_by_field_name("parameter").map(spec::span_of);
    definition.parameters = inner.parameters.or(single);
    definition.body = inner.body;
    definition.head_end = inner.head_end;
    definition
}

/// `const name = …`: a function, a class, or a constant of the file.
fn variable(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let Some(name) = node.child_by_field_name("name").filter(|name| name.kind() == "identifier") else { return };
    let Some(statement) = scope.parent() else { return };
    let value = node.child_by_field_name("value").map(unwrapped);
    let of_file = matches!(scope.enclosing, Enclosing::File | Enclosing::Module)
        && matches!(scope.ancestor_kind(2), "program" | "export_statement" | "ambient_declaration" | "statement_block")
        && (scope.ancestor_kind(2) != "statement_block" || scope.enclosing == Enclosing::Module);
    let is_const = statement.kind() == "lexical_declaration" && scope.text_of(statement).starts_with("const");
    let kind = match value.map(|value| value.kind()) {
        Some(_) if value.is_some_and(is_function) => SymbolKind::Function,
        Some("class") => SymbolKind::Class,
        // A module under a name of this file is an import.
        Some("call_expression") if value.and_then(|value| scope.field(value, "function")) == Some("require") => return,
        _ if of_file && (is_const || scope.ancestor_kind(2) != "program") => SymbolKind::Constant,
        _ => return,
    };
    let mut definition = Definition::new(node, scope.text_of(name), kind);
    match (kind, value) {
        (SymbolKind::Function, Some(value)) => definition = with_function(definition, value),
        (SymbolKind::Class, Some(value)) => {
            let class = Definition::new(value, "", SymbolKind::Class);
            (definition.body, definition.head_end) = (class.body, class.head_end);
            definition.bases = bases(value, scope);
        }
        (_, Some(value)) => {
            definition.head_end = value.start_byte();
            definition.body = Some(spec::span_of(value));
            if value.kind() == "object" {
                definition.encloses = Some(Enclosing::Value);
            }
        }
        _ => {}
    }
    let alone = statement.named_children(&mut statement.walk()).filter(|child| !child.is_extra()).count() == 1;
    if alone {
        definition = exported(definition.around(statement), statement, scope, 2);
        definition.head = definition.head.min(statement.start_byte());
    } else if scope.ancestor_kind(2) != "export_statement" {
        definition.visibility = Visibility::Private;
    }
    found.push(definition);
}

/// What a value is once parentheses and type assertions are taken off.
fn unwrapped(mut node: Node<'_>) -> Node<'_> {
    for _ in 0..8 {
        match node.kind() {
            "parenthesized_expression" | "as_expression" | "satisfies_expression" | "non_null_expression" => {
                let Some(inner) = node.named_child(0) else { break };
                node = inner;
            }
            _ => break,
        }
    }
    node
}

/// `exports.name = function …`, `Type.prototype.name = …`, `object.name = …`.
fn assignment(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let statement = scope.parent().filter(|parent| parent.kind() == "expression_statement")?;
    let left = node.child_by_field_name("left").filter(|left| left.kind() == "member_expression")?;
    let value = unwrapped(node.child_by_field_name("right")?);
    let kind = match value.kind() {
        _ if is_function(value) => SymbolKind::Function,
        "class" => SymbolKind::Class,
        _ => return None,
    };
    let name = scope.field(left, "property")?;
    let object = scope.field(left, "object")?;
    let on_prototype = object.strip_suffix(".prototype");
    if scope.enclosing == Enclosing::Callable && on_prototype.is_none() {
        return None;
    }
    let plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '$'));
    let (name, qualifier) = match (object, name) {
        ("module", "exports") => (scope.field(value, "name").unwrap_or("default"), ""),
        ("exports" | "module.exports" | "this" | "window" | "globalThis", name) => (name, ""),
        (object, name) => (name, on_prototype.unwrap_or(object)),
    };
    if !plain(qualifier) {
        return None;
    }
    let is_method = on_prototype.is_some();
    let kind = if is_method && kind == SymbolKind::Function { SymbolKind::Method } else { kind };
    let mut definition = Definition::new(node, name, kind).around(statement);
    definition.qualifier = Some(qualifier.to_owned());
    if kind == SymbolKind::Class {
        let class = Definition::new(value, "", SymbolKind::Class);
        (definition.body, definition.head_end) = (class.body, class.head_end);
        return Some(definition);
    }
    Some(with_function(definition, value))
}

/// `export default function () {}` and its kind, where nothing gives a name.
fn default_export(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let value = node.child_by_field_name("value").map(unwrapped)?;
    let named = |value: Node<'_>| scope.field(value, "name").unwrap_or("default");
    let mut definition = match value.kind() {
        "class" => {
            let mut definition = Definition::new(node, named(value), SymbolKind::Class);
            let class = Definition::new(value, "", SymbolKind::Class);
            (definition.body, definition.head_end) = (class.body, class.head_end);
            definition.bases = bases(value, scope);
            definition
        }
        _ if is_function(value) => with_function(Definition::new(node, named(value), SymbolKind::Function), value),
        _ => return None,
    };
    definition.head = after_decorators(node);
    Some(definition.starting_at(scope.prefix_start))
}

fn unquoted(name: &str) -> &str {
    name.trim_matches(['"', '\''])
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    let function = node.child_by_field_name("function").or_else(|| node.child_by_field_name("constructor"))?;
    match function.kind() {
        "identifier" => Some(scope.text_of(function)),
        "member_expression" => {
            let property = function.child_by_field_name("property")?;
            let object = function.child_by_field_name("object")?;
            let simple = matches!(object.kind(), "identifier" | "this")
                || (object.kind() == "member_expression" && object.byte_range().len() < 60);
            let start = if simple { function } else { property };
            let name = scope.text.get(start.start_byte()..property.end_byte())?;
            if name.contains(['(', '\n']) { Some(scope.text_of(property)) } else { Some(name) }
        }
        _ => None,
    }
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let line = node.start_position().row as u32 + 1;
    if node.kind() == "call_expression" {
        let loads = matches!(scope.field(node, "function"), Some("require" | "import"));
        let argument = node.child_by_field_name("arguments").and_then(|arguments| arguments.named_child(0));
        if let Some(argument) = argument.filter(|argument| loads && argument.kind() == "string") {
            let module = unquoted(scope.text_of(argument)).to_owned();
            found.push(Import { module, names: Vec::new(), line });
        }
        return;
    }
    let direct = node.child_by_field_name("source");
    let required = node.named_children(&mut node.walk()).find(|child| child.kind() == "import_require_clause");
    let source = direct.or_else(|| required.and_then(|clause| clause.child_by_field_name("source")));
    let Some(source) = source else { return };
    let mut names = Vec::new();
    let mut waiting: Vec<Node<'_>> = node.named_children(&mut node.walk()).collect();
    waiting.reverse();
    while let Some(part) = waiting.pop() {
        match part.kind() {
            "import_clause" | "named_imports" | "export_clause" => {
                let mut parts: Vec<Node<'_>> = part.named_children(&mut part.walk()).collect();
                parts.reverse();
                waiting.extend(parts);
            }
            "import_specifier" | "export_specifier" => names.extend(scope.field(part, "name").map(str::to_owned)),
            "namespace_import" | "namespace_export" => names.push("*".to_owned()),
            "identifier" => names.push(scope.text_of(part).to_owned()),
            _ => {}
        }
    }
    if node.kind() == "export_statement" && names.is_empty() {
        names.push("*".to_owned());
    }
    found.push(Import { module: unquoted(scope.text_of(source)).to_owned(), names, line });
}

/// `export { a, b }`, `export default a`, `module.exports = a` or `{ a, b }`.
fn export(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Exports) {
    let values: Vec<Node<'_>> = if node.kind() == "export_statement" {
        if node.child_by_field_name("source").is_some() {
            return;
        }
        let clause = node.named_children(&mut node.walk()).find(|child| child.kind() == "export_clause");
        let specifiers = clause.map(|clause| clause.named_children(&mut clause.walk()).collect::<Vec<_>>());
        let names = specifiers.unwrap_or_default().into_iter().filter_map(|one| one.child_by_field_name("name"));
        names.chain(node.child_by_field_name("value")).collect()
    } else if matches!(scope.field(node, "left"), Some("module.exports" | "exports")) {
        match node.child_by_field_name("right") {
            Some(object) if object.kind() == "object" => object.named_children(&mut object.walk()).collect(),
            Some(value) => vec![value],
            None => return,
        }
    } else {
        return;
    };
    let is_name = |value: &&Node<'_>| matches!(value.kind(), "identifier" | "shorthand_property_identifier");
    found.names.extend(values.iter().filter(is_name).map(|value| scope.text_of(*value).to_owned()));
}

//! Lua.

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

pub(crate) static LUA: Spec = Spec {
    load: || tree_sitter_lua::LANGUAGE.into(),
    roles: &[
        (spec::DEFINITION, &["function_declaration", "assignment_statement", "field"]),
        (
            spec::BRANCH,
            &["if_statement", "elseif_statement", "while_statement", "for_statement", "repeat_statement", "and", "or"],
        ),
        (spec::ARM, &["else_statement"]),
        (spec::COMMENT, &["comment"]),
        (spec::STRING, &["string"]),
        (spec::CALL | spec::IMPORT, &["function_call"]),
    ],
    define,
    import,
    callee,
    mark: spec::no_mark,
    export: spec::no_export,
    module_string: spec::no_module_string,
    comments: CommentStyle::Dash,
    mend: spec::no_mend,
    quirks: spec::Quirks::NONE,
    habits: Habits {
        parameters: ParameterStyle::NameColonType,
        imports: ImportStyle::Dotted { endings: &[".lua", "/init.lua"], snake_case: false },
        failure: "Raises",
        tests: TestHabits {
            starts: &["test_"],
            ends: &["_spec", "_test", ".test"],
            root_folders: &["t", "testing"],
            folders: &["spec", "test"],
            ..TestHabits::NONE
        },
    },
};

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    match node.kind() {
        "function_declaration" => found.extend(function(node, scope)),
        "assignment_statement" => found.extend(assigned(node, scope)),
        _ => found.extend(member(node, scope)),
    }
}

/// `function f`, `local function f`, `function M.f`, `function M:f`.
fn function(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let name = node.child_by_field_name("name")?;
    let local = node.child(0).is_some_and(|first| first.kind() == "local");
    let visibility = visibility(name, scope, local);
    Some(named(Definition::new(node, "", SymbolKind::Function), name, scope)?.visible(visibility))
}

/// `M.f = function`, `local f = function`, and values that have a name of their own at the top of the file.
fn assigned(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let (targets, values) = (node.named_child(0)?, node.named_child(1)?);
    let (target, value) = (targets.named_child(0)?, values.named_child(0)?);
    if targets.named_child_count() != 1 || values.named_child_count() != 1 {
        return None;
    }
    let statement = scope.parent().filter(|parent| parent.kind() == "variable_declaration");
    let visibility = visibility(target, scope, statement.is_some());
    let definition = if value.kind() == "function_definition" {
        let mut definition = Definition::new(node, "", SymbolKind::Function);
        of_function(&mut definition, value);
        definition
    } else {
        let name = scope.text_of(target);
        let is_table = value.kind() == "table_constructor" && value.named_child(0).is_some();
        let constant = value.kind() != "table_constructor"
            && !name.contains(char::is_lowercase)
            && name.starts_with(|c: char| c.is_ascii_uppercase());
        let is_field = target.kind() == "dot_index_expression" && !scope.text_of(value).starts_with("require");
        if scope.enclosing != Enclosing::File || !(is_table || constant || is_field) || !is_at_the_top(scope) {
            return None;
        }
        let mut definition = Definition::new(node, "", SymbolKind::Constant);
        definition.head_end = value.start_byte();
        definition.body = Some(spec::content(value));
        definition.encloses = Some(Enclosing::Value);
        definition
    };
    let definition = named(definition, target, scope)?.visible(visibility);
    Some(match statement {
        Some(statement) => definition.around(statement),
        None => definition,
    })
}

/// A function in a table that has a name: `{ f = function() end }`; a table in it lends its functions its name.
fn member(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let (name, value) = (node.child_by_field_name("name")?, node.child_by_field_name("value")?);
    if scope.enclosing != Enclosing::Value || name.kind() != "identifier" {
        return None;
    }
    if value.kind() == "table_constructor" {
        let mut table = Definition::block(node, scope.text_of(name));
        table.encloses = Some(Enclosing::Value);
        return Some(table);
    }
    if value.kind() != "function_definition" {
        return None;
    }
    let mut definition = Definition::new(node, scope.text_of(name), SymbolKind::Method);
    of_function(&mut definition, value);
    Some(definition)
}

fn of_function(definition: &mut Definition, function: Node<'_>) {
    let inner = Definition::new(function, "", SymbolKind::Function);
    (definition.body, definition.parameters, definition.head_end) = (inner.body, inner.parameters, inner.head_end);
    let parameters = function.child_by_field_name("parameters");
    definition.head_end = parameters.map_or(definition.head_end, |parameters| parameters.end_byte());
}

/// Gives a definition the name that its target says: `f`, or `f` of the table `M.N`.
fn named(mut definition: Definition, target: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    if target.kind() == "identifier" {
        scope.text_of(target).clone_into(&mut definition.name);
        return Some(definition);
    }
    let name = scope.field(target, "method").or_else(|| scope.field(target, "field"))?;
    let table = target.child_by_field_name("table")?;
    let table = scope.text_of(table);
    let simple = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    if target.kind() == "bracket_index_expression" || !table.chars().all(simple) {
        return None;
    }
    name.clone_into(&mut definition.name);
    definition.qualifier = Some(table.to_owned());
    if definition.kind == Some(SymbolKind::Function) {
        definition.kind = Some(SymbolKind::Method);
    }
    Some(definition)
}

fn is_at_the_top(scope: &Scope<'_, '_>) -> bool {
    let kinds = [scope.ancestor_kind(1), scope.ancestor_kind(2)];
    matches!(kinds, ["chunk", _] | ["variable_declaration", "chunk"])
}

/// What a table holds is what the file offers; a name that begins with an underscore is meant to be left alone.
fn visibility(target: Node<'_>, scope: &Scope<'_, '_>, local: bool) -> Visibility {
    let name = scope.text_of(target);
    let name = name.rsplit(['.', ':']).next().unwrap_or(name);
    match (local, name.starts_with('_')) {
        (true, _) => Visibility::Private,
        (false, true) => Visibility::Internal,
        (false, false) => Visibility::Public,
    }
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    let name = node.child_by_field_name("name")?;
    match name.kind() {
        "identifier" => Some(scope.text_of(name)),
        "dot_index_expression" | "method_index_expression" => {
            let whole = scope.text_of(name);
            let simple = whole.len() < 80 && !whole.contains(['(', '[', '"', '\'', '\n']);
            let last = scope.field(name, "method").or_else(|| scope.field(name, "field"));
            if simple { Some(whole) } else { last }
        }
        _ => None,
    }
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    if !matches!(scope.field(node, "name"), Some("require" | "dofile" | "loadfile")) {
        return;
    }
    let Some(arguments) = node.child_by_field_name("arguments") else { return };
    let Some(path) = arguments.named_child(0).filter(|path| path.kind() == "string") else { return };
    let Some(module) = scope.field(path, "content") else { return };
    found.push(Import { module: module.to_owned(), names: Vec::new(), line: node.start_position().row as u32 + 1 });
}

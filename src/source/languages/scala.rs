//! Scala, 2 and 3. Packages are no part of a qualified name; a companion's members are named after the object, which
//! has the class's name, and the methods of an extension after the type that it extends.
//!
//! Where indentation closes a body, its node reaches to the next thing in the text, comments between them included:
//! every definition ends with its own last word instead.

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

pub(crate) static SCALA: Spec = Spec {
    load: || tree_sitter_scala::LANGUAGE.into(),
    roles: &[
        (
            spec::DEFINITION,
            &[
                "class_definition",
                "object_definition",
                "trait_definition",
                "enum_definition",
                "package_object",
                "package_clause",
                "given_definition",
                "extension_definition",
                "instance_expression",
                "function_definition",
                "function_declaration",
                "val_definition",
                "val_declaration",
                "var_definition",
                "type_definition",
            ],
        ),
        (
            spec::BRANCH,
            &["if_expression", "for_expression", "while_expression", "do_while_expression", "case_clause", OPERATOR],
        ),
        (spec::ARM, &["finally_clause"]),
        (spec::COMMENT, &["comment", "block_comment", "shebang"]),
        (spec::STRING, &["string", "interpolated_string_expression"]),
        (spec::CALL, &["call_expression", "instance_expression", "infix_expression"]),
        (spec::IMPORT, &["import_declaration", "export_declaration"]),
        (spec::RAISE, &["throw_expression"]),
    ],
    define,
    import,
    callee,
    mark: spec::no_mark,
    export: spec::no_export,
    module_string: spec::no_module_string,
    comments: CommentStyle::Slash,
    mend: spec::no_mend,
    quirks: spec::Quirks { operators: OPERATOR, ..spec::Quirks::NONE },
    habits: Habits {
        parameters: ParameterStyle::NameColonType,
        imports: ImportStyle::Package,
        failure: "Throws",
        tests: TestHabits {
            ends: &["Test", "Tests", "Spec", "Specs", "Suite", "IT"],
            root_folders: &["test", "tests"],
            source_sets: true,
            ..TestHabits::NONE
        },
    },
};

/// Every operator is a name, `&&` like any other.
const OPERATOR: &str = "operator_identifier";
/// What may stand before a definition's own first word.
const BEFORE: &[&str] = &["annotation", "comment", "block_comment"];

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    match node.kind() {
        "class_definition" | "object_definition" => found.extend(template(node, scope, SymbolKind::Class)),
        "trait_definition" => found.extend(template(node, scope, SymbolKind::Interface)),
        "enum_definition" => found.extend(template(node, scope, SymbolKind::Enum)),
        "package_object" => found.extend(template(node, scope, SymbolKind::Module)),
        "given_definition" => found.extend(given(node, scope)),
        "extension_definition" => found.extend(extension(node, scope)),
        "function_definition" | "function_declaration" => found.extend(function(node, scope)),
        "val_definition" | "val_declaration" | "var_definition" => values(node, scope, found),
        "type_definition" if scope.enclosing != Enclosing::Callable => {
            let name = scope.field(node, "name").map(unquoted);
            found.extend(name.map(|name| at_home(Definition::new(node, name, SymbolKind::Type), node, scope)));
        }
        // A package in braces, or an anonymous class, has members and gives them no name.
        "package_clause" if node.child_by_field_name("body").is_some() => {
            let mut block = Definition::block(node, "");
            (block.names_members, block.encloses) = (false, Some(Enclosing::Module));
            found.push(block);
        }
        "instance_expression" if spec::has_child(node, "template_body") => {
            let mut block = Definition::block(node, "");
            block.names_members = false;
            found.push(block);
        }
        _ => {}
    }
}

fn unquoted(name: &str) -> &str {
    name.trim_matches('`')
}

fn template(node: Node<'_>, scope: &Scope<'_, '_>, kind: SymbolKind) -> Option<Definition> {
    let name = unquoted(scope.field(node, "name")?);
    let mut definition = at_home(Definition::new(node, name, kind), node, scope);
    definition.parameters = spec::child(node, "class_parameters").map(spec::inside);
    definition.bases = bases(node, scope);
    Some(definition)
}

/// A given without a name is called as the compiler calls it: `given_Ordering_Int`.
fn given(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    if scope.enclosing == Enclosing::Callable {
        return None;
    }
    let types: Vec<Node<'_>> = node
        .children_by_field_name("return_type", &mut node.walk())
        .filter(|part| part.is_named() && part.kind() != "arguments")
        .collect();
    let made = || {
        let text = scope.text_of(*types.first()?);
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        Some(words.fold("given".to_owned(), |name, word| format!("{name}_{word}")))
    };
    let name = scope.field(node, "name").map(|name| unquoted(name).to_owned()).or_else(made)?;
    let body = node.child_by_field_name("body");
    let has_members = body.is_some_and(|body| body.kind().ends_with("template_body"));
    let kind = if has_members { SymbolKind::Class } else { SymbolKind::Constant };
    let mut definition = at_home(Definition::new(node, name, kind), node, scope);
    definition.parameters = spec::child(node, "parameters").map(spec::inside);
    if has_members {
        definition.bases = types.iter().map(|one| spec::bare_type(scope.text_of(*one)).to_owned()).collect();
    }
    Some(definition)
}

/// The methods of an extension are called on the type that it extends.
fn extension(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let parameter = spec::child(spec::child(node, "parameters")?, "parameter")?;
    let name = unquoted(spec::bare_type(scope.field(parameter, "type")?));
    Some(Definition::block(node, name))
}

fn function(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let name = unquoted(scope.field(node, "name")?);
    let mut definition = at_home(Definition::new(node, name, scope.callable_kind()), node, scope);
    definition.parameters = spec::child(node, "parameters").map(spec::inside);
    Some(definition)
}

/// Values of packages and objects; of classes and traits those that are promised or made when they are asked for.
fn values(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let holder = scope.ancestor_kind(2);
    let is_shared = matches!(scope.ancestor_kind(1), "compilation_unit" | "package_clause" | "template_body" | "block")
        && (scope.enclosing != Enclosing::Type || holder == "object_definition");
    let is_lazy = spec::child(node, "modifiers").is_some_and(|words| spec::has_child(words, "lazy"));
    let kind = match scope.enclosing {
        Enclosing::Callable | Enclosing::Value => return,
        Enclosing::Type if holder == "instance_expression" => return,
        Enclosing::Type if !is_shared && (is_lazy || node.kind() == "val_declaration") => SymbolKind::Method,
        _ if is_shared && (node.kind() != "var_definition" || holder.is_empty()) => SymbolKind::Constant,
        _ => return,
    };
    let value = node.child_by_field_name("value");
    for name in names(node, scope) {
        let mut definition = at_home(Definition::new(node, name, kind), node, scope);
        definition.head_end = value.map_or(definition.span.end, |value| value.start_byte());
        definition.body = value.map(|value| Span::new(value.start_byte(), definition.span.end));
        found.push(definition);
    }
}

/// The names that a value's pattern gives.
fn names<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Vec<&'a str> {
    let Some(pattern) = node.child_by_field_name("pattern").or_else(|| node.child_by_field_name("name")) else {
        return Vec::new();
    };
    let mut cursor = pattern.walk();
    let named: Vec<Node<'_>> = match pattern.kind() {
        "identifier" | OPERATOR => vec![pattern],
        "tuple_pattern" | "identifiers" => pattern.named_children(&mut cursor).collect(),
        _ => Vec::new(),
    };
    let is_name = |one: &&Node<'_>| matches!(one.kind(), "identifier" | OPERATOR);
    named.iter().filter(is_name).map(|one| unquoted(scope.text_of(*one))).collect()
}

/// Visibility from the modifiers, the definition's own beginning after its annotations, and its true end.
fn at_home(mut definition: Definition, node: Node<'_>, scope: &Scope<'_, '_>) -> Definition {
    definition.span.end = end_of(node, scope.text);
    let body = node.child_by_field_name("body").filter(|_| definition.body.is_some());
    definition.body = body.map(|body| content(body, definition.span.end)).or(definition.body);
    definition.head_end = definition.head_end.min(definition.span.end);
    definition.head = spec::head_after(node, BEFORE);
    let access = spec::child(node, "modifiers").and_then(|words| spec::child(words, "access_modifier"));
    let access = access.map(|access| scope.text_of(access)).unwrap_or_default();
    let within = access.split_once('[').map(|(_, within)| within.trim_end_matches(']').trim());
    definition.visibility = match within {
        Some(within) if within != "this" => Visibility::Internal,
        _ if access.starts_with("private") => Visibility::Private,
        _ if access.starts_with("protected") => Visibility::Internal,
        _ if scope.enclosing == Enclosing::Callable => Visibility::Private,
        _ => Visibility::Public,
    };
    definition
}

/// A body without its braces, its colon or its end marker.
fn content(body: Node<'_>, end: usize) -> Span {
    let mut cursor = body.walk();
    let indents = body.child(0).is_none_or(|first| first.kind() == ":") || body.kind() == "indented_block";
    let mut parts = body.named_children(&mut cursor).filter(|part| !part.is_extra() && part.kind() != "end_marker");
    if let Some(first) = parts.next().filter(|_| indents) {
        let last = parts.last().unwrap_or(first);
        return Span::new(first.start_byte(), last.end_byte().min(end));
    }
    let inner = spec::content(body);
    Span::new(inner.start, inner.end.min(end).max(inner.start))
}

/// Where a node's own words end: white space and comments after them are what follows in the text.
fn end_of(node: Node<'_>, text: &str) -> usize {
    let mut end = node.end_byte();
    loop {
        let own = text.get(node.start_byte()..end).unwrap_or_default().trim_end();
        end = node.start_byte() + own.len();
        let last = end.checked_sub(1).and_then(|last| node.descendant_for_byte_range(last, end));
        // A carriage return may be counted to a comment.
        let ends_here = |above: &Node<'_>| text.get(end..above.end_byte()).is_some_and(|rest| rest.trim().is_empty());
        let comment = std::iter::successors(last, Node::parent)
            .take_while(ends_here)
            .find(|above| matches!(above.kind(), "comment" | "block_comment"));
        match comment.filter(|comment| comment.start_byte() > node.start_byte()) {
            Some(comment) => end = comment.start_byte(),
            None => return end,
        }
    }
}

fn bases(node: Node<'_>, scope: &Scope<'_, '_>) -> Vec<String> {
    let Some(clause) = spec::child(node, "extends_clause") else { return Vec::new() };
    let mut cursor = clause.walk();
    let types = clause.children_by_field_name("type", &mut cursor).filter(Node::is_named);
    let parts: Vec<Node<'_>> = types
        .flat_map(|one| match one.kind() {
            "compound_type" => one.named_children(&mut one.walk()).collect(),
            _ => vec![one],
        })
        .collect();
    let names = parts.iter().map(|one| unquoted(spec::bare_type(scope.text_of(*one))).to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    let function = match node.kind() {
        "instance_expression" => {
            let mut cursor = node.walk();
            let made = node.named_children(&mut cursor).find(|one| one.kind().ends_with("type"))?;
            let first = scope.text_of(made).split(" with ").next().unwrap_or_default();
            return Some(unquoted(spec::bare_type(first))).filter(|name| !name.is_empty());
        }
        "infix_expression" => {
            // `list map f` calls, `a + b` need not be told.
            let operator = node.child_by_field_name("operator")?;
            return (operator.kind() == "identifier").then(|| unquoted(scope.text_of(operator)));
        }
        _ => node.child_by_field_name("function")?,
    };
    let function = match function.kind() {
        "generic_function" => function.child_by_field_name("function")?,
        _ => function,
    };
    match function.kind() {
        "identifier" => Some(unquoted(scope.text_of(function))),
        "field_expression" => {
            let (receiver, name) = (function.child_by_field_name("value")?, function.child_by_field_name("field")?);
            let simple = matches!(receiver.kind(), "identifier" | "field_expression");
            Some(scope.called(simple.then_some(receiver), name))
        }
        _ => None,
    }
}

/// One statement may import from several packages, and several names from each.
fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let line = node.start_position().row as u32 + 1;
    let mut path: Vec<&str> = Vec::new();
    let mut names: Option<Vec<String>> = None;
    let mut finish = |path: &mut Vec<&str>, names: Option<Vec<String>>| {
        let mut path = std::mem::take(path);
        let names = names.or_else(|| path.pop().map(|name| vec![name.to_owned()]));
        found.extend(names.map(|names| Import { module: path.join("."), names, line }));
    };
    let mut cursor = node.walk();
    for part in node.children(&mut cursor) {
        match part.kind() {
            "," => finish(&mut path, names.take()),
            "identifier" | OPERATOR => path.push(unquoted(scope.text_of(part))),
            "namespace_wildcard" => names = Some(vec!["*".to_owned()]),
            "as_renamed_identifier" | "arrow_renamed_identifier" => names = Some(selected(part, scope)),
            "namespace_selectors" => {
                let mut cursor = part.walk();
                names = Some(part.named_children(&mut cursor).flat_map(|one| selected(one, scope)).collect());
            }
            _ => {}
        }
    }
    finish(&mut path, names);
}

/// The name that a selector takes, as the other file has it.
fn selected(selector: Node<'_>, scope: &Scope<'_, '_>) -> Vec<String> {
    match selector.kind() {
        "namespace_wildcard" => vec!["*".to_owned()],
        "identifier" | OPERATOR => vec![unquoted(scope.text_of(selector)).to_owned()],
        _ => scope.field(selector, "name").map(|name| unquoted(name).to_owned()).into_iter().collect(),
    }
}

//! Haskell. A type signature and the equations after it are one definition.

use tree_sitter::Node;

use super::spec;
use super::spec::CommentStyle;
use super::spec::Definition;
use super::spec::Exports;
use super::spec::Joins;
use super::spec::Scope;
use super::spec::Spec;
use crate::base::Span;
use crate::source::Habits;
use crate::source::Import;
use crate::source::ImportStyle;
use crate::source::ParameterStyle;
use crate::source::SymbolKind;
use crate::source::habits::TestHabits;

pub(crate) static HASKELL: Spec = Spec {
    load: || tree_sitter_haskell::LANGUAGE.into(),
    roles: &[
        (
            spec::DEFINITION,
            &[
                "function",
                "bind",
                "signature",
                "data_type",
                "newtype",
                "type_synonym",
                "type_family",
                "data_family",
                "class",
                "instance",
                "foreign_import",
            ],
        ),
        (spec::BRANCH, &["alternative", "guards", "conditional"]),
        (spec::COMMENT, &["comment", "haddock"]),
        (spec::STRING, &["string"]),
        (spec::CALL, &["apply", "infix"]),
        (spec::IMPORT, &["import"]),
        (spec::EXPORT, &["exports"]),
    ],
    define,
    import,
    callee,
    mark: spec::no_mark,
    export,
    module_string: spec::no_module_string,
    comments: CommentStyle::Dash,
    mend: spec::no_mend,
    quirks: spec::Quirks { tail: "\n", equations: true, loses_else: true, ..spec::Quirks::NONE },
    habits: Habits {
        parameters: ParameterStyle::NameColonType,
        imports: ImportStyle::Dotted { endings: &[".hs", ".hsc", ".hs-boot"], snake_case: false },
        failure: "Fails with",
        tests: TestHabits {
            ends: &["Spec", "Test", "Tests"],
            stems: &["Spec"],
            root_folders: &["spec", "testsuite"],
            folders: &["test"],
            ..TestHabits::NONE
        },
    },
};

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    // What `where` and `let` bind is a detail.
    let top = matches!(scope.ancestor_kind(1), "declarations" | "class_declarations" | "instance_declarations");
    if !top {
        return;
    }
    match node.kind() {
        "function" | "bind" => found.extend(equation(node, scope)),
        "signature" => found.extend(signature(node, scope)),
        "instance" => found.extend(instance(node, scope)),
        "foreign_import" => {
            let name = node.child_by_field_name("signature").and_then(|signature| scope.field(signature, "name"));
            found.extend(name.map(|name| Definition::new(node, plain(name), SymbolKind::Function)));
        }
        _ => found.extend(type_definition(node, scope)),
    }
}

/// An operator without its parentheses, a function without its backticks.
fn plain(name: &str) -> String {
    let name = name.trim_matches('`');
    let inner = name.strip_prefix('(').and_then(|name| name.strip_suffix(')'));
    inner.unwrap_or(name).trim().to_owned()
}

/// One equation. Those of one name that follow each other are one definition.
fn equation(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let name = match scope.field(node, "name") {
        Some(name) => plain(name),
        // `a <+> b = ...`
        None => {
            let mut head = node.named_child(0)?;
            while head.kind() == "function_head_parens" {
                head = head.named_child(0)?;
            }
            plain(scope.field(head, "name").or_else(|| scope.field(head, "operator"))?)
        }
    };
    let mut definition = Definition::new(node, name, scope.callable_kind());
    let body = node.child_by_field_name("match");
    definition.head_end = body.map_or(node.end_byte(), |body| body.start_byte());
    definition.body = body.map(|body| Span::new(body.start_byte(), node.end_byte()));
    definition.parameters = node.child_by_field_name("patterns").map(spec::span_of);
    definition.joins = Joins::Same(definition.name.clone());
    Some(definition)
}

/// A signature is a part of the equations that follow; a class may leave them to its instances.
fn signature(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let names = match node.child_by_field_name("names") {
        Some(list) => list.named_children(&mut list.walk()).map(|name| plain(scope.text_of(name))).collect(),
        None => vec![plain(scope.field(node, "name")?)],
    };
    let first = names.first()?.clone();
    let mut definition = Definition::new(node, first, scope.callable_kind());
    definition.joins = if scope.ancestor_kind(1) == "class_declarations" {
        Joins::Same(definition.name.clone())
    } else {
        Joins::Next { names, declares: true }
    };
    Some(definition)
}

fn type_definition(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let infix = || node.named_children(&mut node.walk()).find(|child| child.kind() == "infix");
    let name = scope.field(node, "name").or_else(|| scope.field(infix()?, "operator"))?;
    let constructors = node.child_by_field_name("constructors");
    let kind = match node.kind() {
        "class" => SymbolKind::Interface,
        "data_type" if constructors.is_some_and(|list| list.named_child_count() > 1) => SymbolKind::Enum,
        "data_type" | "newtype" => SymbolKind::Struct,
        _ => SymbolKind::Type,
    };
    let mut definition = Definition::new(node, plain(name.rsplit('.').next().unwrap_or(name)), kind);
    let content = ["declarations", "constructors", "constructor", "closed_family", "type"];
    if let Some(content) = content.iter().find_map(|field| node.child_by_field_name(field)) {
        definition.head_end = content.start_byte();
        definition.body = Some(Span::new(content.start_byte(), node.end_byte()));
        if let Some(assign) = node.children(&mut node.walk()).find(|child| matches!(child.kind(), "=" | "where")) {
            definition.head_end = assign.start_byte();
        }
    }
    Some(definition)
}

/// An instance: its members are named after the type, and its class is one of the type's bases.
fn instance(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let class = scope.field(node, "name")?;
    let patterns = node.child_by_field_name("patterns")?;
    // `Foo a b` in parentheses is an instance for `Foo`.
    let mut of = patterns.named_child(0)?;
    while let Some(inner) = match of.kind() {
        "parens" => of.child_by_field_name("type"),
        "apply" => of.child_by_field_name("constructor"),
        _ => None,
    } {
        of = inner;
    }
    let text = if of.byte_range().len() < 60 { scope.text_of(of) } else { "" };
    let name = text.rsplit('.').next().filter(|name| !name.is_empty()).unwrap_or(class);
    let mut block = Definition::block(node, name);
    block.bases = vec![class.rsplit('.').next().unwrap_or(class).to_owned()];
    Some(block)
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    let function = match node.kind() {
        "apply" => node.child_by_field_name("function")?,
        // `f $ x`
        _ if matches!(scope.field(node, "operator"), Some("$" | "$!" | "<$>" | "=<<")) => {
            node.child_by_field_name("left_operand")?
        }
        _ => return None,
    };
    matches!(function.kind(), "variable" | "qualified").then(|| scope.text_of(function)).filter(|name| name.len() < 80)
}

/// The export list is all that a module offers.
fn export(node: Node<'_>, scope: &Scope<'_, '_>, exports: &mut Exports) {
    for export in node.named_children(&mut node.walk()) {
        let name = ["variable", "type", "operator"].iter().find_map(|field| scope.field(export, field));
        exports.names.extend(name.map(|name| plain(name.rsplit('.').next().unwrap_or(name))));
        // A module may export itself as a whole.
        if export.kind() == "module_export" {
            return;
        }
    }
    exports.is_whole = true;
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let Some(module) = scope.field(node, "module") else { return };
    let list = node.child_by_field_name("names");
    let names = list.map(|list| list.named_children(&mut list.walk()).collect::<Vec<_>>()).unwrap_or_default();
    let name_of = |name: Node<'_>| ["variable", "type", "operator"].iter().find_map(|field| scope.field(name, field));
    let names = names.into_iter().filter_map(name_of).map(plain).collect();
    found.push(Import { module: module.to_owned(), names, line: node.start_position().row as u32 + 1 });
}

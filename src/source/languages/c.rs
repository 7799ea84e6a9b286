//! C and C++; the second adds to the first.

use tree_sitter::Node;

use super::cpp;
use super::spec;
use super::spec::CommentStyle;
use super::spec::Definition;
use super::spec::Enclosing;
use super::spec::Roles;
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

const ROLES: &[(Roles, &[&str])] = &[
    (
        spec::DEFINITION,
        &[
            "function_definition",
            "struct_specifier",
            "union_specifier",
            "enum_specifier",
            "type_definition",
            "declaration",
            "preproc_def",
            "preproc_function_def",
            "class_specifier",
            "namespace_definition",
            "alias_declaration",
            "concept_definition",
        ],
    ),
    (
        spec::BRANCH,
        &[
            "if_statement",
            "for_statement",
            "for_range_loop",
            "while_statement",
            "do_statement",
            "case_statement",
            "catch_clause",
            "conditional_expression",
            "&&",
            "||",
        ],
    ),
    (spec::ARM, &["else_clause"]),
    (spec::COMMENT, &["comment"]),
    (spec::STRING, &["string_literal", "concatenated_string", "raw_string_literal"]),
    (spec::CALL, &["call_expression"]),
    (spec::IMPORT, &["preproc_include"]),
    (spec::RAISE, &["throw_statement"]),
    (spec::MARK, &["access_specifier"]),
];

const TESTS: TestHabits = TestHabits {
    starts: &["test_"],
    ends: &["_test", "_tests", "_unittest", "-test", "_unittests"],
    root_folders: &["testing", "spec", "specs", "features", "t"],
    folders: &["test", "unittest"],
    ..TestHabits::NONE
};

pub(crate) static C: Spec = Spec {
    load: || tree_sitter_c::LANGUAGE.into(),
    roles: ROLES,
    define,
    import,
    callee,
    mark: cpp::mark,
    export: spec::no_export,
    module_string: spec::no_module_string,
    comments: CommentStyle::Slash,
    mend: spec::no_mend,
    quirks: spec::Quirks { preprocessed: true, ..spec::Quirks::NONE },
    habits: Habits {
        parameters: ParameterStyle::TypeName,
        imports: ImportStyle::Include,
        failure: "Fails with",
        tests: TESTS,
    },
};

pub(crate) static CPP: Spec = Spec {
    load: || tree_sitter_cpp::LANGUAGE.into(),
    roles: ROLES,
    define: cpp::define,
    import,
    callee,
    mark: cpp::mark,
    export: spec::no_export,
    module_string: spec::no_module_string,
    comments: CommentStyle::Slash,
    mend: spec::no_mend,
    quirks: spec::Quirks { preprocessed: true, ..spec::Quirks::NONE },
    habits: Habits {
        parameters: ParameterStyle::TypeName,
        imports: ImportStyle::Include,
        failure: "Throws",
        tests: TESTS,
    },
};

pub(crate) fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    match node.kind() {
        "function_definition" => found.extend(function(node, scope)),
        "struct_specifier" | "union_specifier" => found.extend(tagged(node, scope, SymbolKind::Struct)),
        "enum_specifier" => found.extend(tagged(node, scope, SymbolKind::Enum)),
        // What a function declares for itself is a detail.
        _ if scope.enclosing == Enclosing::Callable => {}
        "type_definition" => typedefs(node, scope, found),
        "declaration" => variables(node, scope, found),
        "preproc_function_def" => found.extend(macro_definition(node, scope, SymbolKind::Macro)),
        // Without a value it only guards a header or switches something on.
        "preproc_def" if node.child_by_field_name("value").is_some() => {
            found.extend(macro_definition(node, scope, SymbolKind::Constant));
        }
        _ => {}
    }
}

/// The node that names what a declarator declares, and the parameters that stand next to it.
pub(crate) fn declared(mut declarator: Node<'_>) -> (Node<'_>, Option<Node<'_>>) {
    let mut parameters = None;
    // Each step takes off a pointer, an array, parentheses; nobody writes a hundred of them.
    for _ in 0..100 {
        if declarator.kind() == "operator_cast" {
            break;
        }
        if declarator.kind() == "function_declarator" {
            parameters = declarator.child_by_field_name("parameters").or(parameters);
        }
        let inner = declarator.child_by_field_name("declarator").or_else(|| {
            let wraps = matches!(
                declarator.kind(),
                "parenthesized_declarator"
                    | "attributed_declarator"
                    | "reference_declarator"
                    | "pointer_type_declarator"
            );
            let mut cursor = declarator.walk();
            declarator
                .named_children(&mut cursor)
                .find(|child| wraps && (child.kind().ends_with("declarator") || child.kind().ends_with("identifier")))
        });
        let Some(inner) = inner else { break };
        declarator = inner;
    }
    (declarator, parameters)
}

fn function(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let (name, parameters) = declared(node.child_by_field_name("declarator")?);
    // Without parameters it is a macro call or a broken line that happens to have a block behind it.
    let parameters = parameters.filter(|_| name.kind() == "identifier" && !is_keyword(scope.text_of(name)))?;
    let mut definition = Definition::new(node, scope.text_of(name), SymbolKind::Function);
    definition.parameters = Some(between(parameters));
    definition.visibility = if is_static(node, scope) { Visibility::Private } else { Visibility::Public };
    Some(definition)
}

/// What stands between a list's parentheses.
pub(crate) fn between(parameters: Node<'_>) -> Span {
    let (start, end) = (parameters.start_byte() + 1, parameters.end_byte().saturating_sub(1));
    Span::new(start.min(end), end)
}

pub(crate) fn is_static(node: Node<'_>, scope: &Scope<'_, '_>) -> bool {
    node.named_children(&mut node.walk())
        .any(|child| child.kind() == "storage_class_specifier" && scope.text_of(child) == "static")
}

/// Words that broken text may put where a name stands.
pub(crate) fn is_keyword(name: &str) -> bool {
    matches!(name, "if" | "for" | "while" | "switch" | "return" | "else" | "do" | "sizeof" | "case" | "defined")
}

/// A struct, union or enum that has a tag and a body. A `typedef` of the same name stands for both.
pub(crate) fn tagged(node: Node<'_>, scope: &Scope<'_, '_>, kind: SymbolKind) -> Option<Definition> {
    let name = scope.field(node, "name")?;
    node.child_by_field_name("body")?;
    let same = scope.parent().filter(|parent| parent.kind() == "type_definition").is_some_and(|parent| {
        let mut cursor = parent.walk();
        let mut names = parent.children_by_field_name("declarator", &mut cursor);
        names.any(|declarator| scope.text_of(declarator) == name)
    });
    let visibility = if scope.enclosing == Enclosing::Callable { Visibility::Private } else { Visibility::Public };
    (!same).then(|| Definition::new(node, name, kind).visible(visibility))
}

fn typedefs(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let of = node.child_by_field_name("type");
    let body = of.and_then(|of| of.child_by_field_name("body"));
    let tag = of.and_then(|of| scope.field(of, "name"));
    for (at, declarator) in node.children_by_field_name("declarator", &mut node.walk()).enumerate() {
        let (name, _) = declared(declarator);
        let name = scope.text_of(name);
        let plain = declarator.kind() == "type_identifier";
        let kind = match of.map(|of| of.kind()) {
            Some("struct_specifier" | "union_specifier" | "class_specifier") => SymbolKind::Struct,
            Some("enum_specifier") => SymbolKind::Enum,
            _ => SymbolKind::Type,
        };
        let whole = body.is_some() && plain && at == 0 && (tag.is_none() || tag == Some(name));
        let mut definition = Definition::new(node, name, if whole { kind } else { SymbolKind::Type });
        definition.names_members = whole;
        if let Some(body) = body.filter(|_| whole) {
            definition.head_end = body.start_byte();
            definition.body = Some(spec::content(body));
        }
        found.push(definition);
    }
}

/// Variables of the file that are defined here, not only declared.
fn variables(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let home = matches!(
        scope.ancestor_kind(1),
        "translation_unit" | "declaration_list" | "preproc_if" | "preproc_ifdef" | "preproc_else" | "preproc_elif"
    );
    let declared_only = node
        .named_children(&mut node.walk())
        .any(|child| child.kind() == "storage_class_specifier" && matches!(scope.text_of(child), "extern" | "typedef"));
    if !home || declared_only || node.has_error() {
        return;
    }
    for declarator in node.children_by_field_name("declarator", &mut node.walk()) {
        let (name, parameters) = declared(declarator);
        if name.kind() != "identifier" || (parameters.is_some() && !is_pointer(declarator)) {
            continue;
        }
        let mut definition = Definition::new(node, scope.text_of(name), SymbolKind::Constant);
        if let Some(value) = declarator.child_by_field_name("value") {
            definition.head_end = value.start_byte();
            definition.body = Some(spec::span_of(value));
        }
        definition.visibility = if is_static(node, scope) { Visibility::Private } else { Visibility::Public };
        found.push(definition);
    }
}

/// Whether a declarator with parameters is a variable all the same: a pointer to a function.
fn is_pointer(declarator: Node<'_>) -> bool {
    let mut node = declarator;
    for _ in 0..10 {
        if node.kind() == "parenthesized_declarator" {
            return node.named_child(0).is_some_and(|inner| inner.kind() == "pointer_declarator");
        }
        let Some(inner) = node.child_by_field_name("declarator") else { break };
        node = inner;
    }
    false
}

fn macro_definition(node: Node<'_>, scope: &Scope<'_, '_>, kind: SymbolKind) -> Option<Definition> {
    let mut definition = Definition::new(node, scope.field(node, "name")?, kind);
    definition.span.end = directive_end(node, scope.text);
    if let Some(value) = node.child_by_field_name("value") {
        definition.head_end = value.start_byte();
        definition.body = Some(Span::new(value.start_byte(), definition.span.end));
    }
    Some(definition)
}

/// A directive reaches over every line that ends in a backslash; the grammar stops at the first comment in it.
fn directive_end(node: Node<'_>, text: &str) -> usize {
    let mut end = node.start_byte();
    let whole = node.end_byte();
    for line in text.get(end..).unwrap_or_default().split_inclusive('\n') {
        end += line.len();
        if !line.trim_end_matches(['\n', '\r']).ends_with('\\') {
            break;
        }
    }
    end.max(whole)
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    let function = node.child_by_field_name("function")?;
    match function.kind() {
        "identifier" => Some(scope.text_of(function)),
        "field_expression" => scope.field(function, "field"),
        "qualified_identifier" | "template_function" => {
            let text = scope.text_of(function);
            Some(text.split('<').next().unwrap_or(text)).filter(|text| text.len() < 100)
        }
        _ => None,
    }
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    if let Some(path) = scope.field(node, "path") {
        let module = path.trim_matches(['"', '<', '>']).to_owned();
        found.push(Import { module, names: Vec::new(), line: node.start_position().row as u32 + 1 });
    }
}

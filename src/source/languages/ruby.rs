//! Ruby.

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

pub(crate) static RUBY: Spec = Spec {
    load: || tree_sitter_ruby::LANGUAGE.into(),
    roles: &[
        (spec::DEFINITION, &["class", "module", "singleton_class", "method", "singleton_method", "assignment"]),
        (
            spec::BRANCH,
            &[
                "if",
                "unless",
                "elsif",
                "while",
                "until",
                "for",
                "when",
                "in_clause",
                "rescue",
                "conditional",
                "if_modifier",
                "unless_modifier",
                "while_modifier",
                "until_modifier",
                "rescue_modifier",
                "&&",
                "||",
                "and",
                "or",
            ],
        ),
        (spec::ARM, &["else", "ensure"]),
        (spec::COMMENT, &["comment"]),
        (spec::STRING, &["string", "chained_string"]),
        (spec::CALL | spec::IMPORT, &["call"]),
        (spec::MARK, &["identifier"]),
    ],
    define,
    import,
    callee,
    mark,
    export: spec::no_export,
    module_string: spec::no_module_string,
    comments: CommentStyle::Hash,
    mend: spec::no_mend,
    quirks: spec::Quirks::NONE,
    habits: Habits {
        parameters: ParameterStyle::NameColonType,
        imports: ImportStyle::Require,
        failure: "Raises",
        tests: TestHabits {
            starts: &["test_"],
            ends: &["_spec", "_test"],
            root_folders: &["testing", "specs", "features", "t"],
            folders: &["spec", "test"],
            ..TestHabits::NONE
        },
    },
};

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    match node.kind() {
        "class" => found.extend(container(node, scope, SymbolKind::Class)),
        "module" => found.extend(container(node, scope, SymbolKind::Module)),
        "singleton_class" => {
            let of = scope.field(node, "value").filter(|of| *of != "self").unwrap_or_default();
            found.push(Definition::block(node, of.replace("::", ".")));
        }
        "method" | "singleton_method" => found.extend(method(node, scope)),
        "assignment" => found.extend(constant(node, scope)),
        _ => {}
    }
}

fn container(node: Node<'_>, scope: &Scope<'_, '_>, kind: SymbolKind) -> Option<Definition> {
    let name = scope.field(node, "name")?;
    let mut definition = Definition::new(node, name, kind);
    named(&mut definition, name);
    definition.encloses = Some(Enclosing::Type);
    let superclass = node.child_by_field_name("superclass");
    definition.head_end =
        superclass.or_else(|| node.child_by_field_name("name")).map_or(node.end_byte(), |head| head.end_byte());
    let base = superclass.and_then(|superclass| superclass.named_child(0));
    definition.bases = base.map(|base| spec::bare_type(scope.text_of(base)).to_owned()).into_iter().collect();
    Some(definition)
}

/// `A::B` is named `B` and stands within `A`.
fn named(definition: &mut Definition, name: &str) {
    let name = name.trim_start_matches("::");
    let (within, name) = name.rsplit_once("::").map_or((None, name), |(within, name)| (Some(within), name));
    name.clone_into(&mut definition.name);
    definition.within = within.map(|within| within.replace("::", "."));
}

fn method(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let name = scope.field(node, "name")?;
    let object = scope.field(node, "object");
    let kind = if object.is_some() { SymbolKind::Method } else { scope.callable_kind() };
    let mut definition = Definition::new(node, name, kind);
    definition.qualifier = object.filter(|object| *object != "self").map(|object| object.replace("::", "."));
    let head = node.child_by_field_name("parameters").or_else(|| node.child_by_field_name("name"));
    definition.head_end = head.map_or(node.end_byte(), |head| head.end_byte());
    // `private def name`: the keyword takes the definition as its argument.
    let keyword = scope.ancestor(2).filter(|call| call.kind() == "call" && scope.ancestor_kind(1) == "argument_list");
    let keyword = keyword.and_then(|call| Some((call, word(scope.field(call, "method")?)?)));
    if let Some((call, visibility)) = keyword {
        return Some(definition.starting_at(Some(call.start_byte())).visible(visibility));
    }
    let visibility = if object.is_some() { None } else { scope.default_visibility };
    Some(definition.visible(visibility.unwrap_or(Visibility::Public)))
}

/// A constant outside methods. The text of a here-document stands outside the assignment, so its range is not known.
fn constant(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let left = node.child_by_field_name("left").filter(|left| left.kind() == "constant")?;
    let right = node.child_by_field_name("right")?;
    let here_document = scope.text_of(right).contains("<<~") || scope.text_of(right).contains("<<-");
    if scope.enclosing == Enclosing::Callable || here_document {
        return None;
    }
    let mut definition = Definition::new(node, scope.text_of(left), SymbolKind::Constant);
    definition.head_end = right.start_byte();
    definition.body = Some(spec::span_of(right));
    Some(definition)
}

fn word(text: &str) -> Option<Visibility> {
    match text {
        "public" | "module_function" => Some(Visibility::Public),
        "protected" => Some(Visibility::Internal),
        "private" | "private_class_method" => Some(Visibility::Private),
        _ => None,
    }
}

/// `private` alone on its line holds for what follows.
fn mark(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Visibility> {
    if scope.enclosing == Enclosing::Type && scope.ancestor_kind(1) == "body_statement" {
        word(scope.text_of(node))
    } else {
        None
    }
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    let name = node.child_by_field_name("method")?;
    let receiver = node.child_by_field_name("receiver").filter(|receiver| {
        matches!(receiver.kind(), "identifier" | "constant" | "instance_variable" | "scope_resolution")
    });
    Some(scope.called(receiver, name))
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    if !matches!(scope.field(node, "method"), Some("require" | "require_relative" | "load" | "autoload")) {
        return;
    }
    let Some(arguments) = node.child_by_field_name("arguments") else { return };
    let Some(path) = arguments.named_children(&mut arguments.walk()).find(|one| one.kind() == "string") else { return };
    let relative = scope.field(node, "method") == Some("require_relative");
    let path = scope.text_of(path).trim_matches(['"', '\'']);
    let module = if relative && !path.starts_with('.') { format!("./{path}") } else { path.to_owned() };
    found.push(Import { module, names: Vec::new(), line: node.start_position().row as u32 + 1 });
}

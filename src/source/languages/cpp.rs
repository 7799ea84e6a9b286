//! What C++ adds to C. Namespaces are no part of a qualified name: within a file they are nearly always the same, and
//! an out-of-line `Class::method` does not say where they end.

use tree_sitter::Node;

use super::c;
use super::spec;
use super::spec::Definition;
use super::spec::Enclosing;
use super::spec::Scope;
use crate::source::SymbolKind;
use crate::source::Visibility;

pub(crate) fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let before = found.len();
    match node.kind() {
        "function_definition" => found.extend(function(node, scope)),
        "class_specifier" => found.extend(class(node, scope, Visibility::Private)),
        "struct_specifier" | "union_specifier" => found.extend(class(node, scope, Visibility::Public)),
        "namespace_definition" => found.push(namespace(node, scope)),
        "alias_declaration" | "concept_definition" if scope.enclosing != Enclosing::Callable => {
            if let Some(name) = scope.field(node, "name") {
                found.push(Definition::new(node, name, SymbolKind::Type));
            }
        }
        _ => c::define(node, scope, found),
    }
    for definition in &mut found[before..] {
        if let Some(visibility) = scope.default_visibility {
            definition.visibility = visibility;
        }
        // `template <…>` belongs to what it stands before.
        let mut up = 1;
        while let Some(template) = scope.ancestor(up).filter(|above| above.kind() == "template_declaration") {
            definition.span.start = template.start_byte();
            definition.head = template.start_byte();
            up += 1;
        }
    }
}

fn function(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let has_body = node.child_by_field_name("body").is_some()
        || node.named_children(&mut node.walk()).any(|child| child.kind() == "try_statement");
    let defaulted = node.named_children(&mut node.walk()).any(|child| child.kind().ends_with("_method_clause"));
    // No type is defined where a type is returned: broken text puts a class before the function that closed it.
    if node.child_by_field_name("type").is_some_and(|of| of.child_by_field_name("body").is_some()) {
        return None;
    }
    let (mut name, parameters) = c::declared(node.child_by_field_name("declarator")?);
    let mut scopes = Vec::new();
    for _ in 0..32 {
        if name.kind() != "qualified_identifier" {
            break;
        }
        scopes.extend(scope.field(name, "scope").map(|part| spec::bare_type(part).to_owned()));
        name = name.child_by_field_name("name")?;
    }
    let text = match name.kind() {
        "template_function" | "template_method" => scope.field(name, "name")?,
        "identifier" | "field_identifier" | "destructor_name" | "operator_name" => scope.text_of(name),
        "operator_cast" => {
            let text = scope.text_of(name);
            text.split('(').next().unwrap_or(text).trim()
        }
        _ => return None,
    };
    if c::is_keyword(text) {
        return None;
    }
    if !(has_body || defaulted) || (parameters.is_none() && name.kind() != "operator_cast") {
        return None;
    }
    let kind = if scopes.is_empty() { scope.callable_kind() } else { SymbolKind::Method };
    let mut definition = Definition::new(node, text, kind);
    definition.parameters = parameters.map(c::between);
    if !scopes.is_empty() {
        definition.qualifier = Some(scopes.join("."));
    } else if c::is_static(node, scope) && kind == SymbolKind::Function {
        definition.visibility = Visibility::Private;
    }
    Some(definition)
}

fn class(node: Node<'_>, scope: &Scope<'_, '_>, members: Visibility) -> Option<Definition> {
    let is_class = node.kind() == "class_specifier";
    let kind = if is_class { SymbolKind::Class } else { SymbolKind::Struct };
    let mut definition = c::tagged(node, scope, kind)?;
    // `class A::B` stands within `A`.
    if let Some((within, name)) = definition.name.split('<').next().and_then(|name| name.rsplit_once("::")) {
        definition.within = Some(within.replace("::", "."));
        definition.name = name.to_owned();
    }
    definition.name = spec::bare_type(&definition.name).to_owned();
    definition.member_visibility = Some(members);
    let clause = node.named_children(&mut node.walk()).find(|child| child.kind() == "base_class_clause");
    if let Some(clause) = clause {
        let bases: Vec<Node<'_>> = clause.named_children(&mut clause.walk()).collect();
        let types = bases
            .iter()
            .filter(|base| matches!(base.kind(), "type_identifier" | "qualified_identifier" | "template_type"));
        definition.bases = types.map(|base| spec::bare_type(scope.text_of(*base)).to_owned()).collect();
    }
    Some(definition)
}

fn namespace(node: Node<'_>, scope: &Scope<'_, '_>) -> Definition {
    let mut definition = match scope.field(node, "name") {
        Some(name) => {
            let (within, name) = name.rsplit_once("::").map_or((None, name), |(within, name)| (Some(within), name));
            let mut definition = Definition::new(node, name, SymbolKind::Module);
            definition.within = within.map(|within| within.replace("::", "."));
            definition
        }
        None => Definition::block(node, ""),
    };
    definition.encloses = Some(Enclosing::Module);
    definition.names_members = false;
    definition
}

/// `public:`, `protected:`, `private:`.
pub(crate) fn mark(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Visibility> {
    match scope.text_of(node).split([' ', ':']).next() {
        Some("public") => Some(Visibility::Public),
        Some("protected") => Some(Visibility::Internal),
        Some("private") => Some(Visibility::Private),
        _ => None,
    }
}

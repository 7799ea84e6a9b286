//! Protocol Buffers.

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
use crate::source::habits::TestHabits;

pub(crate) static PROTO: Spec = Spec {
    load: || tree_sitter_proto::LANGUAGE.into(),
    roles: &[
        (spec::DEFINITION, &["message", "enum", "service", "rpc", "oneof", "extend", "group"]),
        (spec::COMMENT, &["comment"]),
        (spec::IMPORT, &["import"]),
    ],
    define,
    import,
    callee: no_callee,
    mark: spec::no_mark,
    export: spec::no_export,
    module_string: spec::no_module_string,
    comments: CommentStyle::Slash,
    mend: spec::no_mend,
    quirks: spec::Quirks::NONE,
    habits: Habits {
        parameters: ParameterStyle::TypeName,
        imports: ImportStyle::Include,
        failure: "Fails with",
        tests: TestHabits { ends: &["_test"], root_folders: &["testing"], ..TestHabits::NONE },
    },
};

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    let kind = match node.kind() {
        "enum" => SymbolKind::Enum,
        "service" => SymbolKind::Interface,
        "rpc" => SymbolKind::Method,
        _ => SymbolKind::Struct,
    };
    let is_name =
        |child: &Node<'_>| matches!(child.kind(), "identifier" | "full_ident") || child.kind().ends_with("_name");
    let Some(name) = node.named_children(&mut node.walk()).find(is_name) else { return };
    let mut definition = match node.kind() {
        // What is added to a message that stands elsewhere belongs to that message.
        "extend" => Definition::block(node, spec::bare_type(scope.text_of(name))),
        _ => Definition::new(node, scope.text_of(name), kind),
    };
    let opening = node.children(&mut node.walk()).find(|child| child.kind() == "{" || child.kind().ends_with("_body"));
    if let Some(opening) = opening {
        definition.head_end = opening.start_byte();
        let start = if opening.kind() == "{" { opening.end_byte() } else { spec::content(opening).start };
        definition.body = Some(Span::new(start, node.end_byte().saturating_sub(1).max(start)));
    }
    definition.encloses = Some(Enclosing::Type);
    found.push(definition);
}

fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    let Some(path) = scope.field(node, "path") else { return };
    let module = path.trim_matches(['"', '\'']).to_owned();
    found.push(Import { module, names: Vec::new(), line: node.start_position().row as u32 + 1 });
}

fn no_callee<'a>(_: Node<'_>, _: &Scope<'a, '_>) -> Option<&'a str> {
    None
}

//! Bash and other shells of its family.

use std::borrow::Cow;

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

pub(crate) static BASH: Spec = Spec {
    load: || tree_sitter_bash::LANGUAGE.into(),
    roles: &[
        (spec::DEFINITION, &["function_definition", "variable_assignment"]),
        (
            spec::BRANCH,
            &[
                "if_statement",
                "elif_clause",
                "while_statement",
                "for_statement",
                "c_style_for_statement",
                "case_item",
                "ternary_expression",
                "&&",
                "||",
            ],
        ),
        (spec::ARM, &["else_clause"]),
        (spec::COMMENT, &["comment"]),
        (spec::STRING, &["string", "raw_string"]),
        (spec::CALL | spec::IMPORT, &["command"]),
    ],
    define,
    import,
    callee,
    mark: spec::no_mark,
    export: spec::no_export,
    module_string: spec::no_module_string,
    comments: CommentStyle::Hash,
    mend: tests_of_bats,
    quirks: spec::Quirks { mends_first: true, ..spec::Quirks::NONE },
    habits: Habits {
        parameters: ParameterStyle::NameColonType,
        imports: ImportStyle::Include,
        failure: "Fails with",
        tests: TestHabits {
            starts: &["test_", "test-"],
            ends: &["_test", "-test", "_spec", ".test"],
            root_folders: &["spec", "t"],
            folders: &["test"],
            ..TestHabits::NONE
        },
    },
};

/// What every script uses all the time; to know that a function uses it tells nothing.
const BUILTINS: &[&str] = &[
    "[", ":", ".", "source", "alias", "bind", "break", "builtin", "cd", "command", "compgen", "complete", "compopt",
    "continue", "eval", "exec", "exit", "export", "false", "getopts", "hash", "local", "popd", "pushd", "read",
    "return", "set", "shift", "shopt", "test", "trap", "true", "type", "unset", "wait",
];

fn define(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Definition>) {
    match node.kind() {
        "function_definition" => {
            let Some(name) = scope.field(node, "name") else { return };
            found.push(Definition::new(node, name, SymbolKind::Function).visible(visibility(name)));
        }
        _ => found.extend(variable(node, scope)),
    }
}

/// A variable that the whole script sees: one with the name of a constant, or declared as one.
fn variable(node: Node<'_>, scope: &Scope<'_, '_>) -> Option<Definition> {
    let name = scope.field(node, "name")?;
    let parent = scope.parent()?;
    let (declared, above) = match parent.kind() {
        "declaration_command" => (true, scope.ancestor_kind(2)),
        kind => (false, kind),
    };
    let constant = !name.contains(char::is_lowercase) && name.starts_with(|c: char| c.is_ascii_uppercase());
    if scope.enclosing != Enclosing::File || above != "program" || !constant {
        return None;
    }
    let mut definition = Definition::new(node, name, SymbolKind::Constant);
    if let Some(value) = node.child_by_field_name("value") {
        definition.head_end = value.start_byte();
        definition.body = Some(spec::span_of(value));
    }
    Some(if declared { definition.around(parent) } else { definition })
}

/// `@test "adds up" {` of Bats defines a function: the text is made to say so, `adds_up(){`, byte for byte in place.
fn tests_of_bats(text: &str) -> Cow<'_, str> {
    if !text.contains("@test ") {
        return Cow::Borrowed(text);
    }
    let mut mended = text.to_owned();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_start();
        let name = body.strip_prefix("@test ").and_then(|rest| rest.trim_end().strip_suffix('{')).map(str::trim);
        let inner =
            name.and_then(|name| name.strip_prefix(['"', '\'']).and_then(|name| name.strip_suffix(['"', '\''])));
        // Every letter outside ASCII would need as many bytes.
        if let Some(inner) = inner.filter(|inner| inner.is_ascii() && !inner.is_empty()) {
            let start = at + line.len() - body.len();
            let from = start + body.find(inner).unwrap_or_default();
            let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
            let named: String = inner.chars().map(word).chain("()".chars()).collect();
            mended.replace_range(start..from, &" ".repeat(from - start));
            mended.replace_range(from..from + named.len(), &named);
        }
        at += line.len();
    }
    Cow::Owned(mended)
}

fn visibility(name: &str) -> Visibility {
    if name.starts_with('_') { Visibility::Internal } else { Visibility::Public }
}

fn callee<'a>(node: Node<'_>, scope: &Scope<'a, '_>) -> Option<&'a str> {
    let name = scope.field(node, "name")?;
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.' | '/' | '+');
    (name.chars().all(plain) && !BUILTINS.contains(&name)).then(|| name.rsplit('/').next().unwrap_or(name))
}

/// `source FILE` and `. FILE`; what a variable or a command stands for is not known, and only what follows it counts.
fn import(node: Node<'_>, scope: &Scope<'_, '_>, found: &mut Vec<Import>) {
    if !matches!(scope.field(node, "name"), Some("source" | ".")) {
        return;
    }
    let Some(file) = scope.field(node, "argument") else { return };
    let bare: String = file.chars().filter(|c| !matches!(c, '"' | '\'')).collect();
    let known = match bare.rfind(['}', ')', '`']) {
        Some(last) => &bare[last + 1..],
        None => match bare.rfind('$') {
            Some(last) => bare[last..].split_once('/').map_or("", |(_, rest)| rest),
            None => bare.as_str(),
        },
    };
    let module = known.trim_start_matches('/').to_owned();
    if !module.is_empty() && !module.contains(char::is_whitespace) {
        found.push(Import { module, names: Vec::new(), line: node.start_position().row as u32 + 1 });
    }
}

#[cfg(test)]
mod tests {
    use super::tests_of_bats;

    #[test]
    fn tests_of_bats_are_functions() {
        let text = "setup() { :; }\n@test \"adds, -v\" {\n  run\n}\n@test 'two'  {\n}\n@test name {\n@test \"ä\" {\n";
        let mended = "setup() { :; }\n       adds___v(){\n  run\n}\n       two() {\n}\n@test name {\n@test \"ä\" {\n";
        let found = tests_of_bats(text);
        assert_eq!((found.len(), &*found), (text.len(), mended));
    }
}

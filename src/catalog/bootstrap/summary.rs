//! The one line that says what a file is for.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::base::words;
use crate::catalog::bootstrap::paths::enumeration;
use crate::catalog::bootstrap::prose;
use crate::catalog::bootstrap::prose::Voice;
use crate::catalog::bootstrap::verbosity::Candidate;
use crate::catalog::order;
use crate::catalog::text;
use crate::source::FileFacts;
use crate::source::SymbolKind;

/// The longest summary of a file or module, in characters.
pub(super) const SUMMARY: usize = 200;

/// What a file's own documentation may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doc {
    /// It describes the file.
    File,
    /// It describes the package and stands above the entries already.
    Package,
}

/// The summary of a file: from its documentation, else from that of its main symbol, else from what it defines.
pub(super) fn of_file(
    file: &RepoPath,
    facts: &FileFacts,
    candidates: &[Candidate<'_>],
    names: &BTreeSet<&str>,
    doc: Doc,
) -> String {
    let stem = file.stem();
    let voice = Voice { subject: stem, names };
    let own = facts.module_doc.as_deref().filter(|_| doc == Doc::File);
    if let Some(sentence) = own.and_then(|doc| prose::first(doc, voice, SUMMARY)) {
        return sentence;
    }
    if order::is_front(file.file_name())
        && let Some(exports) = exports(facts)
    {
        return exports;
    }
    if let Some(main) = main_symbol(stem, candidates)
        && let Some(summary) = &main.summary
    {
        return summary.clone();
    }
    composed(facts, candidates)
}

/// The symbol that a file is about: the one that it is named after, or the one that makes up most of it.
fn main_symbol<'a, 'b>(stem: &str, candidates: &'b [Candidate<'a>]) -> Option<&'b Candidate<'a>> {
    let wanted = prose_name(stem);
    let top = || candidates.iter().filter(|candidate| is_top(candidate));
    let named = top().find(|candidate| prose_name(&candidate.symbol.name) == wanted);
    let lines = |candidate: &Candidate<'_>| candidate.symbol.range.line_count();
    let all: u32 = top().map(lines).sum();
    named.or_else(|| top().find(|candidate| lines(candidate) * 5 >= all * 3))
}

fn is_top(candidate: &Candidate<'_>) -> bool {
    candidate.symbol.container.is_none() && candidate.symbol.kind != SymbolKind::Method
}

fn prose_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// `Exports `A`, `B` and 12 more names.` for a file that gathers what its neighbours define.
fn exports(facts: &FileFacts) -> Option<String> {
    let local = |module: &str| {
        module.starts_with('.')
            || ["self", "super", "crate"].iter().any(|start| module.split("::").next() == Some(start))
    };
    let mut names: Vec<&str> = Vec::new();
    for import in facts.imports.iter().filter(|import| local(&import.module)) {
        for name in import.names.iter().map(String::as_str) {
            if !names.contains(&name) && name != "*" && name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                names.push(name);
            }
        }
    }
    if names.is_empty() || facts.symbols.len() > names.len() * 2 {
        return None;
    }
    // Types are what a reader knows by name.
    names.sort_by_key(|name| !name.starts_with(char::is_uppercase));
    Some(format!("Exports {}.", listed(&names, "name")))
}

/// The summary of a file that says nothing of itself.
fn composed(facts: &FileFacts, candidates: &[Candidate<'_>]) -> String {
    let mut top: Vec<&Candidate<'_>> = candidates.iter().filter(|candidate| is_top(candidate)).collect();
    top.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.index.cmp(&b.index)));
    let names = |types: bool| -> Vec<&str> {
        let chosen = top.iter().filter(|candidate| candidate.symbol.kind.is_type() == types);
        chosen.map(|candidate| candidate.symbol.qualified_name.as_str()).collect()
    };
    let (types, functions) = (names(true), names(false));
    let actions = actions(&functions);
    match (types.is_empty(), functions.is_empty()) {
        (false, true) => format!("Defines {}.", listed(&types, "type")),
        (false, false) if actions.len() > 1 && functions.len() > 2 => {
            format!("Defines {}, and functions that {}.", listed(&types, "type"), enumeration(&actions, "and"))
        }
        (false, false) => {
            let both: Vec<&str> = types
                .iter()
                .take(2)
                .chain(functions.iter().take(1))
                .chain(types.iter().skip(2))
                .chain(functions.iter().skip(1))
                .copied()
                .collect();
            format!("Defines {}.", listed(&both, "symbol"))
        }
        (true, false) if actions.len() > 1 && functions.len() > 3 => {
            format!("Defines {}, to {}.", listed(&functions, "function"), enumeration(&actions, "and"))
        }
        (true, false) => format!("Defines {}.", listed(&functions, "function")),
        (true, true) => bare(facts),
    }
}

/// A file in which nothing is worth listing.
fn bare(facts: &FileFacts) -> String {
    let mut names: Vec<&str> = Vec::new();
    for symbol in facts.symbols.iter().filter(|symbol| symbol.container.is_none()) {
        if !names.contains(&symbol.name.as_str()) {
            names.push(&symbol.name);
        }
    }
    if !names.is_empty() {
        return format!("Defines {}.", listed(&names, "symbol"));
    }
    let mut modules: Vec<&str> = Vec::new();
    for import in &facts.imports {
        let last = import.module.rsplit(['/', '.', ':']).find(|part| !part.is_empty()).unwrap_or_default();
        if !last.is_empty() && !modules.contains(&last) {
            modules.push(last);
        }
    }
    if modules.is_empty() {
        "Runs at the top level and defines no symbols.".to_owned()
    } else {
        format!("Defines no symbols; uses {}.", listed(&modules, "module"))
    }
}

/// Three names, and how many more there are.
pub(super) fn listed(names: &[&str], what: &str) -> String {
    let shown = if names.len() == 4 { 4 } else { 3 };
    let mut items: Vec<String> = names.iter().take(shown).map(|name| text::code_span(name)).collect();
    let more = names.len() - items.len();
    if more > 0 {
        items.push(format!("{more} more {what}s"));
    }
    enumeration(&items, "and")
}

/// Verbs that function names begin with.
const VERBS: &[&str] = &[
    "add",
    "apply",
    "assert",
    "build",
    "check",
    "clean",
    "clear",
    "close",
    "collect",
    "compare",
    "compile",
    "compute",
    "configure",
    "connect",
    "convert",
    "copy",
    "count",
    "create",
    "decode",
    "delete",
    "describe",
    "detect",
    "dispatch",
    "draw",
    "emit",
    "encode",
    "evaluate",
    "execute",
    "expand",
    "export",
    "extract",
    "fetch",
    "filter",
    "find",
    "flush",
    "format",
    "generate",
    "handle",
    "import",
    "init",
    "insert",
    "install",
    "list",
    "load",
    "lock",
    "lookup",
    "make",
    "map",
    "match",
    "merge",
    "migrate",
    "normalize",
    "open",
    "optimize",
    "parse",
    "print",
    "process",
    "propagate",
    "push",
    "query",
    "read",
    "rebase",
    "record",
    "reduce",
    "register",
    "release",
    "remove",
    "rename",
    "render",
    "replace",
    "report",
    "reset",
    "resolve",
    "restore",
    "rewrite",
    "run",
    "save",
    "scan",
    "search",
    "select",
    "send",
    "serialize",
    "show",
    "simplify",
    "solve",
    "sort",
    "split",
    "start",
    "stop",
    "store",
    "strip",
    "sync",
    "transform",
    "translate",
    "update",
    "validate",
    "verify",
    "visit",
    "walk",
    "watch",
    "write",
];

/// The commonest verbs that function names begin with, at least two functions each; at most three.
fn actions(functions: &[&str]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for function in functions {
        let first = words::identifier_parts(function.rsplit('.').next().unwrap_or(function)).into_iter().next();
        if let Some(verb) = first.filter(|verb| VERBS.binary_search(&verb.as_str()).is_ok()) {
            *counts.entry(verb).or_default() += 1;
        }
    }
    let mut verbs: Vec<(String, usize)> = counts.into_iter().filter(|(_, count)| *count > 1).collect();
    verbs.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    verbs.truncate(3);
    verbs.into_iter().map(|(verb, _)| verb).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_and_counted() {
        assert!(VERBS.is_sorted());
        assert_eq!(listed(&["a"], "name"), "`a`");
        assert_eq!(listed(&["a", "b", "c", "d"], "name"), "`a`, `b`, `c` and `d`");
        assert_eq!(listed(&["a", "b", "c", "d", "e"], "name"), "`a`, `b`, `c` and 2 more names");
        assert_eq!(actions(&["parse_a", "parseB", "find_c", "x.find_d", "other"]), ["find", "parse"]);
    }
}

//! The one line that says what a file is for.

use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::base::words;
use crate::catalog::bootstrap::paths::enumeration;
use crate::catalog::bootstrap::prose;
use crate::catalog::bootstrap::prose::Role;
use crate::catalog::bootstrap::prose::Voice;
use crate::catalog::bootstrap::verbosity;
use crate::catalog::bootstrap::verbosity::Candidate;
use crate::catalog::bootstrap::verbosity::Reading;
use crate::catalog::order;
use crate::catalog::text;
use crate::catalog::wording;
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
    let voice = Voice { subject: stem, names, role: Role::Summary };
    let own = facts.module_doc.as_deref().filter(|_| doc == Doc::File);
    if let Some(sentence) = own.and_then(|doc| prose::first(doc, voice, SUMMARY)) {
        return sentence;
    }
    if let Some(said) = by_convention(file) {
        return said.to_owned();
    }
    let front = order::is_front(file.file_name());
    if front && let Some(exports) = exports(facts, candidates) {
        return exports;
    }
    if let Some(said) = main_symbol(stem, candidates).and_then(|main| of_main(main, candidates)) {
        return said;
    }
    let top = candidates.iter().any(is_top);
    if front && !top { "Declares the modules of the package.".to_owned() } else { composed(facts, candidates) }
}

/// The summary of a file by itself.
pub(super) fn alone(file: &RepoPath, facts: &FileFacts) -> String {
    let names: BTreeSet<&str> = facts.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    let candidates = verbosity::candidates(facts, file.stem(), &names, Reading::Sentences);
    of_file(file, facts, &candidates, &names, Doc::File)
}

/// What files of a well-known name are for.
fn by_convention(file: &RepoPath) -> Option<&'static str> {
    let documentation = file.parts().any(|part| matches!(part, "doc" | "docs"));
    match file.file_name() {
        "__main__.py" => Some("Runs the package as a program."),
        "setup.py" => Some("Packages the project with setuptools."),
        "package-info.java" | "doc.go" => Some("Documents the package."),
        "module-info.java" => Some("Declares the Java module."),
        "build.rs" => Some("Build script of the crate."),
        "conf.py" if documentation => Some("Configures Sphinx for the documentation."),
        _ => None,
    }
}

/// The symbol that a file is about: the one that it is named after, or the one that makes up most of it.
pub(super) fn main_symbol<'a, 'b>(stem: &str, candidates: &'b [Candidate<'a>]) -> Option<&'b Candidate<'a>> {
    let wanted = prose::squashed(stem);
    let top =
        || candidates.iter().filter(|candidate| is_top(candidate) && candidate.symbol.kind != SymbolKind::Constant);
    // A file that is named after a symbol is about that one, whether it is documented or not.
    if let Some(named) = top().find(|candidate| prose::squashed(&candidate.symbol.name) == wanted) {
        return Some(named);
    }
    let lines = |candidate: &Candidate<'_>| candidate.symbol.range.line_count();
    let all: u32 = candidates.iter().filter(|candidate| is_top(candidate)).map(lines).sum();
    if let Some(largest) = top().find(|candidate| lines(candidate) * 5 >= all * 3) {
        return Some(largest);
    }
    let parts = words::identifier_parts(stem);
    // `AbandonArgs` in `abandon.rs`.
    let alike = |candidate: &&Candidate<'_>| {
        let own = words::identifier_parts(&candidate.symbol.name);
        own.len() == parts.len() + 1 && parts.iter().all(|part| own.contains(part))
    };
    top().filter(|_| top().count() <= 6).find(alike)
}

/// A summary that quotes the main symbol's: ``Defines `Request`: the request object; also `Response`.``
fn of_main(main: &Candidate<'_>, candidates: &[Candidate<'_>]) -> Option<String> {
    let sentence = main.summary.as_deref()?;
    let name = text::code_span(&main.symbol.qualified_name);
    let others: Vec<&str> = ranked(candidates)
        .iter()
        .filter(|other| other.index != main.index)
        .map(|other| other.symbol.qualified_name.as_str())
        .collect();
    let tail = if others.is_empty() { String::new() } else { format!("; also {}", listed(&others, "symbol")) };
    let room = SUMMARY.saturating_sub(name.chars().count() + tail.chars().count() + 12).max(60);
    let sentence = prose::cut(sentence, room);
    let sentence = sentence.trim_end_matches('.');
    Some(format!("Defines {name}: {}{tail}.", lowered(sentence))).filter(|said| wording::filler(said).is_none())
}

/// A sentence as it continues another: its first word in lower case unless it is a name.
fn lowered(sentence: &str) -> String {
    let word = sentence.split(' ').next().unwrap_or_default();
    let ordinary =
        word.chars().count() == 1 || word.chars().skip(1).all(|c| c.is_lowercase() || matches!(c, '-' | ',' | '\''));
    // `Behavior Driven Development` is a name as a whole.
    let next = sentence.split(' ').nth(1).unwrap_or_default();
    let title = word.len() > 1 && next.starts_with(char::is_uppercase);
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) if ordinary && !title && word != "I" => first.to_lowercase().chain(letters).collect(),
        _ => sentence.to_owned(),
    }
}

fn is_top(candidate: &Candidate<'_>) -> bool {
    candidate.symbol.container.is_none() && candidate.symbol.kind != SymbolKind::Method
}

/// The top-level symbols, the most telling first; private ones only where there are no others.
fn ranked<'a, 'b>(candidates: &'b [Candidate<'a>]) -> Vec<&'b Candidate<'a>> {
    let mut top: Vec<&Candidate<'_>> = candidates.iter().filter(|candidate| is_top(candidate)).collect();
    let private = |candidate: &&Candidate<'_>| candidate.symbol.name.starts_with('_');
    if !top.iter().all(private) {
        top.retain(|candidate| !private(candidate));
    }
    top.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.index.cmp(&b.index)));
    top
}

/// `Exports `A`, `B` and 12 more names.` for a file that gathers what its neighbours define.
fn exports(facts: &FileFacts, candidates: &[Candidate<'_>]) -> Option<String> {
    let local = |module: &str| {
        module.starts_with('.')
            || ["self", "super", "crate"].iter().any(|start| module.split("::").next() == Some(start))
    };
    let mut names: Vec<&str> = Vec::new();
    for import in facts.imports.iter().filter(|import| local(&import.module)) {
        for name in import.names.iter().map(String::as_str) {
            if !names.contains(&name) && !name.starts_with('_') && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            {
                names.push(name);
            }
        }
    }
    if names.is_empty() || candidates.len() * 3 > names.len() {
        return None;
    }
    // Types are what a reader knows by name.
    names.sort_by_key(|name| !name.starts_with(char::is_uppercase));
    Some(format!("Exports {}.", listed(&names, "name")))
}

/// The summary of a file that says nothing of itself.
fn composed(facts: &FileFacts, candidates: &[Candidate<'_>]) -> String {
    let top = ranked(candidates);
    let constants = top.iter().all(|candidate| candidate.symbol.kind == SymbolKind::Constant);
    let names = |types: bool| -> Vec<&str> {
        let chosen = top.iter().filter(|candidate| candidate.symbol.kind.is_type() == types);
        chosen.map(|candidate| candidate.symbol.qualified_name.as_str()).collect()
    };
    let (types, functions) = (names(true), names(false));
    match (types.is_empty(), functions.is_empty()) {
        (false, true) => format!("Defines {}.", listed(&types, "type")),
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
        (true, false) => format!("Defines {}.", listed(&functions, if constants { "name" } else { "symbol" })),
        (true, true) => members(candidates).unwrap_or_else(|| bare(facts)),
    }
}

/// A file that holds methods of types defined elsewhere.
fn members(candidates: &[Candidate<'_>]) -> Option<String> {
    let mut ranked: Vec<&Candidate<'_>> = candidates.iter().collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.index.cmp(&b.index)));
    let owner = |candidate: &&Candidate<'_>| {
        candidate.symbol.qualified_name.rsplit_once('.').map(|(owner, _)| owner.to_owned())
    };
    let first = owner(ranked.first()?);
    let shared = first.filter(|first| ranked.iter().all(|candidate| owner(candidate).as_ref() == Some(first)));
    let names: Vec<&str> = ranked
        .iter()
        .map(|candidate| if shared.is_some() { &candidate.symbol.name } else { &candidate.symbol.qualified_name })
        .map(String::as_str)
        .collect();
    let of = shared.map(|owner| format!(" of {}", text::code_span(&owner))).unwrap_or_default();
    Some(format!("Defines {}{of}.", listed(&names, "method")))
}

/// A file in which nothing is worth listing.
fn bare(facts: &FileFacts) -> String {
    let mut names: Vec<&str> = Vec::new();
    for symbol in facts.symbols.iter().filter(|symbol| symbol.container.is_none()) {
        if !names.contains(&symbol.qualified_name.as_str()) {
            names.push(&symbol.qualified_name);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_and_counted() {
        assert_eq!(listed(&["a"], "name"), "`a`");
        assert_eq!(listed(&["a", "b", "c", "d"], "name"), "`a`, `b`, `c` and `d`");
        assert_eq!(listed(&["a", "b", "c", "d", "e"], "name"), "`a`, `b`, `c` and 2 more names");
    }
}

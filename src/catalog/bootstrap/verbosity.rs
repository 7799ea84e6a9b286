//! How much is said of a symbol: nothing, its name, a summary, or its main paths as well (design §4.2).

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::words;
use crate::catalog::bootstrap::prose;
use crate::catalog::bootstrap::prose::Role;
use crate::catalog::bootstrap::prose::Voice;
use crate::source::FileFacts;
use crate::source::Symbol;
use crate::source::SymbolKind;
use crate::source::Visibility;

/// The longest summary of a symbol, in characters; longer sentences are cut at a clause.
const SUMMARY: usize = 170;

/// How much a symbol deserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tier {
    /// Its name.
    Simple,
    /// Its name and a summary.
    Moderate,
    /// Its declaration, a summary and its main paths.
    Complex,
}

/// A symbol that is worth listing.
#[derive(Clone, Debug)]
pub(super) struct Candidate<'a> {
    /// Its index in the facts.
    pub(super) index: usize,
    pub(super) symbol: &'a Symbol,
    pub(super) tier: Tier,
    /// The first sentence of its documentation, if that says more than the name.
    pub(super) summary: Option<String>,
    /// What its documentation says after that, in order.
    pub(super) more: Vec<String>,
    /// Larger is listed first.
    pub(super) score: f64,
}

/// How closely documentation is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Only whether there is some; summaries stay empty.
    Presence,
    /// Into summaries.
    Sentences,
}

/// The symbols of a file that are worth listing, in source order. `stem` is the file's name without its ending.
pub(super) fn candidates<'a>(
    facts: &'a FileFacts,
    stem: &str,
    names: &BTreeSet<&str>,
    reading: Reading,
) -> Vec<Candidate<'a>> {
    let mut best: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, symbol) in facts.symbols.iter().enumerate() {
        if !is_listable(facts, symbol) {
            continue;
        }
        // Of overloads and re-opened classes the largest definition speaks for all.
        let known = best.entry(&symbol.qualified_name).or_insert(index);
        let before = &facts.symbols[*known];
        if before.range.line_count() < symbol.range.line_count() {
            *known = index;
        }
    }
    let mut found: Vec<_> =
        best.into_values().filter_map(|index| candidate(facts, index, stem, names, reading)).collect();
    found.sort_by_key(|candidate| candidate.index);
    found
}

/// Whether a symbol is one that a reader may look for: not local to a function, not a test, no namespace.
fn is_listable(facts: &FileFacts, symbol: &Symbol) -> bool {
    if symbol.kind == SymbolKind::Module || symbol.name.is_empty() {
        return false;
    }
    containers(facts, symbol).all(|container| {
        let test = matches!(container.name.as_str(), "tests" | "test") && container.kind == SymbolKind::Module;
        !container.kind.is_callable() && !test
    })
}

/// The definitions that a symbol is nested in, innermost first.
pub(super) fn containers<'a>(facts: &'a FileFacts, symbol: &'a Symbol) -> impl Iterator<Item = &'a Symbol> {
    let above = |symbol: &'a Symbol| facts.symbols.get(symbol.container? as usize);
    // A container precedes its members; the bound guards against facts that say otherwise.
    std::iter::successors(above(symbol), move |symbol| above(symbol)).take(32)
}

fn candidate<'a>(
    facts: &'a FileFacts,
    index: usize,
    stem: &str,
    names: &BTreeSet<&str>,
    reading: Reading,
) -> Option<Candidate<'a>> {
    let symbol = &facts.symbols[index];
    let voice = Voice { subject: &symbol.name, names, role: Role::Symbol };
    let summary = symbol
        .doc
        .as_deref()
        .filter(|_| reading == Reading::Sentences)
        .and_then(|doc| prose::first(doc, voice, SUMMARY))
        .filter(|summary| !is_echo(summary, &symbol.qualified_name));
    let documented = match reading {
        Reading::Presence => symbol.doc.is_some(),
        Reading::Sentences => summary.is_some(),
    };
    if is_trivial(symbol, documented) {
        return None;
    }
    let tier = tier(symbol, documented);
    let score = score(symbol, stem, documented);
    let doc = symbol.doc.as_deref().filter(|_| reading == Reading::Sentences);
    let mut more = doc.map(|doc| prose::all(doc, voice, SUMMARY)).unwrap_or_default();
    more.retain(|sentence| Some(sentence) != summary.as_ref());
    Some(Candidate { index, symbol, tier, summary, more, score })
}

/// Names whose meaning is the language's own.
const ORDINARY: &[&str] = &[
    "__bool__",
    "__contains__",
    "__copy__",
    "__deepcopy__",
    "__delitem__",
    "__dir__",
    "__enter__",
    "__eq__",
    "__exit__",
    "__format__",
    "__ge__",
    "__getitem__",
    "__getnewargs__",
    "__getstate__",
    "__gt__",
    "__hash__",
    "__iter__",
    "__le__",
    "__len__",
    "__lt__",
    "__ne__",
    "__next__",
    "__nonzero__",
    "__reduce__",
    "__repr__",
    "__setitem__",
    "__setstate__",
    "__str__",
    "__unicode__",
    "as_mut",
    "as_ref",
    "borrow",
    "clone",
    "cmp",
    "default",
    "deref",
    "deref_mut",
    "drop",
    "eq",
    "equals",
    "fmt",
    "from",
    "hash",
    "hashCode",
    "hash_code",
    "inspect",
    "into",
    "ne",
    "partial_cmp",
    "to_s",
    "to_string",
    "toString",
    "String",
    "Error",
];
/// Names of constructors, which say no more than their type.
const CONSTRUCTORS: &[&str] = &["__init__", "__new__", "constructor", "initialize", "new"];

fn is_trivial(symbol: &Symbol, documented: bool) -> bool {
    let complexity = symbol.complexity;
    let name = symbol.name.as_str();
    let small = complexity.branches == 0 && complexity.code_lines <= 4;
    if symbol.kind == SymbolKind::Constant {
        return !documented || symbol.visibility != Visibility::Public || name.starts_with('_');
    }
    if symbol.kind == SymbolKind::Type {
        return !documented && (symbol.visibility != Visibility::Public || symbol.qualified_name.contains('.'));
    }
    if symbol.kind.is_type() {
        return false;
    }
    if ORDINARY.contains(&name) {
        return complexity.branches < 6;
    }
    if CONSTRUCTORS.contains(&name)
        || symbol.container.is_some() && symbol.qualified_name.ends_with(&format!("{name}.{name}"))
    {
        return complexity.branches < 4 && !(documented && complexity.code_lines > 12);
    }
    let hidden = symbol.visibility == Visibility::Private && symbol.kind == SymbolKind::Method;
    (small && !documented) || (hidden && !documented && complexity.branches < 3)
}

fn tier(symbol: &Symbol, documented: bool) -> Tier {
    let complexity = symbol.complexity;
    let complex = symbol.kind.is_callable() && (complexity.branches >= 8 || complexity.code_lines >= 50);
    match (complex, documented) {
        (true, _) => Tier::Complex,
        (false, true) => Tier::Moderate,
        (false, false) => Tier::Simple,
    }
}

fn score(symbol: &Symbol, stem: &str, documented: bool) -> f64 {
    let mut score = if documented { 5.0 } else { 0.0 };
    score += match symbol.visibility {
        Visibility::Public => 3.0,
        Visibility::Internal => 1.5,
        Visibility::Private => 0.0,
    };
    score += match (symbol.kind, symbol.container) {
        (SymbolKind::Constant | SymbolKind::Type, _) => -2.0,
        (kind, None) if kind.is_type() => 2.0,
        (_, None) => 1.0,
        _ => 0.0,
    };
    if prose::squashed(&symbol.name) == prose::squashed(stem) {
        score += 3.0;
    }
    if symbol.doc.as_deref().is_some_and(|doc| doc.to_ascii_lowercase().contains("deprecated")) {
        score -= 4.0;
    }
    let complexity = symbol.complexity;
    score + f64::from(complexity.branches).ln_1p() + f64::from(complexity.code_lines).ln_1p() * 0.5
}

/// Whether a summary says no more than the name does: `Returns the name.` of `name`.
fn is_echo(summary: &str, qualified_name: &str) -> bool {
    const EMPTY: &[&str] =
        &["return", "get", "set", "given", "new", "function", "method", "class", "creat", "object", "instanc"];
    let known: BTreeSet<String> = words::stems(qualified_name).into_iter().collect();
    let said = words::identifiers(summary).flat_map(words::identifier_parts);
    let mut said = said.filter(|word| !words::is_stop_word(word)).map(|word| words::stem(&word));
    said.all(|stem| known.contains(&stem) || EMPTY.contains(&stem.as_str()))
}

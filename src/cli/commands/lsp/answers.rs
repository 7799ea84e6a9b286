//! What the server says of a catalog: values in, JSON of the protocol out.

use serde_json::Value;
use serde_json::json;

use crate::base::EditSet;
use crate::base::RepoPath;
use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Catalog;
use crate::catalog::Entry;
use crate::catalog::SymbolMention;
use crate::catalog::Target;
use crate::catalog::resolve;
use crate::cli::commands::lsp::documents::Documents;
use crate::cli::commands::lsp::places::Lines;
use crate::cli::commands::lsp::places::uri;
use crate::config::Severity;
use crate::lint;
use crate::lint::Finding;
use crate::lint::Safety;
use crate::lint::Scope;
use crate::source::Symbol;

/// The most lines of a symbol that a hover shows.
const SHOWN_LINES: usize = 12;

/// The findings of an open catalog.
pub(super) fn diagnostics(documents: &Documents, directory: &RepoPath) -> Value {
    let project = documents.project(directory);
    let Some(catalog) = project.catalogs.get(directory) else { return json!([]) };
    let lines = Lines::new(&catalog.text);
    documents.findings(&project, directory).iter().map(|finding| diagnostic(finding, &lines)).collect()
}

fn diagnostic(finding: &Finding, lines: &Lines<'_>) -> Value {
    let severity = match finding.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Hint | Severity::Off => 4,
    };
    json!({
        "range": lines.range(finding.span),
        "severity": severity,
        "code": finding.code,
        "source": "git-libra",
        "message": format!("{} ({})", finding.message, finding.name),
    })
}

/// The fixes of what stands in a range, and one for everything that can be mended safely.
pub(super) fn actions(documents: &Documents, directory: &RepoPath, range: &Value) -> Value {
    let project = documents.project(directory);
    let Some(catalog) = project.catalogs.get(directory) else { return json!([]) };
    let lines = Lines::new(&catalog.text);
    let Some(span) = lines.span(range) else { return json!([]) };
    let target = uri(documents.root(), &catalog_path(directory));
    let touches = |finding: &&Finding| finding.span.start <= span.end && span.start <= finding.span.end;
    let findings = documents.findings(&project, directory);
    let mut actions: Vec<Value> = Vec::new();
    for finding in findings.iter().filter(touches) {
        let Some(fix) = &finding.fix else { continue };
        actions.push(json!({
            "title": format!("{}: {}", finding.code, fix.title),
            "kind": "quickfix",
            "diagnostics": [diagnostic(finding, &lines)],
            "isPreferred": fix.safety == Safety::Safe,
            "edit": { "changes": { target.as_str(): edits(&fix.edits, &lines) } },
        }));
    }
    let fixed = lint::fix(&project, documents.lint_config(), &Scope::catalogs([directory.clone()]), Safety::Safe);
    if let Some(new) = fixed.catalogs.get(directory) {
        let whole = TextEdit { span: Span::new(0, catalog.text.len()), text: new.clone() };
        let whole = EditSet::new(vec![whole]).map(|set| edits(&set, &lines)).unwrap_or_default();
        actions.push(json!({
            "title": "Mend all that can be mended safely",
            "kind": "source.fixAll",
            "edit": { "changes": { target.as_str(): whole } },
        }));
    }
    Value::Array(actions)
}

/// The canonical spelling, as one edit; none where nothing changes.
pub(super) fn formatting(documents: &Documents, directory: &RepoPath) -> Value {
    let project = documents.project(directory);
    let Some(catalog) = project.catalogs.get(directory) else { return Value::Null };
    let new = catalog::format(directory, &catalog.text);
    if new == catalog.text {
        return json!([]);
    }
    let lines = Lines::new(&catalog.text);
    json!([{ "range": lines.range(Span::new(0, catalog.text.len())), "newText": new }])
}

fn edits(set: &EditSet, lines: &Lines<'_>) -> Value {
    set.edits().iter().map(|edit| json!({ "range": lines.range(edit.span), "newText": edit.text })).collect()
}

/// The first lines of the symbol under a position, or what a link leads to.
pub(super) fn hover(documents: &Documents, directory: &RepoPath, position: &Value) -> Value {
    let project = documents.project(directory);
    let Some(catalog) = project.catalogs.get(directory) else { return Value::Null };
    let lines = Lines::new(&catalog.text);
    let Some(at) = lines.offset(position) else { return Value::Null };
    let Some((entry, mention)) = mention_at(catalog, at) else { return Value::Null };
    let Target::File(file) = &entry.target else { return Value::Null };
    let Some(facts) = project.facts(file) else { return Value::Null };
    let symbols: Vec<&Symbol> =
        resolve::resolve_mention(facts, mention).into_iter().map(|at| &facts.symbols[at]).collect();
    let Some(symbol) = chosen(mention, &symbols) else { return Value::Null };
    let source = documents.source(file).unwrap_or_default();
    let first = symbol.range.start() as usize - 1;
    let count = (symbol.range.line_count() as usize).min(SHOWN_LINES);
    let shown: Vec<&str> = source.lines().skip(first).take(count).collect();
    let cut = if symbol.range.line_count() as usize > SHOWN_LINES { "\n..." } else { "" };
    let several = if symbols.len() > 1 { format!(", one of {} definitions", symbols.len()) } else { String::new() };
    let fence = "`".repeat(longest_run(&source).max(2) + 1);
    let text = format!(
        "`{file}` {}{several}\n\n{fence}{}\n{}{cut}\n{fence}",
        symbol.range,
        facts.language.name().to_lowercase(),
        shown.join("\n")
    );
    json!({ "contents": { "kind": "markdown", "value": text }, "range": lines.range(mention.span) })
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Where the symbol or link under a position leads.
pub(super) fn definition(documents: &Documents, directory: &RepoPath, position: &Value) -> Value {
    let project = documents.project(directory);
    let Some(catalog) = project.catalogs.get(directory) else { return Value::Null };
    let Some(at) = Lines::new(&catalog.text).offset(position) else { return Value::Null };
    let start = |file: &RepoPath, first: u32, last: u32| {
        json!({
            "uri": uri(documents.root(), file),
            "range": { "start": { "line": first - 1, "character": 0 }, "end": { "line": last - 1, "character": 0 } },
        })
    };
    if let Some((entry, mention)) = mention_at(catalog, at)
        && let Target::File(file) = &entry.target
        && let Some(facts) = project.facts(file)
    {
        let found = resolve::resolve_mention(facts, mention).into_iter().map(|at| &facts.symbols[at]);
        let found: Vec<&Symbol> = found.collect();
        let exact: Vec<&Symbol> =
            chosen(mention, &found).into_iter().filter(|symbol| is_written(mention, symbol)).collect();
        let shown = if exact.is_empty() { found } else { exact };
        return shown.iter().map(|symbol| start(file, symbol.definition_line, symbol.range.end())).collect();
    }
    let holds = |entry: &&Entry| entry.heading.span.start <= at && at <= entry.heading.span.end;
    match catalog.entries().find(holds).map(|entry| &entry.target) {
        Some(Target::File(file)) => json!([start(file, 1, 1)]),
        Some(Target::Module(module)) => json!([start(&catalog_path(module), 1, 1)]),
        Some(Target::Other) | None => Value::Null,
    }
}

fn is_written(mention: &SymbolMention, symbol: &Symbol) -> bool {
    let lines = mention.range.as_ref().and_then(|note| note.lines);
    lines.is_some_and(|lines| resolve::accepts(symbol, lines))
}

/// Of several definitions the one whose range is written, else the first.
fn chosen<'s>(mention: &SymbolMention, symbols: &[&'s Symbol]) -> Option<&'s Symbol> {
    let written = symbols.iter().find(|symbol| is_written(mention, symbol));
    written.or_else(|| symbols.first()).copied()
}

/// The symbol whose code or range stands at a byte.
fn mention_at(catalog: &Catalog, at: usize) -> Option<(&Entry, &SymbolMention)> {
    let holds = |mention: &&SymbolMention| {
        let end = mention.range.as_ref().map_or(mention.span.end, |note| note.span.end.max(mention.span.end));
        mention.span.start <= at && at <= end
    };
    let mut entries = catalog.entries().filter(|entry| entry.span.start <= at && at <= entry.span.end);
    entries.find_map(|entry| Some((entry, entry.mentions().into_iter().find(holds)?)))
}

fn catalog_path(directory: &RepoPath) -> RepoPath {
    directory.join(CATALOG_FILE).expect("the catalog's name is a plain part")
}

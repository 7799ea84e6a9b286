//! CAT307: a listed symbol that its file does not define, and where it went.

use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Bullet;
use crate::catalog::CatalogEdit;
use crate::catalog::SymbolLine;
use crate::catalog::Target;
use crate::catalog::resolve;
use crate::lint::context::LintContext;
use crate::lint::context::all_bullets;
use crate::lint::definitions::Definition;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::listed::Listed;
use crate::lint::listed::Verdict;
use crate::lint::nearest::nearest;
use crate::lint::sink::Sink;
use crate::source::Symbol;

/// A name that more files of other modules define says nothing about where a symbol went.
const MOST_FILES: usize = 3;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let unknown: Vec<_> = context.listed().iter().filter(|listed| listed.verdict == Verdict::Unknown).collect();
    let meant = meant(context, &unknown);
    for (listed, meant) in unknown.into_iter().zip(meant) {
        let (name, file) = (&listed.mention.name, listed.file.file_name());
        let gone = format!("`{file}` defines no `{name}`");
        let (message, fix) = match meant {
            Meant::Elsewhere(files) => (format!("{gone}; {}", places(context, &files)), moved(context, listed, &files)),
            Meant::Symbol(near) => {
                (format!("{gone}; did you mean `{}`?", near.qualified_name), rename(context, listed, near))
            }
            Meant::Nothing if listed.facts.has_syntax_errors => (format!("{gone}, as far as it can be read"), None),
            Meant::Nothing => (gone, None),
        };
        let fix = fix.or_else(|| edits::remove_symbol(context, listed.file, listed.mention));
        sink.report(listed.mention.span, listed.subject(), message).fix = fix;
    }
}

/// What a mention of an unknown symbol probably means.
#[derive(Clone)]
enum Meant<'a> {
    /// The very name, in other files.
    Elsewhere(Vec<Definition<'a>>),
    /// Another symbol of the file, which the entry does not list yet.
    Symbol(&'a Symbol),
    /// Nobody knows.
    Nothing,
}

/// Decides for all unknown symbols of a catalog together, so that no two are taken for the same one.
fn meant<'a>(context: &LintContext<'a>, unknown: &[&Listed<'a>]) -> Vec<Meant<'a>> {
    let listed = context.listed().iter().flat_map(|one| one.candidates.iter().map(|at| (one.file, *at)));
    let mut taken: BTreeSet<(&RepoPath, usize)> = listed.collect();
    let mut all: Vec<Meant<'_>> = unknown
        .iter()
        .map(|listed| match elsewhere(context, listed) {
            files if files.is_empty() => Meant::Nothing,
            files => Meant::Elsewhere(files),
        })
        .collect();
    // A name that is nearly right says more than a range that happens to be right.
    for find in [by_name, by_place] {
        for (listed, meant) in unknown.iter().zip(&mut all).filter(|(_, meant)| matches!(meant, Meant::Nothing)) {
            if let Some(at) = find(listed, &taken) {
                taken.insert((listed.file, at));
                *meant = Meant::Symbol(&listed.facts.symbols[at]);
            }
        }
    }
    all
}

fn by_name(listed: &Listed<'_>, taken: &BTreeSet<(&RepoPath, usize)>) -> Option<usize> {
    let symbols = listed.facts.symbols.iter().enumerate();
    let free = symbols.filter(|(at, _)| !taken.contains(&(listed.file, *at)));
    let names: Vec<_> = free.map(|(at, symbol)| (at, symbol.qualified_name.as_str())).collect();
    let near = nearest(&listed.mention.name, names.iter().map(|(_, name)| *name))?;
    names.iter().find(|(_, name)| *name == near).map(|(at, _)| *at)
}

fn by_place(listed: &Listed<'_>, taken: &BTreeSet<(&RepoPath, usize)>) -> Option<usize> {
    let lines = listed.mention.range.as_ref()?.lines?;
    let mut symbols = listed.facts.symbols.iter().enumerate();
    let there = symbols.find(|(at, symbol)| resolve::accepts(symbol, lines) && !taken.contains(&(listed.file, *at)));
    there.map(|(at, _)| at)
}

/// The files that define the very name: those of this module, else those of the whole project.
fn elsewhere<'a>(context: &LintContext<'a>, listed: &Listed<'_>) -> Vec<Definition<'a>> {
    let all = context.definitions.of(context.project, &listed.mention.name);
    let here = all.iter().filter(|definition| definition.file.parent().as_ref() == Some(context.directory()));
    let here: Vec<_> = here.copied().collect();
    match (here.is_empty(), all.len() <= MOST_FILES) {
        (false, _) => here,
        (true, true) => all,
        (true, false) => Vec::new(),
    }
}

fn places(context: &LintContext<'_>, elsewhere: &[Definition<'_>]) -> String {
    let shown = |definition: &Definition<'_>| {
        let is_here = definition.file.parent().as_ref() == Some(context.directory());
        if is_here { definition.file.file_name().to_owned() } else { definition.file.to_string() }
    };
    match elsewhere {
        [only] => format!("`{}` ({}) does", shown(only), only.symbol.range),
        [first, second, others @ ..] => {
            let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
            format!("`{}`, `{}`{more} do", shown(first), shown(second))
        }
        [] => String::new(),
    }
}

/// Writes the symbol's name where the wrong one stands.
fn rename(context: &LintContext<'_>, listed: &Listed<'_>, symbol: &Symbol) -> Option<Fix> {
    let written = listed.mention.span.slice(context.text());
    let spellings =
        [".", "::", "#"].map(|sign| (listed.mention.name.replace('.', sign), symbol.qualified_name.replace('.', sign)));
    let (at, old, new) = spellings.iter().find_map(|(old, new)| Some((written.find(old.as_str())?, old, new)))?;
    let start = listed.mention.span.start + at;
    let change = TextEdit { span: Span::new(start, start + old.len()), text: new.clone() };
    edits::edits(format!("name `{}`", symbol.qualified_name), Safety::Unsafe, vec![change])
}

/// Moves what is said of the symbol to the entry of the one file of this catalog that defines it now.
fn moved(context: &LintContext<'_>, listed: &Listed<'_>, elsewhere: &[Definition<'_>]) -> Option<Fix> {
    let [Definition { file, symbol }] = *elsewhere else { return None };
    let to = Target::File(file.clone());
    context.catalog.entry(&to)?;
    let is_listed = context
        .listed()
        .iter()
        .any(|other| other.file == file && other.symbol().is_some_and(|known| known.range == symbol.range));
    if is_listed {
        return None;
    }
    let span = listed.mention.span;
    let bullet = all_bullets(context).into_iter().find(|bullet| bullet.span.contains(span))?;
    let line = line(bullet, listed, symbol);
    let from = Target::File(listed.file.clone());
    let changes = [
        CatalogEdit::RemoveSymbol { target: from, symbol: listed.mention.name.clone() },
        CatalogEdit::SetSymbol { target: to, line },
    ];
    edits::by_catalog_edits(format!("move it to `{}`", file.file_name()), Safety::Unsafe, context, &changes)
}

/// The bullet of a symbol as it stands elsewhere: words that it shares with other symbols stay with them.
fn line(bullet: &Bullet, listed: &Listed<'_>, symbol: &Symbol) -> SymbolLine {
    let is_alone = bullet.mentions.len() == 1;
    let summary = bullet.description.as_ref().filter(|_| is_alone).map(|words| words.text.clone());
    let paths = bullet.children.iter().filter(|_| is_alone).map(|child| child.text.clone()).collect();
    SymbolLine { declaration: listed.mention.declaration.clone(), range: symbol.range, summary, paths }
}

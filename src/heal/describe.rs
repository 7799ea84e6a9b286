//! Edits and actions in words, for reports.

use std::collections::BTreeMap;

use crate::base::RepoPath;
use crate::catalog::CatalogEdit;
use crate::catalog::Target;
use crate::heal::plan::Cause;
use crate::heal::plan::Scope;
use crate::heal::plan::Skip;
use crate::heal::refresh::Action;
use crate::source::classify::SkipReason;

/// An edit as an imperative phrase.
pub(crate) fn edit(edit: &CatalogEdit) -> String {
    match edit {
        CatalogEdit::SetRange { target, symbol, range } => {
            format!("set the range of `{symbol}` in {} to {range}", of(target))
        }
        CatalogEdit::SetSummary { target, .. } => format!("set the summary of {}", of(target)),
        CatalogEdit::SetSymbol { target, line } if line.summary.is_none() && line.paths.is_empty() => {
            format!("list `{}` in {} by name", line.declaration, of(target))
        }
        CatalogEdit::SetSymbol { target, line } if line.paths.is_empty() => {
            format!("describe `{}` in {}", line.declaration, of(target))
        }
        CatalogEdit::SetSymbol { target, line } => {
            format!("describe `{}` in {} with its main paths", line.declaration, of(target))
        }
        CatalogEdit::RemoveSymbol { target, symbol } => format!("remove `{symbol}` from {}", of(target)),
        CatalogEdit::SetCaveat { target, .. } => format!("set the caveat of {}", of(target)),
        CatalogEdit::AddEntry { section, entry } => format!("add {} to `{section}`", of(&entry.target)),
        CatalogEdit::RemoveEntry { target } => format!("remove {}", of(target)),
        CatalogEdit::RetargetEntry { target, to } => format!("make {} the entry of {}", of(target), of(to)),
        CatalogEdit::MoveEntry { target, section } => format!("move {} to `{section}`", of(target)),
        CatalogEdit::SetGlossaryTerm { term, .. } => format!("explain `{term}` in the glossary"),
        CatalogEdit::SetIntro { .. } => "set the introduction".to_owned(),
    }
}

/// The entries that an edit names.
pub(crate) fn targets(edit: &CatalogEdit) -> Vec<&Target> {
    match edit {
        CatalogEdit::SetRange { target, .. }
        | CatalogEdit::SetSummary { target, .. }
        | CatalogEdit::SetSymbol { target, .. }
        | CatalogEdit::RemoveSymbol { target, .. }
        | CatalogEdit::SetCaveat { target, .. }
        | CatalogEdit::RemoveEntry { target }
        | CatalogEdit::MoveEntry { target, .. } => vec![target],
        CatalogEdit::AddEntry { entry, .. } => vec![&entry.target],
        CatalogEdit::RetargetEntry { target, to } => vec![target, to],
        CatalogEdit::SetGlossaryTerm { .. } | CatalogEdit::SetIntro { .. } => Vec::new(),
    }
}

fn of(target: &Target) -> String {
    match target {
        Target::File(path) | Target::Module(path) => format!("`{path}`"),
        Target::Other => "an entry without a target".to_owned(),
    }
}

/// More ranges of one file than this are told together: a line put at the top of a file moves all of them.
const RANGES_TOLD: usize = 3;

/// What refreshing did, one sentence each, without the period, in order; the ranges of a file stand together.
pub(crate) fn actions<'a>(actions: impl IntoIterator<Item = &'a Action>) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    let mut ranges: BTreeMap<&RepoPath, Vec<&Action>> = BTreeMap::new();
    for one in actions {
        match one {
            Action::RangeSet { file, .. } => ranges.entry(file).or_default().push(one),
            _ => sentences.push(action(one)),
        }
    }
    for (file, set) in ranges {
        match set.len() {
            ..=RANGES_TOLD => sentences.extend(set.into_iter().map(action)),
            count => sentences.push(format!("{count} ranges of `{file}` are refreshed")),
        }
    }
    sentences
}

/// What refreshing did, as a sentence without its period.
pub(crate) fn action(action: &Action) -> String {
    match action {
        Action::RangeSet { file, symbol, range } => format!("`{symbol}` of `{file}` is at {range}"),
        Action::SymbolRenamed { file, from, to } => format!("`{from}` of `{file}` is `{to}` now"),
        Action::SymbolRemoved { file, symbol } => format!("`{symbol}` of `{file}` is gone"),
        Action::SymbolMoved { from, to, symbol } => format!("`{symbol}` of `{from}` is in `{to}` now"),
        Action::SymbolAdded { file, symbol } => format!("`{symbol}` of `{file}` is listed"),
        Action::EntryMoved { from, to } => format!("the entry of `{from}` is that of `{to}` now"),
        Action::EntryAdded { module, path } => format!("`{path}` has an entry in the catalog of `{module}`"),
        Action::EntryRemoved { path } => format!("the entry of `{path}` is removed"),
        Action::ListRenewed { path } => format!("the entry of `{path}` names what is there now"),
        Action::CatalogAdded { module } => format!("`{module}` has a catalog"),
        Action::CatalogMoved { from, to } => format!("the catalog of `{from}` is that of `{to}` now"),
        Action::CatalogRemoved { module } => format!("the catalog of `{module}` is removed"),
        Action::LeftAlone { module, subject, why } => format!("`{subject}` in the catalog of `{module}`: {why}"),
    }
}

/// Why a file is looked at.
pub(crate) fn cause(cause: &Cause) -> String {
    match cause {
        Cause::Added => "added".to_owned(),
        Cause::Modified => "changed".to_owned(),
        Cause::Renamed { from } => format!("renamed from `{from}`"),
        Cause::Deleted => "deleted".to_owned(),
        Cause::Named => "asked for".to_owned(),
        Cause::StaleRange => "a range does not fit".to_owned(),
    }
}

/// Why a file is not looked at.
pub(crate) fn skip(skip: Skip) -> &'static str {
    match skip {
        Skip::Unknown => "not in the tree",
        Skip::Former => "in part: what it was before was never fetched into this clone",
        Skip::Class(reason) => match reason {
            SkipReason::NotSource => "no known programming language",
            SkipReason::Test => "a test",
            SkipReason::Generated => "generated",
            SkipReason::Vendored => "vendored",
            SkipReason::Minified => "minified",
            SkipReason::Excluded => "excluded by `libra.toml`",
            SkipReason::TooLarge => "over the size limit",
            SkipReason::NotText => "not text",
            SkipReason::Encoding => "not UTF-8 text",
            SkipReason::TooComplex => "too much work for the parser",
            SkipReason::NotAFile => "not a regular file",
            SkipReason::Empty => "empty",
        },
    }
}

/// How a scope was chosen.
pub(crate) fn scope(scope: &Scope) -> String {
    match scope {
        Scope::Branch { base } => format!("what changed since the merge base with `{base}`"),
        Scope::SinceHealed { commit } => {
            format!("what changed since `{commit}`, the last commit that brought catalogs up to date")
        }
        Scope::Staged => "what is staged".to_owned(),
        Scope::Since(revision) => format!("what changed since `{revision}`"),
        Scope::Between { from, to } => format!("what changed from `{from}` to `{to}`"),
        Scope::All => "everything".to_owned(),
        Scope::NoHistory { why } => format!("everything, since {why}"),
        Scope::Paths(paths) => {
            let names: Vec<String> = paths.iter().map(|path: &RepoPath| format!("`{path}`")).collect();
            format!("the named paths {}", names.join(", "))
        }
    }
}

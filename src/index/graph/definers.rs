//! Where names are defined, for languages in which a file need not be named like what stands in it.

use std::collections::HashMap;

use super::imports::nearest;
use super::packages::ends_with_dotted;
use crate::base::RepoPath;
use crate::source::FileFacts;
use crate::source::Language;
use crate::source::SymbolKind;

/// Files by the names that they define: functions and types at the top of Kotlin's and Scala's, modules of Elixir's.
#[derive(Default)]
pub(super) struct Definers<'p> {
    files: HashMap<&'p str, Vec<&'p str>>,
}

impl<'p> Definers<'p> {
    pub(super) fn new(files: impl Iterator<Item = (&'p RepoPath, &'p FileFacts)>) -> Self {
        let mut definers = Self::default();
        // Build files define names for themselves.
        let is_source = |path: &RepoPath| !matches!(path.extension(), Some("sbt" | "kts"));
        for (path, facts) in files.filter(|(path, _)| is_source(path)) {
            let names = facts.symbols.iter().filter_map(|symbol| match facts.language {
                Language::Elixir => (symbol.kind == SymbolKind::Module).then_some(symbol.qualified_name.as_str()),
                Language::Kotlin | Language::Scala => symbol.container.is_none().then_some(symbol.name.as_str()),
                _ => None,
            });
            for name in names {
                let files = definers.files.entry(name).or_default();
                if files.last() != Some(&path.as_str()) {
                    files.push(path.as_str());
                }
            }
        }
        definers
    }

    /// The file of a module that is known by its whole name.
    pub(super) fn module(&self, from: &RepoPath, module: &str) -> Option<&'p str> {
        nearest(from, self.files.get(module)?.iter().copied())
    }

    /// The file that defines what an import of a package names, or what holds it: `parts` end with the name.
    pub(super) fn member(&self, from: &RepoPath, parts: &[&str], least: usize) -> Option<&'p str> {
        let (name, package) = parts.split_last()?;
        let outer = package.split_last().filter(|(_, package)| !package.is_empty());
        [Some((name, package)), outer].into_iter().flatten().find_map(|(name, package)| {
            let files = self.files.get(*name)?;
            (0..package.len().max(1)).take_while(|from| *from == 0 || package.len() - from >= least).find_map(
                |dropped| {
                    let package = package.get(dropped..).unwrap_or_default().join(".");
                    let folder =
                        |file: &str| file.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
                    nearest(from, files.iter().copied().filter(|file| ends_with_dotted(&folder(file), &package)))
                },
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_where_they_are_defined() {
        let texts = [
            ("build.sbt", "lazy val Shapes = 1\n"),
            ("lib/app/parts.ex", "defmodule App.Whole do\n  defmodule Part do\n  end\nend\n"),
            ("src/a/b/Shapes.kt", "package a.b\nfun area(x: Int) = x\nclass Square\n"),
            ("src/c/Shapes.kt", "package c\nfun area(x: Int) = -x\n"),
        ];
        let read = |(path, text): &(&str, &str)| {
            let path = RepoPath::new(*path).expect("plain");
            let language = Language::of_path(&path).expect("known");
            let facts = crate::source::parse(language, text);
            (path, facts)
        };
        let files: Vec<(RepoPath, FileFacts)> = texts.iter().map(read).collect();
        let definers = Definers::new(files.iter().map(|(path, facts)| (path, facts)));
        let from = RepoPath::new("src/c/Use.kt").expect("plain");
        assert_eq!(definers.member(&from, &["a", "b", "area"], 2), Some("src/a/b/Shapes.kt"));
        assert_eq!(definers.member(&from, &["a", "b", "Square", "side"], 2), Some("src/a/b/Shapes.kt"));
        assert_eq!(definers.member(&from, &["x", "c", "area"], 2), None, "one part of a package is too little");
        assert_eq!(definers.member(&from, &["Shapes", "side"], 2), None, "what a build file defines is its own");
        assert_eq!(definers.module(&from, "App.Whole.Part"), Some("lib/app/parts.ex"));
        assert_eq!(definers.module(&from, "App"), None);
    }
}

//! The graph of a project, each part made when it is first asked for.

use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::OnceLock;

use rayon::prelude::*;

use super::imports;
use super::manifests::Manifests;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::source::FileFacts;
use crate::source::Symbol;
use crate::source::classify::FileClass;

/// A definition and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct SymbolRef<'p> {
    /// Its file.
    pub path: &'p RepoPath,
    /// Its index in `FileFacts::symbols`.
    pub index: u32,
    /// What is known of it.
    pub symbol: &'p Symbol,
    /// Whether its file is a test.
    pub is_test: bool,
}

impl PartialEq for SymbolRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.path, self.index) == (other.path, other.index)
    }
}

/// Links between the files and symbols of a project, tests among them.
#[derive(Debug)]
pub struct Graph<'p> {
    project: &'p Project,
    definitions: OnceLock<Names<'p>>,
    users: OnceLock<Names<'p>>,
    imports: OnceLock<Imports<'p>>,
}

/// Symbols by a name, in order of path and line.
type Names<'p> = HashMap<&'p str, Vec<SymbolRef<'p>>>;

#[derive(Debug, Default)]
struct Imports<'p> {
    of: HashMap<&'p RepoPath, Vec<&'p RepoPath>>,
    by: HashMap<&'p RepoPath, Vec<&'p RepoPath>>,
}

impl<'p> Graph<'p> {
    /// A graph over a project; nothing is linked yet.
    pub fn new(project: &'p Project) -> Self {
        Self { project, definitions: OnceLock::new(), users: OnceLock::new(), imports: OnceLock::new() }
    }

    /// Makes all links now, with all threads.
    pub fn link(&self) {
        self.definitions_of("");
        self.users_of("");
        self.imports();
    }

    /// The definitions with a bare name, in order of path and line.
    pub fn definitions_of(&self, name: &str) -> &[SymbolRef<'p>] {
        let names = self.definitions.get_or_init(|| names(self.project, |symbol| vec![symbol.name.as_str()]));
        names.get(name).map_or(&[], Vec::as_slice)
    }

    /// The definitions that call a bare name, or extend or implement it, in order of path and line.
    pub fn users_of(&self, name: &str) -> &[SymbolRef<'p>] {
        let used = |symbol: &'p Symbol| symbol.calls.iter().chain(&symbol.bases).map(String::as_str).collect();
        let names = self.users.get_or_init(|| names(self.project, used));
        names.get(name).map_or(&[], Vec::as_slice)
    }

    /// The types that extend or implement a type of that bare name.
    pub fn subtypes_of(&self, name: &str) -> Vec<SymbolRef<'p>> {
        let users = self.users_of(name).iter();
        users.filter(|user| user.symbol.bases.iter().any(|base| base == name)).copied().collect()
    }

    /// How much a link by a bare name weighs: 1 over the root of the number of its definitions outside tests, 0 for a
    /// name that is not defined here.
    pub fn weight(&self, name: &str) -> f64 {
        match self.definitions_of(name).iter().filter(|definition| !definition.is_test).count() {
            0 => 0.0,
            count => 1.0 / (count as f64).sqrt(),
        }
    }

    /// What a symbol may call or extend, with the weight of each link: names in order of first use, each with its
    /// definitions outside tests. Definitions in the same or an imported file are taken for the ones that are meant.
    pub fn uses(&self, path: &RepoPath, index: u32) -> Vec<(SymbolRef<'p>, f64)> {
        let Some((path, facts, _)) = file(self.project, path) else { return Vec::new() };
        let Some(symbol) = facts.symbols.get(index as usize) else { return Vec::new() };
        let near: HashSet<&RepoPath> = self.imports_of(path).iter().copied().chain([path]).collect();
        let mut links = Vec::new();
        let mut seen = HashSet::new();
        for name in symbol.calls.iter().chain(&symbol.bases).filter(|name| seen.insert(name.as_str())) {
            let all: Vec<SymbolRef> =
                self.definitions_of(name).iter().filter(|found| !found.is_test).copied().collect();
            let close: Vec<SymbolRef> = all.iter().filter(|found| near.contains(found.path)).copied().collect();
            let chosen = if close.is_empty() { all } else { close };
            let weight = 1.0 / (chosen.len().max(1) as f64).sqrt();
            let others = chosen.into_iter().filter(|found| (found.path, found.index) != (path, index));
            links.extend(others.map(|found| (found, weight)));
        }
        links
    }

    /// The files that a file imports, sorted.
    pub fn imports_of(&self, path: &RepoPath) -> &[&'p RepoPath] {
        self.imports().of.get(path).map_or(&[], Vec::as_slice)
    }

    /// The files that import a file, sorted.
    pub fn importers_of(&self, path: &RepoPath) -> &[&'p RepoPath] {
        self.imports().by.get(path).map_or(&[], Vec::as_slice)
    }

    fn imports(&self) -> &Imports<'p> {
        if let Some(imports) = self.imports.get() {
            return imports;
        }
        // Not inside `get_or_init`: a thread that waits for its part may be lent work that asks for this very graph.
        let imports = self.resolve_imports();
        self.imports.get_or_init(|| imports)
    }

    fn resolve_imports(&self) -> Imports<'p> {
        let files: Vec<(&RepoPath, &FileFacts)> = files(self.project).map(|(path, facts, _)| (path, facts)).collect();
        let manifests = self.project.manifests.iter().map(|(path, bytes)| (path, &**bytes));
        let resolver = imports::Resolver::new(files.iter().map(|(path, _)| *path), Manifests::read(manifests));
        let resolver = resolver.with_scopes(files.iter().map(|(_, facts)| *facts)).with_definers(files.iter().copied());
        let imported: Vec<(&RepoPath, Vec<&RepoPath>)> =
            files.par_iter().map(|(path, facts)| (*path, resolver.imports(path, facts))).collect();
        let mut imports = Imports::default();
        for (path, targets) in imported {
            for target in &targets {
                imports.by.entry(target).or_default().push(path);
            }
            imports.of.insert(path, targets);
        }
        imports
    }
}

fn file<'p>(project: &'p Project, path: &RepoPath) -> Option<(&'p RepoPath, &'p FileFacts, bool)> {
    let (path, file) = project.files.get_key_value(path)?;
    Some((path, file.facts.as_deref()?, !matches!(file.class, FileClass::Source(_))))
}

/// Every file that has facts, in order of paths, and whether it is a test.
fn files(project: &Project) -> impl Iterator<Item = (&RepoPath, &FileFacts, bool)> {
    project
        .files
        .iter()
        .filter_map(|(path, file)| Some((path, file.facts.as_deref()?, !matches!(file.class, FileClass::Source(_)))))
}

fn names<'p>(project: &'p Project, names_of: impl Fn(&'p Symbol) -> Vec<&'p str>) -> Names<'p> {
    let mut names: Names<'p> = HashMap::new();
    for (path, facts, is_test) in files(project) {
        for (index, symbol) in facts.symbols.iter().enumerate() {
            let found = SymbolRef { path, index: index as u32, symbol, is_test };
            for name in names_of(symbol) {
                let holders = names.entry(name).or_default();
                // A symbol that calls and extends one name is one user of it.
                if holders.last() != Some(&found) {
                    holders.push(found);
                }
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::Graph;
    use super::SymbolRef;
    use crate::base::RepoPath;
    use crate::base::Silent;
    use crate::catalog::Project;
    use crate::index::Index;
    use crate::repo::MemoryTree;
    use crate::source::classify::Rules;

    const TREE: &str = "\
//- shapes/base.py
class Shape:
    def area(self):
        return 0

//- shapes/square.py
from shapes.base import Shape

class Square(Shape):
    def area(self):
        return times(self.side, self.side)

//- arithmetic.py
def times(a, b):
    return a * b

def unused():
    return None

//- tests/test_square.py
from shapes.square import Square

def test_area():
    assert times(2, 2) == 4
";

    fn project() -> Project {
        let rules = Rules::new(&[], &[], 1 << 20).expect("no patterns");
        Index::in_memory().project(&MemoryTree::fixture(TREE), &rules, &Silent).expect("readable")
    }

    fn names(found: &[SymbolRef]) -> Vec<String> {
        found.iter().map(|found| format!("{}:{}", found.path, found.symbol.qualified_name)).collect()
    }

    #[test]
    fn links_names() {
        let project = project();
        let graph = Graph::new(&project);
        assert_eq!(names(graph.definitions_of("area")), ["shapes/base.py:Shape.area", "shapes/square.py:Square.area"]);
        let users = names(graph.users_of("times"));
        assert!(users.contains(&"shapes/square.py:Square.area".to_owned()), "{users:?}");
        assert!(graph.users_of("times").iter().any(|user| user.is_test));
        assert!(graph.users_of("unused").is_empty());
        assert_eq!(names(&graph.subtypes_of("Shape")), ["shapes/square.py:Square"]);
        assert!((graph.weight("area") - 0.5_f64.sqrt()).abs() < 1e-9);
        assert!(graph.weight("nowhere").abs() < 1e-9);
    }

    #[test]
    fn links_files() {
        let project = project();
        let graph = Graph::new(&project);
        let path = |text: &str| RepoPath::new(text).expect("plain");
        assert_eq!(graph.imports_of(&path("shapes/square.py")), [&path("shapes/base.py")]);
        assert_eq!(graph.importers_of(&path("shapes/square.py")), [&path("tests/test_square.py")]);
        assert!(graph.imports_of(&path("arithmetic.py")).is_empty());
        let square = project.files[&path("shapes/square.py")].facts.as_ref().expect("parsed");
        let area = square.symbols.iter().position(|symbol| symbol.name == "area").expect("defined") as u32;
        let uses = graph.uses(&path("shapes/square.py"), area);
        assert_eq!(names(&uses.iter().map(|(found, _)| *found).collect::<Vec<_>>()), ["arithmetic.py:times"]);
    }
}

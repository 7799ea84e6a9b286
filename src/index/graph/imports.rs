//! From what an import says to the files that it means, as far as paths alone can tell.
//!
//! What build files say comes first. Where they say nothing and a language's imports do not begin at the importing file,
//! they are matched with the ends of the paths there are, and of several matches the one nearest to the importing file
//! wins.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;

use super::definers::Definers;
use super::manifests::Manifests;
use crate::base::RepoPath;
use crate::source::FileFacts;
use crate::source::Import;
use crate::source::ImportStyle;

/// A package import stands for at most this many files.
pub(super) const MAX_PACKAGE_FILES: usize = 24;
/// Resolves the imports of one project.
pub(super) struct Resolver<'p> {
    files: BTreeSet<&'p str>,
    paths: HashMap<&'p str, &'p RepoPath>,
    /// Files by their name.
    pub(super) by_name: HashMap<&'p str, Vec<&'p str>>,
    /// Directories by their last part.
    pub(super) packages: HashMap<&'p str, Vec<&'p str>>,
    /// The files directly in a directory.
    pub(super) members: HashMap<&'p str, Vec<&'p str>>,
    /// Scopes of the project's own script packages, such as `@scope`.
    pub(super) scopes: BTreeSet<&'p str>,
    /// Where names are defined, for languages whose paths do not say it.
    pub(super) definers: Definers<'p>,
    /// What build files say.
    pub(super) manifests: Manifests,
}

impl<'p> Resolver<'p> {
    /// A resolver over files, sorted by path, and what build files say.
    pub(super) fn new(files: impl Iterator<Item = &'p RepoPath>, manifests: Manifests) -> Self {
        let mut resolver = Self {
            files: BTreeSet::new(),
            paths: HashMap::new(),
            by_name: HashMap::new(),
            packages: HashMap::new(),
            members: HashMap::new(),
            scopes: BTreeSet::new(),
            definers: Definers::default(),
            manifests,
        };
        for path in files {
            let text = path.as_str();
            let (directory, name) = text.rsplit_once('/').unwrap_or(("", text));
            resolver.files.insert(text);
            resolver.paths.insert(text, path);
            resolver.by_name.entry(name).or_default().push(text);
            let members = resolver.members.entry(directory).or_default();
            if members.is_empty() {
                let last = directory.rsplit('/').next().unwrap_or_default();
                resolver.packages.entry(last).or_default().push(directory);
            }
            members.push(text);
        }
        resolver
    }

    /// Learns from all imports which package scopes are the project's own: those that folders carry the names of, for
    /// at least half of the packages that are imported under them.
    pub(super) fn with_scopes(mut self, files: impl Iterator<Item = &'p FileFacts>) -> Self {
        let mut named: BTreeMap<&'p str, BTreeSet<&'p str>> = BTreeMap::new();
        for import in files
            .filter(|facts| matches!(facts.language.habits().imports, ImportStyle::Script))
            .flat_map(|facts| &facts.imports)
        {
            let mut parts = import.module.split('/');
            if let (Some(scope), Some(name)) = (parts.next().filter(|scope| scope.starts_with('@')), parts.next()) {
                named.entry(scope).or_default().insert(name);
            }
        }
        let own = named.into_iter().filter(|(_, names)| {
            let here = names.iter().filter(|name| self.packages_below(name, "src").is_some()).count();
            here > 0 && here * 2 >= names.len()
        });
        self.scopes = own.map(|(scope, _)| scope).filter(|scope| scope.len() > 1).collect();
        self
    }

    /// Learns where names are defined that no path tells.
    pub(super) fn with_definers(mut self, files: impl Iterator<Item = (&'p RepoPath, &'p FileFacts)>) -> Self {
        self.definers = Definers::new(files);
        self
    }

    /// The files that a file imports, itself left out, sorted.
    pub(super) fn imports(&self, path: &RepoPath, facts: &FileFacts) -> Vec<&'p RepoPath> {
        let mut found: BTreeSet<&'p str> = BTreeSet::new();
        for import in &facts.imports {
            match facts.language.habits().imports {
                ImportStyle::Python => self.python(path, import, &mut found),
                ImportStyle::Rust => self.rust(path, import, &mut found),
                ImportStyle::Script => found.extend(self.script(path, import)),
                ImportStyle::Go => self.go(path, import, &mut found),
                ImportStyle::Package => self.package(path, import, &mut found),
                ImportStyle::Include => found.extend(self.include(path, &import.module)),
                ImportStyle::Require => found.extend(self.ruby(path, &import.module)),
                ImportStyle::Dotted { endings, snake_case } => {
                    let file = self.dotted(path, &import.module, endings, snake_case);
                    found.extend(file.or_else(|| self.definers.module(path, &import.module)));
                }
            }
        }
        found
            .into_iter()
            .filter(|target| *target != path.as_str())
            .filter_map(|target| self.paths.get(target).copied())
            .collect()
    }

    pub(super) fn file(&self, path: &str) -> Option<&'p str> {
        self.files.get(path).copied()
    }

    /// The file whose path ends with `tail` on a part's border; the nearest to `from`, then the shortest.
    pub(super) fn ending(&self, from: &RepoPath, tail: &str) -> Option<&'p str> {
        let name = tail.rsplit('/').next()?;
        let named = self.by_name.get(name)?.iter().copied();
        nearest(from, named.filter(|path| ends_with_parts(path, tail)))
    }

    fn python(&self, path: &RepoPath, import: &Import, found: &mut BTreeSet<&'p str>) {
        let dots = import.module.len() - import.module.trim_start_matches('.').len();
        let module = import.module[dots..].replace('.', "/");
        let base = if dots > 0 { path.ancestors().nth(dots - 1) } else { None };
        if dots > 0 && base.is_none() {
            return;
        }
        let file = self.python_module(path, base.as_ref(), &module);
        found.extend(file);
        // A name that is taken from a package may be a module of it, or something that the package defines.
        let package = match (file, base) {
            (Some(file), _) => file.strip_suffix("/__init__.py").map(str::to_owned),
            (None, Some(base)) => base.resolve(&module).ok().map(|package| package.as_str().to_owned()),
            (None, None) => None,
        };
        for name in import.names.iter().filter(|name| *name != "*") {
            match &package {
                Some(package) => {
                    let files = [format!("{package}/{name}.py"), format!("{package}/{name}/__init__.py")];
                    found.extend(files.iter().find_map(|file| self.file(file.trim_start_matches('/'))));
                }
                // A package without an `__init__.py` shows itself by its modules alone.
                None if file.is_none() && !module.is_empty() => {
                    found.extend(self.ending(path, &format!("{module}/{name}.py")));
                }
                None => {}
            }
        }
    }

    /// The file of a module, its parts joined with `/`; below `base`, or wherever it fits best.
    fn python_module(&self, path: &RepoPath, base: Option<&RepoPath>, module: &str) -> Option<&'p str> {
        let files = if module.is_empty() {
            vec!["__init__.py".to_owned()]
        } else {
            vec![format!("{module}.py"), format!("{module}/__init__.py"), format!("{module}.pyi")]
        };
        files.iter().find_map(|file| match base {
            Some(base) => self.file(base.join(file).ok()?.as_str()),
            // A single part names the standard library far more often than a file somewhere deep in the tree.
            None if !module.contains('/') => {
                let roots = self.manifests.python_roots.iter();
                let at_root = self.file(file).or_else(|| self.file(&format!("src/{file}")));
                at_root
                    .or_else(|| self.file(path.parent()?.join(file).ok()?.as_str()))
                    .or_else(|| roots.into_iter().find_map(|root| self.file(&format!("{root}/{file}"))))
            }
            None => self.ending(path, file),
        })
    }

    fn rust(&self, path: &RepoPath, import: &Import, found: &mut BTreeSet<&'p str>) {
        let Some((root, module)) = rust_place(path) else { return };
        let mut parts: Vec<&str> = import
            .module
            .split("::")
            .map(|part| part.trim_start_matches("r#"))
            .filter(|part| !part.is_empty())
            .collect();
        let (mut directory, mut inner, mut library) = (root, module, None);
        match parts.first().copied() {
            Some("crate") => {
                inner.clear();
                parts.remove(0);
            }
            Some("self") => drop(parts.remove(0)),
            Some("super") => {
                while parts.first() == Some(&"super") {
                    inner.pop();
                    parts.remove(0);
                }
            }
            Some(name) if self.manifests.crates.contains_key(name) => {
                let root = &self.manifests.crates[name];
                directory = root.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned());
                // The library may be named unlike `lib.rs`, and is what is left when no module fits.
                library = self.file(root);
                inner.clear();
                parts.remove(0);
            }
            Some(name) => {
                // Another crate of the workspace: its folder carries its name.
                let folder = name.replace('_', "-");
                let crates = [name, folder.as_str()].into_iter().filter_map(|name| self.packages_below(name, "src"));
                // A folder at the root may leave out the project's own name, as `lib` of `project_lib` does.
                let short = name.rsplit('_').next().map(|short| format!("{short}/src"));
                let short = short.filter(|source| self.file(&format!("{source}/lib.rs")).is_some());
                // Otherwise it is a child of this module, as in `use child::Name`, or none of ours.
                if let Some(source) = crates.min().or(short) {
                    directory = source;
                    inner.clear();
                    parts.remove(0);
                }
            }
            None => {}
        }
        let all: Vec<&str> = inner.iter().map(String::as_str).chain(parts).collect();
        let names = import.names.iter().map(String::as_str).filter(|name| *name != "*");
        for name in names.map(Some).chain([None]) {
            found.extend(self.rust_module(&directory, all.iter().copied().chain(name).collect()).or(library));
        }
    }

    /// The file of the innermost module that has one; what comes after it is defined there.
    fn rust_module(&self, directory: &str, mut parts: Vec<&str>) -> Option<&'p str> {
        while !parts.is_empty() {
            let tail = parts.join("/");
            let files = [format!("{directory}/{tail}.rs"), format!("{directory}/{tail}/mod.rs")];
            let file = files.iter().find_map(|file| self.file(file));
            if file.is_some() {
                return file;
            }
            parts.pop();
        }
        self.file(&format!("{directory}/lib.rs"))
    }

    fn go(&self, path: &RepoPath, import: &Import, found: &mut BTreeSet<&'p str>) {
        let module = import.module.as_str();
        let last = module.rsplit('/').next().unwrap_or_default();
        let package = if self.manifests.go_modules.is_empty() {
            // The import is the module's own path and then the directory: the longest directory that ends it is meant.
            let packages = self.packages.get(last).into_iter().flatten().copied();
            packages.filter(|package| ends_with_parts(module, package)).max_by_key(|package| package.len())
        } else {
            let below = |(path, folder): &(String, String)| {
                let rest = module.strip_prefix(path.as_str())?;
                let inside = rest.strip_prefix('/').or(rest.is_empty().then_some(""))?;
                let both = [folder.as_str(), inside].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
                self.members.get_key_value(both.join("/").as_str()).map(|(folder, _)| *folder)
            };
            self.manifests.go_modules.iter().find_map(below)
        };
        let Some(package) = package else { return };
        let same = path.as_str().rsplit_once('/').map_or("", |(directory, _)| directory) == package;
        let members = self.members.get(package).into_iter().flatten().filter(|_| !same);
        let sources = members.filter(|file| {
            let stem = file.strip_suffix(".go");
            stem.is_some_and(|stem| !stem.ends_with("_test"))
        });
        found.extend(sources.take(MAX_PACKAGE_FILES));
    }
}

/// The directory of a Rust crate's sources, and the module of a file in it.
fn rust_place(path: &RepoPath) -> Option<(String, Vec<String>)> {
    let text = path.as_str();
    let (root, inside) = match text.rfind("/src/") {
        Some(at) => (&text[..at + 4], &text[at + 5..]),
        None if text.starts_with("src/") => ("src", &text[4..]),
        None => text.rsplit_once('/')?,
    };
    let mut module: Vec<String> = inside.strip_suffix(".rs")?.split('/').map(str::to_owned).collect();
    // A file directly in one of these folders is a crate of its own, whose modules stand beside it.
    let alone = matches!(root.rsplit('/').next(), Some("tests" | "examples" | "benches")) && module.len() == 1;
    if alone || matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        module.pop();
    }
    Some((root.to_owned(), module))
}

pub(super) fn ends_with_parts(path: &str, tail: &str) -> bool {
    path.strip_suffix(tail).is_some_and(|head| head.is_empty() || head.ends_with('/'))
}

/// The path that shares the most leading parts with `from`; then the shortest, then the first.
pub(super) fn nearest<'p>(from: &RepoPath, paths: impl Iterator<Item = &'p str>) -> Option<&'p str> {
    let shared = |path: &str| from.parts().zip(path.split('/')).take_while(|(a, b)| a == b).count();
    paths.min_by_key(|path| (Reverse(shared(path)), path.len(), *path))
}

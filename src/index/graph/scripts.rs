//! Imports of scripts: paths beside the importing file, aliases of the compiler, packages of the workspace.

use super::imports::Resolver;
use super::imports::ends_with_parts;
use super::manifests::Package;
use crate::base::RepoPath;
use crate::source::Import;

/// What may follow the path of a script's import.
const ENDS: &[&str] = &[
    "",
    ".ts",
    ".tsx",
    ".js",
    ".jsx",
    ".mjs",
    ".cjs",
    ".mts",
    ".cts",
    ".d.ts",
    "/index.ts",
    "/index.tsx",
    "/index.js",
];
/// Endings of what a compiler writes; the source has another one.
const WRITTEN: &[&str] = &[".d.ts", ".d.mts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs", ".min.js"];
/// Folders that hold a workspace's packages, by the names that people give them.
const WORKSPACES: &[&str] = &["packages", "libs", "apps", "modules", "plugins"];

impl<'p> Resolver<'p> {
    pub(super) fn script(&self, path: &RepoPath, import: &Import) -> Option<&'p str> {
        let module = import.module.as_str();
        if module.starts_with('.') {
            let target = path.parent()?.resolve(module).ok()?;
            return self.script_or_source(target.as_str());
        }
        if let Some(file) = self.own_name(path, module).or_else(|| self.alias(path, module)) {
            return Some(file);
        }
        if let Some((package, way)) = self.known_package(module) {
            return self.file_of_package(package, &way);
        }
        match module.split_once('/').filter(|(scope, _)| matches!(*scope, "@" | "~" | "src")) {
            Some((_, tail)) => {
                let tails = [Some(tail), stem(tail)].into_iter().flatten();
                let ends = |tail: &str| ENDS.iter().find_map(|end| self.ending(path, &format!("{tail}{end}")));
                tails.into_iter().find_map(|tail| ends(&format!("src/{tail}")).or_else(|| ends(tail)))
            }
            None => self.unnamed_package(module),
        }
    }

    /// The script that a path without its ending means; a directory means its index.
    fn script_at(&self, target: &str) -> Option<&'p str> {
        ENDS.iter().find_map(|end| self.file(format!("{target}{end}").trim_start_matches('/')))
    }

    /// The script at a path, or the source of what a compiler will write there: `./a.js` is `./a.ts` here.
    fn script_or_source(&self, target: &str) -> Option<&'p str> {
        self.script_at(target).or_else(|| self.script_at(stem(target)?))
    }

    /// What a package calls by a short name of its own, such as `#internal/a`.
    fn own_name(&self, path: &RepoPath, module: &str) -> Option<&'p str> {
        let packages = &self.manifests.package_folders;
        let package = path.ancestors().find_map(|folder| packages.get(folder.as_str()));
        let package = package.filter(|_| module.starts_with('#'))?;
        self.offered(package, &package.imports, module)
    }

    /// What the compiler's settings make of a name.
    fn alias(&self, path: &RepoPath, module: &str) -> Option<&'p str> {
        let compilers = &self.manifests.compilers;
        let compiler = path.ancestors().find_map(|folder| compilers.get(folder.as_str()))?;
        let by_path = targets(&compiler.paths, module).find_map(|target| self.script_or_source(&target));
        by_path.or_else(|| {
            let base = compiler.base.as_deref()?;
            self.script_or_source(&format!("{base}/{module}")).filter(|file| is_script(file))
        })
    }

    /// The package whose name a `package.json` gives, and what is asked of it, such as `./sub`.
    fn known_package(&self, module: &str) -> Option<(&Package, String)> {
        let packages = &self.manifests.packages;
        let borders = module.match_indices('/').map(|(at, _)| at).chain([module.len()]);
        let name = borders.rev().find(|at| packages.contains_key(&module[..*at]))?;
        Some((&packages[&module[..name]], format!(".{}", &module[name..])))
    }

    /// The file that a package means by a way into it.
    fn file_of_package(&self, package: &Package, way: &str) -> Option<&'p str> {
        self.offered(package, &package.exports, way).or_else(|| {
            let rest = way.trim_start_matches(['.', '/']);
            let names: &[&str] = if rest.is_empty() { &["index", "main", "node/index"] } else { &[rest] };
            let places = ["src/", "", "lib/"].into_iter().flat_map(|place| names.iter().map(move |name| (place, name)));
            places
                .map(|(place, name)| format!("{}/{place}{name}", package.folder))
                .find_map(|target| self.script_or_source(target.trim_start_matches('/')))
        })
    }

    /// The file that one of a package's lists names. Lists name what was built; the source stands under `src`.
    fn offered(&self, package: &Package, list: &[(String, Vec<String>)], way: &str) -> Option<&'p str> {
        let folder = RepoPath::new(package.folder.as_str()).ok()?;
        let targets: Vec<String> = targets(list, way)
            .filter_map(|target| folder.resolve(&target).ok())
            .map(|target| target.as_str().to_owned())
            .collect();
        let below = |target: &String| {
            let inside = target.strip_prefix(package.folder.as_str())?.trim_start_matches('/');
            // `dist/esm/a.js` may be made from `src/a.ts` or from `src/esm/a.ts`.
            let tails = inside.match_indices('/').map(|(at, _)| &inside[at + 1..]);
            let sources = tails.map(|tail| format!("{}/src/{tail}", package.folder));
            sources.into_iter().find_map(|source| self.script_or_source(source.trim_start_matches('/')))
        };
        targets.iter().find_map(|target| self.script_or_source(target)).or_else(|| targets.iter().find_map(below))
    }

    /// The file of a package of this workspace that no `package.json` names, and whose folder carries its name.
    fn unnamed_package(&self, module: &str) -> Option<&'p str> {
        let mut parts = module.splitn(3, '/');
        let first = parts.next()?;
        let scoped = first.starts_with('@');
        let name = if scoped { parts.next()? } else { first };
        let rest = parts.collect::<Vec<_>>().join("/");
        let source = self.packages_below(name, "src")?;
        let folder = source.strip_suffix("/src")?;
        let of_workspace = folder.rsplit('/').nth(1).is_some_and(|above| WORKSPACES.contains(&above));
        if !(if scoped { self.scopes.contains(first) } else { of_workspace }) {
            return None;
        }
        let files: &[&str] = if rest.is_empty() { &["index", "main", "node/index"] } else { &[&rest] };
        let targets =
            [source.as_str(), folder].into_iter().flat_map(|above| files.iter().map(move |file| (above, file)));
        targets.map(|(above, file)| format!("{above}/{file}")).find_map(|target| self.script_at(&target))
    }

    /// The directory `.../name/below` that holds files, the shortest one.
    pub(super) fn packages_below(&self, name: &str, below: &str) -> Option<String> {
        let tail = format!("{name}/{below}");
        let directories = self.packages.get(below)?.iter().filter(|path| ends_with_parts(path, &tail));
        directories.min_by_key(|path| (path.len(), **path)).map(|path| (*path).to_owned())
    }
}

/// What the entries of a list that fit a name lead to, `*` filled in; whole names before patterns, longer ones first.
fn targets<'l>(list: &'l [(String, Vec<String>)], name: &'l str) -> impl Iterator<Item = String> + use<'l> {
    let filling = |way: &'l str| match way.split_once('*') {
        None => (way == name).then_some(""),
        Some((before, after)) => name.strip_prefix(before)?.strip_suffix(after),
    };
    let mut fitting: Vec<(&str, &'l [String], &str)> =
        list.iter().filter_map(|(way, targets)| Some((way.as_str(), targets.as_slice(), filling(way)?))).collect();
    fitting.sort_by_key(|(way, ..)| (way.contains('*'), std::cmp::Reverse(way.len())));
    fitting.into_iter().flat_map(|(_, targets, filling)| targets.iter().map(move |target| target.replace('*', filling)))
}

/// A path without the ending of what a compiler writes.
fn stem(path: &str) -> Option<&str> {
    WRITTEN.iter().find_map(|end| path.strip_suffix(end))
}

fn is_script(file: &str) -> bool {
    ENDS.iter().any(|end| !end.is_empty() && file.ends_with(end))
}

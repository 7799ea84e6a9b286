//! What build files say of where imports lead: names of packages, crates and modules, and the folders behind them.
//!
//! Pure: texts in, tables out. A build file that does not read says nothing, and nothing here knows which files exist.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::base::RepoPath;

/// Steps from one `tsconfig.json` to what it extends.
const MOST_EXTENDS: usize = 5;
/// Targets of one export or one import of a package.
const MOST_TARGETS: usize = 12;

/// The tables of one project. Folders are paths from the root, `""` being the root itself.
#[derive(Debug, Default)]
pub(super) struct Manifests {
    /// Script packages by their name.
    pub(super) packages: BTreeMap<String, Package>,
    /// Script packages by their folder.
    pub(super) package_folders: BTreeMap<String, Package>,
    /// How TypeScript's compiler finds modules, by the folder of the setting.
    pub(super) compilers: BTreeMap<String, Compiler>,
    /// Go modules: path, folder; longer paths first.
    pub(super) go_modules: Vec<(String, String)>,
    /// Crates by the name that code calls them: the path of the crate's root file.
    pub(super) crates: BTreeMap<String, String>,
    /// PHP's namespaces, without the last backslash, and their folders; longer ones first.
    pub(super) namespaces: Vec<(String, String)>,
    /// Folders that Python packages stand in.
    pub(super) python_roots: Vec<String>,
}

/// A `package.json`.
#[derive(Clone, Debug, Default)]
pub(super) struct Package {
    pub(super) folder: String,
    /// What it offers: `.`, `./sub`, `./*`, each with the files that may be meant, as written.
    pub(super) exports: Vec<(String, Vec<String>)>,
    /// Its own short names, such as `#internal/*`.
    pub(super) imports: Vec<(String, Vec<String>)>,
}

/// What a `tsconfig.json` says of modules.
#[derive(Clone, Debug, Default)]
pub(super) struct Compiler {
    /// Patterns such as `@app/*`, and the paths from the root that they stand for.
    pub(super) paths: Vec<(String, Vec<String>)>,
    /// The folder that plain names are looked for in.
    pub(super) base: Option<String>,
}

/// Whether a file is one of those that are read here.
pub(in crate::index) fn is_manifest(path: &RepoPath) -> bool {
    let name = path.file_name();
    let is_compiler = (name.starts_with("tsconfig") || name.starts_with("jsconfig")) && name.ends_with(".json");
    let is_foreign = path.parts().any(|part| matches!(part, "node_modules" | "vendor" | "third_party"));
    (is_compiler || matches!(name, "package.json" | "go.mod" | "Cargo.toml" | "composer.json" | "pyproject.toml"))
        && !is_foreign
}

impl Manifests {
    /// Reads build files, in the order of their paths.
    pub(super) fn read<'t>(files: impl Iterator<Item = (&'t RepoPath, &'t [u8])>) -> Self {
        let mut tables = Self::default();
        let mut settings: BTreeMap<String, Value> = BTreeMap::new();
        let mut aliases: Vec<(String, String)> = Vec::new();
        for (path, bytes) in files {
            let Ok(text) = std::str::from_utf8(bytes) else { continue };
            let folder = path.parent().map(|folder| folder.as_str().to_owned()).unwrap_or_default();
            match path.file_name() {
                "package.json" => tables.package(&folder, text),
                "go.mod" => tables.go_module(folder, text),
                "Cargo.toml" => tables.cargo(&folder, text, &mut aliases),
                "composer.json" => tables.composer(&folder, text),
                "pyproject.toml" => tables.python(&folder, text),
                _ => {
                    let value = serde_json::from_str(&plain_json(text)).unwrap_or_default();
                    settings.insert(path.as_str().to_owned(), value);
                }
            }
        }
        for (alias, name) in aliases {
            if let Some(root) = tables.crates.get(&name).cloned() {
                tables.crates.entry(alias).or_insert(root);
            }
        }
        for path in settings.keys() {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
            let found = compiler(path, &settings, MOST_EXTENDS);
            // `tsconfig.json` comes after `tsconfig.base.json`, and says what holds for the folder.
            if !found.paths.is_empty() || found.base.is_some() {
                tables.compilers.insert(folder, found);
            }
        }
        let longest = |one: &(String, String), other: &(String, String)| other.0.len().cmp(&one.0.len());
        tables.go_modules.sort_by(longest);
        tables.namespaces.sort_by(longest);
        tables
    }

    fn package(&mut self, folder: &str, text: &str) {
        let Ok(value) = serde_json::from_str::<Value>(text) else { return };
        let mut package = Package { folder: folder.to_owned(), ..Package::default() };
        match value.get("exports") {
            Some(Value::Object(ways)) if ways.keys().any(|way| way.starts_with('.')) => {
                package.exports = ways.iter().map(|(way, targets)| (way.clone(), strings(targets))).collect();
            }
            Some(targets) => package.exports.push((".".to_owned(), strings(targets))),
            None => {}
        }
        let mains = ["source", "module", "main", "types", "typings"].into_iter().filter_map(|field| value.get(field));
        package.exports.push((".".to_owned(), mains.flat_map(strings).collect()));
        if let Some(Value::Object(own)) = value.get("imports") {
            package.imports = own.iter().map(|(way, targets)| (way.clone(), strings(targets))).collect();
        }
        if let Some(name) = value.get("name").and_then(Value::as_str) {
            self.packages.entry(name.to_owned()).or_insert_with(|| package.clone());
        }
        self.package_folders.insert(folder.to_owned(), package);
    }

    fn go_module(&mut self, folder: String, text: &str) {
        let module = text.lines().find_map(|line| line.trim().strip_prefix("module "));
        let module = module.map(|module| module.split("//").next().unwrap_or(module).trim().trim_matches('"'));
        self.go_modules.extend(module.map(|module| (module.to_owned(), folder)));
    }

    fn cargo(&mut self, folder: &str, text: &str, aliases: &mut Vec<(String, String)>) {
        let Ok(value) = toml::from_str::<toml::Table>(text) else { return };
        let workspace = value.get("workspace").and_then(|workspace| workspace.get("dependencies"));
        let tables = ["dependencies", "dev-dependencies", "build-dependencies"].into_iter().map(|name| value.get(name));
        for dependencies in tables.chain([workspace]).flatten().filter_map(toml::Value::as_table) {
            let renamed = dependencies.iter().filter_map(|(alias, from)| Some((alias, from.get("package")?.as_str()?)));
            aliases.extend(renamed.map(|(alias, name)| (crate_name(alias), crate_name(name))));
        }
        let Some(name) = value.get("package").and_then(|package| package.get("name")?.as_str()) else { return };
        let library = |field: &str| value.get("lib").and_then(|library| library.get(field)?.as_str());
        let root = joined(folder, library("path").unwrap_or("src/lib.rs"));
        self.crates.extend(root.map(|root| (crate_name(library("name").unwrap_or(name)), root)));
    }

    fn composer(&mut self, folder: &str, text: &str) {
        let Ok(value) = serde_json::from_str::<Value>(text) else { return };
        for load in
            ["autoload", "autoload-dev"].into_iter().filter_map(|field| value.get(field)?.get("psr-4")?.as_object())
        {
            for (namespace, targets) in load {
                let folders = strings(targets).into_iter().filter_map(|target| joined(folder, &target));
                self.namespaces.extend(folders.map(|folder| (namespace.trim_end_matches('\\').to_owned(), folder)));
            }
        }
    }

    fn python(&mut self, folder: &str, text: &str) {
        let value = toml::from_str::<toml::Table>(text).unwrap_or_default();
        let tool = |names: &[&str]| {
            let first = value.get("tool")?.get(names.first()?);
            names.iter().skip(1).try_fold(first?, |value, name| value.get(name))
        };
        let text_of = |value: &toml::Value| value.as_str().map(str::to_owned);
        let list = |value: &toml::Value| value.as_array().into_iter().flatten().filter_map(text_of).collect::<Vec<_>>();
        let mut said: Vec<String> = tool(&["setuptools", "packages", "find", "where"]).map(list).unwrap_or_default();
        said.extend(tool(&["maturin", "python-source"]).and_then(text_of));
        said.extend(tool(&["setuptools", "package-dir", ""]).and_then(text_of));
        let poetry = tool(&["poetry", "packages"]).and_then(toml::Value::as_array).into_iter().flatten();
        said.extend(poetry.filter_map(|package| text_of(package.get("from")?)));
        said.extend(["src".to_owned(), ".".to_owned()]);
        for root in said.iter().filter_map(|root| joined(folder, root)) {
            if !self.python_roots.contains(&root) {
                self.python_roots.push(root);
            }
        }
    }
}

/// The paths and the base of a setting, its own before those that it extends.
fn compiler(path: &str, settings: &BTreeMap<String, Value>, steps: usize) -> Compiler {
    let Some(value) = settings.get(path).filter(|_| steps > 0) else { return Compiler::default() };
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let options = value.get("compilerOptions");
    let base = options.and_then(|options| joined(folder, options.get("baseUrl")?.as_str()?));
    let from = base.clone().unwrap_or_else(|| folder.to_owned());
    let paths = options.and_then(|options| options.get("paths")?.as_object()).into_iter().flatten();
    let mut found = Compiler {
        paths: paths
            .map(|(way, targets)| {
                (way.clone(), strings(targets).iter().filter_map(|target| joined(&from, target)).collect())
            })
            .collect(),
        base,
    };
    for extended in value.get("extends").map(strings).unwrap_or_default() {
        let target = joined(folder, &extended).filter(|_| extended.starts_with('.'));
        let more = target.and_then(|target| {
            let path = if settings.contains_key(&target) { target } else { format!("{target}.json") };
            settings.contains_key(&path).then(|| compiler(&path, settings, steps - 1))
        });
        if let Some(more) = more {
            found.base = found.base.or(more.base);
            if found.paths.is_empty() {
                found.paths = more.paths;
            }
        }
    }
    found
}

/// All strings in a value, in order: what conditions and fallbacks may lead to.
fn strings(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) if found.len() < MOST_TARGETS => found.push(text.clone()),
            Value::Array(values) => open.extend(values.iter().rev()),
            Value::Object(values) => open.extend(values.values().rev()),
            _ => {}
        }
    }
    found
}

fn crate_name(name: &str) -> String {
    name.replace('-', "_")
}

/// A path below a folder, `.` and `..` resolved; `None` if it leaves the repository.
fn joined(folder: &str, path: &str) -> Option<String> {
    let folder = RepoPath::new(folder).ok()?;
    folder.resolve(path.trim_end_matches('/')).ok().map(|path| path.as_str().to_owned())
}

/// JSON as people write it into settings, made plain: comments and commas before a closing bracket become spaces.
fn plain_json(text: &str) -> String {
    let mut plain = text.trim_start_matches('\u{feff}').as_bytes().to_vec();
    let (mut at, mut in_string, mut comma) = (0, false, None);
    while at < plain.len() {
        let byte = plain[at];
        match byte {
            b'\\' if in_string => at += 1,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'/' if matches!(plain.get(at + 1), Some(b'/' | b'*')) => {
                let close: &[u8] = if plain[at + 1] == b'/' { b"\n" } else { b"*/" };
                let rest = &plain[at + 2..];
                let length = rest.windows(close.len()).position(|window| window == close);
                let end = length.map_or(plain.len(), |length| at + 2 + length + close.len());
                plain[at..end].fill(b' ');
                at = end;
                continue;
            }
            b']' | b'}' => {
                if let Some(comma) = comma {
                    plain[comma] = b' ';
                }
            }
            _ => {}
        }
        if byte == b',' && !in_string {
            comma = Some(at);
        } else if !byte.is_ascii_whitespace() {
            comma = None;
        }
        at += 1;
    }
    String::from_utf8(plain).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(files: &[(&str, &str)]) -> Manifests {
        let paths: Vec<RepoPath> = files.iter().map(|(path, _)| RepoPath::new(*path).expect("plain")).collect();
        Manifests::read(paths.iter().zip(files.iter().map(|(_, text)| text.as_bytes())))
    }

    #[test]
    fn settings_may_have_comments_and_extend_others() {
        let base = "{ // Words, \"and\" more.\n \"compilerOptions\": { \"paths\": { \"@a/*\": [\"./src/*\",], }, }, }";
        let own = r#"{ "extends": "../tsconfig.base", /* none */ "compilerOptions": { "baseUrl": "lib" } }"#;
        let tables = read(&[("tsconfig.base.json", base), ("app/tsconfig.json", own), ("x/tsconfig.json", "no json")]);
        assert_eq!(tables.compilers[""].paths, [("@a/*".to_owned(), vec!["src/*".to_owned()])]);
        let app = &tables.compilers["app"];
        assert_eq!((app.base.as_deref(), app.paths[0].1[0].as_str()), (Some("app/lib"), "src/*"));
        assert!(!tables.compilers.contains_key("x"));
        assert_eq!(plain_json(r#"["a//b", "c\",]"]"#), r#"["a//b", "c\",]"]"#);
    }

    #[test]
    fn packages_say_what_they_offer() {
        let text = r##"{ "name": "@o/core", "main": "./lib.js", "imports": { "#in/*": "./src/in/*.ts" },
            "exports": { ".": { "types": "./a.d.ts", "default": ["./a.js"] }, "./b": "./b.js" } }"##;
        let tables = read(&[("packages/core/package.json", text)]);
        let core = &tables.packages["@o/core"];
        assert_eq!(core.folder, "packages/core");
        assert_eq!(core.exports[0], (".".to_owned(), vec!["./a.d.ts".to_owned(), "./a.js".to_owned()]));
        assert_eq!(core.exports[2], (".".to_owned(), vec!["./lib.js".to_owned()]));
        assert_eq!(core.imports[0].0, "#in/*");
    }

    #[test]
    fn crates_modules_and_namespaces_have_folders() {
        let renamed = "[package]\nname = \"top\"\n[dependencies]\ncore = { package = \"the-core\", path = \"a\" }\n";
        let tables = read(&[
            ("Cargo.toml", renamed),
            ("a/Cargo.toml", "[package]\nname = \"the-core\"\n[lib]\npath = \"lib.rs\"\n"),
            ("composer.json", r#"{"autoload": {"psr-4": {"Http\\": "src/", "Http\\Test\\": ["tests"]}}}"#),
            ("go.mod", "// Word.\nmodule example.org/x // Old.\n\ngo 1.22\n"),
            ("tools/go.mod", "module example.org/x/tools\n"),
            ("py/pyproject.toml", "[tool.setuptools.packages.find]\nwhere = [\"lib\"]\n"),
        ]);
        assert_eq!(tables.crates["top"], "src/lib.rs");
        assert_eq!((tables.crates["the_core"].as_str(), tables.crates["core"].as_str()), ("a/lib.rs", "a/lib.rs"));
        assert_eq!(tables.namespaces[0], ("Http\\Test".to_owned(), "tests".to_owned()));
        assert_eq!(tables.go_modules[0], ("example.org/x/tools".to_owned(), "tools".to_owned()));
        assert_eq!(tables.go_modules[1], ("example.org/x".to_owned(), String::new()));
        assert_eq!(tables.python_roots, ["py/lib", "py/src", "py"]);
    }

    #[test]
    fn damaged_build_files_say_nothing() {
        for text in ["", "{", "[", "null", "[package]\nname = 3", "{\"exports\": 3}", "module", "\u{0}"] {
            for name in ["package.json", "tsconfig.json", "go.mod", "Cargo.toml", "composer.json", "pyproject.toml"] {
                let tables = read(&[(name, text)]);
                assert!(
                    tables.packages.is_empty() && tables.crates.is_empty() && tables.go_modules.is_empty(),
                    "{name}"
                );
            }
        }
    }
}

//! The tree as tools see it, and the choice of the tool.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use crate::agents::tools::find;
use crate::agents::tools::grep;
use crate::agents::tools::ls;
use crate::agents::tools::read;
use crate::agents::tools::secrets;
use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::llm::Observation;
use crate::llm::Tool;
use crate::llm::Toolbox;
use crate::repo::FileKind;
use crate::repo::Tree;

/// Characters of a result; what is beyond them is cut and said to be.
const MOST_CHARACTERS: usize = 16_000;

/// A tree with the catalogs that are being worked on laid over it.
pub struct Workbench<'a> {
    tree: &'a dyn Tree,
    project: &'a Project,
    paths: BTreeSet<RepoPath>,
}

impl<'a> Workbench<'a> {
    /// The files of `tree`, with the catalogs of `project` in place of the tree's.
    pub fn new(tree: &'a dyn Tree, project: &'a Project) -> Self {
        let files = tree.entries().iter().map(|entry| &entry.path).filter(|path| path.file_name() != CATALOG_FILE);
        let catalogs = project.catalogs.keys().filter_map(|directory| directory.join(CATALOG_FILE).ok());
        Self { tree, project, paths: files.cloned().chain(catalogs).collect() }
    }

    /// All files, sorted.
    pub(super) fn paths(&self) -> &BTreeSet<RepoPath> {
        &self.paths
    }

    /// The text of a file, or why it is not shown.
    pub(super) fn text(&self, path: &RepoPath) -> Result<Arc<str>, String> {
        if secrets::looks_secret(path) {
            return Err("refused: the file looks like a secret".to_owned());
        }
        if path.file_name() == CATALOG_FILE {
            let directory = path.parent().unwrap_or_default();
            let catalog = self.project.catalogs.get(&directory);
            return catalog.map(|catalog| Arc::from(catalog.text.as_str())).ok_or_else(|| missing(path));
        }
        match self.tree.entry(path).map(|entry| entry.kind) {
            None => return Err(missing(path)),
            Some(FileKind::Symlink) => return Err("refused: links are not followed".to_owned()),
            Some(FileKind::Submodule) => return Err("refused: nested repositories are not entered".to_owned()),
            Some(FileKind::File) => {}
        }
        let bytes = self.tree.read(path).map_err(|error| format!("unreadable: {error}"))?;
        match std::str::from_utf8(&bytes) {
            Ok(text) if !text.contains('\0') => Ok(Arc::from(text)),
            _ => Err("refused: the file is not text".to_owned()),
        }
    }
}

impl Toolbox for Workbench<'_> {
    fn tools(&self) -> Vec<Tool> {
        vec![read::tool(), ls::tool(), grep::tool(), find::tool()]
    }

    fn call(&self, name: &str, arguments: &Value) -> Observation {
        let outcome = match name {
            "read" => read::run(self, arguments),
            "ls" => ls::run(self, arguments),
            "grep" => grep::run(self, arguments),
            "find" => find::run(self, arguments),
            other => Err(format!("there is no tool `{other}`")),
        };
        match outcome {
            Ok(text) => Observation { text: bounded(text), refused: false },
            Err(text) => Observation { text: bounded(text), refused: true },
        }
    }
}

/// A result, cut where it is too long.
pub(crate) fn bounded(text: String) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((at, _)) => format!("{}\n(cut here: the result is longer)", &text[..at]),
        None => text,
    }
}

fn missing(path: &RepoPath) -> String {
    format!("missing: there is no file `{path}`; `ls` and `find` show what there is")
}

/// A path argument inside the repository; absolute paths and those that lead out are none.
pub(crate) fn path_of(arguments: &Value, key: &str) -> Result<RepoPath, String> {
    let given = match arguments.get(key) {
        None | Some(Value::Null) => "",
        Some(Value::String(path)) => path.trim(),
        Some(_) => return Err(format!("wrong arguments: `{key}` is no text")),
    };
    let plain = given.trim_start_matches("./").trim_end_matches('/');
    if plain.is_empty() || plain == "." {
        return if given.starts_with('/') { Err(outside()) } else { Ok(RepoPath::root()) };
    }
    RepoPath::new(plain).map_err(|_| outside())
}

fn outside() -> String {
    "refused: paths count from the root of the repository and stay inside it".to_owned()
}

/// A text argument.
pub(crate) fn text_of<'v>(arguments: &'v Value, key: &str) -> Result<&'v str, String> {
    match arguments.get(key).and_then(Value::as_str) {
        Some(text) if !text.is_empty() => Ok(text),
        _ => Err(format!("wrong arguments: `{key}` is missing")),
    }
}

/// A number argument; models write numbers as text, too.
pub(crate) fn number_of(arguments: &Value, key: &str) -> Option<u32> {
    let value = arguments.get(key)?;
    let number = value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())?;
    u32::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::repo::MemoryTree;

    fn tree() -> MemoryTree {
        MemoryTree::fixture(
            "
            //- catalog.md
            # old
            //- src/a.py
            def alpha():
                return 'needle'
            //- src/deep/b.py
            NEEDLE = 1
            //- .env
            TOKEN=needle
            //- keys/server.pem
            needle
            //- link [symlink]
            /etc/passwd
            ",
        )
    }

    fn call(name: &str, arguments: &Value) -> Observation {
        let project = Project::default().with_catalog(&RepoPath::root(), "# new\n");
        let tree = tree();
        Workbench::new(&tree, &project).call(name, arguments)
    }

    #[test]
    fn catalogs_are_those_that_are_worked_on() {
        assert_eq!(call("read", &json!({ "path": "catalog.md" })).text, "catalog.md, lines 1 to 1 of 1\n1\t# new\n");
    }

    #[test]
    fn nothing_outside_and_nothing_secret_is_shown() {
        let paths = ["/etc/passwd", "../x", "src/../../x", ".git/config", ".env", "keys/server.pem", "link", "gone.py"];
        for path in paths {
            let observation = call("read", &json!({ "path": path }));
            assert!(observation.refused && !observation.text.contains("needle"), "{path}: {observation:?}");
        }
        assert!(call("ls", &json!({ "path": "/" })).refused);
        let found = call("grep", &json!({ "pattern": "needle" }));
        assert_eq!(found.text, "src/a.py:2:    return 'needle'\n");
        assert!(call("read", &json!({ "path": 7 })).refused);
        assert!(call("rm", &json!({})).refused);
    }

    #[test]
    fn files_are_listed_found_and_searched() {
        assert_eq!(call("ls", &json!({})).text, "catalog.md\nlink\nsrc/\n");
        assert_eq!(call("ls", &json!({ "path": "./src/" })).text, "a.py\ndeep/\n");
        assert!(call("ls", &json!({ "path": "src/a.py" })).refused);
        assert_eq!(call("find", &json!({ "pattern": "*.py" })).text, "src/a.py\nsrc/deep/b.py\n");
        assert_eq!(call("find", &json!({ "pattern": "B", "path": "src" })).text, "src/deep/b.py\n");
        let found = call("grep", &json!({ "pattern": "needle", "ignore_case": true, "path": "src/deep" }));
        assert_eq!(found.text, "src/deep/b.py:1:NEEDLE = 1\n");
        assert!(call("grep", &json!({ "pattern": "(" })).refused);
        assert_eq!(call("grep", &json!({ "pattern": "absent" })).text, "nothing matches\n");
        let lines = call("read", &json!({ "path": "src/a.py", "start_line": "2", "end_line": 9 }));
        assert_eq!(lines.text, "src/a.py, lines 2 to 2 of 2\n2\t    return 'needle'\n");
        assert!(call("read", &json!({ "path": "src/a.py", "start_line": 3 })).refused);
    }

    #[test]
    fn results_are_bounded() {
        let mut tree = MemoryTree::new();
        let line = "x".repeat(1_000) + "\n";
        tree.insert(RepoPath::new("big.py").expect("plain"), line.repeat(5_000).into_bytes()).expect("no collision");
        let project = Project::default();
        let bench = Workbench::new(&tree, &project);
        for (name, arguments) in [("read", json!({ "path": "big.py" })), ("grep", json!({ "pattern": "x" }))] {
            let text = bench.call(name, &arguments).text;
            assert!(text.chars().count() < MOST_CHARACTERS + 100, "{name}: {}", text.len());
        }
    }
}

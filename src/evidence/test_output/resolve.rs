//! From a printed path to the files of a repository that it may mean.
//!
//! Outputs come from other machines, from build folders, from installed copies. What is sure is the end of the path: the
//! longest common tail decides, and how much of it must agree depends on where the path points.

use std::collections::HashMap;

use crate::base::RepoPath;

/// Files by their names.
#[derive(Debug)]
pub struct Resolver<'a> {
    by_name: HashMap<&'a str, Vec<&'a RepoPath>>,
}

/// Folders below which something installed stands; what follows may still be a copy of this repository.
const INSTALLED: &[&str] = &["site-packages", "dist-packages", "node_modules", "gems", "bundle"];
/// Runs of folders below which nothing of this repository can stand.
const FOREIGN: &[&[&str]] = &[
    &["rustc"],
    &[".cargo", "registry"],
    &[".cargo", "git"],
    &["rustlib", "src"],
    &["go", "pkg", "mod"],
    &["local", "go", "src"],
    &["usr", "include"],
    &["internal", "process"],
    &[".m2", "repository"],
    &["<frozen"],
];
/// Folders that hold what was made from sources.
const BUILT: &[&str] = &["dist", "build", "out", "lib", "esm", "cjs", "es", "target", "_build", ".next", "bin", "obj"];
/// Endings of scripts, and those that they are made from.
const SCRIPTS: &[(&str, &[&str])] =
    &[("js", &["ts", "tsx", "jsx"]), ("mjs", &["mts", "ts"]), ("cjs", &["cts", "ts"]), ("jsx", &["tsx"])];
/// A tail that more files share says nothing of any.
const MOST_FILES: usize = 6;

impl<'a> Resolver<'a> {
    /// A resolver over all files of a tree, tests included: a frame in a test must not be taken for another file.
    pub fn new(files: impl IntoIterator<Item = &'a RepoPath>) -> Self {
        let mut by_name: HashMap<&str, Vec<&RepoPath>> = HashMap::new();
        for file in files {
            by_name.entry(file.file_name()).or_default().push(file);
        }
        Self { by_name }
    }

    /// The files that a printed path may mean, sorted; none where nothing agrees well enough, or too many agree equally.
    pub fn resolve(&self, printed: &str) -> Vec<&'a RepoPath> {
        let parts = parts_of(printed);
        let Some(name) = parts.last() else { return Vec::new() };
        if FOREIGN.iter().any(|run| parts.windows(run.len()).any(|window| window == *run)) {
            return Vec::new();
        }
        let found = self.by_tail(name, &parts);
        if !found.is_empty() {
            return found;
        }
        self.sources_of(name, &parts)
    }

    fn by_tail(&self, name: &str, parts: &[&str]) -> Vec<&'a RepoPath> {
        let mut longest = 1;
        let mut found: Vec<&RepoPath> = Vec::new();
        for file in self.by_name.get(name).into_iter().flatten() {
            let tail = file.parts().rev().zip(parts.iter().rev()).take_while(|(ours, theirs)| ours == *theirs).count();
            if tail > longest {
                longest = tail;
                found.clear();
            }
            if tail == longest {
                found.push(file);
            }
        }
        found.retain(|file| agrees(file, longest, parts));
        if found.len() > MOST_FILES {
            return Vec::new();
        }
        found.sort();
        found
    }

    /// The sources that a compiled script may have been made from: `dist/pool.js` from `src/pool.ts`.
    fn sources_of(&self, name: &str, parts: &[&str]) -> Vec<&'a RepoPath> {
        let Some((stem, ending)) = name.rsplit_once('.') else { return Vec::new() };
        let Some((_, sources)) = SCRIPTS.iter().find(|(script, _)| *script == ending) else { return Vec::new() };
        let Some(built) = parts.iter().rposition(|part| BUILT.contains(part)) else { return Vec::new() };
        for source in *sources {
            let name = format!("{stem}.{source}");
            for between in [&["src"][..], &[]] {
                let mut moved: Vec<&str> = parts[..built].to_vec();
                moved.extend(between);
                moved.extend(&parts[built + 1..parts.len() - 1]);
                moved.push(&name);
                let found = self.by_tail(&name, &moved);
                if !found.is_empty() {
                    return found;
                }
            }
        }
        Vec::new()
    }
}

/// Whether a common tail of so many parts is enough to take a file for the printed one.
fn agrees(file: &RepoPath, tail: usize, parts: &[&str]) -> bool {
    let whole_file = tail == file.depth();
    let whole_printed = tail == parts.len();
    let is_java = file.extension() == Some("java");
    if let Some(at) = parts.iter().rposition(|part| INSTALLED.contains(part) || part.starts_with("python3")) {
        // An installed copy: everything below the folder must agree, and more than a name.
        let below = parts.len() - at - 1;
        return tail >= below && (below > 1 || whole_file);
    }
    // The folders of a Java file are its package, which a frame always gives in full.
    if is_java && parts.len() > 1 && !parts[0].is_empty() {
        return whole_printed || whole_file || tail >= 3;
    }
    whole_file || whole_printed || tail >= 2
}

/// The parts of a printed path that name something. A path that begins at a root has an empty first part.
fn parts_of(printed: &str) -> Vec<&str> {
    let path = printed.split_once(':').filter(|(drive, _)| drive.len() == 1).map_or(printed, |(_, path)| path);
    let mut parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | "..")).collect();
    // `~`, `@`, and `webpack-internal` or the like stand before a path that is relative to something.
    if parts.first().is_some_and(|part| matches!(*part, "~" | "@")) {
        parts.remove(0);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(files: &[&str], printed: &str) -> Vec<String> {
        let mut paths: Vec<RepoPath> = files.iter().map(|file| RepoPath::new(*file).expect("plain")).collect();
        paths.sort();
        Resolver::new(&paths).resolve(printed).into_iter().map(|path| path.as_str().to_owned()).collect()
    }

    #[test]
    fn the_longest_tail_wins_on_any_machine() {
        let files = ["pool/server.py", "net/server.py", "server.py", "tests/pool/server.py"];
        for printed in
            ["/srv/ci/build/pool/server.py", "./pool/server.py", "C:\\ci\\pool\\server.py", "../pool/server.py"]
        {
            assert_eq!(resolved(&files, printed), ["pool/server.py", "tests/pool/server.py"], "{printed}");
        }
        assert_eq!(resolved(&files, "/app/server.py"), ["server.py"], "all of a file's path agrees");
        assert_eq!(resolved(&files[..2], "/app/server.py"), [""; 0], "a name alone, elsewhere");
        assert_eq!(
            resolved(&files[..2], "server.py"),
            ["net/server.py", "pool/server.py"],
            "a name alone is all there is"
        );
    }

    #[test]
    fn what_is_installed_is_ours_only_where_all_of_it_agrees() {
        let files = ["src/flask/app.py", "app.py", "json/decoder.py", "packages/ui/dist/index.js"];
        assert_eq!(resolved(&files, "/venv/lib/python3.12/site-packages/flask/app.py"), ["src/flask/app.py"]);
        assert_eq!(resolved(&files, "/venv/lib/python3.12/site-packages/werkzeug/app.py"), [""; 0]);
        assert_eq!(resolved(&files[..2], "/usr/lib/python3.12/json/decoder.py"), [""; 0]);
        assert_eq!(resolved(&files, "/ci/node_modules/other/dist/index.js"), [""; 0]);
    }

    #[test]
    fn libraries_of_the_language_are_nobodys() {
        let files = ["core/src/panicking.rs", "src/lib.rs", "runtime/panic.go"];
        for printed in [
            "/rustc/1a2b3c/library/core/src/panicking.rs",
            "/srv/x/.cargo/registry/src/index.crates.io-1/serde-1.0.0/src/lib.rs",
            "/usr/local/go/src/runtime/panic.go",
        ] {
            assert_eq!(resolved(&files, printed), [""; 0], "{printed}");
        }
    }

    #[test]
    fn java_packages_agree_in_full() {
        let files = ["core/src/main/java/org/acme/Pool.java", "lang/Thread.java", "app/src/acme/Net.kt"];
        assert_eq!(resolved(&files, "org/acme/Pool.java"), ["core/src/main/java/org/acme/Pool.java"]);
        assert_eq!(resolved(&files, "java/other/Pool.java"), [""; 0]);
        assert_eq!(
            resolved(&files, "org/acme/Net.kt"),
            ["app/src/acme/Net.kt"],
            "Kotlin may leave out a common package"
        );
    }

    #[test]
    fn compiled_scripts_lead_to_their_sources() {
        let files = ["packages/ui/src/pool.ts", "packages/cli/src/pool.ts", "web/view.tsx"];
        assert_eq!(resolved(&files, "/ci/packages/ui/dist/pool.js"), ["packages/ui/src/pool.ts"]);
        assert_eq!(resolved(&files, "/ci/web/build/view.js"), ["web/view.tsx"]);
        assert_eq!(resolved(&files, "/ci/other/view.js"), [""; 0]);
    }

    #[test]
    fn a_name_that_everybody_has_names_nobody() {
        let files: Vec<String> = (0..9).map(|at| format!("pkg{at}/__init__.py")).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        assert_eq!(resolved(&files, "__init__.py"), [""; 0]);
        assert_eq!(resolved(&files, "/ci/pkg3/__init__.py"), ["pkg3/__init__.py"]);
    }
}

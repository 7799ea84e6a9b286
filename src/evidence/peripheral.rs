//! Code beside the product: documentation, examples, benchmarks, packaging. It is ranked only when asked for, since it
//! says the same words as the product and is rarely what a change needs.

use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::evidence::State;

/// Folders of such code, at any depth.
const FOLDERS: &[&str] = &[
    "_examples",
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "demo",
    "demos",
    "doc",
    "docs",
    "documentation",
    "example",
    "examples",
    "fuzz",
    "fuzzing",
    "playground",
    "playgrounds",
    "sample",
    "samples",
    "sandbox",
    "site",
    "tutorial",
    "tutorials",
    "website",
];
/// Files that build or package the product.
const FILES: &[&str] = &["Gemfile", "Rakefile", "__about__.py", "_version.py", "build.rs", "conf.py", "setup.py"];
/// Endings of such files.
const ENDINGS: &[&str] = &[".config.cjs", ".config.js", ".config.mjs", ".config.ts", ".d.ts", ".gemspec", ".rake"];

/// The code beside the product that a state is about after all.
pub(crate) struct AskedFor {
    /// What the state says, in lower case.
    text: String,
    /// Directories of what is being changed or was opened.
    directories: BTreeSet<RepoPath>,
}

impl AskedFor {
    /// Reads a state.
    pub(crate) fn of(state: &State) -> Self {
        let texts = [state.question(), state.searches.join("\n"), state.test_output.clone().unwrap_or_default()];
        let changed = state.diff.iter().map(|file| &file.path);
        let opened = state.opened.iter().chain(state.observations.iter().map(|seen| &seen.path));
        Self {
            text: texts.join("\n").to_lowercase(),
            directories: changed.chain(opened).filter_map(RepoPath::parent).collect(),
        }
    }

    /// Whether the state names the file, or works in its directory.
    pub(crate) fn holds(&self, path: &RepoPath) -> bool {
        path.parent().is_some_and(|directory| self.directories.contains(&directory)) || self.names(path.file_name())
    }

    fn names(&self, file: &str) -> bool {
        let file = file.to_lowercase();
        let of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        self.text.match_indices(&file).any(|(at, _)| {
            let (before, after) = (&self.text[..at], &self.text[at + file.len()..]);
            // `old_setup.py` and `setup.pyc` are other files.
            !before.ends_with(|c: char| of_name(c) || c == '.') && !after.starts_with(of_name)
        })
    }
}

/// Whether a source file stands beside the product.
pub(crate) fn is_peripheral(path: &RepoPath) -> bool {
    let name = path.file_name();
    let mut folders: Vec<&str> = path.parts().collect();
    folders.pop();
    // What a build tool calls the main sources is the product, whatever its packages are named.
    if folders.windows(2).any(|pair| pair == ["src", "main"]) {
        return false;
    }
    // `deno_dist`, `lib-dist`: copies that a build wrote.
    let is_copy = |folder: &&str| folder.ends_with("_dist") || folder.ends_with("-dist");
    // `template-vue`, `runtime-tests`: code that is copied for users, or runs against the product.
    let is_kit =
        |folder: &&str| folder.starts_with("template-") || folder.ends_with("-tests") || folder.ends_with("_tests");
    FILES.contains(&name)
        || ENDINGS.iter().any(|ending| name.ends_with(ending))
        || folders.iter().any(|folder| FOLDERS.binary_search(folder).is_ok() || is_copy(folder) || is_kit(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_may_be_about_what_stands_beside_the_product() {
        let path = |text: &str| RepoPath::new(text).expect("plain");
        let state = State {
            issue: Some("Setup.py forgets `docs/conf.py`, not old-build.rs".to_owned()),
            opened: vec![path("benches/lint.rs")],
            ..State::default()
        };
        let asked = AskedFor::of(&state);
        for named in ["setup.py", "docs/conf.py", "benches/parse.rs"] {
            assert!(asked.holds(&path(named)), "{named}");
        }
        for other in ["build.rs", "docs/up.py", "examples/lint.rs"] {
            assert!(!asked.holds(&path(other)), "{other}");
        }
    }

    #[test]
    fn the_product_is_told_from_what_stands_beside_it() {
        assert!(FOLDERS.is_sorted());
        let peripheral = |path: &str| is_peripheral(&RepoPath::new(path).expect("plain"));
        for path in ["docs/conf.py", "a/examples/x.go", "deno_dist/hono.ts", "setup.py", "vite.config.ts", "x.gemspec"]
        {
            assert!(peripheral(path), "{path}");
        }
        for path in ["src/docs.rs", "src/main/java/org/x/sample/A.java", "lib/config.rb", "dist.py", "doc.go"] {
            assert!(!peripheral(path), "{path}");
        }
    }
}

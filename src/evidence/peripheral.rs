//! Code beside the product: documentation, examples, benchmarks, packaging. It is ranked only when asked for, since it
//! says the same words as the product and is rarely what a change needs.

use crate::base::RepoPath;

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

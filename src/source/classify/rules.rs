//! Decides by a file's path, and by what the repository's attributes say, whether it is catalogued.

use globset::Glob;
use globset::GlobBuilder;
use globset::GlobSet;
use globset::GlobSetBuilder;

use super::FileClass;
use super::SkipReason;
use super::conventions;
use crate::base::RepoPath;
use crate::source::Language;

/// The project's own rules, on top of the conventions.
#[derive(Clone, Debug)]
pub struct Rules {
    exclude: Patterns,
    include: Patterns,
    max_file_bytes: u64,
}

/// Patterns as they are written, and the globs that they stand for.
#[derive(Clone, Debug)]
struct Patterns {
    written: Vec<String>,
    /// Two for each pattern, in order.
    globs: GlobSet,
}

/// Why rules cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// A pattern is malformed.
    #[error("`{pattern}` is not a usable path pattern")]
    Pattern {
        /// The pattern as written.
        pattern: String,
        /// What is wrong with it.
        source: globset::Error,
    },
}

impl Rules {
    /// Rules from glob patterns, as in `.gitignore` of the root: a pattern without a slash matches at any depth, one
    /// that names a directory holds for everything below it.
    pub fn new(exclude: &[String], include: &[String], max_file_bytes: u64) -> Result<Self, RulesError> {
        Ok(Self { exclude: Patterns::new(exclude)?, include: Patterns::new(include)?, max_file_bytes })
    }

    /// The size in bytes over which a file is not catalogued.
    pub fn max_file_bytes(&self) -> u64 {
        self.max_file_bytes
    }

    /// The first pattern of `exclude` that a path matches.
    pub(crate) fn excluding(&self, path: &RepoPath) -> Option<String> {
        self.exclude.first(path)
    }

    /// The first pattern of `include` that a path matches.
    pub(crate) fn including(&self, path: &RepoPath) -> Option<String> {
        self.include.first(path)
    }
}

impl Patterns {
    fn new(patterns: &[String]) -> Result<Self, RulesError> {
        Ok(Self { written: patterns.to_vec(), globs: set(patterns)? })
    }

    fn is_match(&self, path: &RepoPath) -> bool {
        self.globs.is_match(path.as_str())
    }

    fn first(&self, path: &RepoPath) -> Option<String> {
        let first = self.globs.matches(path.as_str()).into_iter().min()?;
        self.written.get(first / 2).cloned()
    }
}

/// What a path says of a file. `generated` and `vendored` are the attributes `linguist-generated` and
/// `linguist-vendored` where set; they win over the conventions, `exclude` and `include` win over both. Content may
/// still rule the file out (`examine`).
pub fn by_path(rules: &Rules, path: &RepoPath, generated: Option<bool>, vendored: Option<bool>) -> FileClass {
    as_language(rules, Language::of_path(path), path, generated, vendored)
}

/// The same for a file whose language its content has told (`Language::of_first_line`).
pub fn as_language(
    rules: &Rules,
    language: Option<Language>,
    path: &RepoPath,
    generated: Option<bool>,
    vendored: Option<bool>,
) -> FileClass {
    let skipped = |reason| FileClass::Skipped { language, reason };
    let Some(source) = language else { return skipped(SkipReason::NotSource) };
    if rules.exclude.is_match(path) {
        return skipped(SkipReason::Excluded);
    }
    if rules.include.is_match(path) {
        return FileClass::Source(source);
    }
    if vendored.unwrap_or_else(|| conventions::is_vendored(path, source)) {
        return skipped(SkipReason::Vendored);
    }
    if generated.unwrap_or_else(|| conventions::is_generated(path, source)) {
        return skipped(SkipReason::Generated);
    }
    if conventions::is_test(path, source) {
        return skipped(SkipReason::Test);
    }
    FileClass::Source(source)
}

fn set(patterns: &[String]) -> Result<GlobSet, RulesError> {
    let mut builder = GlobSetBuilder::new();
    for pattern in patterns {
        for glob in globs(pattern)? {
            builder.add(glob);
        }
    }
    let error = |source: globset::Error| RulesError::Pattern {
        pattern: source.glob().map_or_else(|| patterns.join(" "), str::to_owned),
        source,
    };
    builder.build().map_err(error)
}

/// The globs that stand for one pattern: the path itself, and all that is below it.
fn globs(pattern: &str) -> Result<[Glob; 2], RulesError> {
    let plain = pattern.trim_start_matches("./").trim_end_matches('/');
    let rooted = match plain.strip_prefix('/') {
        Some(rest) => rest.to_owned(),
        None if plain.contains('/') => plain.to_owned(),
        None => format!("**/{plain}"),
    };
    let glob = |text: &str| GlobBuilder::new(text).literal_separator(true).build();
    let both = glob(&rooted).and_then(|itself| Ok([itself, glob(&format!("{rooted}/**"))?]));
    both.map_err(|source| RulesError::Pattern { pattern: pattern.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(exclude: &[&str], include: &[&str]) -> Rules {
        let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        Rules::new(&owned(exclude), &owned(include), 1_000_000).expect("good patterns")
    }

    fn reason(rules: &Rules, path: &str) -> Option<SkipReason> {
        match by_path(rules, &RepoPath::new(path).expect("plain"), None, None) {
            FileClass::Source(_) => None,
            FileClass::Skipped { reason, .. } => Some(reason),
        }
    }

    #[test]
    fn patterns_read_like_gitignore() {
        let rules = rules(&["docs", "*.gen.py", "/tools/old/**", "src/*/x.py"], &["tests/support/**"]);
        assert_eq!(reason(&rules, "docs/conf.py"), Some(SkipReason::Excluded));
        assert_eq!(reason(&rules, "a/docs/conf.py"), Some(SkipReason::Excluded));
        assert_eq!(reason(&rules, "a/b.gen.py"), Some(SkipReason::Excluded));
        assert_eq!(reason(&rules, "tools/old/a/b.py"), Some(SkipReason::Excluded));
        assert_eq!(reason(&rules, "src/a/x.py"), Some(SkipReason::Excluded));
        assert_eq!(reason(&rules, "src/a/b/x.py"), None);
        assert_eq!(reason(&rules, "tests/support/a.py"), None);
        assert_eq!(reason(&rules, "tests/a.py"), Some(SkipReason::Test));
        assert!(Rules::new(&["a[".to_owned()], &[], 1).is_err());
    }

    #[test]
    fn attributes_win_over_conventions() {
        let none = rules(&[], &[]);
        let class =
            |path: &str, generated, vendored| by_path(&none, &RepoPath::new(path).expect("plain"), generated, vendored);
        assert_eq!(class("vendor/a.go", None, Some(false)), FileClass::Source(Language::Go));
        assert_eq!(class("a_pb2.py", Some(false), None), FileClass::Source(Language::Python));
        let skipped = FileClass::Skipped { language: Some(Language::Go), reason: SkipReason::Generated };
        assert_eq!(class("a.go", Some(true), None), skipped);
    }
}

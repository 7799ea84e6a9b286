//! The change of a catalog as git would print it.

use similar::TextDiff;

use crate::base::RepoPath;

/// A unified diff of a file's texts, with `a/` and `b/` before the path; a text that is `None` stands for no file.
/// Empty where nothing changed.
pub fn unified_diff(path: &RepoPath, old: Option<&str>, new: Option<&str>) -> String {
    if old == new {
        return String::new();
    }
    let name =
        |side: &str, text: Option<&str>| text.map_or_else(|| "/dev/null".to_owned(), |_| format!("{side}/{path}"));
    TextDiff::from_lines(old.unwrap_or_default(), new.unwrap_or_default())
        .unified_diff()
        .header(&name("a", old), &name("b", new))
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diffs_read_like_git() {
        let path = RepoPath::new("x/catalog.md").expect("plain");
        let diff = unified_diff(&path, Some("a\nb\n"), Some("a\nc\n"));
        assert_eq!(diff, "--- a/x/catalog.md\n+++ b/x/catalog.md\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
        assert!(unified_diff(&path, None, Some("a\n")).starts_with("--- /dev/null\n+++ b/x/catalog.md\n"));
        assert_eq!(unified_diff(&path, Some("a"), Some("a")), "");
    }
}

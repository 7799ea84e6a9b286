//! A unified diff in text, as logs and benchmarks hold it.

use crate::base::RepoPath;
use crate::evidence::DiffHunk;
use crate::evidence::DiffStatus;
use crate::evidence::FileDiff;

/// The files of a diff. Whatever is no diff gives nothing.
pub(crate) fn parse(text: &str) -> Vec<FileDiff> {
    let mut files: Vec<FileDiff> = Vec::new();
    let mut old = None;
    let (mut old_line, mut new_line) = (0, 0);
    let mut in_hunk = false;
    for line in text.lines() {
        if let Some(path) =
            line.strip_prefix("--- ").filter(|_| !in_hunk || line.starts_with("--- a/") || line == "--- /dev/null")
        {
            (old, in_hunk) = (named(path), false);
        } else if let Some(path) = line.strip_prefix("+++ ").filter(|_| !in_hunk) {
            files.extend(file(old.take(), named(path)));
        } else if let Some((before, now)) = starts(line) {
            (old_line, new_line, in_hunk) = (before, now, true);
            files.last_mut().into_iter().for_each(|file| file.hunks.push(hunk(before, now)));
        } else if let Some(file) = files.last_mut().filter(|_| in_hunk) {
            match line.split_at_checked(1) {
                Some(("+", text)) => {
                    last(file, old_line, new_line).added.push(text.to_owned());
                    new_line += 1;
                }
                Some(("-", text)) => {
                    last(file, old_line, new_line).removed.push(text.to_owned());
                    old_line += 1;
                }
                Some((" ", _)) | None => {
                    (old_line, new_line) = (old_line + 1, new_line + 1);
                    file.hunks.push(hunk(old_line, new_line));
                }
                Some(_) => in_hunk = line.starts_with('\\'),
            }
        }
    }
    for file in &mut files {
        file.hunks.retain(|hunk| !(hunk.added.is_empty() && hunk.removed.is_empty()));
    }
    files
}

/// `a/src/x.rs`, or `None` for `/dev/null`.
fn named(path: &str) -> Option<RepoPath> {
    let path = path.split('\t').next()?.trim().trim_matches('"');
    let path = path.strip_prefix("a/").or_else(|| path.strip_prefix("b/")).unwrap_or(path);
    RepoPath::new(path.replace('\\', "/")).ok()
}

fn file(old: Option<RepoPath>, new: Option<RepoPath>) -> Option<FileDiff> {
    let (path, previous, status) = match (old, new) {
        (Some(old), Some(new)) if old != new => (new, Some(old), DiffStatus::Renamed),
        (Some(_), Some(new)) => (new, None, DiffStatus::Modified),
        (None, Some(new)) => (new, None, DiffStatus::Added),
        (Some(old), None) => (old, None, DiffStatus::Deleted),
        (None, None) => return None,
    };
    Some(FileDiff { path, previous, status, hunks: Vec::new(), symbols: Vec::new(), former_symbols: Vec::new() })
}

/// `@@ -3,4 +5,6 @@`.
fn starts(line: &str) -> Option<(u32, u32)> {
    let (old, new) = line.strip_prefix("@@ -")?.split_once(" @@")?.0.split_once(" +")?;
    let first = |range: &str| range.split(',').next()?.parse().ok();
    Some((first(old)?, first(new)?))
}

fn hunk(old_start: u32, new_start: u32) -> DiffHunk {
    DiffHunk { old_start, new_start, removed: Vec::new(), added: Vec::new() }
}

fn last(file: &mut FileDiff, old_line: u32, new_line: u32) -> &mut DiffHunk {
    if file.hunks.is_empty() {
        file.hunks.push(hunk(old_line, new_line));
    }
    let at = file.hunks.len() - 1;
    &mut file.hunks[at]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_have_their_own_lines() {
        let text = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -3,4 +3,4 @@ def f\n a\n-b\n+B\n c\n+d\n\
                    diff --git a/y.py b/y.py\n--- /dev/null\n+++ b/y.py\n@@ -0,0 +1 @@\n+new\n\\ No newline at end of file\n";
        let files = parse(text);
        let told: Vec<_> = files.iter().map(|file| (file.path.as_str(), file.status, file.hunks.len())).collect();
        assert_eq!(told, [("x.py", DiffStatus::Modified, 2), ("y.py", DiffStatus::Added, 1)]);
        assert_eq!(files[0].removed().collect::<Vec<_>>(), [(4, "b")]);
        assert_eq!(files[0].added().collect::<Vec<_>>(), [(4, "B"), (6, "d")]);
        assert!(parse("+ not a diff\n@@ -1 +1 @@\n+x\n").is_empty());
    }
}

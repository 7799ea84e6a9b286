//! The text of what differs between two trees: removed and added lines, file by file.

use std::fmt::Write;

use super::Change;
use super::ChangeKind;
use super::Hunk;
use super::ReadError;
use super::Tree;
use super::changes;
use super::hunks;

/// What differs in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePatch {
    /// Which file, and what became of it.
    pub change: Change,
    /// What its lines say; `None` where it is no text, or larger than was asked for.
    pub text: Option<PatchText>,
}

/// The lines of a file before and after, and where they differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatchText {
    /// Where the two differ, from the top.
    pub hunks: Vec<Hunk>,
    old: String,
    new: String,
}

/// What differs between two trees, sorted by path. Files of more than `max_bytes` bytes, and those with a NUL among
/// their first 8,000, are named without their text.
pub fn patches(old: &dyn Tree, new: &dyn Tree, max_bytes: usize) -> Result<Vec<FilePatch>, ReadError> {
    changes(old, new)?.into_iter().map(|change| patch(change, old, new, max_bytes)).collect()
}

fn patch(change: Change, old: &dyn Tree, new: &dyn Tree, max_bytes: usize) -> Result<FilePatch, ReadError> {
    let from = match &change.kind {
        ChangeKind::Renamed { from, .. } => from,
        _ => &change.path,
    };
    let before = if change.old.is_some() { text(old, from, max_bytes)? } else { Some(String::new()) };
    let after = if change.new.is_some() { text(new, &change.path, max_bytes)? } else { Some(String::new()) };
    let text = before.zip(after).map(|(old, new)| PatchText { hunks: hunks(old.as_bytes(), new.as_bytes()), old, new });
    Ok(FilePatch { change, text })
}

fn text(tree: &dyn Tree, path: &crate::base::RepoPath, max_bytes: usize) -> Result<Option<String>, ReadError> {
    let bytes = match tree.read(path) {
        Ok(bytes) => bytes,
        Err(ReadError::TooLarge(_) | ReadError::NotFetched(_) | ReadError::Changed(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let is_text = bytes.len() <= max_bytes && !bytes.iter().take(8_000).any(|byte| *byte == 0);
    Ok(is_text.then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

impl PatchText {
    /// The lines that a hunk took out, without their line ends.
    pub fn removed<'a>(&'a self, hunk: &Hunk) -> impl Iterator<Item = &'a str> {
        lines(&self.old, &hunk.old)
    }

    /// The lines that a hunk put in, without their line ends.
    pub fn added<'a>(&'a self, hunk: &Hunk) -> impl Iterator<Item = &'a str> {
        lines(&self.new, &hunk.new)
    }
}

fn lines<'a>(text: &'a str, range: &std::ops::Range<u32>) -> impl Iterator<Item = &'a str> {
    text.lines().skip(range.start as usize).take(range.len())
}

impl FilePatch {
    /// Lines put in and lines taken out.
    pub fn size(&self) -> (u32, u32) {
        let hunks = self.text.iter().flat_map(|text| &text.hunks);
        hunks.fold((0, 0), |(added, removed), hunk| (added + hunk.new.len() as u32, removed + hunk.old.len() as u32))
    }

    /// The patch as `git diff` prints it, with `context` unchanged lines around each difference.
    pub fn unified(&self, context: u32) -> String {
        let from = match &self.change.kind {
            ChangeKind::Renamed { from, .. } => from,
            _ => &self.change.path,
        };
        let side = |there: bool, letter: char, path: &crate::base::RepoPath| {
            if there { format!("{letter}/{path}") } else { "/dev/null".to_owned() }
        };
        let mut out = format!(
            "--- {}\n+++ {}\n",
            side(self.change.old.is_some(), 'a', from),
            side(self.change.new.is_some(), 'b', &self.change.path)
        );
        match &self.text {
            None => out.push_str("Binary or large files differ\n"),
            Some(text) => text.print(context, &mut out),
        }
        out
    }
}

impl PatchText {
    fn print(&self, context: u32, out: &mut String) {
        let (old, new): (Vec<&str>, Vec<&str>) = (self.old.lines().collect(), self.new.lines().collect());
        let mut rest = self.hunks.as_slice();
        while let Some(first) = rest.first() {
            // Differences whose context would touch are printed together.
            let together =
                1 + rest.windows(2).take_while(|pair| pair[1].old.start - pair[0].old.end <= 2 * context).count();
            let (group, later) = rest.split_at(together);
            rest = later;
            let last = &group[group.len() - 1];
            let lead = context.min(first.old.start);
            let tail = context.min((old.len() as u32).saturating_sub(last.old.end));
            let before = first.old.start - lead..last.old.end + tail;
            let after = first.new.start - lead..last.new.end + tail;
            let header = |range: &std::ops::Range<u32>| {
                // An empty range stands after the line that it names.
                let start = range.start + u32::from(!range.is_empty());
                format!("{start},{}", range.len())
            };
            let _ = writeln!(out, "@@ -{} +{} @@", header(&before), header(&after));
            let mut at = before.start;
            for hunk in group {
                print_lines(out, ' ', &old, &(at..hunk.old.start));
                print_lines(out, '-', &old, &hunk.old);
                print_lines(out, '+', &new, &hunk.new);
                at = hunk.old.end;
            }
            print_lines(out, ' ', &old, &(at..before.end));
        }
    }
}

fn print_lines(out: &mut String, mark: char, lines: &[&str], range: &std::ops::Range<u32>) {
    for line in lines.iter().skip(range.start as usize).take(range.len()) {
        out.push(mark);
        out.push_str(line);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::patches;
    use crate::repo::MemoryTree;
    use crate::repo::testing::TestRepo;

    #[test]
    fn lines_are_told_file_by_file() {
        let old = MemoryTree::fixture("//- a\none\ntwo\nthree\n//- gone\nx\n");
        let new = MemoryTree::fixture("//- a\none\n2\nthree\nfour\n//- here\ny\n");
        let found = patches(&old, &new, 1_000).expect("readable");
        let text = found[0].text.as_ref().expect("text");
        let (added, removed): (Vec<_>, Vec<_>) =
            (text.added(&text.hunks[0]).collect(), text.removed(&text.hunks[0]).collect());
        assert_eq!((added, removed, found[0].size()), (vec!["2"], vec!["two"], (2, 1)));
        let printed: Vec<_> = found.iter().map(|patch| patch.unified(1)).collect();
        assert_eq!(
            printed,
            [
                "--- a/a\n+++ b/a\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four\n",
                "--- a/gone\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n",
                "--- /dev/null\n+++ b/here\n@@ -0,0 +1,1 @@\n+y\n",
            ]
        );
    }

    #[test]
    fn large_and_binary_files_are_named_only() {
        let old = MemoryTree::fixture("//- large\n0123456789\n");
        let mut new = MemoryTree::fixture("//- large\n01234567890\n");
        new.insert(crate::base::RepoPath::new("binary").expect("plain"), *b"\0").expect("no collision");
        let found = patches(&old, &new, 10).expect("readable");
        assert!(found.iter().all(|patch| patch.text.is_none()));
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn git_applies_what_is_printed() {
        let body = (0..60).fold(String::new(), |text, line| format!("{text}line {line}\n"));
        let repo = TestRepo::with(&format!("//- a\n{body}"));
        let changed = body
            .replace("line 3\n", "")
            .replace("line 8\n", "line eight\n")
            .replace("line 40\n", "line 40\nnew\n")
            .replace("line 59\n", "");
        repo.write("a", &changed);
        let opened = repo.open();
        let (old, new) = (opened.head_tree().expect("readable"), opened.work_tree().expect("readable"));
        let patch = patches(&old, &new, 10_000).expect("readable")[0].unified(3);
        repo.git(&["checkout", "--quiet", "a"]);
        repo.write("patch", &patch);
        repo.git(&["apply", "patch"]);
        assert_eq!(repo.read("a"), changed.as_bytes());
    }
}

//! What the work tree changes against a commit, with the definitions around it before and after.

use crate::base::RepoPath;
use crate::cli::context::Workspace;
use crate::cli::error::CommandError;
use crate::evidence::DiffHunk;
use crate::evidence::DiffStatus;
use crate::evidence::FileDiff;
use crate::repo;
use crate::repo::Change;
use crate::repo::ChangeKind;
use crate::repo::Tree;
use crate::source;
use crate::source::Language;

/// A file of more bytes than this is named in a diff, but its lines are not compared.
const MOST_BYTES: usize = 4_000_000;
/// Lines of a whole diff that are kept; a larger one is data, or a mass edit, and its first lines say what it is.
const MOST_LINES: usize = 20_000;
/// Bytes of old files that are parsed for the names around their changes.
const MOST_PARSED: usize = 400_000;

/// What the work tree changes against a commit; everything, where there is no commit yet.
pub(super) fn of_work_tree(workspace: &Workspace, base: &str) -> Result<Vec<FileDiff>, CommandError> {
    let old: Box<dyn Tree> = if workspace.repository.head()?.commit.is_none() {
        Box::new(workspace.repository.empty_tree())
    } else {
        Box::new(workspace.repository.revision_tree(base)?)
    };
    let mut reading =
        Reading { old: old.as_ref(), new: workspace.tree.as_ref(), lines: MOST_LINES, parsed: MOST_PARSED };
    Ok(repo::changes(old.as_ref(), workspace.tree.as_ref())?.iter().map(|change| reading.file(change)).collect())
}

struct Reading<'a> {
    old: &'a dyn Tree,
    new: &'a dyn Tree,
    /// Lines that may still be kept.
    lines: usize,
    /// Bytes that may still be parsed.
    parsed: usize,
}

impl Reading<'_> {
    fn file(&mut self, change: &Change) -> FileDiff {
        let (status, previous) = match &change.kind {
            ChangeKind::Added => (DiffStatus::Added, None),
            ChangeKind::Modified => (DiffStatus::Modified, None),
            ChangeKind::Deleted => (DiffStatus::Deleted, None),
            ChangeKind::Renamed { from, .. } => (DiffStatus::Renamed, Some(from.clone())),
        };
        let mut file = FileDiff {
            path: change.path.clone(),
            previous,
            status,
            hunks: Vec::new(),
            symbols: Vec::new(),
            former_symbols: Vec::new(),
        };
        if self.lines == 0 {
            return file;
        }
        let former = file.previous.as_ref().unwrap_or(&file.path).clone();
        let before = if status == DiffStatus::Added { String::new() } else { text(self.old, &former) };
        let after = if status == DiffStatus::Deleted { String::new() } else { text(self.new, &file.path) };
        file.hunks = self.hunks(&before, &after);
        if let Some(language) = Language::of_file(&former, before.as_bytes())
            && !file.hunks.is_empty()
            && !before.is_empty()
            && before.len() <= self.parsed
        {
            self.parsed -= before.len();
            file.name_former_symbols(&source::parse(language, &before));
        }
        file
    }

    fn hunks(&mut self, before: &str, after: &str) -> Vec<DiffHunk> {
        let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
        let mut hunks = Vec::new();
        for hunk in repo::hunks(before.as_bytes(), after.as_bytes()) {
            if self.lines == 0 {
                break;
            }
            let removed = self.slice(&old, &hunk.old);
            let added = self.slice(&new, &hunk.new);
            hunks.push(DiffHunk { old_start: hunk.old.start + 1, new_start: hunk.new.start + 1, removed, added });
        }
        hunks
    }

    /// The lines of a range, as long as lines may be kept.
    fn slice(&mut self, lines: &[&str], range: &std::ops::Range<u32>) -> Vec<String> {
        let range = range.start as usize..(range.end as usize).min(lines.len());
        let kept = lines.get(range).unwrap_or_default().iter().take(self.lines);
        let kept: Vec<String> = kept.map(|line| (*line).to_owned()).collect();
        self.lines -= kept.len();
        kept
    }
}

/// A file's text; empty for a binary, a very large or an unreadable one, whose change has no lines to speak of.
fn text(tree: &dyn Tree, path: &RepoPath) -> String {
    match tree.read(path) {
        Ok(bytes) if bytes.len() <= MOST_BYTES && !bytes.contains(&0) => String::from_utf8_lossy(&bytes).into_owned(),
        _ => String::new(),
    }
}

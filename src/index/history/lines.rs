//! The lines that a commit of the past put in and took out, read when they are asked for.

use super::past::History;
use super::past::PastCommit;
use crate::base::BlobId;
use crate::base::RepoPath;
use crate::index::IndexError;
use crate::repo;
use crate::repo::Repository;
use crate::source::Language;

/// Commits that changed more source files than this are not looked into.
const MAX_FILES: usize = 40;
/// Larger files are not compared.
const MAX_FILE_BYTES: usize = 1 << 20;

/// One source file as a commit changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// Where the file stands today, or stood last.
    pub path: RepoPath,
    /// What was changed, from the top.
    pub hunks: Vec<ChangedLines>,
}

/// Lines that were replaced by others, without their line ends; one of the two may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedLines {
    /// The first line (1-based) of the new lines; where there are none, the line after which the old ones stood.
    pub line: u32,
    /// The lines taken out.
    pub removed: Vec<String>,
    /// The lines put in.
    pub added: Vec<String>,
}

impl History {
    /// What a commit changed in source files, by path. Files that this clone does not have give nothing, as do commits
    /// that changed more than forty source files.
    pub fn changed_lines(&self, repository: &Repository, commit: &PastCommit) -> Result<Vec<ChangedFile>, IndexError> {
        let mut changes = repository.read_commit(commit.id).map_err(IndexError::History)?.changes;
        changes.retain(|change| Language::of_path(&change.path).is_some() && change.old != change.new);
        if changes.len() > MAX_FILES {
            return Ok(Vec::new());
        }
        let mut files = Vec::new();
        for change in changes {
            let Some((old, new)) = text(repository, change.old)?.zip(text(repository, change.new)?) else {
                continue;
            };
            let path = self.path_today(commit, &change.path).unwrap_or(&change.path).clone();
            files.push(ChangedFile { path, hunks: compare(&old, &new) });
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(files)
    }
}

/// The text of a blob; empty where there was no file, `None` where there is nothing to compare.
fn text(repository: &Repository, blob: Option<BlobId>) -> Result<Option<String>, IndexError> {
    let Some(blob) = blob else { return Ok(Some(String::new())) };
    let bytes = repository.blob(blob).map_err(IndexError::History)?;
    let bytes = bytes.filter(|bytes| bytes.len() <= MAX_FILE_BYTES);
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

fn compare(old: &str, new: &str) -> Vec<ChangedLines> {
    let (before, after): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let owned = |lines: &[&str], range: std::ops::Range<u32>| {
        let end = (range.end as usize).min(lines.len());
        let start = (range.start as usize).min(end);
        lines[start..end].iter().map(|line| (*line).to_owned()).collect()
    };
    let hunks = repo::hunks(old.as_bytes(), new.as_bytes()).into_iter();
    hunks
        .map(|hunk| ChangedLines {
            line: hunk.new.start + u32::from(!hunk.new.is_empty()),
            removed: owned(&before, hunk.old),
            added: owned(&after, hunk.new),
        })
        .collect()
}

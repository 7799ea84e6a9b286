//! Small projects made by hand for this room's tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::BlobId;
use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::Project;
use crate::catalog::SourceFile;
use crate::source::FileFacts;
use crate::source::Language;
use crate::source::Note;
use crate::source::NoteKind;
use crate::source::classify::FileClass;

pub(crate) fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("plain")
}

/// A project of Python files with these facts and catalogs (by directory).
pub(crate) fn project(files: Vec<(&str, FileFacts)>, catalogs: &[(&str, &str)]) -> Project {
    let files: BTreeMap<RepoPath, SourceFile> = files
        .into_iter()
        .map(|(name, facts)| {
            let file = SourceFile {
                blob: BlobId::from_bytes([0; 20]),
                class: FileClass::Source(Language::Python),
                facts: Some(facts.into()),
            };
            (path(name), file)
        })
        .collect();
    let mut project =
        Project { modules: Arc::new(catalog::layout::modules(&files)), files: Arc::new(files), ..Project::default() };
    for (directory, text) in catalogs {
        let directory = if directory.is_empty() { RepoPath::root() } else { path(directory) };
        project = project.with_catalog(&directory, text);
    }
    project
}

/// A file about retries of requests: two functions with documentation, a comment at a branch, an error and a log
/// message.
pub(crate) fn retry_facts() -> FileFacts {
    let mut facts = catalog::fixture::facts(&[("Fetcher", 1, 60), ("Fetcher.fetch_page", 3, 30), ("back_off", 62, 80)]);
    facts.symbols[0].doc = Some("A client that retries requests.".to_owned());
    facts.symbols[1].doc = Some("Fetches a page from the server and follows redirects.".to_owned());
    facts.symbols[2].doc = Some("Compute the delay before the next attempt.".to_owned());
    for symbol in &mut facts.symbols {
        symbol.complexity.code_lines = 9;
    }
    let note = |kind, text: &str, line| Note { kind, text: text.to_owned(), line, branch: None };
    facts.notes = vec![
        note(NoteKind::Comment, "If the server is busy, wait for the next window.", 12),
        note(NoteKind::ErrorMessage, "too many redirects for %s", 20),
        note(NoteKind::LogMessage, "giving up after the last attempt", 70),
    ];
    facts
}

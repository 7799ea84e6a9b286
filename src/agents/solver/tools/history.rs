//! What commits tell: messages like a question, what a commit changed, and a line on each of the files that change most.

use std::collections::BTreeMap;

use crate::agents::solver::bm25::Collection;
use crate::agents::solver::bm25::Constants;
use crate::agents::solver::bm25::Terms;
use crate::agents::solver::tools::graph::terms;
use crate::base::RepoPath;
use crate::catalog::Limits;
use crate::catalog::Project;
use crate::catalog::bootstrap;
use crate::index::History;
use crate::index::PastCommit;

/// Commits that are searched, the newest ones.
const COMMITS: usize = 7_000;
/// Files that have a summary, those that changed most often.
const SUMMARIES: usize = 200;
/// Commits and summaries that a search returns.
const RETURNED: usize = 5;
const CONSTANTS: Constants = Constants { k1: 1.2, b: 0.75 };

/// Four calls over a history that does not change.
#[derive(Debug)]
pub struct HistoryTools<'p> {
    history: &'p History,
    commits: &'p [PastCommit],
    summaries: BTreeMap<RepoPath, String>,
    summary_index: Collection,
}

impl<'p> HistoryTools<'p> {
    /// The tools for a project; a summary is what a first catalog would say of the file in a line.
    pub fn new(project: &'p Project, history: &'p History) -> Self {
        let mut edited: Vec<(&RepoPath, u32)> =
            history.changes().into_iter().filter(|(path, _)| project.facts(path).is_some()).collect();
        edited.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        edited.truncate(SUMMARIES);
        let limits = Limits::default();
        let summary = |path: &RepoPath| project.facts(path).map(|facts| bootstrap::entry(path, facts, &limits).summary);
        let summaries: BTreeMap<RepoPath, String> =
            edited.iter().filter_map(|(path, _)| Some(((*path).clone(), summary(path)?))).collect();
        let documents: Vec<Terms> =
            summaries.iter().map(|(path, summary)| terms(&format!("{path} {summary}"))).collect();
        let commits = history.commits();
        let commits = &commits[..commits.len().min(COMMITS)];
        Self { history, commits, summary_index: Collection::new(&documents), summaries }
    }

    /// The commits whose messages are like a query, best first, with a score from 0 to 1.
    pub fn search_commits(&self, query: &str) -> Vec<(&PastCommit, f64)> {
        let found = self.history.similar(query, usize::MAX);
        let found: Vec<(usize, f64)> =
            found.into_iter().filter(|(at, _)| *at < self.commits.len()).take(RETURNED).collect();
        let best = found.first().map_or(1.0, |(_, score)| *score);
        found.into_iter().map(|(at, score)| (&self.commits[at], score / best)).collect()
    }

    /// The subject of a commit and the source files that it changed, by their paths today; `id` may be cut short.
    pub fn examine_commit(&self, id: &str) -> Option<(&str, Vec<&RepoPath>)> {
        let commit = self.commits.iter().find(|commit| !id.is_empty() && commit.id.to_string().starts_with(id))?;
        Some((&commit.subject, self.history.files_of(commit).collect()))
    }

    /// The summary of a file, if it is one of those that change most.
    pub fn view_summary(&self, path: &RepoPath) -> Option<&str> {
        self.summaries.get(path).map(String::as_str)
    }

    /// The files whose summaries are like a query, best first, with a score from 0 to 1.
    pub fn search_summaries(&self, query: &str) -> Vec<(&RepoPath, f64)> {
        let scores = self.summary_index.scores(&terms(query), CONSTANTS);
        let mut found: Vec<(&RepoPath, f64)> =
            self.summaries.keys().zip(scores).filter(|(_, score)| *score > 0.0).collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        found.truncate(RETURNED);
        let best = found.first().map_or(1.0, |(_, score)| *score);
        for (_, score) in &mut found {
            *score /= best;
        }
        found
    }

    /// The source files that a commit changed.
    pub(super) fn files_of(&self, commit: &'p PastCommit) -> Vec<&'p RepoPath> {
        self.history.files_of(commit).collect()
    }
}

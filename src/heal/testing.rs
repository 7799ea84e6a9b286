//! Projects for this room's tests: from a tree in memory, without an index; and a Solver that only counts words.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::agents::AgentError;
use crate::agents::solver::Prediction;
use crate::agents::solver::RankedFile;
use crate::agents::solver::Solver;
use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Facts;
use crate::catalog::Project;
use crate::catalog::SourceFile;
use crate::catalog::Target;
use crate::catalog::layout;
use crate::heal::before;
use crate::heal::plan::Plan;
use crate::heal::plan::Scope;
use crate::repo;
use crate::repo::MemoryTree;
use crate::repo::Tree;
use crate::source;
use crate::source::classify;
use crate::source::classify::FileClass;
use crate::source::classify::Rules;

/// A path that is known to be plain.
pub(crate) fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("plain")
}

/// The project of a tree, as the index would make it.
pub(crate) fn project(tree: &dyn Tree) -> Project {
    let rules = Rules::new(&[], &[], 1_000_000).expect("no patterns");
    let mut files = BTreeMap::new();
    let mut catalogs = Vec::new();
    for entry in tree.entries() {
        let bytes = tree.read(&entry.path).expect("in memory");
        if entry.path.file_name() == CATALOG_FILE {
            let text = std::str::from_utf8(&bytes).expect("UTF-8").to_owned();
            catalogs.push((entry.path.parent().expect("a file"), text));
            continue;
        }
        let mut class = classify::by_path(&rules, &entry.path, entry.generated, entry.vendored);
        let mut facts = None;
        if let FileClass::Source(language) = class {
            let examined = source::examine(language, &bytes);
            facts = examined.facts.map(Facts::from);
            if let Some(reason) = examined.skip {
                class = FileClass::Skipped { language: Some(language), reason };
            }
        }
        files.insert(entry.path.clone(), SourceFile { blob: entry.blob, class, facts });
    }
    let modules = Arc::new(layout::modules(&files));
    let project = Project { files: Arc::new(files), modules, ..Project::default() };
    catalogs.into_iter().fold(project, |project, (directory, text)| project.with_catalog(&directory, &text))
}

/// The plan for what differs between two trees.
pub(crate) fn plan(old: &MemoryTree, new: &MemoryTree) -> Plan {
    let changes = repo::changes(old, new).expect("in memory");
    let (before, _) = before(old, new, &changes).expect("in memory");
    Plan::new(&project(new), Scope::Staged, &changes, before)
}

/// Ranks files by how many words of the question their entries hold, then by path; a file without any is not ranked.
pub(crate) struct Reads;

impl Solver for Reads {
    fn solve(&self, project: &Project, question: &str) -> Result<Prediction, AgentError> {
        let mut ranked: Vec<(usize, RepoPath)> = Vec::new();
        for catalog in project.catalogs.values() {
            for entry in catalog.entries() {
                let text = entry.span.slice(&catalog.text).to_lowercase();
                let hits = question.split(' ').filter(|word| text.contains(*word)).count();
                if let (Target::File(path), 1..) = (&entry.target, hits) {
                    ranked.push((hits, path.clone()));
                }
            }
        }
        ranked.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let file = |(hits, path): (usize, RepoPath)| RankedFile { path, score: hits as f64, reason: String::new() };
        Ok(Prediction { files: ranked.into_iter().map(file).collect(), ..Prediction::default() })
    }
}

//! Writes what every view says of the states of a benchmark: what the weights of evidence are learned from
//! (`tests/oracles/evidence_weights.py`). Objects are read from the clones; nothing is checked out.
//!
//! `cargo bench --bench evidence_signals -- CASES.jsonl CLONES CACHE [OWNER/NAME...] > signals.jsonl`; without cases it
//! does nothing.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::io::BufRead as _;
use std::io::Write as _;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use git_libra::base::RepoPath;
use git_libra::base::Silent;
use git_libra::config::Config;
use git_libra::evidence;
use git_libra::evidence::DiffHunk;
use git_libra::evidence::DiffStatus;
use git_libra::evidence::FileDiff;
use git_libra::evidence::Options;
use git_libra::evidence::Sources;
use git_libra::evidence::State;
use git_libra::evidence::Texts;
use git_libra::evidence::UnitId;
use git_libra::index::Index;
use git_libra::repo;
use git_libra::repo::GitEnvironment;
use git_libra::repo::Overlay;
use git_libra::repo::Repository;
use git_libra::repo::Tree;
use git_libra::source::classify::Rules;
use serde_json::Value;
use serde_json::json;

type Fault = Box<dyn std::error::Error>;

/// Files of which the signals are written: those that lead some view come first.
const FILES: usize = 80;

struct TreeTexts<'a>(&'a dyn Tree);

impl Texts for TreeTexts<'_> {
    fn text(&self, path: &RepoPath) -> Option<Arc<str>> {
        Some(Arc::from(std::str::from_utf8(&self.0.read(path).ok()?).ok()?))
    }
}

#[expect(clippy::disallowed_methods, reason = "a tool for measuring reads the cases that it is given")]
fn main() -> Result<(), Fault> {
    // `cargo bench` adds flags of its own.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let [cases, clones, cache, only @ ..] = arguments.as_slice() else { return Ok(()) };
    let mut by_repository: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in std::io::BufReader::new(std::fs::File::open(cases)?).lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let name = text(&case, "repo")?.to_owned();
        if only.is_empty() || only.contains(&name) {
            by_repository.entry(name).or_default().push(case);
        }
    }
    for (name, mut cases) in by_repository {
        // States of one commit share what the index derives of it.
        cases.sort_by_key(|case| case["parent_commit"].to_string());
        let folder = name.replace('/', "+");
        let clone = Path::new(clones).join(&folder).join("repo");
        let environment = GitEnvironment::from_variables(|name| (name == "GIT_DIR").then(|| clone.clone().into()));
        let repository = Repository::discover(&clone, &environment)?;
        let cache: PathBuf = Path::new(cache).join(&folder);
        let index = Index::open(&cache.join("shared"), &cache.join("private"))?;
        for case in cases {
            let line = signals(&case, &repository, &index)?;
            writeln!(std::io::stdout().lock(), "{line}")?;
        }
    }
    Ok(())
}

fn text<'v>(case: &'v Value, key: &str) -> Result<&'v str, Fault> {
    case[key].as_str().ok_or_else(|| format!("a case has no `{key}`").into())
}

/// One state: the tree of the parent with the observed files as the commit leaves them.
fn signals(case: &Value, repository: &Repository, index: &Index) -> Result<Value, Fault> {
    let parent = text(case, "parent_commit")?;
    let (before, after) = (repository.revision_tree(parent)?, repository.revision_tree(text(case, "commit")?)?);
    let mut now = Overlay::new(&before);
    let mut diff = Vec::new();
    for path in case["observed_paths"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        let path = RepoPath::new(path)?;
        let (old, new) = (before.read(&path)?, after.read(&path)?);
        diff.push(file_diff(&path, &old, &new));
        now.write(&path, new)?;
    }
    let rules = Rules::new(&[], &[], Config::default().catalog.max_file_bytes)?;
    let project = index.project(&now, &rules, &Silent)?;
    let full_text = index.full_text(&now, &project, &Silent)?;
    let history = index.history(repository, repository.commit(parent)?, &Silent)?;
    let mut state = State { issue: Some(text(case, "query")?.to_owned()), diff, ..State::default() };
    state.name_edited_symbols(&project);
    let texts = TreeTexts(&now);
    let sources =
        Sources { project: &project, full_text: &full_text, history: Some(&history), texts: &texts, embedder: None };
    let (units, rankings) = evidence::signals(&state, sources, &Options::default());

    let mut leading: Vec<(usize, UnitId)> = Vec::new();
    for ranking in &rankings {
        leading.extend(ranking.entries.iter().enumerate().map(|(at, entry)| (at, entry.unit)));
    }
    leading.sort_unstable();
    let mut files: BTreeSet<&RepoPath> = BTreeSet::new();
    for (_, unit) in leading {
        if files.len() < FILES {
            files.insert(units.path(unit));
        }
    }
    let described = files.iter().filter_map(|path| {
        let of_file: Vec<Value> = units
            .of_file(path)
            .map(|id| units.unit(id))
            .map(|unit| json!([unit.lines.start(), unit.lines.end(), unit.tokens, unit.code_lines]))
            .collect();
        let first = units.of_file(path).next()?;
        Some(json!({"path": path.as_str(), "first": first.0, "units": of_file}))
    });
    let views: BTreeMap<&str, Vec<(u32, f64)>> = rankings
        .iter()
        .map(|ranking| {
            let held = ranking.entries.iter().filter(|entry| files.contains(units.path(entry.unit)));
            (ranking.view, held.map(|entry| (entry.unit.0, entry.score)).collect())
        })
        .collect();
    let files: Vec<Value> = described.collect();
    Ok(json!({
        "case_id": case["case_id"], "repo": case["repo"], "kind": case["kind"], "groups": case["groups"],
        "files": files, "views": views,
    }))
}

fn file_diff(path: &RepoPath, old: &[u8], new: &[u8]) -> FileDiff {
    let (before, after) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let owned = |lines: &[&str], range: std::ops::Range<u32>| -> Vec<String> {
        let end = (range.end as usize).min(lines.len());
        lines[(range.start as usize).min(end)..end].iter().map(|line| (*line).to_owned()).collect()
    };
    let hunks = repo::hunks(old, new)
        .into_iter()
        .map(|hunk| DiffHunk {
            old_start: hunk.old.start + 1,
            new_start: hunk.new.start + 1,
            removed: owned(&before, hunk.old),
            added: owned(&after, hunk.new),
        })
        .collect();
    FileDiff {
        path: path.clone(),
        previous: None,
        status: DiffStatus::Modified,
        hunks,
        symbols: Vec::new(),
        former_symbols: Vec::new(),
    }
}

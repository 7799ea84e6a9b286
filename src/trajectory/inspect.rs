//! Whether probes are what they should be, and what they cover.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use serde::Serialize;

use crate::agents::prompter::all_chunks;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::base::words;
use crate::catalog::Project;
use crate::repo::Tree;
use crate::trajectory::likeness::Known;
use crate::trajectory::row;
use crate::trajectory::row::ProbeRow;

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Its file is not catalogued in this tree.
    #[error("`{0}` is no catalogued file of this tree")]
    File(String),
    /// Its file does not define the function.
    #[error("`{0}` is not defined in its file")]
    Function(String),
    /// The chunk has other text in this tree.
    #[error("the chunk's lines have other text in this tree")]
    Content,
    /// The question gives the answer away.
    #[error("the question holds the identifier `{0}` of its answer")]
    Identifier(String),
    /// Its id stands twice.
    #[error("the id `{0}` stands twice")]
    Id(String),
    /// Its question was asked before.
    #[error("a question before it has nearly the same words")]
    Repeated,
    /// Another file asks about the same lines.
    #[error("`{0}` asks about the same lines")]
    SharedChunk(String),
}

/// Looks at the rows of one file or several, each with its name; what is wrong comes with the file's number and the row's.
pub fn inspect(files: &[(String, Vec<ProbeRow>)], project: &Project, tree: &dyn Tree) -> Vec<(usize, usize, Trouble)> {
    let mut found = Vec::new();
    let mut ids = BTreeSet::new();
    let mut known = Known::default();
    let mut chunks: BTreeMap<&str, Vec<([u32; 2], usize)>> = BTreeMap::new();
    for (file, (_, rows)) in files.iter().enumerate() {
        for (at, row) in rows.iter().enumerate() {
            let mut say = |trouble| found.push((file, at, trouble));
            if !ids.insert(&row.instance_id) {
                say(Trouble::Id(row.instance_id.clone()));
            }
            against_tree(row, project, tree).into_iter().for_each(&mut say);
            if row.is_valid_chunk && !known.add(&row.problem_statement) {
                say(Trouble::Repeated);
            }
            let path = row.gold_files.first().map(String::as_str).unwrap_or_default();
            let seen = chunks.entry(path).or_default();
            let overlaps = |lines: &[u32; 2]| lines[0] <= row.line_numbers[1] && row.line_numbers[0] <= lines[1];
            if let Some((_, other)) = seen.iter().find(|(lines, other)| *other != file && overlaps(lines)) {
                say(Trouble::SharedChunk(files[*other].0.clone()));
            }
            seen.push((row.line_numbers, file));
        }
    }
    found
}

fn against_tree(row: &ProbeRow, project: &Project, tree: &dyn Tree) -> Vec<Trouble> {
    let Some(name) = row.gold_files.first() else {
        return vec![Trouble::File(String::new())];
    };
    let path = RepoPath::new(name.as_str()).ok();
    let Some((path, facts)) = path.and_then(|path| Some((path.clone(), project.facts(&path)?))) else {
        return vec![Trouble::File(name.clone())];
    };
    let mut found = Vec::new();
    let text = tree.read(&path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let lines = LineRange::new(row.line_numbers[0], row.line_numbers[1]);
    if lines.is_none_or(|lines| row::content(&text, lines) != row.chunk_content) {
        found.push(Trouble::Content);
    }
    let function = row.gold_functions.first().and_then(|function| function.split_once("::"));
    if let Some((_, function)) = function {
        if !facts.symbols.iter().any(|symbol| symbol.qualified_name == function) {
            found.push(Trouble::Function(function.to_owned()));
        }
        let asked: BTreeSet<&str> = words::identifiers(&row.problem_statement).collect();
        // A name of one plain word may stand in any question.
        let telling = |name: &&str| words::identifier_parts(name).len() > 1;
        if let Some(name) = function.split('.').filter(telling).find(|name| asked.contains(name)) {
            found.push(Trouble::Identifier(name.to_owned()));
        }
    }
    found
}

/// What a set of probes holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Stats {
    /// Rows.
    pub rows: usize,
    /// Rows with a question.
    pub valid: usize,
    /// Chunks without anything to ask about.
    pub invalid: usize,
    /// Why not, with how often.
    pub invalid_reasons: BTreeMap<String, usize>,
    /// Questions with a gold function.
    pub with_functions: usize,
    /// Different files asked about, and catalogued files.
    pub files: [usize; 2],
    /// Different chunks asked about, and chunks of the tree.
    pub chunks: [usize; 2],
    /// Words a question, on average.
    pub words: f64,
    /// Questions by the word that they begin with.
    pub openings: BTreeMap<String, usize>,
    /// Questions by module.
    pub modules: BTreeMap<String, usize>,
}

/// Counts.
pub fn stats(rows: &[ProbeRow], project: &Project) -> Stats {
    let mut stats = Stats { rows: rows.len(), ..Stats::default() };
    let (mut files, mut chunks, mut words) = (BTreeSet::new(), BTreeSet::new(), 0);
    for row in rows {
        if !row.is_valid_chunk {
            stats.invalid += 1;
            *stats.invalid_reasons.entry(row.gold_reasoning.clone()).or_default() += 1;
            continue;
        }
        stats.valid += 1;
        stats.with_functions += usize::from(!row.gold_functions.is_empty());
        words += row.problem_statement.split_whitespace().count();
        let opening = row.problem_statement.split_whitespace().next().unwrap_or_default();
        *stats.openings.entry(opening.to_owned()).or_default() += 1;
        for file in &row.gold_files {
            let module = file.rsplit_once('/').map_or(".", |(module, _)| module);
            *stats.modules.entry(module.to_owned()).or_default() += 1;
            files.insert(file);
            chunks.insert((file, row.line_numbers));
        }
    }
    let catalogued = project.files.keys().filter(|file| project.facts(file).is_some()).count();
    stats.files = [files.len(), catalogued];
    stats.chunks = [chunks.len(), all_chunks(project).len()];
    stats.words = if stats.valid == 0 { 0.0 } else { words as f64 / stats.valid as f64 };
    stats
}

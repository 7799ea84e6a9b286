//! A Solver that makes the calls itself, one a turn, and adds up what they return. It reads no catalogs.

use std::collections::BTreeMap;

use crate::agents::AgentError;
use crate::agents::solver::Prediction;
use crate::agents::solver::RankedFile;
use crate::agents::solver::RankedFunction;
use crate::agents::solver::Solver;
use crate::agents::solver::Turn;
use crate::agents::solver::question::Question;
use crate::agents::solver::tools::entities::EntityKind;
use crate::agents::solver::tools::graph::GraphTools;
use crate::agents::solver::tools::history::HistoryTools;
use crate::agents::solver::tools::search::Layer;
use crate::agents::solver::tools::search::SHOWN;
use crate::agents::solver::tools::traverse::Direction;
use crate::agents::solver::tools::traverse::Edge;
use crate::agents::solver::tools::traverse::Traversal;
use crate::base::RepoPath;

/// Files and functions that an answer names at most.
const ANSWERS: usize = 50;
/// Names of a question that are searched for in one turn.
const NAMES: usize = 6;
/// From how many of the best entities a walk begins.
const WALKED: usize = 3;
/// What a hit of each call is worth.
const BY_NAME: f64 = 1.0;
const BY_ID_WORDS: f64 = 0.35;
const BY_CONTENT: f64 = 1.0;
const BY_COMMIT: f64 = 0.25;
const BY_SUMMARY: f64 = 0.25;
/// What a neighbour has of the worth of what it is a neighbour of.
const NEIGHBOUR: f64 = 0.15;

/// Answers from a graph, and from a history where there is one, within a number of turns.
pub struct ToolSolver<'t, 'p> {
    graph: &'t GraphTools<'p>,
    history: Option<&'t HistoryTools<'p>>,
    turns: usize,
}

impl<'t, 'p> ToolSolver<'t, 'p> {
    /// A Solver over tools of the same project.
    pub fn new(graph: &'t GraphTools<'p>, history: Option<&'t HistoryTools<'p>>, turns: usize) -> Self {
        Self { graph, history, turns }
    }
}

impl Solver for ToolSolver<'_, '_> {
    fn solve(&self, _: &crate::catalog::Project, question: &str) -> Result<Prediction, AgentError> {
        let mut work =
            Work { tools: self, question: Question::new(question), entities: BTreeMap::new(), turns: Vec::new() };
        let mut calls = vec![Call::Content, Call::Names];
        if self.history.is_some() {
            calls.extend([Call::Commits, Call::Summaries]);
        }
        calls.extend([Call::Walk, Call::Ids]);
        for call in calls.into_iter().take(self.turns) {
            match call {
                Call::Content => work.search_content(),
                Call::Names => work.search_names(),
                Call::Commits => work.search_commits(),
                Call::Summaries => work.search_summaries(),
                Call::Walk => work.walk(),
                Call::Ids => work.search_ids(),
            }
        }
        Ok(work.answer())
    }
}

/// What may be done in a turn, the most telling first.
#[derive(Clone, Copy)]
enum Call {
    Content,
    Names,
    Commits,
    Summaries,
    Walk,
    Ids,
}

struct Work<'a, 't, 'p> {
    tools: &'a ToolSolver<'t, 'p>,
    question: Question,
    /// What each entity is worth so far, by id.
    entities: BTreeMap<String, f64>,
    turns: Vec<Turn>,
}

impl Work<'_, '_, '_> {
    fn search_content(&mut self) {
        let hits = self.tools.graph.by_content(&self.question.text, SHOWN);
        let best = hits.first().map(|(id, _)| id.clone()).unwrap_or_default();
        self.turn("search source".to_owned(), hits.len(), &best);
        self.add(hits, BY_CONTENT);
    }

    /// What is spelled like code in the question, as ids and names.
    fn search_names(&mut self) {
        let names = self.question.words.iter().filter(|word| word.is_code).map(|word| word.text.clone());
        let names: Vec<String> = names.take(NAMES).collect();
        let mut count = 0;
        for name in &names {
            let found = self.tools.graph.search(name);
            let Some(found) = found.filter(|found| found.layer <= Layer::Name) else { continue };
            count += found.hits.len();
            // A name that many entities have says little of each.
            let worth = BY_NAME / (found.hits.len() as f64).sqrt();
            self.add(found.hits, worth);
        }
        self.turn(
            format!("search entities named {}", if names.is_empty() { "nothing" } else { "so" }),
            count,
            &names.join(", "),
        );
    }

    fn search_ids(&mut self) {
        let hits = self.tools.graph.by_id_words(&self.question.lead_text);
        let best = hits.first().map(|(id, _)| id.clone()).unwrap_or_default();
        self.turn("search ids".to_owned(), hits.len(), &best);
        self.add(hits, BY_ID_WORDS);
    }

    /// Callers, callees, bases and subtypes of the best functions and classes.
    fn walk(&mut self) {
        let mut order: Vec<(String, f64)> = self.entities.iter().map(|(id, worth)| (id.clone(), *worth)).collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let traversal = Traversal {
            depth: 1,
            direction: Direction::Both,
            edges: vec![Edge::Invoke, Edge::Inherit],
            kinds: Vec::new(),
        };
        let mut count = 0;
        let first = order.first().map(|(id, _)| id.clone()).unwrap_or_default();
        for (id, worth) in order.into_iter().take(WALKED) {
            let reached = self.tools.graph.traverse(&id, &traversal);
            count += reached.len();
            let share = worth * NEIGHBOUR / (reached.len().max(1) as f64).sqrt();
            self.add(reached.into_iter().map(|reached| (reached.id, 1.0)).collect(), share);
        }
        self.turn("traverse invoke and inherit edges".to_owned(), count, &first);
    }

    fn search_commits(&mut self) {
        let Some(history) = self.tools.history else { return };
        let found = history.search_commits(&self.question.text);
        let best = found.first().map(|(commit, _)| commit.subject.clone()).unwrap_or_default();
        let mut hits = Vec::new();
        for (commit, score) in &found {
            let files = history.files_of(commit);
            let share = score / (files.len().max(1) as f64).sqrt();
            hits.extend(files.into_iter().map(|path| (path.to_string(), share)));
        }
        self.turn("search commits".to_owned(), found.len(), &best);
        self.add(hits, BY_COMMIT);
    }

    fn search_summaries(&mut self) {
        let Some(history) = self.tools.history else { return };
        let found: Vec<(String, f64)> = history
            .search_summaries(&self.question.text)
            .into_iter()
            .map(|(path, score)| (path.to_string(), score))
            .collect();
        let best = found.first().map(|(path, _)| path.clone()).unwrap_or_default();
        self.turn("search summaries".to_owned(), found.len(), &best);
        self.add(found, BY_SUMMARY);
    }

    fn add(&mut self, hits: Vec<(String, f64)>, worth: f64) {
        for (id, score) in hits {
            *self.entities.entry(id).or_default() += worth * score;
        }
    }

    fn turn(&mut self, action: String, hits: usize, best: &str) {
        let observation = if best.is_empty() { format!("{hits} hits") } else { format!("{hits} hits, first: {best}") };
        self.turns.push(Turn { action, observation });
    }

    /// Files by their best entity and a share of the others; functions and classes by their own worth and their file's.
    fn answer(self) -> Prediction {
        let mut of_file: BTreeMap<RepoPath, Vec<f64>> = BTreeMap::new();
        for (id, worth) in &self.entities {
            let Some(entity) = self.tools.graph.entity(id).filter(|entity| entity.kind != EntityKind::Directory) else {
                continue;
            };
            of_file.entry(entity.path.clone()).or_default().push(*worth);
        }
        let mut files: Vec<RankedFile> = of_file
            .into_iter()
            .map(|(path, mut worths)| {
                worths.sort_by(|a, b| b.total_cmp(a));
                let sum: f64 = worths.iter().zip(0..).map(|(worth, rank)| worth * 0.4_f64.powi(rank)).sum();
                RankedFile { path, score: sum / (1.0 + sum), reason: "its entities were found".to_owned() }
            })
            .collect();
        files.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.path.cmp(&b.path)));
        files.truncate(ANSWERS);
        let file_score: BTreeMap<&RepoPath, f64> = files.iter().map(|file| (&file.path, file.score)).collect();
        let mut functions: Vec<RankedFunction> = self
            .entities
            .iter()
            .filter_map(|(id, worth)| {
                let entity = self.tools.graph.entity(id).filter(|entity| entity.kind > EntityKind::File)?;
                let sum = worth + file_score.get(&entity.path)?;
                Some(RankedFunction { path: entity.path.clone(), name: entity.name.clone(), score: sum / (1.0 + sum) })
            })
            .collect();
        functions.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| (&a.path, &a.name).cmp(&(&b.path, &b.name))));
        functions.truncate(ANSWERS);
        Prediction { files, functions, path: self.turns }
    }
}

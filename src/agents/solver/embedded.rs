//! The Solver that needs no model.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

use crate::agents::AgentError;
use crate::agents::solver::Ground;
use crate::agents::solver::Prediction;
use crate::agents::solver::RankedFile;
use crate::agents::solver::RankedFunction;
use crate::agents::solver::Solver;
use crate::agents::solver::functions;
use crate::agents::solver::index::SolverIndex;
use crate::agents::solver::locate::Located;
use crate::agents::solver::navigate;
use crate::agents::solver::question::Question;
use crate::agents::solver::signals::squashed;
use crate::agents::solver::trace::Trace;
use crate::catalog::Project;

/// Files and functions that an answer names at most.
const ANSWERS: usize = 50;
/// How much of a type's disadvantage counts here: a catalog lists the types that matter, and often no more of them.
const TYPE: f64 = 0.2;
/// Files in which functions are looked for.
const SEARCHED_FILES: usize = 20;

/// The embedded Solver. It keeps what it read of the last project's catalogs, so that asking many questions costs one
/// reading, and a changed catalog costs its own.
#[derive(Debug)]
pub struct EmbeddedSolver {
    turns: usize,
    index: Mutex<Arc<SolverIndex>>,
}

impl EmbeddedSolver {
    /// A Solver that takes at most `turns` turns a question: the root catalog, a search over all, and openings.
    pub fn new(turns: usize) -> Self {
        Self { turns, index: Mutex::new(Arc::default()) }
    }

    fn index(&self, project: &Project) -> Arc<SolverIndex> {
        // A panic elsewhere cannot leave the index half-made: it is replaced as a whole.
        let mut known = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.is_current(project) {
            *known = Arc::new(known.refreshed(project));
        }
        Arc::clone(&known)
    }
}

impl Solver for EmbeddedSolver {
    fn solve(&self, project: &Project, question: &str) -> Result<Prediction, AgentError> {
        Ok(solve_with(&self.index(project), question, self.turns))
    }
}

/// Answers from catalogs that were read before, in at most `turns` turns.
pub fn solve_with(index: &SolverIndex, question: &str, turns: usize) -> Prediction {
    explained(index, question, turns).prediction
}

/// The same, with what each answer's sum is made of.
pub fn explained(index: &SolverIndex, question: &str, turns: usize) -> Located {
    let question = Question::new(question);
    let seen = navigate::navigate(index, &question, turns);
    let mut order: Vec<(f64, u32)> = seen.values.iter().zip(0..).map(|(values, file)| (values.sum(), file)).collect();
    // Files are numbered by path, so that the number breaks ties as the path would.
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    order.truncate(ANSWERS);
    let files = order.iter().map(|(sum, file)| RankedFile {
        path: index.names().path(*file).clone(),
        score: squashed(*sum),
        reason: seen.values[*file as usize].reason(),
    });
    let files = files.collect();
    let (functions, function_grounds) = ranked_functions(index, &question, &order, &seen).into_iter().unzip();
    Located {
        files: order.iter().map(|(_, file)| seen.values[*file as usize].grounds()).collect(),
        functions: function_grounds,
        prediction: Prediction { files, functions, path: seen.turns },
    }
}

fn ranked_functions(
    index: &SolverIndex,
    question: &Question,
    order: &[(f64, u32)],
    seen: &navigate::Seen,
) -> Vec<(RankedFunction, Vec<Ground>)> {
    let best = order.first().map_or(1.0, |(sum, _)| sum.max(1e-9));
    let searched: HashMap<u32, f64> = order
        .iter()
        .take(SEARCHED_FILES)
        .filter(|(_, file)| seen.opened.contains(file))
        .map(|(sum, file)| (*file, (sum / best).max(0.0)))
        .collect();
    let trace = Trace::of(&question.text);
    let symbols = index.symbols(question);
    let mut namesakes: HashMap<String, usize> = HashMap::new();
    for symbol in &symbols {
        *namesakes.entry(functions::bare(&symbol.name)).or_default() += 1;
    }
    let mut ranked: Vec<(RankedFunction, Vec<Ground>)> = symbols
        .iter()
        .filter_map(|symbol| {
            let file = *searched.get(&symbol.file)?;
            let path = index.names().path(symbol.file).clone();
            let bare = symbol.name.rsplit('.').next().unwrap_or_default();
            let frame = trace.functions(&path).get(bare).copied().unwrap_or_default();
            let mut values = functions::Values::default();
            functions::set_name(&mut values, &symbol.name, namesakes[&functions::bare(&symbol.name)], question);
            values.set(functions::Signal::File, file);
            values.set(functions::Signal::TextLead, symbol.lead);
            values.set(functions::Signal::Trace, frame);
            values.set(functions::Signal::Type, if symbol.is_callable { 0.0 } else { TYPE });
            let score = functions::squashed(values.sum());
            Some((RankedFunction { path, name: symbol.name.clone(), score }, values.grounds()))
        })
        .collect();
    ranked.sort_by(|(a, _), (b, _)| {
        b.score.total_cmp(&a.score).then_with(|| (&a.path, &a.name).cmp(&(&b.path, &b.name)))
    });
    ranked.dedup_by(|(a, _), (b, _)| a.path == b.path && a.name == b.name);
    ranked.truncate(ANSWERS);
    ranked
}

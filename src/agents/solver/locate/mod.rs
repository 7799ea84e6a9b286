//! "Where is it?" with everything at hand: names, catalogs, full text, definitions and history.
//!
//! The Solver proper reads catalogs alone, since they are what is healed; a user wants the best answer there is.

mod bodies;
mod files;
mod functions;
mod hinted;

use crate::agents::solver::Ground;
use crate::agents::solver::Prediction;
use crate::agents::solver::RankedFile;
use crate::agents::solver::SolverIndex;
use crate::agents::solver::Turn;
use crate::agents::solver::question::Question;
use crate::agents::solver::signals::squashed;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::index::FullText;

/// What `locate` may look at.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Files, symbols and catalogs.
    pub project: &'a Project,
    /// Full text of the same tree.
    pub full_text: &'a FullText,
    /// What earlier commits with messages like the question changed: files with weights from 0 to 1
    /// (`History::remembered`); empty where there is no history.
    pub memory: &'a [(RepoPath, f64)],
    /// The text of a file, as it is now.
    pub read: &'a dyn Fn(&RepoPath) -> Option<String>,
    /// The project's catalogs, read; `None` leaves them out.
    pub catalogs: Option<&'a SolverIndex>,
}

/// How much is wanted.
#[derive(Clone, Debug)]
pub struct LocateOptions {
    /// Files, and functions, at most.
    pub limit: usize,
    /// Only what lies in this directory.
    pub within: RepoPath,
}

/// An answer with its grounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Located {
    /// The ranked files and functions.
    pub prediction: Prediction,
    /// For each file of the prediction, in the same order, what its sum is made of.
    pub files: Vec<Vec<Ground>>,
    /// The same for each function.
    pub functions: Vec<Vec<Ground>>,
}

/// Ranks files and functions for a question.
pub fn locate(sources: &Sources<'_>, question: &str, options: &LocateOptions) -> Located {
    let question = Question::new(question);
    let ranking = files::rank(sources, &question, &options.within);
    let functions = functions::rank(sources, &question, &ranking, options.limit);
    let best = &ranking.order[..options.limit.min(ranking.order.len())];
    let ranked = best.iter().map(|(sum, file)| RankedFile {
        path: ranking.names.path(*file).clone(),
        score: squashed(*sum),
        reason: ranking.values[*file as usize].reason(),
    });
    let grounds = best.iter().map(|(_, file)| ranking.values[*file as usize].grounds()).collect();
    let (functions, function_grounds) = functions.into_iter().unzip();
    Located {
        files: grounds,
        functions: function_grounds,
        prediction: Prediction { files: ranked.collect(), functions, path: vec![turn(sources, &ranking)] },
    }
}

fn turn(sources: &Sources<'_>, ranking: &files::Ranking) -> Turn {
    let mut looked = vec!["names", "symbols", "full text"];
    looked.extend(sources.catalogs.map(|_| "catalogs"));
    if !sources.memory.is_empty() {
        looked.push("earlier commits");
    }
    Turn {
        action: format!("rank {} files by {}", ranking.names.len(), looked.join(", ")),
        observation: match ranking.order.first() {
            Some((_, file)) => format!("`{}` ranks first", ranking.names.path(*file)),
            None => "there is no source file".to_owned(),
        },
    }
}

//! Solvers by what they work with and how many turns they have.

use clap::ValueEnum;

use crate::agents;
use crate::agents::solver::Answers;
use crate::agents::solver::Solver;
use crate::agents::solver::tools::GraphTools;
use crate::agents::solver::tools::HistoryTools;
use crate::agents::solver::tools::Offered;
use crate::agents::solver::tools::ToolSolver;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::cli::engine::Cast;
use crate::index::History;
use crate::repo::Tree;

/// What a Solver works with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Tools {
    /// Catalogs
    #[default]
    Plain,
    /// A graph of directories, files, classes and functions; no catalogs
    Graph,
    /// The graph and the history of commits; no catalogs
    #[value(name = "graph+history")]
    History,
}

/// A Solver as it is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Setup {
    pub(super) tools: Tools,
    pub(super) turns: usize,
}

impl Setup {
    /// In words; `who` answers, such as `embedded`.
    pub(super) fn name(self, who: &str) -> String {
        let tools = match self.tools {
            Tools::Plain => "",
            Tools::Graph => " on the graph",
            Tools::History => " on graph and history",
        };
        format!("{who}{tools}, {} turns", self.turns)
    }
}

/// What Solvers without catalogs work on, as far as any of the setups needs it.
pub(super) struct Substrate<'w> {
    graph: Option<GraphTools<'w>>,
    history: Option<HistoryTools<'w>>,
}

impl<'w> Substrate<'w> {
    pub(super) fn new(project: &'w Project, tree: &dyn Tree, history: Option<&'w History>, setups: &[Setup]) -> Self {
        let text = |path: &RepoPath| tree.read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let wants_graph = setups.iter().any(|setup| setup.tools != Tools::Plain);
        Self {
            graph: wants_graph.then(|| GraphTools::new(project, &text)),
            history: history.map(|history| HistoryTools::new(project, history)),
        }
    }

    /// The Solver of a setup that the substrate was made for.
    pub(super) fn solver<'s>(&'s self, setup: Setup, cast: Cast<'s>) -> Box<dyn Solver + 's> {
        let history = self.history.as_ref().filter(|_| setup.tools == Tools::History);
        let Some(graph) = self.graph.as_ref().filter(|_| setup.tools != Tools::Plain) else {
            return cast.solver(setup.turns, Answers::Five);
        };
        let tools = Box::new(Offered::new(graph, history));
        let offered = agents::solver::Substrate::Graph { tools, remembers: history.is_some() };
        match cast.model_solver(setup.turns, Answers::Five, offered) {
            Some(model) => Box::new(model),
            None => Box::new(ToolSolver::new(graph, history, setup.turns)),
        }
    }
}

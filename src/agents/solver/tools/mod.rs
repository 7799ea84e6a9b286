//! The substrates that the first paper compares catalogs with, as tool sets: a graph of the repository's entities, and what
//! its history tells. Neither is ever trained. A model Solver is given the calls as tools; the embedded Solver here makes
//! them itself.

mod entities;
mod fuzzy;
mod graph;
mod history;
mod offered;
mod search;
mod solver;
#[cfg(test)]
mod tests;
mod traverse;

pub use entities::Entity;
pub use entities::EntityKind;
pub use graph::GraphTools;
pub use history::HistoryTools;
pub use offered::Offered;
pub use search::Detail;
pub use search::Found;
pub use search::Layer;
pub use solver::ToolSolver;
pub use traverse::Direction;
pub use traverse::Edge;
pub use traverse::Reached;
pub use traverse::Traversal;

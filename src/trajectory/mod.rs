//! Training runs and their replay (design §8): probes drawn and kept, the loop, its snapshots, and how well each of them
//! leads to the answers.
//!
//! Git is touched through `repo` only: snapshots are commits on references of their own, never on a branch.

mod compare;
mod defaults;
mod draw;
mod inspect;
mod likeness;
mod measure;
mod options;
mod problem;
mod replay;
mod report;
mod row;
mod run;
mod solve;
mod split;
mod store;
mod trailers;
mod train;

pub use compare::Comparison;
pub use compare::compare;
pub use defaults::Defaults;
pub use draw::Batch;
pub use draw::Drawer;
pub use draw::Drawn;
pub use inspect::Stats;
pub use inspect::Trouble;
pub use inspect::inspect;
pub use inspect::stats;
pub use likeness::Known;
pub use measure::Accuracy;
pub use measure::Measured;
pub use measure::measure;
pub use options::Gate;
pub use options::Options;
pub use options::Start;
pub use problem::Problem;
pub use problem::ProblemError;
pub use problem::problem_of;
pub use replay::Replayed;
pub use replay::Subject;
pub use replay::replay;
pub use report::ReplayedRun;
pub use report::html;
pub use row::ProbeRow;
pub use row::RowError;
pub use run::ROLES;
pub use run::Share;
pub use run::Step;
pub use run::Taken;
pub use run::best;
pub use solve::Asked;
pub use solve::Solved;
pub use solve::solve;
pub use split::Split;
pub use store::Claim;
pub use store::StoreError;
pub use store::Trajectory;
pub use store::kept;
pub use train::Stage;
pub use train::TrainError;
pub use train::Trained;
pub use train::snapshot;
pub use train::train;

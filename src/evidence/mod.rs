//! The evidence that the next decision lacks (second paper): state, views, fusion, facets, complement, bundle.
//!
//! Values in, values out; everything it ranks comes from `index`.

mod assemble;
pub mod bundle;
pub mod card;
mod clues;
pub mod complement;
mod facets;
mod fusion;
mod peripheral;
mod reason;
mod scene;
pub mod serbench;
mod shape;
mod state;
pub mod test_output;
mod transcripts;
mod unified;
mod units;
mod views;

pub use assemble::Options;
pub use assemble::Seen;
pub use assemble::assemble;
pub use assemble::assemble_with;
pub use assemble::signals;
pub use bundle::Bundle;
pub use bundle::Item;
pub use bundle::Verdict;
pub use facets::Facet;
pub use fusion::Fused;
pub use fusion::Part;
pub use fusion::Ranked;
pub use fusion::Ranking;
pub use fusion::Weight;
pub use reason::Mention;
pub use reason::Reason;
pub use scene::Sources;
pub use scene::Texts;
pub use state::DiffHunk;
pub use state::DiffStatus;
pub use state::FileDiff;
pub use state::Fingerprint;
pub use state::Observation;
pub use state::State;
pub use test_output::TestReport;
pub use transcripts::Shown;
pub use transcripts::Transcript;
pub use transcripts::TranscriptError;
pub use units::UnitId;
pub use units::Units;
pub use views::view_names;

//! Scores complements against certificates (design §10): which groups of evidence a ranked list completes.
//!
//! Arithmetic on values. Nothing is repaired: one fault in a file refuses all of it, with the place and the reason.
//! Positions are those of the list as it was returned; nothing is removed or moved up.

mod bootstrap;
mod fault;
mod ideal;
mod items;
mod labels;
mod metrics;
mod predictions;
mod row;
mod strata;
mod summary;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use bootstrap::Interval;
pub use bootstrap::Resampling;
pub use fault::Fault;
pub use fault::Problem;
pub use items::Items;
pub use items::ItemsReader;
pub use items::State;
pub use labels::Certificate;
pub use labels::Certificates;
pub use labels::Group;
pub use labels::LabelsReader;
pub use metrics::Column;
pub use metrics::Metric;
pub use metrics::columns;
pub use predictions::Coverage;
pub use predictions::Prediction;
pub use predictions::Predictions;
pub use predictions::PredictionsReader;
pub use strata::Stratum;
pub use summary::Comparison;
pub use summary::Mean;
pub use summary::MethodMeans;
pub use summary::Scored;
pub use summary::score;

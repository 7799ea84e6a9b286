//! A run or a comparison as one HTML page that needs nothing else: no network, no script.

mod instances;
mod map;
mod markup;
mod page;
mod plot;
mod tables;

pub use page::ReplayedRun;
pub use page::html;

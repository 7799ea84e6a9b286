//! The answer: intact source with its provenance, and its renderings.

mod item;
mod json;
mod markdown;

pub use item::Budget;
pub use item::Bundle;
pub use item::DropReason;
pub use item::Dropped;
pub use item::Head;
pub use item::Item;
pub use item::Known;
pub use item::Verdict;
pub use item::Withheld;
pub use json::json;
pub use markdown::explanation;
pub use markdown::markdown;
pub use markdown::paths;

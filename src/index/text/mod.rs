//! Full text over the source files of a tree, at four grains, with BM25 whose statistics are exact.
//!
//! tantivy keeps the dictionary and the postings; scoring is our own, because the same postings serve cells, windows and
//! files, statistics must not count tests or outdated files, and some rankings need another `k1` and `b`.
//! `words` cuts text into terms, `document` a file into cells and symbols, `layer` is one immutable tantivy index with a
//! manifest, `sync` makes layers for what changed, `units` numbers what is alive, `score` ranks it, `similar` finds words that are
//! spelt alike.

mod document;
mod layer;
mod score;
mod similar;
mod sync;
#[cfg(test)]
mod tests;
mod units;
mod words;

pub use document::CELL_LINES;
pub use score::Bm25;
pub use score::Field;
pub use score::Hit;
pub use score::QueryTerm;
pub use score::SearchOptions;
pub use similar::Similar;
pub use sync::FullText;
pub use units::Grain;
pub use units::Unit;
pub use words::bigrams;
pub use words::exact_words;
pub use words::stems;

//! Text to document. Never fails and never panics: what is not understood is kept and named in `problems`.
//!
//! Steps: merge-conflict markers and a byte-order mark are blanked out byte for byte (`masking`), the rest is read as
//! Markdown blocks (`blocks`), and those are given their meaning (`document`, `bullets`, `mentions`, `comments`).

mod blocks;
mod bullets;
mod comments;
mod document;
mod masking;
mod mentions;

pub use document::parse;
pub use mentions::name_in;
#[cfg(test)]
mod tests;

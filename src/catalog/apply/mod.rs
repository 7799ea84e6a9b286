//! Applies edits to a catalog: each touches the lines that it must and no others, and a person's words never.

mod entries;
mod page;
mod ranges;
mod refused;
mod symbols;
mod words;

pub use page::apply;
pub use refused::EditRefused;
#[cfg(test)]
mod tests;

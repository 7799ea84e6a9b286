//! The Healer that needs no model: triage, diagnosis and fixes in the order of the first paper, with sentences that the
//! source's own authors wrote.

mod above;
mod case;
mod compact;
mod diagnosis;
mod draft;
mod enrich;
mod heal;
mod material;
mod prose;
mod sharpen;
#[cfg(test)]
mod tests;
mod triage;
mod vocabulary;
mod widen;

pub use heal::EmbeddedHealer;

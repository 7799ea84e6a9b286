//! The views: each ranks units by one thing that the state, the code or history says. None knows which units are right.

mod actions;
mod bigrams;
mod breaks;
mod callees;
mod cochange;
mod commits;
mod entities;
mod exact;
mod frames;
mod graph;
mod observations;
mod path_words;
mod question;
mod recency;
mod state_words;
mod subject;
mod defines;
mod files;
mod symbols;
mod pattern;
mod likeness;
mod members;
mod missing;
mod view;
mod windows;

pub(crate) use view::rank_all;
pub use view::view_weights;

//! The views: each ranks units by one thing that the state, the code or history says. None knows which units are right.

mod actions;
mod bigrams;
mod breaks;
mod callees;
mod catalogs;
mod characters;
mod cochange;
mod commits;
mod defines;
mod dense;
mod entities;
mod exact;
mod files;
mod frames;
mod graph;
mod hashed;
mod keys;
mod likeness;
mod members;
mod missing;
mod observations;
mod path_words;
mod pattern;
mod question;
mod recency;
mod state_words;
mod subject;
mod symbols;
mod tf_idf;
mod view;
mod weights;
mod windows;

pub(crate) use view::rank_all;
pub use view::view_names;

//! git-libra keeps a repository navigable: verified Markdown catalogs, and the evidence that the next decision lacks.
//!
//! # Architecture
//!
//! The rooms in reading order, what each may use, and the one right that it holds. Arrows point upward in this table
//! only; `tests/it/tidy.rs` reads it and fails on any other `crate::room` reference.
//!
//! | room | may use | right |
//! |---|---|---|
//! | base | | none |
//! | config | base | none |
//! | repo | base | files and git objects |
//! | source | base | none |
//! | score | base | none |
//! | catalog | base, source | none |
//! | lint | base, config, source, catalog | none |
//! | index | base, repo, source, catalog | files under the git directory |
//! | llm | base | the network, in one file; the program of a user's choice, in another |
//! | evidence | base, config, source, catalog, index | none |
//! | agents | base, config, repo, source, catalog, lint, index, evidence, llm | none: files as a `Tree` |
//! | heal | base, config, repo, source, catalog, lint, index, evidence, agents | none: edits go to an overlay |
//! | trajectory | base, config, repo, source, score, catalog, lint, index, evidence, agents, heal | refs, through repo |
//! | cli | base, config, repo, source, score, catalog, lint, index, llm, evidence, agents, heal, trajectory | arguments, environment, standard streams, clock, exit status |
//!
//! `heal` never sees `llm`, `llm` never knows what a catalog is; only `agents` joins them, so the whole loop runs in
//! tests without a model.

pub mod agents;
pub mod base;
pub mod catalog;
pub mod cli;
pub mod config;
pub mod evidence;
pub mod heal;
pub mod index;
pub mod lint;
pub mod llm;
pub mod repo;
pub mod score;
pub mod source;
pub mod trajectory;

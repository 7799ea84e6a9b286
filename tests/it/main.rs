//! The one integration test binary: each module is a file of this folder.

#![expect(clippy::disallowed_methods, reason = "tests build throw-away trees and start the binary")]

mod awkward;
mod browse;
mod documents;
mod embeddings;
mod evidence;
mod exit_codes;
mod fmt;
mod fuzz;
mod harness;
mod heal;
mod heal_git;
mod heal_hands;
mod hook;
mod lint;
mod lint_sources;
mod locate;
mod lsp;
mod merge;
#[cfg(feature = "models")]
mod model_server;
#[cfg(feature = "models")]
mod model_tls;
#[cfg(feature = "models")]
mod models;
mod neighbours;
mod report_schemas;
mod schema;
mod score;
mod situations;
mod soundness;
mod source;
mod test_output;
mod tidy;
mod train;
mod transcripts;
#[cfg(feature = "models")]
mod worked_examples;
mod xml;

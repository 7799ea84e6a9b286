//! From the text of `libra.toml` to settled values; an unknown key is an error with a place and a suggestion.
//!
//! This room reads no file and no environment: `cli` hands it text. Nothing in `libra.toml` can choose an engine, an
//! endpoint or a command (design §13).

mod parse;
mod schema;

pub use parse::ConfigError;
pub use parse::nearest;
pub use parse::parse;
pub use schema::CONFIG_FILE;
pub use schema::CatalogConfig;
pub use schema::Config;
pub use schema::EvidenceConfig;
pub use schema::HealConfig;
pub use schema::LintConfig;
pub use schema::Severity;

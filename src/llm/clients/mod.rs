//! Wire formats, one file each, and what they share: the habits of a server that are found out once and remembered.

#[cfg(feature = "models")]
mod anthropic;
mod command;
#[cfg(feature = "models")]
mod habits;
#[cfg(feature = "models")]
mod openai;

#[cfg(feature = "models")]
pub use anthropic::Anthropic;
pub use command::Command;
#[cfg(feature = "models")]
pub use openai::OpenAi;

//! Language models: messages in, messages out. Never files, never catalogs; the network in one file, `http`, and the
//! user's own program in another, `clients/command`.
//!
//! Traits are synchronous; what is asynchronous stays inside. Without the `models` feature there is no client that needs
//! the network and no HTTP crate, and everything that needs no model works.

mod answers;
mod cassette;
mod clients;
mod embeddings;
mod error;
#[cfg(feature = "models")]
mod http;
mod json;
mod key;
#[cfg(feature = "models")]
mod lanes;
mod meter;
mod model;
mod prices;
mod scripted;
mod spoken;
mod tool_loop;

pub use answers::Kept;
pub use answers::Shelf;
pub use cassette::Cassette;
pub use cassette::CassetteError;
pub use cassette::Recorded;
#[cfg(feature = "models")]
pub use clients::Anthropic;
pub use clients::Command;
#[cfg(feature = "models")]
pub use clients::OpenAi;
#[cfg(feature = "models")]
pub use embeddings::EmbeddingServer;
pub use embeddings::KeptVectors;
#[cfg(feature = "embeddings")]
pub use embeddings::StaticEmbedder;
pub use error::ModelError;
#[cfg(feature = "models")]
pub use http::Auth;
#[cfg(feature = "models")]
pub use http::Endpoint;
pub use json::object_in;
pub use meter::Account;
pub use meter::Limits;
pub use meter::Meter;
pub use meter::Metered;
pub use meter::Spent;
pub use model::AnswerForm;
pub use model::ChatModel;
pub use model::ChatReply;
pub use model::ChatRequest;
pub use model::Message;
pub use model::Stop;
pub use model::Tool;
pub use model::ToolCall;
pub use model::Usage;
pub use prices::Price;
pub use prices::Prices;
pub use scripted::Scripted;
pub use tool_loop::Conversation;
pub use tool_loop::Observation;
pub use tool_loop::Step;
pub use tool_loop::Toolbox;
pub use tool_loop::converse;

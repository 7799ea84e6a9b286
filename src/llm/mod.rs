//! Language models: messages in, messages out. Never files, never catalogs; the network in one file, `http`.
//!
//! Traits are synchronous; what is asynchronous stays inside. Without the `models` feature there is no client and no
//! HTTP crate, and everything that needs no model works.

mod budget;
#[cfg(feature = "models")]
mod clients;
#[cfg(feature = "models")]
mod http;
mod json;
mod model;
mod scripted;

pub use budget::Budget;
pub use budget::Limits;
pub use budget::Spent;
#[cfg(feature = "models")]
pub use clients::OpenAi;
#[cfg(feature = "models")]
pub use http::Endpoint;
pub use json::object_in;
pub use model::ChatModel;
pub use model::ChatReply;
pub use model::ChatRequest;
pub use model::Message;
pub use model::ModelError;
pub use model::Role;
pub use model::Usage;
pub use scripted::Scripted;

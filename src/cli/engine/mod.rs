//! Which model plays which role, what it may spend, and what it spent. A model is asked only where the user's own
//! configuration, environment or arguments say so: nothing that stands in a repository can switch one on, and a key that
//! lies in the environment is used only where its variable is named.

mod account;
mod arguments;
mod cast;
mod embeddings;
mod models;
mod run_meter;
mod settings;
mod values;

pub(crate) use account::ModelRow;
pub(crate) use account::cost;
pub(crate) use arguments::Asked;
pub(crate) use arguments::CallLimitArgs;
pub(crate) use arguments::LimitArgs;
pub(crate) use arguments::ModelArgs;
pub(crate) use arguments::TapeArgs;
pub(crate) use cast::Cast;
pub(crate) use embeddings::Embeddings;
pub(crate) use models::Models;
pub(crate) use run_meter::RunMeter;
pub(crate) use settings::Settings;
pub(crate) use values::dollars;
pub(crate) use values::duration;
pub(crate) use values::number;
pub(crate) use values::positive;
pub(crate) use values::some_time;

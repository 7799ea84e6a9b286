//! Decides which source is offered as evidence (second paper) by asking a model, stage by stage. The deterministic
//! controller stands in `evidence`; it takes every stage whose answer cannot be used.

mod model;

pub use model::ModelController;

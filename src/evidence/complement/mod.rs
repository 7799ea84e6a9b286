//! The complement: which units the next decision still lacks, chosen as a set in three stages.
//!
//! A `Controller` proposes a set that supports the need jointly, looks for what that set does not support yet, and
//! settles on a final one. `embedded` decides by arithmetic; a model may be put in its place, and where its answer
//! cannot be used the embedded one takes that stage.

mod cards;
mod control;
mod controller;
mod embedded;
mod independent;
mod stages;
mod windows;

pub use cards::Card;
pub use cards::Origin;
pub use control::Control;
pub use control::UnknownControl;
pub use control::run as run_as;
pub use controller::Candidate;
pub use controller::Capacities;
pub use controller::Choice;
pub use controller::Controller;
pub use controller::Desk;
pub use controller::Unusable;
pub use embedded::Embedded;
pub use independent::Independent;
pub use stages::Complement;
pub use stages::Stage;
pub use stages::StageNote;
pub use stages::run;

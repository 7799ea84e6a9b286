//! What the output of a test run says: where it failed, which tests, and with what words.
//!
//! `wrappings` take off what a machine put around lines (JSON events, XML, CI time stamps), `formats` know runners,
//! `traces` know how languages print where they stopped; one file each. Nothing here knows the repository, except
//! `Resolver`, which is given its paths.

mod finding;
mod formats;
mod frame;
mod report;
mod resolve;
mod text;
mod traces;
mod wrappings;

pub use frame::Frame;
pub use report::TestReport;
pub use resolve::Resolver;

//! What the output of a test run says: where it failed, which tests, and with what words.
//!
//! Reads what pytest, unittest, cargo, nextest, go, jest, vitest, JUnit under Maven and Gradle, and plain tracebacks
//! print. It knows no file: paths come out as they were printed.

mod failures;
mod frames;
mod messages;
mod report;

pub use frames::Frame;
pub use report::TestReport;

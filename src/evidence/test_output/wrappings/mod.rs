//! What machines put around lines: time stamps of CI, JSON events, XML reports. Taken off, plain lines are left for
//! the readers of formats and traces.
//!
//! What a structured report knows and no plain line would say is written as a marked line, which `formats::marked`
//! reads.

mod ci_log;
mod ctest_verbose;
mod go_json;
mod jest_json;
mod junit_xml;
mod layers;

pub(super) use layers::FAILING;
pub(super) use layers::SAYS;
pub(super) use layers::take_off;

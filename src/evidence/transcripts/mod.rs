//! What an agent's own log says of its state: what it was asked, read, searched for, ran, and believes.
//!
//! One file for each kind of log; each turns records into the few events of `event`, which `transcript` sums up. The
//! formats are undocumented or change, so everything is read tolerantly: a record that is not understood is counted and
//! skipped. Values in, values out: paths stay as they were logged.

mod atif;
mod claude_code;
mod codex;
mod event;
mod fields;
mod numbered;
mod openhands;
mod patch;
mod shell;
mod swe_agent;
mod tools;
mod transcript;

pub use transcript::Shown;
pub use transcript::Transcript;
pub use transcript::TranscriptError;

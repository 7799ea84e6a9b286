//! Keeps catalogs true and makes them better (design §7): plan, refresh, probe, solve, heal, gate, outcome.
//!
//! A project in, edits and a verdict out; nothing is written here, a command flushes the edits.

//! What is derived and kept under the git directory: facts by blob id, full text, history. Deleting it costs time only.
//!
//! The only room besides `repo` that touches files, and only below the directories that it is given.

//! Facts of source files by blob id: parsed once, kept under the common git directory for every work tree.

mod pack;
mod store;

pub(in crate::index) use pack::Encoded;
pub(in crate::index) use pack::Key;
pub(in crate::index) use pack::Summary;
pub(in crate::index) use store::FactsStore;

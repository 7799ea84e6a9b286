//! Who defines, uses and imports what, over the facts of one project. Names decide, not types: a call is linked to every
//! definition of that name, and the more definitions there are, the less one link weighs.

mod definers;
mod imports;
mod links;
mod manifests;
mod packages;
mod paths;
mod scripts;
#[cfg(test)]
mod tests;

pub use links::Graph;
pub use links::SymbolRef;
pub(in crate::index) use manifests::is_manifest;

//! Who defines, uses and imports what, over the facts of one project. Names decide, not types: a call is linked to every
//! definition of that name, and the more definitions there are, the less one link weighs.

mod imports;
mod links;
mod packages;

pub use links::Graph;
pub use links::SymbolRef;

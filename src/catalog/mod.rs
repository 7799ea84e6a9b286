//! The catalog as a document: model, parse, edit, render, layout, merge, and how entries meet symbols.
//!
//! Values in, values out. A catalog's text is the truth; everything else here is spans into it.

mod apply;
pub mod bootstrap;
mod conflicts;
mod diff;
mod edit;
#[cfg(test)]
pub(crate) mod fixture;
mod format;
pub mod html;
pub mod layout;
mod lazy;
mod limits;
pub mod merge;
mod model;
mod order;
mod parse;
mod project;
mod query;
pub mod resolve;
pub mod text;
pub mod wording;
mod write;

pub use apply::EditRefused;
pub use apply::apply;
pub use conflicts::without_conflicts;
pub use diff::unified_diff;
pub use edit::CatalogEdit;
pub use edit::EntryDraft;
pub use edit::SymbolLine;
pub use format::format;
pub use lazy::Facts;
pub use lazy::Lazy;
pub use limits::Limits;
pub use merge::Merged;
pub use merge::merge;
pub use model::Bullet;
pub use model::BulletKind;
pub use model::CATALOG_FILE;
pub use model::Catalog;
pub use model::Entry;
pub use model::Heading;
pub use model::Link;
pub use model::Problem;
pub use model::ProblemKind;
pub use model::RangeNote;
pub use model::Section;
pub use model::SectionKind;
pub use model::Suppression;
pub use model::SymbolMention;
pub use model::Target;
pub use model::TextLine;
pub use parse::name_in;
pub use parse::parse;
pub use project::Module;
pub use project::Project;
pub use project::SourceFile;
pub use query::render;
pub use write::entry_lines;
pub use write::symbol_lines;

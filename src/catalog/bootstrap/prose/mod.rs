//! Sentences out of documentation: marks, links, tags and roles taken away, safe to stand in Markdown.
//!
//! `paragraphs` finds what is prose, `inline` takes its marks away, `words` puts code into code spans, `sentences` makes
//! them definitive, `cut` shortens.

mod cut;
mod inline;
mod paragraphs;
mod sentences;
mod words;

pub(crate) use cut::cut;
pub(crate) use sentences::Role;
pub(crate) use sentences::Voice;
pub(crate) use sentences::all;
pub(crate) use sentences::first;
pub(crate) use sentences::message;
pub(crate) use sentences::squashed;
#[cfg(test)]
mod tests;

//! One file a language, and the table that joins them to `Language`. A new language adds a file and a row here.
//!
//! Nothing here walks a tree or reads a file's text on its own.

use crate::source::Language;

mod python;
mod rust;
pub(crate) mod spec;

use spec::Spec;

/// What the walk needs to know of a language; `None` where only lines are known of it.
pub(crate) fn spec(language: Language) -> Option<&'static Spec> {
    match language {
        Language::Python => Some(&python::PYTHON),
        Language::Rust => Some(&rust::RUST),
        _ => None,
    }
}

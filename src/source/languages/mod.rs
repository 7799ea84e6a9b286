//! One file a language, and the table that joins them to `Language`. A new language adds a file and a row here.
//!
//! Nothing here walks a tree or reads a file's text on its own.

use crate::source::Language;

mod bash;
mod c;
mod cpp;
mod csharp;
mod elixir;
mod go;
mod haskell;
mod java;
mod kotlin;
mod lua;
mod php;
mod proto;
mod python;
mod ruby;
mod rust;
mod scala;
mod script;
pub(crate) mod spec;
mod swift;
mod zig;

use spec::Spec;

/// What the walk needs to know of a language.
pub(crate) fn spec(language: Language) -> &'static Spec {
    match language {
        Language::Python => &python::PYTHON,
        Language::Rust => &rust::RUST,
        Language::JavaScript => &script::JAVASCRIPT,
        Language::TypeScript => &script::TYPESCRIPT,
        Language::Tsx => &script::TSX,
        Language::Go => &go::GO,
        Language::Java => &java::JAVA,
        Language::C => &c::C,
        Language::Cpp => &c::CPP,
        Language::Ruby => &ruby::RUBY,
        Language::Bash => &bash::BASH,
        Language::Lua => &lua::LUA,
        Language::Zig => &zig::ZIG,
        Language::Proto => &proto::PROTO,
        Language::Elixir => &elixir::ELIXIR,
        Language::Haskell => &haskell::HASKELL,
        Language::CSharp => &csharp::CSHARP,
        Language::Php => &php::PHP,
        Language::Kotlin => &kotlin::KOTLIN,
        Language::Swift => &swift::SWIFT,
        Language::Scala => &scala::SCALA,
    }
}

//! Which language a file is written in.

use serde::Deserialize;
use serde::Serialize;

use crate::base::RepoPath;

/// A programming language whose files are catalogued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Language {
    /// Python.
    Python,
    /// Rust.
    Rust,
    /// JavaScript and JSX.
    JavaScript,
    /// TypeScript.
    TypeScript,
    /// TypeScript with JSX.
    Tsx,
    /// Go.
    Go,
    /// Java.
    Java,
    /// C.
    C,
    /// C++.
    Cpp,
    /// Ruby.
    Ruby,
    /// Bash and the shells of its family.
    Bash,
    /// Lua.
    Lua,
    /// Zig.
    Zig,
    /// Protocol Buffers.
    Proto,
    /// Elixir.
    Elixir,
    /// Haskell.
    Haskell,
    /// C#.
    CSharp,
    /// PHP.
    Php,
    /// Kotlin.
    Kotlin,
    /// Swift.
    Swift,
    /// Scala.
    Scala,
}

/// A row of the table of languages: the language, its name, the endings of its files, and files known by their name.
type Row = (Language, &'static str, &'static [&'static str], &'static [&'static str]);

/// Every language. An ending that two languages share stands in one row: `.h` is C until its content says otherwise.
const LANGUAGES: &[Row] = &[
    (Language::Python, "Python", &["py", "pyi", "pyw"], &["SConstruct", "SConscript", "wscript"]),
    (Language::Rust, "Rust", &["rs"], &[]),
    (Language::JavaScript, "JavaScript", &["js", "jsx", "mjs", "cjs"], &[]),
    (Language::TypeScript, "TypeScript", &["ts", "mts", "cts"], &[]),
    (Language::Tsx, "TSX", &["tsx"], &[]),
    (Language::Go, "Go", &["go"], &[]),
    (Language::Java, "Java", &["java"], &[]),
    (Language::C, "C", &["c", "h"], &[]),
    (
        Language::Cpp,
        "C++",
        &["cc", "cpp", "cxx", "c++", "C", "hh", "hpp", "hxx", "h++", "H", "ipp", "inl", "tpp", "txx"],
        &[],
    ),
    (
        Language::Ruby,
        "Ruby",
        &["rb", "rake", "gemspec", "ru"],
        &["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Capfile", "Brewfile", "Fastfile"],
    ),
    (
        Language::Bash,
        "Bash",
        &["sh", "bash", "ksh", "bats"],
        &["PKGBUILD", ".bashrc", ".bash_profile", ".bash_aliases", ".profile"],
    ),
    (Language::Lua, "Lua", &["lua", "rockspec"], &[".luacheckrc"]),
    (Language::Zig, "Zig", &["zig"], &[]),
    (Language::Proto, "Protocol Buffers", &["proto"], &[]),
    (Language::Elixir, "Elixir", &["ex", "exs"], &[]),
    (Language::Haskell, "Haskell", &["hs", "hs-boot", "hsc"], &[]),
    (Language::CSharp, "C#", &["cs", "csx"], &[]),
    (Language::Php, "PHP", &["php", "phtml"], &[]),
    (Language::Kotlin, "Kotlin", &["kt", "kts"], &[]),
    (Language::Swift, "Swift", &["swift"], &[]),
    (Language::Scala, "Scala", &["scala", "sc", "sbt"], &[]),
];

impl Language {
    /// Every language, in a fixed order.
    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(|(language, ..)| *language)
    }

    /// The language that a path's name tells, by its ending or as a well-known file; endings count as they are
    /// written (`.C` is C++, `.c` is C).
    pub fn of_path(path: &RepoPath) -> Option<Self> {
        let (name, ending) = (path.file_name(), path.extension().unwrap_or_default());
        let is_it = |(_, _, endings, names): &&Row| endings.contains(&ending) || names.contains(&name);
        LANGUAGES.iter().find(is_it).map(|(language, ..)| *language)
    }

    /// The language's name as people write it, such as `C++`.
    pub fn name(self) -> &'static str {
        LANGUAGES.iter().find(|(language, ..)| *language == self).map_or("", |(_, name, ..)| *name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_by_name() {
        let of = |path: &str| Language::of_path(&RepoPath::new(path).expect("plain")).map(Language::name);
        assert_eq!(of("a/b.py"), Some("Python"));
        assert_eq!(of("a.d.ts"), Some("TypeScript"));
        assert_eq!(of("x.tsx"), Some("TSX"));
        assert_eq!(of("x.h"), Some("C"));
        assert_eq!(of("lib/Rakefile"), Some("Ruby"));
        assert_eq!(of("README.md"), None);
        assert_eq!(of(".rs"), None);
    }

    #[test]
    fn rows_stand_in_the_order_of_the_languages() {
        let places: Vec<usize> = Language::all().map(|language| language as usize).collect();
        assert_eq!(places, (0..places.len()).collect::<Vec<_>>());
    }
}

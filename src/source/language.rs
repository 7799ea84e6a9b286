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

/// A row of the table of languages.
struct Row {
    language: Language,
    /// As people write it.
    name: &'static str,
    /// The endings of its files.
    endings: &'static [&'static str],
    /// Files known by their name.
    files: &'static [&'static str],
    /// The programs that a first line `#!` names for it, versions at their ends left off.
    interpreters: &'static [&'static str],
}

/// Bytes of a first line that are looked at.
const MAX_FIRST_LINE: usize = 256;

/// Every language. An ending that two languages share stands in one row: `.h` is C until its content says otherwise.
const LANGUAGES: &[Row] = &[
    Row {
        language: Language::Python,
        name: "Python",
        endings: &["py", "pyi", "pyw"],
        files: &["SConstruct", "SConscript", "wscript"],
        interpreters: &["python", "pypy", "uv"],
    },
    Row {
        language: Language::Rust,
        name: "Rust",
        endings: &["rs"],
        files: &[],
        interpreters: &["rust-script", "cargo"],
    },
    Row {
        language: Language::JavaScript,
        name: "JavaScript",
        endings: &["js", "jsx", "mjs", "cjs"],
        files: &[],
        interpreters: &["node", "nodejs", "gjs", "zx"],
    },
    Row {
        language: Language::TypeScript,
        name: "TypeScript",
        endings: &["ts", "mts", "cts"],
        files: &[],
        interpreters: &["deno", "ts-node", "tsx", "bun"],
    },
    Row { language: Language::Tsx, name: "TSX", endings: &["tsx"], files: &[], interpreters: &[] },
    Row { language: Language::Go, name: "Go", endings: &["go"], files: &[], interpreters: &["gorun"] },
    Row { language: Language::Java, name: "Java", endings: &["java"], files: &[], interpreters: &["java", "jbang"] },
    Row { language: Language::C, name: "C", endings: &["c", "h"], files: &[], interpreters: &["tcc"] },
    Row {
        language: Language::Cpp,
        name: "C++",
        endings: &["cc", "cpp", "cxx", "c++", "C", "hh", "hpp", "hxx", "h++", "H", "ipp", "inl", "tpp", "txx"],
        files: &[],
        interpreters: &[],
    },
    Row {
        language: Language::Ruby,
        name: "Ruby",
        endings: &["rb", "rake", "gemspec", "ru"],
        files: &["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Capfile", "Brewfile", "Fastfile"],
        interpreters: &["ruby", "jruby", "rake"],
    },
    Row {
        language: Language::Bash,
        name: "Bash",
        endings: &["sh", "bash", "ksh", "bats"],
        files: &["PKGBUILD", ".bashrc", ".bash_profile", ".bash_aliases", ".profile"],
        interpreters: &["sh", "bash", "dash", "ash", "ksh", "mksh", "bats"],
    },
    Row {
        language: Language::Lua,
        name: "Lua",
        endings: &["lua", "rockspec"],
        files: &[".luacheckrc"],
        interpreters: &["lua", "luajit", "nvim"],
    },
    Row { language: Language::Zig, name: "Zig", endings: &["zig"], files: &[], interpreters: &["zig"] },
    Row { language: Language::Proto, name: "Protocol Buffers", endings: &["proto"], files: &[], interpreters: &[] },
    Row { language: Language::Elixir, name: "Elixir", endings: &["ex", "exs"], files: &[], interpreters: &["elixir"] },
    Row {
        language: Language::Haskell,
        name: "Haskell",
        endings: &["hs", "hs-boot", "hsc"],
        files: &[],
        interpreters: &["runhaskell", "runghc", "stack", "cabal"],
    },
    Row {
        language: Language::CSharp,
        name: "C#",
        endings: &["cs", "csx"],
        files: &[],
        interpreters: &["dotnet-script"],
    },
    Row { language: Language::Php, name: "PHP", endings: &["php", "phtml"], files: &[], interpreters: &["php"] },
    Row {
        language: Language::Kotlin,
        name: "Kotlin",
        endings: &["kt", "kts"],
        files: &[],
        interpreters: &["kotlin", "kotlinc"],
    },
    Row { language: Language::Swift, name: "Swift", endings: &["swift"], files: &[], interpreters: &["swift"] },
    Row {
        language: Language::Scala,
        name: "Scala",
        endings: &["scala", "sc", "sbt"],
        files: &[],
        interpreters: &["scala", "scala-cli", "amm"],
    },
];

impl Language {
    /// Every language, in a fixed order.
    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(|row| row.language)
    }

    /// The language that a path's name tells, by its ending or as a well-known file; endings count as they are
    /// written (`.C` is C++, `.c` is C).
    pub fn of_path(path: &RepoPath) -> Option<Self> {
        let (name, ending) = (path.file_name(), path.extension().unwrap_or_default());
        let is_it = |row: &&Row| row.endings.contains(&ending) || row.files.contains(&name);
        LANGUAGES.iter().find(is_it).map(|row| row.language)
    }

    /// Whether a file is known by its first line if at all: no language has files of such a name, and it has no ending
    /// that would make it something else.
    pub fn is_told_by_content(path: &RepoPath) -> bool {
        path.extension().is_none() && Self::of_path(path).is_none()
    }

    /// The language of the program that a first line `#!` names, such as `#!/usr/bin/env python3` or `#!/bin/sh`.
    pub fn of_first_line(bytes: &[u8]) -> Option<Self> {
        let line = first_line(bytes)?.strip_prefix("#!")?;
        let mut words = line.split_whitespace();
        let program = |word: &'_ str| word.rsplit('/').next().unwrap_or_default().to_owned();
        let mut named = program(words.next()?);
        if named == "env" {
            // Options and variables stand before the program that `env` starts.
            named = program(words.find(|word| !word.starts_with('-') && !word.contains('='))?);
        }
        let plain = named.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        LANGUAGES.iter().find(|row| row.interpreters.contains(&plain)).map(|row| row.language)
    }

    /// The language of a file, by its name or, where that tells nothing, by its first line.
    pub fn of_file(path: &RepoPath, bytes: &[u8]) -> Option<Self> {
        Self::of_path(path).or_else(|| if Self::is_told_by_content(path) { Self::of_first_line(bytes) } else { None })
    }

    /// The language's name as people write it, such as `C++`.
    pub fn name(self) -> &'static str {
        LANGUAGES.iter().find(|row| row.language == self).map_or("", |row| row.name)
    }
}

/// The first line of a file, as far as it is looked at.
pub(crate) fn first_line(bytes: &[u8]) -> Option<&str> {
    let bytes = &bytes[..bytes.len().min(MAX_FIRST_LINE)];
    let line = bytes.split(|byte| *byte == b'\n').next()?;
    std::str::from_utf8(line).ok().map(str::trim_end)
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
    fn goes_by_the_first_line_where_the_name_says_nothing() {
        let of = |path: &str, text: &str| {
            let path = RepoPath::new(path).expect("plain");
            Language::of_file(&path, text.as_bytes()).map(Language::name)
        };
        for (line, name) in [
            ("#!/bin/sh", "Bash"),
            ("#! /bin/bash -eu", "Bash"),
            ("#!/usr/bin/env python3", "Python"),
            ("#!/usr/bin/python2.7", "Python"),
            ("#!/usr/bin/env -S FOO=1 node --experimental", "JavaScript"),
            ("#!/usr/local/bin/lua5.4\r", "Lua"),
        ] {
            assert_eq!(of("bin/tool", &format!("{line}\nx\n")), Some(name), "{line}");
            assert_eq!(of("bin/tool.txt", &format!("{line}\nx\n")), None, "{line}");
        }
        for line in ["#!/usr/bin/perl", "#!/usr/bin/env", "#!", "# python3", "", "python3", "\u{1}#!/bin/sh"] {
            assert_eq!(of("bin/tool", line), None, "{line}");
        }
        assert_eq!(of("Rakefile", "#!/bin/sh\n"), Some("Ruby"));
    }

    #[test]
    fn rows_stand_in_the_order_of_the_languages() {
        let places: Vec<usize> = Language::all().map(|language| language as usize).collect();
        assert_eq!(places, (0..places.len()).collect::<Vec<_>>());
    }
}

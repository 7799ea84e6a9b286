//! What exactly decided whether a file is catalogued: for people who ask.
//!
//! The decisions themselves are made elsewhere, once; here they are asked again, piece by piece.

use std::sync::Arc;

use super::FileClass;
use super::Rules;
use super::SkipReason;
use super::conventions;
use super::rules;
use crate::base::RepoPath;
use crate::source::Language;
use crate::source::language;

/// What decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Nothing rules the file out.
    Nothing,
    /// No known language has files of this name.
    UnknownName,
    /// The name says nothing, and no first line names a program of a known language.
    UnknownContent,
    /// The name says nothing; this first line names the program that runs the file.
    FirstLine(String),
    /// A pattern of `exclude` in `libra.toml`, as it is written there.
    Excluded(String),
    /// A pattern of `include` in `libra.toml`.
    Included(String),
    /// An attribute in `.gitattributes`, and whether it is set or unset.
    Attribute {
        /// Its name.
        name: &'static str,
        /// Set or unset.
        set: bool,
    },
    /// A folder, by convention: its path.
    Folder(String),
    /// The file's name, by convention.
    FileName(String),
    /// A symbolic link, a submodule, or a file that cannot be read.
    NotAFile,
    /// More bytes than `max-file-bytes` in `libra.toml` allows.
    Size {
        /// Bytes of the file.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// Bytes that no text has: where the first stands.
    Binary {
        /// The offset in bytes.
        offset: usize,
    },
    /// Text that is not UTF-8.
    Encoding {
        /// The encoding that it looks like.
        looks_like: &'static str,
        /// Where the first byte stands that is not UTF-8.
        offset: usize,
    },
    /// Lines that end with a carriage return alone.
    LineEnds,
    /// The shape of code that no person writes.
    LongLines {
        /// Bytes of a line on average, blank lines left out.
        average: usize,
        /// Bytes of the longest line.
        longest: usize,
        /// The average from which a file is left out.
        limit: usize,
    },
    /// A line that says that a program wrote the file.
    Marker {
        /// The line, 1-based.
        line: u32,
        /// What it says.
        text: String,
    },
    /// The parser gave up.
    TooMuchWork,
    /// Nothing but comments and blank lines.
    NoCode,
}

impl Cause {
    /// The cause in a word, as JSON output has it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::UnknownName => "unknown_name",
            Self::UnknownContent => "unknown_content",
            Self::FirstLine(_) => "first_line",
            Self::Excluded(_) => "exclude_pattern",
            Self::Included(_) => "include_pattern",
            Self::Attribute { .. } => "attribute",
            Self::Folder(_) => "folder",
            Self::FileName(_) => "file_name",
            Self::NotAFile => "not_a_file",
            Self::Size { .. } => "size",
            Self::Binary { .. } => "binary",
            Self::Encoding { .. } => "encoding",
            Self::LineEnds => "line_ends",
            Self::LongLines { .. } => "long_lines",
            Self::Marker { .. } => "marker",
            Self::TooMuchWork => "too_much_work",
            Self::NoCode => "no_code",
        }
    }
}

/// What a path says of a file (`by_path`), and which part of it, of the attributes or of the rules does. Where the
/// path's name tells no language, the bytes may (`Language::of_file`); they are asked for only then.
pub fn explain_path(
    rules: &Rules,
    path: &RepoPath,
    generated: Option<bool>,
    vendored: Option<bool>,
    bytes: impl FnOnce() -> Option<Arc<[u8]>>,
) -> (FileClass, Cause) {
    let bytes = if Language::is_told_by_content(path) { bytes() } else { None };
    let language = Language::of_file(path, bytes.as_deref().unwrap_or_default());
    let class = rules::as_language(rules, language, path, generated, vendored);
    let first_line = bytes.as_deref().and_then(language::first_line).unwrap_or_default();
    let cause = match &class {
        FileClass::Source(_) => rules.including(path).map_or_else(
            || match unset(generated, vendored) {
                Cause::Nothing if bytes.is_some() => Cause::FirstLine(first_line.to_owned()),
                cause => cause,
            },
            Cause::Included,
        ),
        FileClass::Skipped { language: None, .. } if bytes.is_some() => Cause::UnknownContent,
        FileClass::Skipped { language: None, .. } => Cause::UnknownName,
        FileClass::Skipped { language: Some(language), reason } => match reason {
            SkipReason::Excluded => rules.excluding(path).map_or(Cause::Nothing, Cause::Excluded),
            SkipReason::Vendored if vendored == Some(true) => Cause::Attribute { name: VENDORED, set: true },
            SkipReason::Generated if generated == Some(true) => Cause::Attribute { name: GENERATED, set: true },
            SkipReason::Vendored => place(path, |path| conventions::is_vendored(path, *language)),
            SkipReason::Generated => place(path, |path| conventions::is_generated(path, *language)),
            _ => place(path, |path| conventions::is_test(path, *language)),
        },
    };
    (class, cause)
}

const GENERATED: &str = "linguist-generated";
const VENDORED: &str = "linguist-vendored";

/// An attribute that is unset keeps a file that conventions might leave out.
fn unset(generated: Option<bool>, vendored: Option<bool>) -> Cause {
    match (generated, vendored) {
        (Some(false), _) => Cause::Attribute { name: GENERATED, set: false },
        (_, Some(false)) => Cause::Attribute { name: VENDORED, set: false },
        _ => Cause::Nothing,
    }
}

/// Which part of a path a convention goes by: the first folder in which a file of any name is one, or the name.
fn place(path: &RepoPath, holds: impl Fn(&RepoPath) -> bool) -> Cause {
    let parts: Vec<&str> = path.parts().collect();
    let folders = (1..parts.len()).map(|end| parts[..end].join("/"));
    let is_one = |folder: &String| RepoPath::new(format!("{folder}/x")).is_ok_and(|probe| holds(&probe));
    folders.into_iter().find(is_one).map_or_else(|| Cause::FileName(path.file_name().to_owned()), Cause::Folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cause(path: &str, generated: Option<bool>, vendored: Option<bool>) -> Cause {
        let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let rules = Rules::new(&owned(&["docs", "*.gen.py"]), &owned(&["/tests/support/**"]), 1_000).expect("patterns");
        let bytes = || Some(Arc::from(&b"#!/bin/sh\n"[..]));
        explain_path(&rules, &RepoPath::new(path).expect("plain"), generated, vendored, bytes).1
    }

    #[test]
    fn names_what_decided() {
        assert_eq!(cause("a.py", None, None), Cause::Nothing);
        assert_eq!(cause("a.zz", None, None), Cause::UnknownName);
        assert_eq!(cause("x/docs/a.py", None, None), Cause::Excluded("docs".to_owned()));
        assert_eq!(cause("a.gen.py", None, None), Cause::Excluded("*.gen.py".to_owned()));
        assert_eq!(cause("tests/support/a.py", None, None), Cause::Included("/tests/support/**".to_owned()));
        assert_eq!(cause("lib/tests/x/a.py", None, None), Cause::Folder("lib/tests".to_owned()));
        assert_eq!(cause("lib/test_a.py", None, None), Cause::FileName("test_a.py".to_owned()));
        assert_eq!(cause("vendor/a.go", None, None), Cause::Folder("vendor".to_owned()));
        assert_eq!(cause("a.go", None, Some(true)), Cause::Attribute { name: VENDORED, set: true });
        assert_eq!(cause("vendor/a.go", None, Some(false)), Cause::Attribute { name: VENDORED, set: false });
        assert_eq!(cause("x/a.pb.go", None, None), Cause::FileName("a.pb.go".to_owned()));
        assert_eq!(cause("bin/tool", None, None), Cause::FirstLine("#!/bin/sh".to_owned()));
        assert_eq!(cause("docs/tool", None, None), Cause::Excluded("docs".to_owned()));
        assert_eq!(cause("tests/tool", None, None), Cause::Folder("tests".to_owned()));
    }
}

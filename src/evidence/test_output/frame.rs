//! A place in code that an output names.

use super::text;

/// A place in code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The path as printed (absolute, relative or a bare name), with `/` between its parts; for a Java frame the path
    /// that the class's package implies.
    pub path: String,
    /// The line, 1-based.
    pub line: u32,
    /// The bare name of the function, where the frame names it.
    pub function: Option<String>,
}

/// Endings of the files that a frame may name; others are addresses, times and hosts.
const ENDINGS: &[&str] = &[
    "c", "cc", "cjs", "cpp", "cs", "cts", "cxx", "erl", "ex", "exs", "go", "groovy", "h", "hh", "hpp", "hs", "hxx",
    "inl", "ipp", "java", "js", "jsx", "kt", "kts", "lua", "m", "mjs", "mm", "mts", "php", "proto", "py", "pyi", "pyx",
    "rake", "rb", "rs", "scala", "sh", "svelte", "swift", "ts", "tsx", "vue", "zig",
];

impl Frame {
    /// A frame, unless the path is none of a source file or the line is none at all.
    pub(super) fn new(path: &str, line: u32, function: Option<String>) -> Option<Self> {
        let path = text::plain_path(path);
        let name = path.rsplit('/').next().unwrap_or(&path);
        let (stem, ending) = name.rsplit_once('.')?;
        let is_source = ENDINGS.binary_search(&ending).is_ok() && !stem.is_empty() && line > 0;
        is_source.then_some(Self { path, line, function: function.filter(|name| !name.is_empty()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_sorted() {
        assert!(ENDINGS.is_sorted());
    }

    #[test]
    fn a_host_is_no_file() {
        assert_eq!(Frame::new("example.com", 80, None), None);
        assert_eq!(Frame::new(".rs", 1, None), None);
        assert_eq!(Frame::new("a.rs", 0, None), None);
        assert!(Frame::new("a.rs", 1, None).is_some());
    }
}

//! Paths inside a repository.

use std::fmt;

use serde::Deserialize;
use serde::Serialize;

/// A path relative to the repository's root, with `/` between its parts. It never leaves the repository: no part is
/// empty, `.` or `..`. The root directory itself is the empty path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RepoPath(String);

/// Why a text is no path inside a repository.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// It begins at the file system's root.
    #[error("`{0}` is an absolute path; name a path inside the repository")]
    Absolute(String),
    /// It climbs out of the repository, or a part is empty or `.`.
    #[error("`{0}` is not a plain path inside the repository")]
    NotPlain(String),
}

impl RepoPath {
    /// The repository's root directory.
    pub fn root() -> Self {
        Self::default()
    }

    /// Checks a path as git prints it.
    pub fn new(path: impl Into<String>) -> Result<Self, PathError> {
        let path = path.into();
        if path.starts_with('/') {
            return Err(PathError::Absolute(path));
        }
        let plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains('\0');
        if path.is_empty() || path.split('/').all(plain) { Ok(Self(path)) } else { Err(PathError::NotPlain(path)) }
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is the root directory.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The directory that holds this path; the root has none.
    pub fn parent(&self) -> Option<Self> {
        (!self.is_root()).then(|| Self(self.0.rsplit_once('/').map_or("", |(parent, _)| parent).to_owned()))
    }

    /// The last part; empty for the root.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }

    /// The last part without its extension; a leading dot belongs to the stem.
    pub fn stem(&self) -> &str {
        let name = self.file_name();
        match name.rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem,
            _ => name,
        }
    }

    /// What follows the last dot of the last part, if anything stands before that dot.
    pub fn extension(&self) -> Option<&str> {
        self.file_name().rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, extension)| extension)
    }

    /// The parts from the root down.
    pub fn parts(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('/').filter(|part| !part.is_empty())
    }

    /// Number of parts; 0 for the root.
    pub fn depth(&self) -> usize {
        self.parts().count()
    }

    /// This directory's path with plain parts appended.
    pub fn join(&self, tail: &str) -> Result<Self, PathError> {
        if self.is_root() { Self::new(tail) } else { Self::new(format!("{}/{tail}", self.0)) }
    }

    /// Whether this path is `directory` or lies below it.
    pub fn is_within(&self, directory: &Self) -> bool {
        directory.is_root()
            || self.0.strip_prefix(&directory.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The directories above, nearest first, the root last.
    pub fn ancestors(&self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.parent(), Self::parent)
    }

    /// What a link in a file of `directory` must say to reach this path, such as `../b/c.rs`; not percent-encoded.
    pub fn relative_to(&self, directory: &Self) -> String {
        let (to, from): (Vec<_>, Vec<_>) = (self.parts().collect(), directory.parts().collect());
        let shared = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
        let up = vec![".."; from.len() - shared];
        up.into_iter().chain(to[shared..].iter().copied()).collect::<Vec<_>>().join("/")
    }

    /// The path that a link's decoded text names when it stands in a file of this directory: `.` and `..` are
    /// resolved, and a link that leaves the repository is an error.
    pub fn resolve(&self, link: &str) -> Result<Self, PathError> {
        if link.starts_with('/') {
            return Err(PathError::Absolute(link.to_owned()));
        }
        let mut parts: Vec<&str> = self.parts().collect();
        for part in link.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop().ok_or_else(|| PathError::NotPlain(link.to_owned()))?;
                }
                part => parts.push(part),
            }
        }
        Self::new(parts.join("/"))
    }
}

impl fmt::Display for RepoPath {
    /// The root prints as `.`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_root() { "." } else { &self.0 })
    }
}

impl TryFrom<String> for RepoPath {
    type Error = PathError;

    fn try_from(path: String) -> Result<Self, PathError> {
        Self::new(path)
    }
}

impl From<RepoPath> for String {
    fn from(path: RepoPath) -> Self {
        path.0
    }
}

#[cfg(test)]
mod tests {
    use super::RepoPath;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("plain")
    }

    #[test]
    fn stays_inside() {
        assert!(RepoPath::new("/etc/passwd").is_err());
        assert!(RepoPath::new("a/../b").is_err());
        assert!(RepoPath::new("a//b").is_err());
        assert!(path("a").resolve("../../b").is_err());
        assert_eq!(path("a/b").resolve("../c/./d").ok(), Some(path("a/c/d")));
    }

    #[test]
    fn knows_its_parts() {
        let file = path("src/base/mod.rs");
        assert_eq!((file.stem(), file.extension(), file.depth()), ("mod", Some("rs"), 3));
        assert_eq!(path(".gitignore").extension(), None);
        assert_eq!(file.parent(), Some(path("src/base")));
        assert_eq!(file.ancestors().last(), Some(RepoPath::root()));
        assert!(file.is_within(&path("src")) && !path("srcs/a").is_within(&path("src")));
        assert_eq!(file.relative_to(&path("src/repo")), "../base/mod.rs");
        assert_eq!(file.relative_to(&RepoPath::root()), "src/base/mod.rs");
    }
}

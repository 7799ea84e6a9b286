//! Places in editors' units: lines from 0, characters in UTF-16 code units; and files as URIs.

use std::path::Path;

use serde_json::Value;
use serde_json::json;

use crate::base::LineIndex;
use crate::base::RepoPath;
use crate::base::Span;
use crate::catalog::text::percent_decode;
use crate::catalog::text::percent_encode;

/// A text with its lines.
pub(super) struct Lines<'t> {
    text: &'t str,
    index: LineIndex,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, index: LineIndex::new(text) }
    }

    pub(super) fn range(&self, span: Span) -> Value {
        json!({ "start": self.position(span.start), "end": self.position(span.end) })
    }

    fn position(&self, offset: usize) -> Value {
        let line = self.index.line_of(offset.min(self.text.len()));
        let start = self.index.line_span(line).start;
        let before = self.text.get(start..offset).unwrap_or_default();
        json!({ "line": line - 1, "character": before.encode_utf16().count() })
    }

    /// The byte at a position; past the end of a line it is the line's end, past the last line the text's.
    pub(super) fn offset(&self, position: &Value) -> Option<usize> {
        let line = u32::try_from(position["line"].as_u64()?).ok()?.saturating_add(1);
        let character = usize::try_from(position["character"].as_u64()?).ok()?;
        if line > self.index.line_count() {
            return Some(self.text.len());
        }
        let span = self.index.line_span(line);
        let content = span.slice(self.text).trim_end_matches(['\n', '\r']);
        let mut units = 0;
        for (at, c) in content.char_indices() {
            if units >= character {
                return Some(span.start + at);
            }
            units += c.len_utf16();
        }
        Some(span.start + content.len())
    }

    pub(super) fn span(&self, range: &Value) -> Option<Span> {
        Some(Span::new(self.offset(&range["start"])?, self.offset(&range["end"])?))
    }
}

/// A file of the work tree as a URI.
pub(super) fn uri(root: &Path, path: &RepoPath) -> String {
    let root = root.to_string_lossy().replace('\\', "/");
    let slash = if root.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}/{}", percent_encode(root.trim_end_matches('/')), percent_encode(path.as_str()))
}

/// The file of the work tree that a URI means.
pub(super) fn path(root: &Path, uri: &str) -> Option<RepoPath> {
    let rest = uri.strip_prefix("file://")?;
    let absolute = percent_decode(&rest[rest.find('/')?..]);
    let root = root.to_string_lossy().replace('\\', "/");
    // Windows writes `file:///c:/x` for `c:/x`.
    let absolute = if root.starts_with('/') { absolute.as_str() } else { absolute.trim_start_matches('/') };
    let relative = absolute.strip_prefix(root.trim_end_matches('/'))?.strip_prefix('/')?;
    RepoPath::new(relative).ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::Lines;
    use super::path;
    use super::uri;
    use crate::base::RepoPath;
    use crate::base::Span;

    #[test]
    fn positions_count_as_editors_do() {
        let text = "a\u{1d41e}b\r\nc\n";
        let lines = Lines::new(text);
        let b = json!({ "line": 0, "character": 3 });
        assert_eq!(lines.offset(&b), Some(5));
        assert_eq!(lines.range(Span::new(5, 6))["start"], b);
        assert_eq!(lines.offset(&json!({ "line": 0, "character": 99 })), Some(6));
        assert_eq!(lines.offset(&json!({ "line": 9, "character": 0 })), Some(text.len()));
        assert_eq!(lines.offset(&json!({ "line": -1, "character": 0 })), None);
    }

    #[test]
    fn uris_and_paths_turn_into_each_other() {
        let (root, file) = (Path::new("/r oot/x"), RepoPath::new("a b/\u{e4}#.md").expect("plain"));
        assert_eq!(uri(root, &file), "file:///r%20oot/x/a%20b/%C3%A4%23.md");
        assert_eq!(path(root, &uri(root, &file)), Some(file));
        assert_eq!(path(root, "file:///elsewhere/a.md"), None);
        assert_eq!(path(root, "untitled:1"), None);
    }
}

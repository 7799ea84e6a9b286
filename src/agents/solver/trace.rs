//! The stack trace in a question: which files and functions it names, nearest to the failure first.

use std::collections::BTreeMap;

use crate::base::LineRange;
use crate::base::RepoPath;

/// What the symbol at a frame's line counts beside the one that a frame names: lines are those of another version.
const BY_LINE: f64 = 0.7;

/// The frames of a stack trace, in order of printing.
#[derive(Debug, Default)]
pub(super) struct Trace {
    frames: Vec<Frame>,
}

/// One line of a stack trace.
#[derive(Debug, Default, PartialEq, Eq)]
struct Frame {
    /// The file as it is printed.
    file: String,
    /// 1-based; of the version that was run.
    line: Option<u32>,
    /// The bare name of the function, if one is printed.
    function: Option<String>,
}

impl Trace {
    /// Finds the frames that Python, pytest, JavaScript, Java, Go and Rust print.
    pub(super) fn of(text: &str) -> Self {
        Self { frames: text.lines().filter_map(|line| of_python(line).or_else(|| of_place(line))).collect() }
    }

    /// From 0 to 1: 1 for the file of the last frame, less the earlier a file's last frame is.
    pub(super) fn weight(&self, path: &RepoPath) -> f64 {
        self.of_file(path).map(|(weight, _)| weight).fold(0.0, f64::max)
    }

    /// The functions that a file's frames name, with the weight of each frame.
    pub(super) fn functions(&self, path: &RepoPath) -> BTreeMap<&str, f64> {
        let mut functions: BTreeMap<&str, f64> = BTreeMap::new();
        for (weight, frame) in self.of_file(path) {
            if let Some(function) = frame.function.as_deref() {
                let known = functions.entry(function).or_default();
                *known = known.max(weight);
            }
        }
        functions
    }

    /// How near to the failure a frame of a file points into lines, from 0 to 1.
    pub(super) fn in_lines(&self, path: &RepoPath, lines: LineRange) -> f64 {
        let inside = |frame: &Frame| frame.line.is_some_and(|line| lines.contains_line(line));
        let weights = self.of_file(path).filter(|(_, frame)| inside(frame)).map(|(weight, _)| weight * BY_LINE);
        weights.fold(0.0, f64::max)
    }

    /// A file's frames with their weights.
    fn of_file<'a>(&'a self, path: &RepoPath) -> impl Iterator<Item = (f64, &'a Frame)> {
        let all = self.frames.iter().rev().enumerate().filter(|(_, frame)| is_file(&frame.file, path));
        all.map(|(back, frame)| (1.0 / (1.0 + back as f64 * 0.5), frame))
    }
}

/// `File "x/y.py", line 3, in f`.
fn of_python(line: &str) -> Option<Frame> {
    let (file, rest) = line.split_once("File \"")?.1.split_once('"')?;
    let rest = rest.strip_prefix(", line ")?;
    let function = rest.split_once(", in ").map(|(_, function)| bare(function)).filter(|function| !function.is_empty());
    Some(Frame { file: file.to_owned(), line: number(rest), function })
}

/// `x/y.py:3: in f`, `at f (x/y.js:3:14)`, `at a.b.C.f(C.java:3)`, `x/y.go:3`.
fn of_place(line: &str) -> Option<Frame> {
    let (at, file, line_number) = line.split([' ', '\t', '(', ')', ',']).find_map(|token| {
        let (file, rest) = token.split_once(':').filter(|(file, _)| !file.is_empty())?;
        let extension = file.rsplit('/').next()?.rsplit_once('.')?.1;
        let named = !extension.is_empty() && extension.len() <= 5 && extension.chars().all(char::is_alphabetic);
        let place = token.as_ptr() as usize - line.as_ptr() as usize;
        Some((place, file, number(rest)?)).filter(|_| named)
    })?;
    let after = line.split_once(": in ").map(|(_, function)| bare(function));
    let before = line[..at].trim().strip_prefix("at ").map(|call| {
        let name = call.trim_end_matches(['(', ' ']);
        bare(name.rsplit(['.', ' ']).next().unwrap_or(name))
    });
    Some(Frame {
        file: file.to_owned(),
        line: Some(line_number),
        function: after.or(before).filter(|function| !function.is_empty()),
    })
}

/// The identifier that a text begins with.
fn bare(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The number that a text begins with, unless it is part of a longer word.
fn number(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let whole = text[end..].chars().next().is_none_or(|c| !c.is_alphanumeric());
    text[..end].parse().ok().filter(|number| whole && *number > 0)
}

/// Whether a printed file is a file of the repository: equal from the right, source roots aside. Java prints names alone.
fn is_file(printed: &str, path: &RepoPath) -> bool {
    let whole = path.as_str();
    let inner = whole.strip_prefix("src/").or_else(|| whole.strip_prefix("lib/")).unwrap_or(whole);
    let alone = printed == path.file_name() && (printed.ends_with(".java") || printed.ends_with(".kt"));
    alone
        || printed == whole
        || printed.strip_suffix(inner).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("plain")
    }

    #[test]
    fn frames_of_many_languages() {
        let frame = |line: &str| {
            let trace = Trace::of(line);
            trace.frames.into_iter().next().map(|frame| (frame.file, frame.line, frame.function.unwrap_or_default()))
        };
        let found = |file: &str, line, function: &str| Some((file.to_owned(), Some(line), function.to_owned()));
        assert_eq!(frame("  File \"/usr/lib/pkg/io.py\", line 3, in load"), found("/usr/lib/pkg/io.py", 3, "load"));
        assert_eq!(frame("src/pkg/io.py:31: in load"), found("src/pkg/io.py", 31, "load"));
        assert_eq!(frame("src/pkg/io.py:31: ValueError"), found("src/pkg/io.py", 31, ""));
        assert_eq!(frame("    at parse (lib/parse.js:10:4)"), found("lib/parse.js", 10, "parse"));
        assert_eq!(frame("\tat org.a.Parser.read(Parser.java:12)"), found("Parser.java", 12, "read"));
        assert_eq!(frame("\t/srv/a/net/dial.go:55 +0x1d"), found("/srv/a/net/dial.go", 55, ""));
        assert_eq!(frame("see http://a.example:80 at 10:30"), None);
    }

    #[test]
    fn the_last_frame_weighs_most() {
        let trace = Trace::of("a/one.py:3: in f\na/two.py:7: in g\n");
        assert!((trace.weight(&path("a/two.py")) - 1.0).abs() < 1e-9 && trace.weight(&path("a/one.py")) < 0.7);
        assert_eq!(trace.functions(&path("src/a/two.py")).get("g"), Some(&1.0));
        assert!(trace.in_lines(&path("a/two.py"), LineRange::clamped(5, 9)) > 0.6);
        assert!(trace.in_lines(&path("a/two.py"), LineRange::clamped(8, 9)) == 0.0);
    }
}

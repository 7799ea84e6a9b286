//! Every other `path.ending:12`: compilers, linters, loggers, and traces of languages that have no file here.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.contains(':') && !is_warning(line)) {
        if !findings.has_frame(at) {
            each_in(line, |frame| findings.frame(at, Some(frame)));
        }
    }
}

/// A warning of a compiler is not why a run failed; rustc's stands two lines above its place.
fn is_warning(line: &str) -> bool {
    line.contains(": warning: ") || line.contains(": note: ") || line.trim_start().starts_with("--> ")
}

fn each_in(line: &str, mut found: impl FnMut(Frame)) {
    let mut from = 0;
    while let Some(colon) = line[from..].find(':').map(|at| from + at) {
        from = colon + 1;
        let Some((number, _)) = text::leading_number(&line[from..]) else { continue };
        let head = &line[..colon];
        let start = head
            .rfind(|c: char| !(c.is_alphanumeric() || "_./\\@+-~$[]".contains(c)))
            .map_or(0, |at| at + head[at..].chars().next().map_or(1, char::len_utf8));
        // A scheme's colon is no border: `webpack:///./src/a.js:3` keeps its path alone.
        if let Some(frame) = Frame::new(head[start..].trim_start_matches("//"), number, None) {
            found(frame);
        }
    }
}

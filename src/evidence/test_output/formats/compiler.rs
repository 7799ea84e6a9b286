//! What compilers and type checkers say; the places that they point at are read with the traces.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        if let Some(message) = rustc(line) {
            findings.message(at, message);
        } else if let Some((frame, message)) = bracketed(line) {
            findings.frame(at, Some(frame));
            findings.message(at, message);
        } else if let Some(message) = placed(line) {
            findings.message(at, message);
        }
    }
}

/// `error[E0425]: message`, `error: message`; what cargo says of a whole crate tells nothing.
fn rustc(line: &str) -> Option<&str> {
    const EMPTY: &[&str] = &[
        "could not compile",
        "test failed, to rerun",
        "doctest failed, to rerun",
        "aborting due to",
        "test run failed",
        "process didn't exit",
    ];
    let rest = line.strip_prefix("error")?;
    let rest = match rest.strip_prefix('[') {
        Some(code) => code.split_once(']')?.1,
        None => rest,
    };
    let message = rest.strip_prefix(": ")?;
    (!EMPTY.iter().any(|empty| message.starts_with(empty))).then_some(message)
}

/// TypeScript, C# and MSVC: `src/pool.ts(12,7): error TS2304: Cannot find name 'x'.`
fn bracketed(line: &str) -> Option<(Frame, &str)> {
    let (path, rest) = line.split_once('(')?;
    let (number, rest) = text::leading_number(rest)?;
    let (_, message) = rest.split_once("): error ")?;
    Some((Frame::new(path, number, None)?, message.trim_start_matches("CS").trim()))
}

/// `src/pool.cc:41:9: error: message`, `src/a.ts:4:1 - error TS2304: message`, `Pool.java:12: error: message`.
fn placed(line: &str) -> Option<&str> {
    let (_, _, rest) = text::place(line)?;
    let rest = text::after_any(rest, &[": ", " - "])?;
    let message = text::after_any(rest, &["fatal error: ", "error: ", "error ", "runtime error: "])?;
    Some(message.trim())
}

//! Gives the caches under the git directory their version stamps: digests of the code that derives what they hold.
//!
//! A cached fact is right only as long as the extractor that made it is the one that reads it, so the stamp follows the
//! extractor's source and the pinned grammars instead of a number that somebody has to remember to raise.

use std::fs;
use std::io;
use std::io::Write as _;
use std::path::Path;
use std::path::PathBuf;

/// What the facts of a blob depend on.
const FACTS: &[&str] = &["Cargo.lock", "src/source", "src/base", "src/index/facts"];
/// What full text depends on beyond the facts.
const TEXT: &[&str] = &["src/index/text"];
/// What the check of a catalog depends on beyond the facts.
const LINT: &[&str] = &["src/catalog", "src/config", "src/lint", "src/index/project.rs", "src/index/verdicts.rs"];
/// What history depends on beyond full text, whose stems it uses.
const HISTORY: &[&str] = &["src/index/history"];

#[expect(clippy::disallowed_methods, reason = "a build script reads the sources that it describes")]
fn files_below(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            files_below(&entry?.path(), files)?;
        }
    } else if path.exists() {
        files.push(path.to_owned());
    }
    Ok(())
}

/// FNV-1a over names and contents, line ends folded so that a checkout with CRLF gives the same stamp.
#[expect(clippy::disallowed_methods, reason = "a build script reads the sources that it describes")]
fn digest(roots: &[&str], seed: u64) -> io::Result<u64> {
    let mut files = Vec::new();
    for root in roots {
        files_below(Path::new(root), &mut files)?;
    }
    files.sort();
    let mut hash = seed;
    let mut add = |bytes: &[u8]| {
        for byte in bytes.iter().filter(|byte| **byte != b'\r') {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for file in files {
        add(file.to_string_lossy().replace('\\', "/").as_bytes());
        add(&fs::read(&file)?);
    }
    Ok(hash)
}

fn main() -> io::Result<()> {
    let facts = digest(FACTS, 0xcbf2_9ce4_8422_2325)?;
    let text = digest(TEXT, facts)?;
    let history = digest(HISTORY, text)?;
    let lint = digest(LINT, facts)?;
    let mut out = io::stdout().lock();
    for root in FACTS.iter().chain(TEXT).chain(HISTORY).chain(LINT) {
        writeln!(out, "cargo::rerun-if-changed={root}")?;
    }
    writeln!(out, "cargo::rustc-env=LIBRA_FACTS_STAMP={facts:016x}")?;
    writeln!(out, "cargo::rustc-env=LIBRA_TEXT_STAMP={text:016x}")?;
    writeln!(out, "cargo::rustc-env=LIBRA_HISTORY_STAMP={history:016x}")?;
    writeln!(out, "cargo::rustc-env=LIBRA_LINT_STAMP={lint:016x}")?;
    Ok(())
}

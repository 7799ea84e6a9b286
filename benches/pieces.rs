//! How real files are cut: sizes of chunks and units, whether any chunk cuts a definition that fits, whether units and
//! chunks hold every line once, and how far the counts of tokens lie above the true ones.
//!
//! `cargo bench --bench pieces -- DIRECTORY`; without one, this repository. It stops with an error where a promise is
//! broken, so it is a check, too.

#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "it reads a tree and prints figures")]

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use git_libra::base::LineRange;
use git_libra::base::RepoPath;
use git_libra::source;
use git_libra::source::FileFacts;
use git_libra::source::Language;
use git_libra::source::UnitKind;

/// Lines of a definition that fits into a chunk.
const FITS: u32 = 100;

#[derive(Default)]
struct Figures {
    files: usize,
    lines: u64,
    chunk_lines: Vec<u32>,
    /// Chunks that are not the last of their file.
    full_chunk_lines: Vec<u32>,
    unit_lines: Vec<u32>,
    unit_tokens: Vec<u32>,
    kinds: [usize; 4],
    fitting: usize,
    /// Fitting definitions that share a line with a neighbour, so that they may be cut.
    shared: usize,
    counted: u64,
    true_tokens: u64,
    problems: Vec<String>,
}

fn main() -> ExitCode {
    let directory =
        std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_else(|| ".".to_owned());
    let mut figures = Figures::default();
    visit(Path::new(&directory), "", &mut figures);
    println!("{directory}: {} files, {} lines", figures.files, figures.lines);
    quantiles("lines of a chunk", &mut figures.chunk_lines);
    quantiles("lines of a chunk that others follow", &mut figures.full_chunk_lines);
    quantiles("lines of a unit", &mut figures.unit_lines);
    quantiles("tokens of a unit", &mut figures.unit_tokens);
    let [definitions, heads, constants, windows] = figures.kinds;
    println!("units: {definitions} definitions, {heads} heads, {constants} of constants, {windows} windows");
    println!("definitions of at most {FITS} lines: {}, {} share a line", figures.fitting, figures.shared);
    let ratio = figures.counted as f64 / figures.true_tokens.max(1) as f64;
    println!("tokens of units: {} at most, {} in truth ({ratio:.4})", figures.counted, figures.true_tokens);
    for problem in figures.problems.iter().take(20) {
        println!("wrong: {problem}");
    }
    println!("promises broken: {}", figures.problems.len());
    if figures.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn visit(directory: &Path, below: &str, figures: &mut Figures) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_directory && !name.starts_with('.') && name != "target" {
            visit(&entry.path(), &path, figures);
        } else if !is_directory
            && let Ok(path) = RepoPath::new(path)
            && let Some(language) = Language::of_path(&path)
            && let Ok(bytes) = fs::read(entry.path())
        {
            let blob = source::examine(language, &bytes);
            if let Some(facts) = blob.facts.filter(|_| blob.skip.is_none()) {
                measure(&path, &facts, &String::from_utf8_lossy(&bytes), figures);
            }
        }
    }
}

fn measure(path: &RepoPath, facts: &FileFacts, text: &str, figures: &mut Figures) {
    figures.files += 1;
    figures.lines += u64::from(facts.line_count);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let units = source::units(facts);
    let chunks: Vec<LineRange> = source::chunks(facts).iter().map(|chunk| chunk.lines).collect();
    let unit_lines: Vec<LineRange> = units.iter().map(|unit| unit.lines).collect();
    for (what, ranges) in [("units", &unit_lines), ("chunks", &chunks)] {
        let ends = [0].into_iter().chain(ranges.iter().map(|range| range.end()));
        let follows = ranges.iter().zip(ends).all(|(range, before)| range.start() == before + 1);
        if !follows || ranges.last().map(|range| range.end()) != Some(facts.line_count) {
            figures.problems.push(format!("{path}: {what} do not hold every line once"));
        }
    }
    for symbol in facts.symbols.iter().filter(|symbol| symbol.range.line_count() <= FITS) {
        figures.fitting += 1;
        let borders = |other: LineRange| other.end() == symbol.range.start() || symbol.range.end() == other.start();
        let shares = facts.symbols.iter().any(|other| borders(other.range) && other.range != symbol.range);
        figures.shared += usize::from(shares);
        if !shares && !chunks.iter().any(|chunk| chunk.contains(symbol.range)) {
            figures.problems.push(format!("{path}: {} at {} is cut", symbol.qualified_name, symbol.range));
        }
    }
    for unit in &units {
        let (start, end) = (unit.lines.start() as usize - 1, (unit.lines.end() as usize).min(lines.len()));
        let counted = source::tokens::count(&lines.get(start..end).unwrap_or_default().concat());
        if counted > unit.tokens {
            figures.problems.push(format!("{path}: {} has {counted} tokens, not {}", unit.lines, unit.tokens));
        }
        figures.counted += u64::from(unit.tokens);
        figures.true_tokens += u64::from(counted);
        figures.unit_tokens.push(unit.tokens);
        let kind = match unit.kind {
            UnitKind::Definition => 0,
            UnitKind::Head => 1,
            UnitKind::Constants => 2,
            UnitKind::Window => 3,
        };
        figures.kinds[kind] += 1;
    }
    figures.unit_lines.extend(unit_lines.iter().map(|range| range.line_count()));
    figures.chunk_lines.extend(chunks.iter().map(|range| range.line_count()));
    figures.full_chunk_lines.extend(chunks.iter().rev().skip(1).map(|range| range.line_count()));
}

fn quantiles(what: &str, values: &mut [u32]) {
    values.sort_unstable();
    let at = |percent: usize| values.get(percent * values.len().saturating_sub(1) / 100).copied().unwrap_or(0);
    let parts = [0, 10, 25, 50, 75, 90, 99, 100].map(|percent| at(percent).to_string());
    println!("{what}: {} in all; least, 10, 25, 50, 75, 90, 99 %, most: {}", values.len(), parts.join(" "));
}

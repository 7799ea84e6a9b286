//! CPU time of reading a tree's facts, beside `rg -c .` over the same files and the parser alone.
//!
//! `cargo bench --bench parse -- DIRECTORY`; without one, this repository. Python and Rust files are read, with two
//! threads. Times are user and system time of all threads as Linux counts them, in hundredths of a second, so the tree
//! should have at least 100,000 lines; the ratios are what matters.

#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "a benchmark reads files and starts rg")]

use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::Stdio;

use git_libra::source;
use git_libra::source::Language;

/// Times that `rg` is run, since once is too short to be timed.
const RG_RUNS: u32 = 10;
const THREADS: usize = 2;

fn main() {
    let directory =
        std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_else(|| ".".to_owned());
    let mut paths = Vec::new();
    collect(Path::new(&directory), &mut paths);
    paths.sort();
    let files: Vec<(Language, String)> = paths.iter().filter_map(|path| read(path)).collect();
    let lines: usize = files.iter().map(|(_, text)| text.lines().count()).sum();
    println!("{directory}: {} files, {lines} lines", files.len());
    let rg = children(|| {
        for _ in 0..RG_RUNS {
            let mut command = Command::new("rg");
            let command = command.args(["--threads", "1", "-c", "."]).args(&paths);
            let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
    }) / f64::from(RG_RUNS);
    let grammar = own(|| each(&files, |language, text| drop(grammar_tree(language, text))));
    let tokens = own(|| each(&files, |_, text| drop(source::tokens::line_tokens(text))));
    let whole = own(|| each(&files, |language, text| drop(source::parse(language, text))));
    let rest = whole - grammar - tokens;
    println!("rg -c .          {rg:6.2} s");
    for (name, time) in [
        ("grammar alone   ", grammar),
        ("tokens of lines ", tokens),
        ("walk and the rest", rest),
        ("facts in all    ", whole),
    ] {
        println!("{name} {time:6.2} s  {:6.1} x rg  {:5.2} x grammar", time / rg.max(0.001), time / grammar.max(0.001));
    }
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_directory && !name.starts_with('.') && name != "target" {
            collect(&path, found);
        } else if !is_directory && (name.ends_with(".py") || name.ends_with(".rs")) {
            found.push(path);
        }
    }
}

fn read(path: &Path) -> Option<(Language, String)> {
    let language = if path.extension()? == "py" { Language::Python } else { Language::Rust };
    Some((language, fs::read_to_string(path).ok()?))
}

/// Runs something over every file, with the threads taking turns.
fn each(files: &[(Language, String)], run: impl Fn(Language, &str) + Sync) {
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let run = &run;
            scope.spawn(move || {
                files.iter().skip(thread).step_by(THREADS).for_each(|(language, text)| run(*language, text));
            });
        }
    });
}

fn grammar_tree(language: Language, text: &str) -> Option<tree_sitter::Tree> {
    let grammar = if language == Language::Python { tree_sitter_python::LANGUAGE } else { tree_sitter_rust::LANGUAGE };
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&grammar.into()).ok()?;
    parser.parse(text, None)
}

/// CPU seconds of this process and of the children it waited for.
fn cpu() -> (f64, f64) {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<f64> = text
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .map(|field| field.parse().unwrap_or(0.0))
        .collect();
    let sum = |at: usize| fields.iter().skip(at).take(2).sum::<f64>() / 100.0;
    (sum(11), sum(13))
}

fn own(run: impl FnOnce()) -> f64 {
    let before = cpu().0;
    run();
    cpu().0 - before
}

fn children(run: impl FnOnce()) -> f64 {
    let before = cpu().1;
    run();
    cpu().1 - before
}

//! What a lint costs beside `git status`, as ratios: warm over everything, warm over what is staged, and of catalogs that
//! were never checked before.
//!
//! `cargo bench --bench lint`. `LIBRA_BENCH_TREES` names work trees to measure in, separated like `PATH`; each is cloned
//! first, so nothing in it changes. Without it a repository of 500 modules is made. `LIBRA_BENCH_BINARY` measures another
//! binary than the one that cargo has built. Runs of all commands alternate, so that whatever else the machine does hits
//! all of them; the least times are the ones to compare.

#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "a benchmark makes repositories and starts git")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::Stdio;
use std::time::Duration;
use std::time::Instant;

const ROUNDS: usize = 20;
const MODULES: usize = 500;
/// Git without the user's settings, which may change what a status does.
const GIT: [(&str, &str); 6] = [
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_CONFIG_SYSTEM", "/dev/null"),
    ("GIT_AUTHOR_NAME", "bench"),
    ("GIT_AUTHOR_EMAIL", "bench@localhost"),
    ("GIT_COMMITTER_NAME", "bench"),
    ("GIT_COMMITTER_EMAIL", "bench@localhost"),
];

fn main() {
    let binary = std::env::var_os("LIBRA_BENCH_BINARY")
        .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_git-libra")), PathBuf::from);
    let folder = tempfile::tempdir().expect("a temporary directory");
    match std::env::var_os("LIBRA_BENCH_TREES") {
        Some(trees) => {
            for (number, tree) in std::env::split_paths(&trees).enumerate() {
                let copy = folder.path().join(number.to_string());
                let (from, to) = (tree.to_str().expect("UTF-8"), copy.to_str().expect("UTF-8"));
                run(folder.path(), "git", &["clone", "--quiet", "--no-local", from, to]);
                measure(&tree.display().to_string(), &copy, &binary);
            }
        }
        None => {
            make(folder.path());
            measure(&format!("{MODULES} modules"), folder.path(), &binary);
        }
    }
}

/// A repository of modules with three files each, below packages, so that the root's catalog stays short.
fn make(root: &Path) {
    for module in 0..MODULES {
        if module % 25 == 0 {
            let package = root.join(format!("shop/part{:02}", module / 25));
            fs::create_dir_all(&package).expect("writable");
            let text = "\"\"\"A part of the shop.\"\"\"\n\n\ndef opened(shop):\n    \"\"\"Opens the part.\"\"\"\n    return shop\n";
            fs::write(package.join("part.py"), text).expect("writable");
            fs::write(root.join("shop/shop.py"), text).expect("writable");
        }
        let directory = root.join(format!("shop/part{:02}/module{module:03}", module / 25));
        fs::create_dir_all(&directory).expect("writable");
        for file in 0..3 {
            let mut text = format!("\"\"\"Part {file} of what module {module} does.\"\"\"\n");
            for function in 0..8 {
                write!(
                    text,
                    "\n\ndef step_{function}(order, lines=None):\n    \"\"\"Takes step {function} of an order.\"\"\"\n    \
                     for line in lines or order.lines:\n        if line.count > {function}:\n            \
                     order = order.without(line)\n    return order\n"
                )
                .expect("a string");
            }
            fs::write(directory.join(format!("file{file}.py")), text).expect("writable");
        }
    }
    run(root, "git", &["init", "--quiet"]);
    commit(root);
}

fn commit(root: &Path) {
    run(root, "git", &["add", "--all"]);
    run(root, "git", &["commit", "--quiet", "--allow-empty", "--message", "all"]);
}

fn measure(name: &str, root: &Path, binary: &Path) {
    let libra = binary.to_str().expect("UTF-8");
    // Catalogs that another version has written may lack something; a warm lint is one that finds nothing.
    if !root.join("catalog.md").exists() {
        run(root, libra, &["init"]);
    }
    run(root, libra, &["lint", "--unsafe-fixes", "--exit-zero"]);
    commit(root);
    run(root, "git", &["gc", "--quiet"]);
    run(root, libra, &["lint"]);
    let catalogs = catalogs(root);
    println!("{name}: {} catalogs, {ROUNDS} rounds", catalogs.len());

    let status = || timed(root, "git", &["status"]);
    let lint = || timed(root, libra, &["lint"]);
    let [git, warm] = alternate([&status, &lint]);
    row("git status", &git, None);
    row("lint, warm", &warm, Some(&git));

    // Cold: what was said of the catalogs is forgotten, what is in the sources is known.
    let forget = || drop(fs::remove_dir_all(root.join(".git/libra/verdicts")));
    let cold = || {
        forget();
        timed(root, libra, &["lint"])
    };
    let reading = || {
        let begun = Instant::now();
        let bytes: usize = catalogs.iter().map(|catalog| fs::read(catalog).map_or(0, |text| text.len())).sum();
        assert!(bytes > 0);
        begun.elapsed()
    };
    let [cold, reading] = alternate([&cold, &reading]);
    row("lint, no catalog checked yet", &cold, Some(&git));
    row("reading the catalogs", &reading, None);
    let beyond = cold.least.saturating_sub(reading.least);
    println!(
        "  beyond reading them {:37.1} ms, {:.1} ms beyond a warm lint",
        millis(beyond),
        millis(cold.least) - millis(warm.least)
    );

    stage(root, &catalogs, libra);
    let staged = || timed(root, libra, &["lint", "--staged"]);
    let [git, staged] = alternate([&status, &staged]);
    row("git status, one module staged", &git, None);
    row("lint --staged, warm", &staged, Some(&git));
}

/// Changes the first source file of the module in the middle, makes its catalog true again, and stages both.
fn stage(root: &Path, catalogs: &[PathBuf], libra: &str) {
    let sources = |directory: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut sources: Vec<PathBuf> =
            entries.filter(|path| path.extension().is_some_and(|end| end == "py")).collect();
        sources.sort();
        sources
    };
    let middle = catalogs.iter().skip(catalogs.len() / 2).filter_map(|catalog| catalog.parent());
    let source = middle.flat_map(sources).next().expect("a Python file in the second half of the modules");
    let text = fs::read_to_string(&source).expect("readable");
    fs::write(&source, format!("# One line more.\n{text}")).expect("writable");
    run(root, libra, &["lint", "--fix", "--exit-zero"]);
    run(root, "git", &["add", "--all"]);
}

fn catalogs(root: &Path) -> Vec<PathBuf> {
    let output = Command::new("git").args(["ls-files", "-z", "*catalog.md"]).current_dir(root).output().expect("git");
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    names.split_terminator('\0').map(|name| root.join(name)).collect()
}

fn command(root: &Path, program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root).envs(GIT).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Runs what prepares a measurement.
fn run(root: &Path, program: &str, arguments: &[&str]) {
    let status = command(root, program, arguments).status().expect(program);
    assert!(status.success(), "{program} {arguments:?}: {status}");
}

fn timed(root: &Path, program: &str, arguments: &[&str]) -> Duration {
    let begun = Instant::now();
    let status = command(root, program, arguments).status().expect(program);
    let taken = begun.elapsed();
    assert!(status.success(), "{program} {arguments:?}: {status}");
    taken
}

/// What some runs took.
struct Times {
    least: Duration,
    mean: Duration,
}

/// Runs commands in turns; the first round only warms up.
fn alternate<const N: usize>(commands: [&dyn Fn() -> Duration; N]) -> [Times; N] {
    let mut taken = [const { Vec::new() }; N];
    for _ in 0..=ROUNDS {
        for (taken, command) in taken.iter_mut().zip(commands) {
            taken.push(command());
        }
    }
    taken.map(|taken: Vec<Duration>| {
        let taken = &taken[1..];
        Times {
            least: taken.iter().min().copied().unwrap_or_default(),
            mean: taken.iter().sum::<Duration>() / ROUNDS as u32,
        }
    })
}

fn row(name: &str, times: &Times, beside: Option<&Times>) {
    let (least, mean) = (millis(times.least), millis(times.mean));
    let ratio = beside.map_or(String::new(), |beside| {
        format!("   {:5.2} x git status (means {:.2} x)", least / millis(beside.least), mean / millis(beside.mean))
    });
    println!("  {name:30} least {least:8.1} ms, mean {mean:8.1} ms{ratio}");
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

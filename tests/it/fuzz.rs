//! Text that nobody would write: fixtures of every language, mutilated at random for as long as one likes.
//!
//! `LIBRA_FUZZ_SECONDS` says how long, `LIBRA_FUZZ_SEED` where to begin, `LIBRA_FUZZ_FILES` names a folder whose files are
//! mutilated, too; the same seed and files make the same inputs. Without a time it is the same few inputs on every
//! machine. What fails is made as small as it gets before it is shown.

use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::path::Path;
use std::path::PathBuf;
use std::time::Duration;
use std::time::Instant;

use git_libra::base::RepoPath;
use git_libra::source;
use git_libra::source::Language;
use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::soundness;
use crate::source::fixtures;

/// Inputs of a run without a time.
const FEW: u64 = 120;
/// No input of a long run is so large that it may take longer than this.
const SLOW: Duration = Duration::from_secs(20);
/// Inputs grow by splices and repetition; larger ones are cut.
const MAX_BYTES: usize = 200_000;

#[test]
fn mutilated_files_are_sound() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let time = setting("LIBRA_FUZZ_SECONDS").map(Duration::from_secs);
    let mut seed = setting("LIBRA_FUZZ_SEED").unwrap_or(1);
    let mut corpus: Vec<(Language, Vec<u8>)> =
        fixtures().into_iter().map(|(_, language, text)| (language, text.into_bytes())).collect();
    corpus.extend(std::env::var("LIBRA_FUZZ_FILES").into_iter().flat_map(|folder| files(Path::new(&folder))));
    let (begun, mut executions, mut bytes) = (Instant::now(), 0u64, 0u64);
    let mut slowest = (Duration::ZERO, 0);
    while time.map_or(executions < FEW, |time| begun.elapsed() < time) {
        let (language, input) = input(&corpus, &mut ChaCha8Rng::seed_from_u64(seed));
        let started = busy(begun);
        if let Some(problem) = problem(language, &input) {
            let small = minimised(language, input);
            let (name, small) = (language.name(), String::from_utf8_lossy(&small).into_owned());
            panic!("seed {seed}, {name}: {problem}\ninput: {small:?}");
        }
        let took = busy(begun).saturating_sub(started);
        assert!(
            time.is_none() || took < SLOW,
            "seed {seed}: {took:?} for {} bytes of {}",
            input.len(),
            language.name()
        );
        slowest = slowest.max((took, seed));
        (seed, executions, bytes) = (seed + 1, executions + 1, bytes + input.len() as u64);
    }
    #[expect(clippy::print_stdout, reason = "the count is what a long run is made for")]
    {
        println!("{executions} executions, {bytes} bytes, the slowest {:?} (seed {})", slowest.0, slowest.1);
    }
}

/// The files of a known language that stand in a folder, by name.
fn files(folder: &Path) -> Vec<(Language, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).expect("`LIBRA_FUZZ_FILES` is a folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("entry").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).ok()?;
        let name = RepoPath::new(path.file_name()?.to_str()?).ok()?;
        Some((Language::of_file(&name, &bytes)?, bytes))
    };
    paths.into_iter().filter_map(read).collect()
}

/// How long this thread has been at work: on Linux its own time, which others on the machine do not stretch.
fn busy(begun: Instant) -> Duration {
    let own = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let own = own.and_then(|text| text.split(' ').next()?.parse().ok());
    own.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

/// What is wrong with what is said of an input, if anything is.
fn problem(language: Language, input: &[u8]) -> Option<String> {
    let checked = catch_unwind(AssertUnwindSafe(|| {
        let blob = source::examine(language, input);
        if blob.skip.is_none() && blob.facts.is_none() {
            return Err("neither skipped nor read".to_owned());
        }
        // Text is read whatever its shape; only `examine` refuses some.
        let text = String::from_utf8_lossy(input);
        let facts = source::parse(language, &text);
        soundness::sound(&facts)?;
        soundness::blanks_are_blank(&facts, &text)
    }));
    match checked {
        Ok(result) => result.err(),
        Err(panic) => Some(panic.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic".to_owned())),
    }
}

fn input(corpus: &[(Language, Vec<u8>)], random: &mut ChaCha8Rng) -> (Language, Vec<u8>) {
    let languages: Vec<Language> = Language::all().collect();
    let pick = |random: &mut ChaCha8Rng| &corpus[random.random_range(0..corpus.len())];
    let (mut language, bytes) = pick(random).clone();
    // A file that is read as the wrong language is as broken as text can be.
    if random.random_ratio(1, 10) {
        language = languages[random.random_range(0..languages.len())];
    }
    let mut bytes = bytes;
    for _ in 0..random.random_range(1..6) {
        mutate(&mut bytes, &pick(random).1, random);
        bytes.truncate(MAX_BYTES);
    }
    (language, bytes)
}

/// Marks that open, close, quote or comment in some language.
const MARKS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    "`",
    "\"\"\"",
    "'''",
    "/*",
    "*/",
    "//",
    "#",
    "--",
    "--[[",
    "]]",
    "{-",
    "-}",
    "<<EOF\n",
    "<<~X\n",
    "$(",
    "${",
    "#{",
    "#[",
    "@",
    "<",
    ">",
    ";",
    ":",
    "=>",
    "->",
    "\\",
    "\r",
    "\u{c}",
    "\0",
    "\u{feff}",
    "end\n",
    "do\n",
    "begin\n",
    "if ",
    "else ",
    "def ",
    "fn ",
    "class ",
    "func ",
    "function ",
    "case ",
    "esac",
    "#if 0\n",
    "#endif\n",
    "<<<<<<< a\n",
    "=======\n",
    "||||||| b\n",
    ">>>>>>> c\n",
    "\u{202e}",
    "é",
    "名",
    "$$",
    "r#\"",
    "\"#",
    "~S\"\"\"",
];

fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut ChaCha8Rng) {
    let at = |random: &mut ChaCha8Rng, length: usize| random.random_range(0..=length);
    let (mut start, mut end) = (at(random, bytes.len()), at(random, bytes.len()));
    if start > end {
        std::mem::swap(&mut start, &mut end);
    }
    match random.random_range(0..12) {
        0 => bytes.truncate(end),
        1 => drop(bytes.drain(..start)),
        2 => drop(bytes.drain(start..end.min(start + 200))),
        3 => {
            let (from, to) = (at(random, other.len()), at(random, other.len()));
            bytes.splice(start..end, other[from.min(to)..from.max(to)].iter().copied());
        }
        4 => {
            for _ in 0..random.random_range(1..8) {
                if let Some(byte) = bytes.get_mut(start) {
                    *byte ^= 1 << random.random_range(0..8);
                }
                start = at(random, bytes.len());
            }
        }
        5 | 6 => {
            let mark = MARKS[random.random_range(0..MARKS.len())];
            bytes.splice(start..start, mark.bytes());
        }
        7 => {
            let mark = MARKS[random.random_range(0..MARKS.len())];
            let times = 1 << random.random_range(0..10);
            bytes.splice(start..start, mark.repeat(times).bytes());
        }
        8 | 9 => lines(bytes, random),
        10 => {
            let piece = bytes[start..end.min(start + 400)].to_vec();
            bytes.splice(start..start, piece.repeat(random.random_range(1..20)));
        }
        _ => {
            let (from, to): (&[u8], &[u8]) = [
                (&b"\n"[..], &b"\r\n"[..]),
                (b"\n", b"\r"),
                (b"    ", b"\t"),
                (b"}", b""),
                (b"end", b""),
                (b"\"", b""),
                (b"\n", b" "),
            ][random.random_range(0..7)];
            *bytes = replaced(bytes, from, to);
        }
    }
}

/// Drops, doubles or moves a few lines.
fn lines(bytes: &mut Vec<u8>, random: &mut ChaCha8Rng) {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    for _ in 0..random.random_range(1..6) {
        if lines.is_empty() {
            return;
        }
        let (from, to) = (random.random_range(0..lines.len()), random.random_range(0..lines.len()));
        match random.random_range(0..3) {
            0 => drop(lines.remove(from)),
            1 => lines.insert(to, lines[from].clone()),
            _ => lines.swap(from, to),
        }
    }
    *bytes = lines.concat();
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let (mut kept, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        if bytes[at..].starts_with(from) {
            kept.extend_from_slice(to);
            at += from.len();
        } else {
            kept.push(bytes[at]);
            at += 1;
        }
    }
    kept
}

/// Takes pieces away for as long as something stays wrong.
fn minimised(language: Language, mut input: Vec<u8>) -> Vec<u8> {
    let mut size = input.len() / 2;
    let give_up = Instant::now() + Duration::from_secs(60);
    while size > 0 && Instant::now() < give_up {
        let mut at = 0;
        while at < input.len() && Instant::now() < give_up {
            let mut smaller = input.clone();
            smaller.drain(at..(at + size).min(input.len()));
            if problem(language, &smaller).is_some() {
                input = smaller;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    input
}

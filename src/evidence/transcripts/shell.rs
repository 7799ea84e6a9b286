//! What a command line read or searched, by its words and what it printed.

use super::event::Event;
use super::numbered;
use super::patch;

/// The events of a command that ran. Only commands whose output is the file's text, and nothing else, count as reading.
pub(super) fn events(command: &str, output: &str) -> Vec<Event> {
    let mut events = Vec::new();
    if command.contains("*** Begin Patch") {
        events.extend(patch::written(command));
        return events;
    }
    let output = visible(output);
    let parts = split(command);
    let readers: Vec<&Vec<String>> = parts.iter().filter(|words| is_reader(words)).collect();
    for words in &parts {
        if let Some(pattern) = searched(words) {
            events.push(Event::Searched(pattern));
        }
        if let Some(Reading { path, start, count, numbered: with_numbers }) = reading(words) {
            events.push(Event::Opened(path.clone()));
            // Of several commands' outputs it is not known which lines belong to which.
            if readers.len() != 1 || parts.iter().any(|words| prints(words) && !is_reader(words)) {
                continue;
            }
            if with_numbers {
                events.extend(numbered::shown(&path, output));
            } else if let Some(start) = start {
                let lines: Vec<String> =
                    output.lines().take(count.unwrap_or(u32::MAX) as usize).map(str::to_owned).collect();
                if !lines.is_empty() {
                    events.push(Event::Shown { path, start, lines });
                }
            }
        }
    }
    events
}

/// Whether a command runs tests.
pub(super) fn runs_tests(command: &str) -> bool {
    const RUNNERS: &[&str] = &[
        "pytest",
        "unittest",
        "tox",
        "nox",
        "cargo test",
        "nextest",
        "go test",
        "jest",
        "vitest",
        "mocha",
        "npm test",
        "npm run test",
        "yarn test",
        "pnpm test",
        "bun test",
        "deno test",
        "ctest",
        "make test",
        "make check",
        "rspec",
        "rake test",
        "phpunit",
        "pest",
        "mvn",
        "gradle",
        "dotnet test",
        "runtests.py",
        "manage.py test",
        "bin/test",
        "ninja test",
        "bazel test",
        "mix test",
        "swift test",
        "zig build test",
    ];
    RUNNERS.iter().any(|runner| command.contains(runner))
}

/// What stands before the mark where a log cut the middle of an output out.
fn visible(output: &str) -> &str {
    let cut = output
        .find("tokens truncated")
        .or_else(|| output.find("[... omitted"))
        .or_else(|| output.find("lines truncated"));
    match cut {
        Some(at) => &output[..output[..at].rfind('\n').map_or(0, |end| end + 1)],
        None => output,
    }
}

struct Reading {
    path: String,
    /// The first line that was printed; `None` where that is not known.
    start: Option<u32>,
    count: Option<u32>,
    numbered: bool,
}

fn reading(words: &[String]) -> Option<Reading> {
    let name = words.first()?.rsplit('/').next()?;
    let plain: Vec<&str> = words[1..].iter().map(String::as_str).filter(|word| !word.starts_with('-')).collect();
    let flagged = |flags: &[&str]| words.iter().any(|word| flags.contains(&word.as_str()));
    let one = |plain: &[&str]| (plain.len() == 1).then(|| plain[0].to_owned());
    match name {
        "cat" | "bat" | "less" | "more" => {
            let path = one(&plain)?;
            let numbered = flagged(&["-n", "-An", "-nA", "--number"]) || name == "bat";
            Some(Reading { path, start: Some(1), count: None, numbered })
        }
        "nl" => Some(Reading {
            path: plain.last().map(|path| (*path).to_owned())?,
            start: None,
            count: None,
            numbered: true,
        }),
        "head" => {
            let count = number_of(words, "-n");
            let path = plain.iter().rev().find(|word| word.parse::<u32>().is_err())?;
            Some(Reading { path: (*path).to_owned(), start: Some(1), count: count.or(Some(10)), numbered: false })
        }
        "tail" => {
            // `tail -n +40 path` begins at a line; otherwise the number of the first is not known.
            let from = words.iter().find_map(|word| word.trim_start_matches("-n").strip_prefix('+')?.parse().ok());
            let path = plain.iter().rev().find(|word| !word.starts_with('+') && word.parse::<u32>().is_err())?;
            Some(Reading { path: (*path).to_owned(), start: from, count: None, numbered: false })
        }
        "sed" if flagged(&["-n"]) => {
            let (script, path) = (plain.first()?, plain.get(1)?);
            let range = script.strip_suffix('p')?;
            let (first, last) = range.split_once(',').unwrap_or((range, range));
            let first: u32 = first.parse().ok()?;
            let count = last.parse::<u32>().ok().map(|last| last.saturating_sub(first) + 1);
            Some(Reading { path: (*path).to_owned(), start: Some(first), count, numbered: false })
        }
        _ => None,
    }
}

fn is_reader(words: &[String]) -> bool {
    reading(words).is_some()
}

/// Whether a command prints anything by itself.
fn prints(words: &[String]) -> bool {
    !matches!(
        words.first().map(String::as_str),
        None | Some("cd" | "export" | "set" | "true" | "source" | "pushd" | "popd")
    )
}

fn number_of(words: &[String], flag: &str) -> Option<u32> {
    words.iter().enumerate().find_map(|(at, word)| {
        let inline = word.strip_prefix(flag).or_else(|| word.strip_prefix('-')).and_then(|rest| rest.parse().ok());
        inline.or_else(|| (word == flag).then(|| words.get(at + 1)?.parse().ok())?)
    })
}

/// The pattern of `rg`, `grep`, `ag`, `ack`, `git grep`.
fn searched(words: &[String]) -> Option<String> {
    /// Flags that take the next word.
    const WITH_VALUE: &[&str] =
        &["-A", "-B", "-C", "-m", "-g", "-t", "--glob", "--type", "--include", "--exclude", "-f"];
    let name = words.first()?.rsplit('/').next()?;
    let rest = match (name, words.get(1).map(String::as_str)) {
        ("git", Some("grep")) => &words[2..],
        ("rg" | "grep" | "egrep" | "fgrep" | "ag" | "ack", _) => &words[1..],
        _ => return None,
    };
    let mut at = 0;
    while at < rest.len() {
        let word = &rest[at];
        if matches!(word.as_str(), "-e" | "--regexp") {
            return rest.get(at + 1).cloned();
        }
        if !word.starts_with('-') {
            return Some(word.clone()).filter(|word| !word.is_empty());
        }
        at += if WITH_VALUE.contains(&word.as_str()) { 2 } else { 1 };
    }
    None
}

/// The simple commands of a command line, as words without quotes. What follows a pipe only shapes the output, but it
/// also cuts it, so that it stands as a command that prints.
fn split(command: &str) -> Vec<Vec<String>> {
    let mut commands = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = command.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, ';' | '\n' | '|' | '&') => {
                words.extend(word.take());
                if !words.is_empty() {
                    commands.push(std::mem::take(&mut words));
                }
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if !words.is_empty() {
        commands.push(words);
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(command: &str, output: &str) -> Vec<String> {
        let told = |event| match event {
            Event::Opened(path) => format!("opened {path}"),
            Event::Searched(pattern) => format!("searched {pattern}"),
            Event::Shown { path, start, lines } => format!("shown {path}:{start} {}", lines.join("|")),
            other => format!("{other:?}"),
        };
        events(command, output).into_iter().map(told).collect()
    }

    #[test]
    fn reading_commands_are_known() {
        assert_eq!(told("sed -n '3,5p' src/a.rs", "x\ny\nz\n"), ["opened src/a.rs", "shown src/a.rs:3 x|y|z"]);
        assert_eq!(told("cd /repo && cat a.py", "x\ny\n"), ["opened a.py", "shown a.py:1 x|y"]);
        assert_eq!(told("nl -ba a.py", "     7\tx\n     8\ty\n"), ["opened a.py", "shown a.py:7 x|y"]);
        assert_eq!(told("head -n 2 a.py", "x\ny\n"), ["opened a.py", "shown a.py:1 x|y"]);
        assert_eq!(told("tail -n +9 a.py", "x\n"), ["opened a.py", "shown a.py:9 x"]);
        assert_eq!(told("tail -20 a.py", "x\n"), ["opened a.py"], "where the lines stand is not known");
        assert_eq!(told("cat a.py b.py", "x\n"), [""; 0]);
        assert_eq!(told("cat a.py; cat b.py", "x\n"), ["opened a.py", "opened b.py"]);
        assert_eq!(told("cat a.py | grep x", "x\n"), ["opened a.py", "searched x"], "the pipe cut the output");
    }

    #[test]
    fn a_cut_output_shows_its_beginning() {
        let output = "x\n…120 tokens truncated…\nz\n";
        assert_eq!(told("sed -n '3,90p' a.rs", output), ["opened a.rs", "shown a.rs:3 x"]);
    }

    #[test]
    fn searches_are_known() {
        assert_eq!(told("rg -n --glob '*.py' \"def take\" src", ""), ["searched def take"]);
        assert_eq!(told("git grep -e 'a b'", ""), ["searched a b"]);
        assert_eq!(told("grep -rn -A 3 take_one .", ""), ["searched take_one"]);
    }

    #[test]
    fn odd_command_lines_do_no_harm() {
        for command in
            ["", "'", "\\", "sed -n", "sed -n p", "head", "cat", "tail -n", "&&;|", "rg -A", "sed -n '9,2p' a"]
        {
            let _ = events(command, "x\n");
        }
    }
}
